import { createParamDecorator } from '@nestjs/common';
import type { ExecutionContext } from '@nestjs/common';
import { ApiError, ComplianceError } from '@wardstone/errors';
import { checkFilter, parseFilter } from '@wardstone/filter-query';
import type { CheckedFilter, FilterFields } from '@wardstone/filter-query';
import { ListQueryError, parseListQuery, parseSort } from '@wardstone/pagination';
import type { AllowedParameters, ListQuery, SortTerm } from '@wardstone/pagination';
import type { Request } from 'express';
import { parentIdOf, pathOf, queryStringOf } from './request-target';

/** The checked parameters of a list, and the address its links start with. */
export interface ListRequest<P extends string = never> extends ListQuery<P> {
  /** Base path and request path as they were asked for, without the query. */
  readonly path: string;
  /** Path ids of the parents as given, for the texts of errors. */
  readonly givenParents: Readonly<Record<P, string>>;
}

/** What a list accepts; `parents` names the path parameters that are ids of parents, e.g. `['system_id']`. */
export interface ListRules<P extends string = never> extends Omit<AllowedParameters<P>, 'parents'> {
  readonly parents?: readonly P[];
}

/** Reads the parameters of a list (rule compliance-3). @throws ListQueryError */
export function readListRequest<P extends string>(
  request: Pick<Request, 'originalUrl' | 'params'>,
  { parents = [], ...rules }: ListRules<P>,
): ListRequest<P> {
  const givenParents = Object.fromEntries(parents.map((name) => [name, parentIdOf(request, name)])) as Record<
    P,
    string
  >;
  const query = parseListQuery<P>(queryStringOf(request), { ...rules, parents: givenParents });
  return { ...query, path: pathOf(request), givenParents };
}

/** The list's parameters as the handler's argument: `@ListParameters({ parents: ['system_id'] }) list: ListRequest<'system_id'>`. */
export function ListParameters(rules: ListRules<string> = {}): ParameterDecorator {
  return createParamDecorator((_data: unknown, context: ExecutionContext) =>
    readListRequest(context.switchToHttp().getRequest<Request>(), rules),
  )();
}

/** The first page with the default limit, as a write of a whole list answers it. @param path without a query */
export function firstPage(path: string): ListRequest {
  return readListRequest({ originalUrl: path, params: {} }, { names: [] });
}

/** Path ids of parents, canonical and as given. */
export type Parents<P extends string> = Pick<ListRequest<P>, 'parents' | 'givenParents'>;

/**
 * The parents of an operation on a single record, which takes no query parameter but `format`: `@ParentIds('policy_id')
 * { parents, givenParents }: Parents<'policy_id'>` (rules compliance-3, compliance-6).
 */
export const ParentIds = (...parents: string[]): ParameterDecorator => ListParameters({ names: [], parents });

/**
 * The filter of a list (rule filter-1); undefined when it restricts nothing.
 *
 * @throws FilterError
 */
export function readFilter(
  { filter }: { filter: string | undefined },
  fields: FilterFields,
): CheckedFilter | undefined {
  const parsed = filter === undefined ? undefined : parseFilter(filter);
  return parsed ? checkFilter(parsed, fields) : undefined;
}

/** The order of a list (rule compliance-5); checked after the parents, before any record. @throws invalid_sort */
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
