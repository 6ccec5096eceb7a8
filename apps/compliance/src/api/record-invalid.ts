import { ApiError, ComplianceError } from '@wardstone/errors';

/** A record that breaks rules: all their texts in one answer (rules compliance-9, compliance-12). */
export function recordInvalid(violations: readonly string[]): ApiError {
  return new ApiError(ComplianceError.record_invalid, violations[0], { details: violations });
}

/** @throws record_invalid unless there are no violations */
export function refuseViolations(violations: readonly string[]): void {
  if (violations.length > 0) throw recordInvalid(violations);
}
