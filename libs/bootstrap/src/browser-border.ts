import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { ApiError, CommonError } from '@wardstone/errors';
import type { PublicAddress } from './public-address';

/** Protects against pages of other origins in a browser that has a session. */

const READS = new Set(['GET', 'HEAD', 'OPTIONS']);
/** Values of Sec-Fetch-Site for requests by an own page or by the user: typed, bookmarked, restored. */
const OWN_SITES = new Set(['same-origin', 'none']);

/** Response headers that scripts of other origins may read. */
const EXPOSED = [
  'ETag',
  'Link',
  'Location',
  'RateLimit',
  'RateLimit-Policy',
  'Retry-After',
  'X-Collection-Size',
  'X-Error-Type',
  'X-Ignored-Parameters',
  'X-Request-Id',
].join(', ');

/**
 * Headers of every response: pages of other origins can neither embed, frame nor sniff it. Pages with styles or scripts
 * set their own policy. Scripts of other origins may read responses to credentials that they send themselves; the
 * wildcard keeps browsers from adding a session.
 */
export const BROWSER_HEADERS: Readonly<Record<string, string>> = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': EXPOSED,
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
};

/**
 * Browsers send one of these two with every request that can have a body. Other Sec-Fetch headers prove nothing, since
 * HTTP clients such as that of Node.js send them too.
 */
export function isFromBrowser(headers: IncomingHttpHeaders): boolean {
  return headers.origin !== undefined || headers['sec-fetch-site'] !== undefined;
}

/** Whether a page of another origin caused the request, according to its browser. */
export function isFromForeignPage(request: IncomingMessage, address: PublicAddress): boolean {
  const { origin, referer, 'sec-fetch-site': site } = request.headers;
  if (site !== undefined && !OWN_SITES.has(String(site))) return true;
  if (origin !== undefined) return !address.isOwnOrigin(origin, request);
  // Browsers that send neither, e.g. over plain HTTP, may still send Referer.
  return site === undefined && referer !== undefined && !address.isOwnOrigin(getOrigin(referer), request);
}

function getOrigin(url: string): string {
  return /^[a-z]+:\/\/[^/?#]*/i.exec(url)?.[0] ?? url;
}

/** Methods for other origins; their writes are refused, with or without a preflight. */
const METHODS = [...READS].join(', ');
const PREFLIGHT_SECONDS = '7200';

/**
 * Responds to a CORS preflight, which browsers send without credentials, at any path; returns whether the request is one.
 */
export function respondToPreflight({ method, headers }: IncomingMessage, response: ServerResponse): boolean {
  if (method !== 'OPTIONS' || headers['access-control-request-method'] === undefined) return false;
  // Listed by name, because the wildcard does not cover Authorization.
  const requested = headers['access-control-request-headers'];
  if (requested !== undefined) response.setHeader('Access-Control-Allow-Headers', requested);
  response.setHeader('Access-Control-Allow-Methods', METHODS);
  response.setHeader('Access-Control-Max-Age', PREFLIGHT_SECONDS);
  response.setHeader('Vary', 'Access-Control-Request-Headers');
  response.writeHead(204).end();
  return true;
}

/**
 * The refusal of a write that a page of another origin caused: the browser adds its user's session on its own, so the
 * session does not prove that the user meant it. Undefined for reads, own pages, and programs.
 */
export function foreignWrite(request: IncomingMessage, address: PublicAddress): ApiError | undefined {
  if (READS.has(request.method ?? '') || !isFromForeignPage(request, address)) return undefined;
  return new ApiError(
    CommonError.foreign_page,
    `Cross-origin ${request.method} rejected; only pages of ${address.getBaseAddress(request)} may send it.`,
  );
}

/**
 * The refusal of a write with a session cookie, which browsers add on their own, unless the browser states that an own
 * page caused it. Undefined for reads.
 */
export function unprovenWrite(request: IncomingMessage, address: PublicAddress): ApiError | undefined {
  if (READS.has(request.method ?? '')) return undefined;
  const { origin, 'sec-fetch-site': site } = request.headers;
  const isProven = site === 'same-origin' || (site === undefined && origin !== undefined);
  if (isProven && !isFromForeignPage(request, address)) return undefined;
  return new ApiError(
    CommonError.foreign_page,
    `A ${request.method} with a session cookie needs an Origin or Sec-Fetch-Site header of a page below ${address.getBaseAddress(request)}. Programs use a token.`,
  );
}
