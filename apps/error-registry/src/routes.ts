import { ApiError, CommonError, type ErrorMapping } from '@wardstone/errors';

/** Methods by path; a test compares it with what is routed. */
export const ROUTES: readonly (readonly [path: RegExp, methods: readonly string[]])[] = [
  [/^\/api\/v1\/error\/?$/, ['GET', 'HEAD']],
  [/^\/api\/v1\/error\/[^/]+\/?$/, ['GET', 'HEAD', 'PUT', 'DELETE']],
  [/^\/api\/v1\/error\/[^/]+\/translations\/[^/]+\/?$/, ['PUT']],
  [/^\/api\/v1\/error\/[^/]+\/occurrences\/?$/, ['GET', 'HEAD']],
  [/^\/api\/v1\/occurrences\/?$/, ['POST']],
];

/** 405 with `Allow` where another method would do, 404 elsewhere. See rule platform-4. */
export const errorMapping: ErrorMapping = {
  routeNotFound: (method, path) => {
    const methods = ROUTES.find(([pattern]) => pattern.test(path))?.[1];
    if (!methods) return new ApiError(CommonError.not_found, `Unknown path: ${path}`);
    const allow = methods.join(', ');
    return new ApiError(CommonError.method_not_allowed, `${path} does not support ${method}, only ${allow}.`, {
      headers: { Allow: allow },
    });
  },
};
