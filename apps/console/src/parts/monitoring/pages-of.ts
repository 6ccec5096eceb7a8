import type { QueryValue } from '../../api/client';
import { monitoringPage, type Page } from '../../api/pages';
import type { ListWanted } from '../list-page';

/**
 * Fetches pages of a list of monitoring.
 *
 * @param names filters that the address and the operation call the same
 * @param always other parameters of the operation
 * @param order until another one is chosen
 */
export function pagesOf<T>(
  path: string,
  names: readonly string[] = [],
  always: Readonly<Record<string, QueryValue>> = {},
  order?: string,
): (wanted: ListWanted) => Promise<Page<T>> {
  return ({ filter, sort = order, ...wanted }) => {
    const query = { ...always, ...Object.fromEntries(names.map((name) => [name, filter(name)])) };
    return monitoringPage<T>(path, { ...wanted, sort, query });
  };
}
