import { ApiError, MonitoringError } from '@wardstone/errors';

/** A parameter of the query breaks a rule. */
export function invalidParameter(detail: string): ApiError {
  return new ApiError(MonitoringError.invalid_query, detail);
}

/** A body breaks a rule. */
export function invalidContent(detail: string): ApiError {
  return new ApiError(MonitoringError.invalid_content, detail);
}
