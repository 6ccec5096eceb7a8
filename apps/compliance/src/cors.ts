import type { RequestHandler } from 'express';

/** Pages of other origins read; their writes are refused, with or without a preflight. */
const METHODS = 'GET, HEAD, OPTIONS';
/** What scripts of other origins may read beside the body. */
const EXPOSED = 'ETag, Link, Location, X-Error-Type, X-Request-Id';
const PREFLIGHT_SECONDS = '7200';

/**
 * Any origin, any header (rule compliance-1). Handles preflight requests itself, before authentication:
 * browsers send them without credentials.
 */
export const allowAnyOrigin: RequestHandler = (request, response, next) => {
  response.setHeader('Access-Control-Allow-Origin', '*');
  response.setHeader('Access-Control-Expose-Headers', EXPOSED);
  if (request.method !== 'OPTIONS' || request.headers['access-control-request-method'] === undefined) {
    next();
    return;
  }
  // Named one by one: the wildcard would not cover Authorization.
  const asked = request.headers['access-control-request-headers'];
  if (asked !== undefined) response.setHeader('Access-Control-Allow-Headers', asked);
  response.setHeader('Access-Control-Allow-Methods', METHODS);
  response.setHeader('Access-Control-Max-Age', PREFLIGHT_SECONDS);
  response.vary('Access-Control-Request-Headers');
  response.status(204).end();
};
