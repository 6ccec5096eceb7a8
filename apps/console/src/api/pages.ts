import { call, type QueryValue, withQuery } from './client';

/** A page of a list, whatever way of paging its service has. */
export interface Page<T> {
  rows: readonly T[];
  /** Of all pages. */
  total: number;
  /** By the clock of the server, to the second. */
  readAt?: number;
}

export interface PageWanted {
  /** From 0. */
  page: number;
  size: number;
  /** Filters and orders as the operation calls them. */
  query?: Readonly<Record<string, QueryValue>>;
  signal?: AbortSignal | undefined;
}

interface CompliancePage<T> {
  data: readonly T[];
  meta: { total: number };
}

/** `-name` of the console as the operations take it, of several columns too. Pure. */
export function sortByOf(sort: string | undefined): string | undefined {
  return sort
    ?.split(',')
    .map((column) => (column.startsWith('-') ? `${column.slice(1)}:desc` : column))
    .join(',');
}

/** A page of a list of compliance. */
export async function compliancePage<T>(path: string, { page, size, query, signal }: PageWanted): Promise<Page<T>> {
  const address = withQuery(path, { ...query, limit: size, offset: page * size });
  const { data, meta } = (await call<CompliancePage<T>>(address, { signal })).body;
  return { rows: data, total: meta.total };
}

/** A page of a list that its operation returns whole. Pure. */
export function pageOf<T>(all: readonly T[], { page, size }: Pick<PageWanted, 'page' | 'size'>): Page<T> {
  return { rows: all.slice(page * size, (page + 1) * size), total: all.length };
}
