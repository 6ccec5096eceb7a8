import type { RequestHandler } from 'express';
import { methodNotAllowed, unknownPath } from './error-mapping';
import { plainPath } from './plain-path';
import type { RouteTable } from './route-table';

/** Everything of the interface lies below this path. See rule http-1. */
export const BASE_PATH = '/rest';

/** And, as Prometheus has it, below this one. See rule prometheus-1. */
export const PROMETHEUS_PATH = '/prometheus';

/** Paths of the process itself that anyone may ask for (rule platform-2). */
const OPEN_PATHS = /^\/(livez|readyz|openapi\.json|docs(\/.*)?)$/;

export function isOpenPath(path: string): boolean {
  return OPEN_PATHS.test(path);
}

/** Gives the router the plain path; what was requested stays in `originalUrl`. */
export const routePlainPath: RequestHandler = (request, _response, next) => {
  request.url = plainPath(request.url);
  next();
};

/** Limits a handler to the interface, leaving the pages of the process alone. */
export function below(basePaths: readonly string[], handler: RequestHandler): RequestHandler {
  return (request, response, next) => {
    const isBelow = basePaths.some((base) => request.path === base || request.path.startsWith(`${base}/`));
    if (isBelow) void handler(request, response, next);
    else next();
  };
}

/**
 * Refuses unknown paths and methods, and handles OPTIONS, before anything else looks at the request (rule http-11).
 */
export function knownOperation(routes: RouteTable): RequestHandler {
  return ({ method, path }, response, next) => {
    const allowed = routes.methodsAt(path);
    if (allowed.length === 0) throw unknownPath(path);
    if (method === 'OPTIONS') {
      response.status(204).setHeader('Allow', allowed.join(', ')).end();
      return;
    }
    if (!allowed.includes(method)) throw methodNotAllowed(method, path, allowed);
    next();
  };
}
