import { ApiError } from '@wardstone/client';

/** Whether a request was refused only because of fields that the form marks with `fieldProblem`. Pure. */
export function isMarked(error: Error | null | undefined, marks: (field: string) => boolean): boolean {
  return error instanceof ApiError && error.fields.size > 0 && [...error.fields.keys()].every(marks);
}

/**
 * The problem of a field, without the name that it has in the API (`property url must be …`): the form has another label.
 * Pure.
 */
export function fieldProblem(error: Error | null | undefined, field: string): string | undefined {
  if (!(error instanceof ApiError)) return undefined;
  return error.fields
    .get(field)
    ?.map((problem) => problem.replace(/^property \S+ /, ''))
    .map((text) => text.charAt(0).toUpperCase() + text.slice(1))
    .join(', ');
}
