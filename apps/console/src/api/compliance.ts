import type { NumberedPage } from '@wardstone/client';
import type { TestResultRecord } from '@wardstone/client/compliance';
import { toSortBy, untyped, withQuery } from './client';
import type { ListWanted } from '../parts/list';

export const COMPLIANCE = '/api/compliance/v2';

/** Sorts reports without results last. */
export const WORST_FIRST = '-with_reported_systems,percent_compliant';

/** A single record of compliance. */
export interface Single<T> {
  data: T;
}

/** Quotes a value for the filter language, which cannot represent a double quote. Pure. */
export function quote(text: string): string {
  return `"${text.replaceAll('"', '')}"`;
}

/** Joins filters by AND, each in parentheses, because AND and OR have the same precedence there. Pure. */
export function joinByAnd(...conditions: readonly (string | undefined)[]): string | undefined {
  const parts = conditions.map((condition) => condition?.trim()).filter((condition) => condition);
  if (parts.length < 2) return parts[0];
  return parts.map((part) => `(${part})`).join(' and ');
}

/** Address of the page with a policy's systems that have never reported. Pure. */
export function silentSystemsAddress({ id }: { id: string }): string {
  return withQuery(`/compliance/policies/${id}`, { tab: 'systems', reported: 'never_reported' });
}

/** Address of the page with a policy's results in which a rule failed. Pure. */
export function failuresAddress(policyId: string, ruleRef: string): string {
  return withQuery(`/compliance/policies/${policyId}`, { rule: ruleRef });
}

/** Address of the page with all results of a policy's system. Pure. */
export function historyAddress(policyId: string, systemId: string): string {
  return `/compliance/policies/${policyId}/systems/${systemId}`;
}

/** The condition that a field has a value. Pure. */
export function equalsCondition(field: string, value: string | undefined): string | undefined {
  return value === undefined ? undefined : `${field} = ${quote(value)}`;
}

/** The condition that a field has one of several values. Pure. */
export function anyValueFilter(field: string, values: readonly string[]): string {
  return values.map((value) => `${field} = ${quote(value)}`).join(' or ');
}

/** The condition that a rule failed in the newest result. Pure. */
export function failedRuleCondition(ruleRef: string | undefined): string | undefined {
  return equalsCondition('failed_rule', ruleRef);
}

/** The condition that a field contains a text. Pure. */
export function containsCondition(field: string, text: string | undefined): string | undefined {
  return text === undefined ? undefined : `${field} ~ ${quote(text)}`;
}

/** The condition that the name of a system contains a text. Pure. */
export function nameCondition(text: string | undefined): string | undefined {
  return containsCondition('display_name', text);
}

/** The condition that the title of a record contains a text. Pure. */
export function titleCondition(text: string | undefined): string | undefined {
  return containsCondition('title', text);
}

/** The newest results of a system, in the order of its policies. */
export function fetchNewestResults(
  systemId: string,
  policyIds: readonly string[],
  signal: AbortSignal,
): Promise<(TestResultRecord | undefined)[]> {
  const query = { filter: equalsCondition('system_id', systemId) };
  return Promise.all(
    policyIds.map(async (id) => {
      const results = `${COMPLIANCE}/reports/${id}/test_results`;
      return (await compliancePage<TestResultRecord>(results, { page: 0, size: 1, query, signal })).rows[0];
    }),
  );
}

/** A page of a list of compliance. */
export const compliancePage = untyped.page;

const MAX_PAGE_SIZE = 100;

/** All entries of a list, page by page. */
export async function wholeList<T>(
  path: string,
  query: Readonly<Record<string, string | undefined>>,
  signal?: AbortSignal,
): Promise<readonly T[]> {
  const first = await compliancePage<T>(path, { page: 0, size: MAX_PAGE_SIZE, query, signal });
  const others = Array.from({ length: Math.ceil(first.total / MAX_PAGE_SIZE) - 1 }, (_page, at) =>
    compliancePage<T>(path, { page: at + 1, size: MAX_PAGE_SIZE, query, signal }),
  );
  return [first, ...(await Promise.all(others))].flatMap(({ rows }) => rows);
}

/**
 * Fetches pages of a list with the sort order in the address.
 * @param order default sort order
 * @param conditions conditions from the filters that must all hold
 * @param more other parameters of the operation
 */
export function sortedPages<T>(
  path: string,
  order: string,
  conditions: (filter: ListWanted['filter']) => readonly (string | undefined)[] = () => [],
  more: Readonly<Record<string, string | undefined>> = {},
): (wanted: ListWanted) => Promise<NumberedPage<T>> {
  return ({ page, size, sort = order, filter, signal }) => {
    const query = { sort_by: toSortBy(sort), filter: joinByAnd(...conditions(filter)), ...more };
    return compliancePage(path, { page, size, query, signal });
  };
}

/** Number of matching entries of a list. */
export async function fetchTotal(path: string, filter: string | undefined, signal?: AbortSignal): Promise<number> {
  return (await compliancePage(path, { page: 0, size: 1, query: { filter }, signal })).total;
}
