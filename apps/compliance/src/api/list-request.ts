import { ListQuery } from '@wardstone/dto/compliance';
import { ApiError, ComplianceError } from '@wardstone/errors';
import { type CheckedFilter, checkFilter, type FilterFields, parseFilter } from '@wardstone/filter-query';
import { ListQueryError, parseSort, type SortTerm } from '@wardstone/pagination';
import { readFields } from './contract.pipe';
import type { ListRequest } from './request';

/** The first page with the default limit, as a write of a whole list returns it. @param path without a query */
export function firstPage(path: string): ListRequest {
  return { ...readFields(ListQuery, {}), path, parents: {}, givenParents: {} };
}

/**
 * The filter of a list (rule filter-1); undefined when it restricts nothing.
 *
 * @throws FilterError
 */
export function readFilter({ filter }: Pick<ListQuery, 'filter'>, fields: FilterFields): CheckedFilter | undefined {
  const parsed = filter === undefined ? undefined : parseFilter(filter);
  return parsed ? checkFilter(parsed, fields) : undefined;
}

/** The order of a list (rule compliance-5); checked after the parents, before any record. @throws invalid_sort */
export function readSort({ sort_by = [] }: Pick<ListQuery, 'sort_by'>, columns: readonly string[]): SortTerm[] {
  try {
    return parseSort(sort_by, columns);
  } catch (error) {
    if (error instanceof ListQueryError) throw new ApiError(ComplianceError.invalid_sort, error.message);
    throw error;
  }
}
