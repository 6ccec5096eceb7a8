import { ApiError, CommonError, type ErrorMapping, MonitoringError } from '@wardstone/errors';

/** Unknown path. */
export function unknownPath(path: string): ApiError {
  return new ApiError(CommonError.not_found, `Unknown path: ${path}`);
}

/** The path has other methods. */
export function methodNotAllowed(method: string, path: string, allowed: readonly string[]): ApiError {
  const allow = allowed.join(', ');
  return new ApiError(CommonError.method_not_allowed, `${path} does not support ${method}, only ${allow}`, {
    headers: { Allow: allow },
  });
}

/** Errors of requests that fail before monitoring's own code. See rule http-11. */
export const monitoringErrorMapping: ErrorMapping = {
  routeNotFound: (_method, path) => unknownPath(path),
  // Nothing exists at a path that cannot be decoded; the contract has no 400.
  malformedUrl: () => new ApiError(CommonError.not_found, 'The URL contains an invalid percent encoding'),
  malformedBody: () => new ApiError(MonitoringError.invalid_content, 'The body cannot be parsed'),
  unsupportedMediaType: (mediaType) =>
    new ApiError(
      CommonError.unsupported_media_type,
      `A body of type ${mediaType || 'unknown'} or its Content-Encoding is not supported`,
    ),
};
