import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http';

/** Which headers are forwarded to a service, and which of its response to the client. Pure. */

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
]);

/** Dealt with here. A service that is sent credentials would check them again, or trust them against our word. */
const DEALT_WITH = new Set(['authorization', 'cookie', 'expect']);

export interface Hop {
  /** Address of the peer. */
  peer: string;
  /** What the peer says about the way before it is believed. */
  trustsPeer: boolean;
  /** Address of the product that the client came to, as judged here. */
  base: string;
  /** Host header to use where the client sent none (HTTP/1.0). */
  defaultHost: string;
  /** Headers the gateway adds, lower case: identity, request id, trace. */
  added: Readonly<Record<string, string>>;
  /** Whether a header, lower case, is a spelling of the identity header. */
  isIdentityHeader: (name: string) => boolean;
}

/**
 * Headers of the request to the service. `Content-Length` stays as it came; a body without one is put into chunks again
 * by the client of the service. Credentials are never forwarded: the service gets the signed identity, or none.
 */
export function upstreamHeaders(headers: IncomingHttpHeaders, hop: Hop): OutgoingHttpHeaders {
  const perHop = namedByConnection(headers.connection);
  const passed: OutgoingHttpHeaders = {};
  for (const name in headers) {
    if (staysHere(name) || perHop?.has(name) || hop.isIdentityHeader(name)) continue;
    passed[name] = headers[name];
  }
  passed.host ??= hop.defaultHost;
  return Object.assign(passed, wayOf(headers, hop), hop.added);
}

function staysHere(name: string): boolean {
  return PER_HOP.has(name) || DEALT_WITH.has(name) || CLAIMS.has(name) || name.startsWith('x-forwarded-');
}

function wayOf(headers: IncomingHttpHeaders, { peer, trustsPeer, base }: Hop): OutgoingHttpHeaders {
  const before = trustsPeer ? textOf(headers['x-forwarded-for']) : undefined;
  return { 'x-forwarded-for': before === undefined ? peer : `${before}, ${peer}`, ...statedBase(base) };
}

const statedBases = new Map<string, OutgoingHttpHeaders>();

/** There are as many as the product has addresses. */
function statedBase(base: string): OutgoingHttpHeaders {
  const known = statedBases.get(base);
  if (known) return known;
  const { protocol, host } = new URL(base);
  const stated = { 'x-forwarded-proto': protocol.slice(0, -1), 'x-forwarded-host': host };
  statedBases.set(base, stated);
  return stated;
}

/** Headers of the service's response that the gateway sets itself. */
const OWN = new Set(['x-request-id']);
const LIMITS = new Set(['ratelimit', 'ratelimit-policy']);

/**
 * Headers of the response as pairs, repeated ones kept. The limits a service reports are hidden behind the gateway's own
 * when it has some: a client can heed only one.
 */
export function responseHeaders(rawHeaders: readonly string[], hasOwnLimits: boolean): [name: string, value: string][] {
  const passed: [string, string][] = [];
  let perHop: ReadonlySet<string> | undefined;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    if (rawHeaders[i]!.toLowerCase() === 'connection') {
      perHop = new Set([...(perHop ?? []), ...(namedByConnection(rawHeaders[i + 1]) ?? [])]);
    }
  }
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i]!.toLowerCase();
    if (PER_HOP.has(name) || OWN.has(name) || perHop?.has(name) || (hasOwnLimits && LIMITS.has(name))) continue;
    passed.push([rawHeaders[i]!, rawHeaders[i + 1]!]);
  }
  return passed;
}

function namedByConnection(connection: string | undefined): ReadonlySet<string> | undefined {
  if (connection === undefined || /^(keep-alive|close)$/i.test(connection)) return undefined;
  return new Set(connection.split(',').map((token) => token.trim().toLowerCase()));
}

function textOf(value: string | string[] | undefined): string | undefined {
  const text = Array.isArray(value) ? value.join(', ') : value;
  return text === '' ? undefined : text;
}
