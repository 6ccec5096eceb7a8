import type { NumberedPage, NumberedPath, PageInit, Row } from '@wardstone/client';
import { wardstone } from '../../api/client';
import { sortByOf } from '../../api/pages';
import type { ListWanted } from '../list';

/**
 * Fetches pages of a list of monitoring.
 *
 * @param names filters that the address and the operation call the same
 * @param always what else the operation needs to know
 * @param order until another one is chosen
 */
export function pagesOf<P extends NumberedPath & `/rest/${string}`>(
  path: P,
  names: readonly string[] = [],
  always: Pick<PageInit<P>, keyof PageInit<P> & ('path' | 'query')> | object = {},
  order?: string,
): (wanted: ListWanted) => Promise<NumberedPage<Row<P>>> {
  // The union of all lists is too large for the compiler.
  const lists = wardstone as unknown as { page(path: P, init: object): Promise<NumberedPage<Row<P>>> };
  return ({ filter, sort = order, ...wanted }) => {
    const chosen = Object.fromEntries(names.map((name) => [name, filter(name)]));
    const { query, ...init } = always as { query?: object };
    return lists.page(path, { ...init, ...wanted, query: { ...query, ...chosen, sort: sortByOf(sort) } });
  };
}
