import { AccountError, OAuthError } from '@wardstone/auth';
import { ApiError, CommonError, type ErrorMapping, type ErrorRenderer } from '@wardstone/errors';
import { problemRenderer } from './error-responder';

/** Problem details or a page, except for the token service, whose errors follow RFC 6749 section 5.2. */
export const gatewayRenderer: ErrorRenderer = {
  render: (error, context) =>
    error instanceof OAuthError
      ? { contentType: 'application/json', text: JSON.stringify(error.body) }
      : problemRenderer.render(error, context),
  describe: (status, path) => problemRenderer.describe(status, path),
};

/** The gateway's own paths with their methods. */
const OWN: readonly [path: RegExp, allowed: string][] = [
  [/^\/(services|console(\/.*)?)?$/, 'GET, HEAD'],
  [/^\/(docs(\/.*)?|livez|readyz|metrics|openapi\.json)$/, 'GET, HEAD'],
  [/^\/openapi\/[^/]+\.json$/, 'GET, HEAD'],
  [/^\/auth\/jwks\.json$/, 'GET, HEAD'],
  [/^\/auth\/token$/, 'POST'],
  [/^\/auth\/session$/, 'GET, POST, DELETE'],
  [/^\/auth\/oidc\/(login|callback)$/, 'GET, HEAD'],
  [/^\/auth\/tokens$/, 'GET, HEAD, POST'],
  [/^\/auth\/tokens\/[^/]+$/, 'DELETE'],
  [/^\/auth\/accounts$/, 'GET, HEAD, POST'],
  [/^\/auth\/accounts\/[^/]+$/, 'GET, HEAD, PATCH, DELETE'],
  [/^\/auth\/password$/, 'PUT'],
  [/^\/login$/, 'GET, HEAD'],
  [/^\/logout$/, 'POST'],
];

/** 405 if another method is allowed, otherwise 404. */
export function ownRouteNotFound(method: string, path: string): ApiError {
  const allowed = OWN.find(([pattern]) => pattern.test(path))?.[1];
  if (allowed === undefined || allowed.split(', ').includes(method)) {
    return new ApiError(CommonError.not_found, `Unknown path of the gateway: ${path}`);
  }
  return new ApiError(CommonError.method_not_allowed, `${path} allows ${allowed}.`, { headers: { Allow: allowed } });
}

export const gatewayErrorMapping: ErrorMapping = {
  routeNotFound: ownRouteNotFound,
  refusal: (error) =>
    error instanceof AccountError ? new ApiError(CommonError.invalid_request, error.message) : undefined,
};
