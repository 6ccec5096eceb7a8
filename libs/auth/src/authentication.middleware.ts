import type { IncomingMessage } from 'node:http';
import type { Authenticator } from './authenticator';
import type { AuthenticatedRequest } from './caller';

export interface AuthenticationMiddlewareOptions {
  /** Requests that are let through without a look at their credentials, e.g. `/livez`. */
  skip?: (request: IncomingMessage) => boolean;
}

/**
 * Authenticates before routing, so that unknown paths answer 401 to strangers (rule http-1). The guard then
 * takes the caller from the request.
 */
export function authenticationMiddleware(
  authenticator: Authenticator,
  { skip = () => false }: AuthenticationMiddlewareOptions = {},
): (request: IncomingMessage, response: unknown, next: (error?: unknown) => void) => void {
  return (request: AuthenticatedRequest, _response, next) => {
    if (skip(request)) {
      next();
      return;
    }
    authenticator.authenticate(request).then(
      (caller) => {
        request.caller = caller;
        next();
      },
      (error: unknown) => next(error),
    );
  };
}
