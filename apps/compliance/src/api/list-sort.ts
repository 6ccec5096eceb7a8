import { ApiError, ComplianceError } from '@wardstone/errors';
import { ListQueryError, parseSort } from '@wardstone/pagination';
import type { SortTerm } from '@wardstone/pagination';

/** The order of a list (compliance spec A5); checked after the parents, before any record. @throws invalid_sort */
export function readSort(
  { sortBy }: { sortBy: readonly string[] | undefined },
  columns: readonly string[],
): SortTerm[] {
  try {
    return parseSort(sortBy ?? [], columns);
  } catch (error) {
    if (error instanceof ListQueryError) throw new ApiError(ComplianceError.invalid_sort, error.message);
    throw error;
  }
}
