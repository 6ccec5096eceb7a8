import { Injectable, type PipeTransform, type Type } from '@nestjs/common';
import { getMetadataStorage } from 'class-validator';
import { type Dialect, type Fields, findLongList, makeReader } from '@wardstone/dto';
import { ListQuery } from '@wardstone/dto/compliance';
import { ApiError, ComplianceError } from '@wardstone/errors';
import { type CheckedFilter, checkFilter, type FilterFields, parseFilter } from '@wardstone/filter-query';
import { ListQueryError, parseSort, type SortTerm } from '@wardstone/pagination';
import { ParameterError } from './domain/parameter-error';
import { refuseUnknown } from './domain/unknown-names';
import type { ListWindow } from './paged-rows.sql';
import { UnvalidatedRequest, type ListRequest, type RecordRequest } from './request';

/** Fields convert values themselves, and their rules have the contract's wording. */
const DIALECT: Dialect = {
  taking: ({ read }) => read,
  mayBeMissing: ({ optional }) => optional === true,
  mayBeWrong: () => false,
  judgesItems: true,
};

/**
 * Validates requests with the contract's wording and order (rules compliance-3, compliance-7, compliance-9): query
 * parameters and body keys by their classes, then parent ids, then unknown names in query and body. The first failure
 * is the response.
 */
@Injectable()
export class ContractPipe implements PipeTransform {
  /** @throws ParameterError, ListQueryError */
  transform(given: unknown): unknown {
    if (!(given instanceof UnvalidatedRequest)) return given;
    const { query, parameters, body, values, givenParents, path, caller, others } = given;
    const first = given.readParents(true);
    const readQuery = query && readFields(query, Object.fromEntries(parameters));
    if (body) refuseLongLists(body, values);
    const readBody = body && readFields(body, values);
    const parents = { ...first, ...given.readParents(false) };
    refuseUnknown([...unknownTo(query, parameters.keys()), ...unknownTo(body, Object.keys(values))]);
    return { ...readQuery, body: readBody, parents, givenParents, path, caller, ...(query && { others }) };
  }
}

/** @throws ParameterError, ListQueryError */
function readFields<T extends object>(type: Type<T>, values: Fields): T {
  const { fields, problem } = makeReader(type, DIALECT)(values);
  if (problem?.value instanceof ListQueryError) throw problem.value;
  if (problem) throw new ParameterError(problem.message);
  return fields as T;
}

/**
 * Checked before anything iterates over the items.
 * @throws ParameterError
 */
function refuseLongLists(type: Type<object>, values: Fields): void {
  const long = findLongList(values, type);
  if (long) throw new ParameterError(`${long.path} must contain no more than ${long.most} elements`);
}

function unknownTo(type: Type<object> | undefined, names: Iterable<string>): string[] {
  const rules = type ? getMetadataStorage().getTargetValidationMetadatas(type, '', false, false) : [];
  const known = new Set(rules.map(({ propertyName }) => propertyName));
  return [...names].filter((name) => !known.has(name));
}

/** The first page with the default limit, as returned by a write of a whole list. */
export function firstPage<P extends string>({ caller, parents, givenParents, path }: RecordRequest<P>): ListRequest<P> {
  return { ...readFields(ListQuery, {}), caller, parents, givenParents, path };
}

/**
 * The filter of a list (rule filter-1); undefined without conditions.
 * @throws FilterError
 */
export function readFilter({ filter }: Pick<ListQuery, 'filter'>, fields: FilterFields): CheckedFilter | undefined {
  const parsed = filter === undefined ? undefined : parseFilter(filter);
  return parsed ? checkFilter(parsed, fields) : undefined;
}

/**
 * The requested part of a list.
 * @throws invalid_sort
 */
export function readWindow(request: ListQuery, filter: ListWindow['filter'], columns: readonly string[]): ListWindow {
  const { limit, offset } = request;
  return { filter, sort: readSort(request, columns), limit, offset };
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
