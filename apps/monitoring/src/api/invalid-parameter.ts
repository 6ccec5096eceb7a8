import { ApiError, MonitoringError } from '@wardstone/errors';

/** A query parameter violates a rule. */
export function invalidParameter(detail: string): ApiError {
  return new ApiError(MonitoringError.invalid_query, detail);
}

/** A body violates a rule. */
export function invalidContent(detail: string): ApiError {
  return new ApiError(MonitoringError.invalid_content, detail);
}

/** @throws invalid_content */
export function refuseProblem<T extends object>(checked: T | { problem: string }): T {
  if ('problem' in checked) throw invalidContent(checked.problem);
  return checked;
}
