import { integerOf } from '../api/query-values';
import type { Query } from '../api/query-values';

const MAX_INT = 2 ** 31 - 1;
/** No row has it. */
const NOBODY = -1;

/** The number as an id that the database can look for; one it cannot hold is the id of nothing. */
export function asId(number: number): number {
  return Math.abs(number) <= MAX_INT ? number : NOBODY;
}

/** An id in the query; undefined when absent. @throws invalid_query */
export function idOf(query: Query, name: string): number | undefined {
  const number = integerOf(query, name);
  return number === undefined ? undefined : asId(number);
}
