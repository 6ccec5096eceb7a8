import { ApiError, MonitoringError } from '@wardstone/errors';

/** A record as a client sends it: any field may be missing, and none is null. */
export type Sent<T> = { readonly [K in keyof T]?: NonNullable<T[K]> };

/** What came of a body: its value, or why there is none. */
export type Parsed<T> = { readonly value: T } | { readonly problem: ApiError };

export function problem(detail: string): { readonly problem: ApiError } {
  return { problem: new ApiError(MonitoringError.invalid_content, detail) };
}

/**
 * The value, in the place where the contract judges the body: after the target is known to exist and may be changed.
 *
 * @throws invalid_content when there is no body, or it is no such record
 */
export function valueOf<T>(parsed: Parsed<T>): T {
  if ('problem' in parsed) throw parsed.problem;
  return parsed.value;
}
