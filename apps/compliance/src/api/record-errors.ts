import { ApiError, ComplianceError, type ErrorType } from '@wardstone/errors';
import { parseUuid } from '@wardstone/pagination';
import { ParameterError } from './domain/parameter-error';

const MAX_CHARACTERS = 256;

/** `V2::Policy not found with ID …`, with the id as given, truncated to 256 characters (rule compliance-6). */
export function notFoundById(kind: ErrorType, model: string, givenId: string): ApiError {
  return new ApiError(kind, `V2::${model} not found with ID ${cut(givenId)}`);
}

export const policyNotFound = (givenId: string): ApiError =>
  notFoundById(ComplianceError.policy_not_found, 'Policy', givenId);

export const systemNotFound = (givenId: string): ApiError =>
  notFoundById(ComplianceError.system_not_found, 'System', givenId);

/**
 * A record by its own id; an invalid UUID is an unknown id (rule compliance-6).
 * @param find finds it by the canonical id
 * @throws the error of `notFound`
 */
export async function requireRecord<T>(
  givenId: string,
  notFound: (givenId: string) => ApiError,
  find: (id: string) => Promise<T | undefined>,
): Promise<T> {
  const id = parseUuid(givenId);
  const record = id === undefined ? undefined : await find(id);
  if (!record) throw notFound(givenId);
  return record;
}

function cut(text: string): string {
  // Cuts by characters, so that surrogate pairs stay whole.
  return text.length > MAX_CHARACTERS ? [...text].slice(0, MAX_CHARACTERS).join('') : text;
}

/**
 * The canonical id of a parent (rule compliance-6); for lists, `ContractPipe` reads it.
 * @throws ParameterError 422 `system_id is not permitted` when it is not a UUID.
 */
export function parentId(name: string, givenId: string): string {
  const id = parseUuid(givenId);
  if (id === undefined) throw new ParameterError(`${name} is not permitted`);
  return id;
}

/** The given id without characters that the database cannot store; the result matches nothing, as it should. */
export function toStorable(givenId: string): string {
  return givenId.replaceAll('\0', '\ufffd');
}

/** An invalid record: all violations in one response (rules compliance-9, compliance-12). */
export function recordInvalid(violations: readonly string[]): ApiError {
  return new ApiError(ComplianceError.record_invalid, violations[0], { details: violations });
}

/** @throws record_invalid unless there are no violations */
export function refuseViolations(violations: readonly string[]): void {
  if (violations.length > 0) throw recordInvalid(violations);
}
