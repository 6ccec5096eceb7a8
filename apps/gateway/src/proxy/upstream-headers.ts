import type { ClientRequest, IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { CLIENT_HEADER } from '@wardstone/auth';
import { AUDIT_HEADER, BROWSER_HEADERS } from '@wardstone/bootstrap';

/** Decides which headers are forwarded to a service, and which of its response to the client. */

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

/** Claims about the path of a request that only a trusted proxy may make. */
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

/**
 * Handled by the gateway. A service that received credentials would check them again, or trust them against the
 * gateway's decision.
 */
const DEALT_WITH = new Set(['authorization', 'cookie', 'expect']);

export interface Hop {
  /** Address of the peer. */
  peer: string;
  /** Whether forwarding headers of the peer are trusted. */
  trustsPeer: boolean;
  /** Verified public address that the client used. */
  base: string;
  /** Headers that the gateway adds, lower case: identity, request id, trace. */
  added: Readonly<Record<string, string>>;
  /** Whether a lower-case header name is a spelling of the identity header. */
  isIdentityHeader: (name: string) => boolean;
}

/**
 * Converts the headers of the client's request to those of the request to the service. `Content-Length` and
 * `Transfer-Encoding` are unchanged, because they frame the body. Credentials are never forwarded: the service gets the
 * signed identity, or none.
 */
export function changeRequestHeaders(
  upstream: Pick<ClientRequest, 'setHeader' | 'removeHeader'>,
  headers: IncomingHttpHeaders,
  hop: Hop,
): void {
  const perHop = namedByConnection(headers.connection);
  // The transport sets its own for chunked bodies; connections are kept for those as well.
  upstream.removeHeader('connection');
  for (const name in headers) {
    if (staysHere(name, perHop, hop)) upstream.removeHeader(name);
  }
  const { peer, trustsPeer, base, added } = hop;
  const before = trustsPeer ? toText(headers['x-forwarded-for']) : undefined;
  upstream.setHeader('x-forwarded-for', before === undefined ? peer : `${before}, ${peer}`);
  const { scheme, host } = toStatedBase(base);
  upstream.setHeader('x-forwarded-proto', scheme);
  upstream.setHeader('x-forwarded-host', host);
  for (const name in added) {
    // An equal header was already forwarded from the client.
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

/** Cached; there are as many as public addresses. */
function toStatedBase(base: string): StatedBase {
  const known = statedBases.get(base);
  if (known) return known;
  const { protocol, host } = new URL(base);
  const stated = { scheme: protocol.slice(0, -1), host };
  statedBases.set(base, stated);
  return stated;
}

/** Headers of the service's response that the gateway sets itself or does not forward. */
const LEFT_OUT = new Set([...PER_HOP, 'x-request-id', AUDIT_HEADER.toLowerCase()]);
const LIMITS = new Set(['ratelimit', 'ratelimit-policy']);
/** The service's browser policy replaces that of the gateway. */
const REPLACED = new Set(Object.keys(BROWSER_HEADERS).map((name) => name.toLowerCase()));

/**
 * Splits repeated headers that Node.js has joined, because clients parse each line of `Link` or `WWW-Authenticate`. Of
 * headers that may occur only once, Node.js has kept the first.
 */
function separateLines(response: IncomingMessage): void {
  const { headers, rawHeaders } = response;
  if (rawHeaders.length === 2 * Object.keys(headers).length) return;
  for (const [name, lines = []] of Object.entries(response.headersDistinct)) {
    if (lines.length > 1 && headers[name] !== lines[0]) headers[name] = lines;
  }
}

/**
 * Reduces the headers of a service's response to those for the client; they are merged with the gateway's own. The
 * gateway's rate limits replace those of a service, because a client can only follow one.
 */
export function keepResponseHeaders(
  upstream: IncomingMessage,
  request: IncomingMessage,
  response: ServerResponse,
  hasOwnLimits: boolean,
): void {
  const { headers } = upstream;
  const perHop = namedByConnection(headers.connection);
  separateLines(upstream);
  for (const name in headers) {
    if (LEFT_OUT.has(name) || perHop?.has(name) || (hasOwnLimits && LIMITS.has(name))) {
      // The library skips undefined values; deleting the property would make the remaining ones slower to read.
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
