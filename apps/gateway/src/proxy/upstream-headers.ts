import type { ClientRequest, IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { CLIENT_HEADER } from '@wardstone/auth';
import { AUDIT_HEADER, BROWSER_HEADERS } from '@wardstone/bootstrap';

/** Which headers are forwarded to a service, and which of its response to the client. */

/** Headers that concern one connection. Source: RFC 9110 section 7.6.1. */
const PER_HOP = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'http2-settings',
]);

/** Claims about the way a request came, or where it should go, that only a proxy of ours may make. */
const CLAIMS = new Set([
  'forwarded',
  'x-real-ip',
  'x-original-url',
  'x-rewrite-url',
  'x-client-ip',
  'true-client-ip',
  'via',
  CLIENT_HEADER,
]);

/** Dealt with here. A service that is sent credentials would check them again, or trust them against our word. */
const DEALT_WITH = new Set(['authorization', 'cookie', 'expect']);

export interface Hop {
  /** Address of the peer. */
  peer: string;
  /** Whether forwarding headers of the peer are believed. */
  trustsPeer: boolean;
  /** Address of the product that the client came to, as judged here. */
  base: string;
  /** Headers the gateway adds, lower case: identity, request id, trace. */
  added: Readonly<Record<string, string>>;
  /** Whether a header, lower case, is a spelling of the identity header. */
  isIdentityHeader: (name: string) => boolean;
}

/**
 * Changes the headers of a request to the service, which so far are those of the client's request. `Content-Length` and
 * `Transfer-Encoding` stay as they came: they frame the body. Credentials are never forwarded: the service gets the
 * signed identity, or none.
 */
export function changeRequestHeaders(
  upstream: Pick<ClientRequest, 'setHeader' | 'removeHeader'>,
  headers: IncomingHttpHeaders,
  hop: Hop,
): void {
  const perHop = namedByConnection(headers.connection);
  // The transport has one of its own for bodies in chunks; connections are kept for those too.
  upstream.removeHeader('connection');
  for (const name in headers) {
    if (staysHere(name, perHop, hop)) upstream.removeHeader(name);
  }
  const { peer, trustsPeer, base, added } = hop;
  const before = trustsPeer ? toText(headers['x-forwarded-for']) : undefined;
  upstream.setHeader('x-forwarded-for', before === undefined ? peer : `${before}, ${peer}`);
  const { scheme, host } = statedBase(base);
  upstream.setHeader('x-forwarded-proto', scheme);
  upstream.setHeader('x-forwarded-host', host);
  for (const name in added) {
    // An equal header was forwarded with the client's own.
    if (headers[name] !== added[name] || staysHere(name, perHop, hop)) upstream.setHeader(name, added[name]!);
  }
}

const STAYS_HERE = new Set([...PER_HOP, ...DEALT_WITH, ...CLAIMS]);
STAYS_HERE.delete('transfer-encoding');

function staysHere(name: string, perHop: ReadonlySet<string> | undefined, hop: Hop): boolean {
  return (
    STAYS_HERE.has(name) || name.startsWith('x-forwarded-') || perHop?.has(name) === true || hop.isIdentityHeader(name)
  );
}

interface StatedBase {
  scheme: string;
  host: string;
}

const statedBases = new Map<string, StatedBase>();

/** There are as many as the product has addresses. */
function statedBase(base: string): StatedBase {
  const known = statedBases.get(base);
  if (known) return known;
  const { protocol, host } = new URL(base);
  const stated = { scheme: protocol.slice(0, -1), host };
  statedBases.set(base, stated);
  return stated;
}

/** Headers of the service's response that the gateway sets itself, or keeps. */
const LEFT_OUT = new Set([...PER_HOP, 'x-request-id', AUDIT_HEADER.toLowerCase()]);
const LIMITS = new Set(['ratelimit', 'ratelimit-policy']);
/** The service's policy for its response in a browser replaces the gateway's. */
const REPLACED = new Set(Object.keys(BROWSER_HEADERS).map((name) => name.toLowerCase()));

/**
 * Gives repeated headers back their lines, which Node.js has joined: clients take the lines of `Link` or
 * `WWW-Authenticate` apart, not one line of several. Of headers that may be there once it has kept the first.
 */
function separateLines(answer: IncomingMessage): void {
  const { headers, rawHeaders } = answer;
  if (rawHeaders.length === 2 * Object.keys(headers).length) return;
  for (const [name, lines = []] of Object.entries(answer.headersDistinct)) {
    if (lines.length > 1 && headers[name] !== lines[0]) headers[name] = lines;
  }
}

/**
 * Leaves those headers to a service's response that the client gets; they are joined with what the gateway has set. The
 * limits a service reports are hidden behind the gateway's own when it has some: a client can heed only one.
 */
export function keepResponseHeaders(
  answer: IncomingMessage,
  request: IncomingMessage,
  response: ServerResponse,
  hasOwnLimits: boolean,
): void {
  const { headers } = answer;
  const perHop = namedByConnection(headers.connection);
  separateLines(answer);
  for (const name in headers) {
    if (LEFT_OUT.has(name) || perHop?.has(name) || (hasOwnLimits && LIMITS.has(name))) {
      // The library leaves it out; without the property, all that are left would be slower to read.
      headers[name] = undefined;
    } else if (response.hasHeader(name) && !REPLACED.has(name)) {
      headers[name] = [response.getHeader(name), headers[name]].flat().map(String);
    }
  }
  headers.connection = closesConnection(request, response) ? 'close' : 'keep-alive';
}

function closesConnection({ headers }: IncomingMessage, response: ServerResponse): boolean {
  if (response.getHeader('connection') === 'close') return true;
  return headers.connection !== undefined && /(^|,)\s*close\s*(,|$)/i.test(headers.connection);
}

function namedByConnection(connection: string | undefined): ReadonlySet<string> | undefined {
  if (connection === undefined || /^(keep-alive|close)$/i.test(connection)) return undefined;
  return new Set(connection.split(',').map((token) => token.trim().toLowerCase()));
}

function toText(value: string | string[] | undefined): string | undefined {
  const text = Array.isArray(value) ? value.join(', ') : value;
  return text === '' ? undefined : text;
}
