import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { ApiError, CommonError } from '@wardstone/errors';
import type { PublicAddress } from './public-address';

/** Separates the product from other pages in a browser that holds a login. */

const READS = new Set(['GET', 'HEAD', 'OPTIONS']);
/** The page itself, or the person: typed, bookmarked, restored. */
const OWN_SITES = new Set(['same-origin', 'none']);

/** Headers that scripts of other origins may read beside the body. */
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
 * Headers of every response: none is loaded into a page of another origin, framed, or sniffed. Pages with styles or
 * scripts set their own policy. Scripts of other origins read what they have credentials for: the wildcard keeps
 * browsers from adding a login.
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
 * Browsers send one of the two with every request that can have a body. Other Sec-Fetch headers prove nothing: HTTP
 * clients of programs, such as Node.js' own, send them, too.
 */
export function isFromBrowser(headers: IncomingHttpHeaders): boolean {
  return headers.origin !== undefined || headers['sec-fetch-site'] !== undefined;
}

/** Whether a page of another origin caused the request, according to its browser. */
export function isFromForeignPage(request: IncomingMessage, address: PublicAddress): boolean {
  const { origin, referer, 'sec-fetch-site': site } = request.headers;
  if (site !== undefined && !OWN_SITES.has(String(site))) return true;
  if (origin !== undefined) return !address.isOwnOrigin(origin, request);
  // Browsers that say neither, over plain HTTP for example, may still say this.
  return site === undefined && referer !== undefined && !address.isOwnOrigin(getOrigin(referer), request);
}

function getOrigin(url: string): string {
  return /^[a-z]+:\/\/[^/?#]*/i.exec(url)?.[0] ?? url;
}

/** Writes of other origins are refused, with or without a preflight. */
const METHODS = [...READS].join(', ');
const PREFLIGHT_SECONDS = '7200';

/**
 * Responds to a CORS preflight, which browsers send without credentials, at any path; returns whether the request is one.
 */
export function respondToPreflight({ method, headers }: IncomingMessage, response: ServerResponse): boolean {
  if (method !== 'OPTIONS' || headers['access-control-request-method'] === undefined) return false;
  // Listed by name: the wildcard does not cover Authorization.
  const requested = headers['access-control-request-headers'];
  if (requested !== undefined) response.setHeader('Access-Control-Allow-Headers', requested);
  response.setHeader('Access-Control-Allow-Methods', METHODS);
  response.setHeader('Access-Control-Max-Age', PREFLIGHT_SECONDS);
  response.setHeader('Vary', 'Access-Control-Request-Headers');
  response.writeHead(204).end();
  return true;
}

/**
 * The refusal of a write that a page of another origin caused: the browser adds the login of its user on its own, so the
 * login does not prove that the user meant it. Undefined for reads, own pages, and programs.
 */
export function foreignWrite(request: IncomingMessage, address: PublicAddress): ApiError | undefined {
  if (READS.has(request.method ?? '') || !isFromForeignPage(request, address)) return undefined;
  return new ApiError(
    CommonError.foreign_page,
    `Cross-origin ${request.method} rejected; only pages of ${address.baseOf(request)} may send it.`,
  );
}

/**
 * The refusal of a write by a cookie, which the browser adds on its own: here nothing but the word of a browser that a
 * page of the product caused it will do. Undefined for reads.
 */
export function unprovenWrite(request: IncomingMessage, address: PublicAddress): ApiError | undefined {
  if (READS.has(request.method ?? '')) return undefined;
  const { origin, 'sec-fetch-site': site } = request.headers;
  const isProven = site === 'same-origin' || (site === undefined && origin !== undefined);
  if (isProven && !isFromForeignPage(request, address)) return undefined;
  return new ApiError(
    CommonError.foreign_page,
    `A ${request.method} with a session cookie needs an Origin or Sec-Fetch-Site header of a page below ${address.baseOf(request)}. Programs use a token.`,
  );
}
