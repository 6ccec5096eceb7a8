import { ApiError, MonitoringError } from '@wardstone/errors';

/** A parameter of the query breaks a rule. */
export function invalidParameter(detail: string): ApiError {
  return new ApiError(MonitoringError.invalid_query, detail);
}
