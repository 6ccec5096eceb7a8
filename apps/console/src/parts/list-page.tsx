import type { UseQueryResult } from '@tanstack/react-query';
import type { ComponentProps, ReactNode } from 'react';
import { LIVE, useFetched } from '../api/hooks';
import type { Page } from '../api/pages';
import { type Filter, FilterBar } from './filter-bar';
import { ConsolePage } from './console-page';
import { type Column, PagedTable } from './paged-table';
import { type Paging, pagingOf, useQueryString } from './query-string';

export interface ListWanted extends Paging {
  /** Value of a filter; undefined while it is not set. */
  filter: (name: string) => string | undefined;
  signal: AbortSignal;
}

const BUSY_MS = 5_000;

interface Source<T> {
  /** Address of the operation: what the list is remembered by. */
  source: string;
  fetchPage: (wanted: ListWanted) => Promise<Page<T>>;
  /** Rows of a page, where the address does not say. */
  size?: number | undefined;
  /** Refetched while it is shown. */
  isLive?: boolean | undefined;
  /** Whether something goes on in a row that is shown as it goes. */
  isBusy?: ((row: T) => boolean) | undefined;
}

interface ListProps<T> extends Source<T> {
  /** What the entries are, for screen readers. */
  label: string;
  filters?: readonly Filter[];
  columns: readonly Column<T>[];
  keyOf: (row: T) => string;
  empty: ReactNode;
  /** Beside the filters: buttons as items of a toolbar. */
  tools?: ReactNode;
}

interface ListPageProps<T> extends Omit<ListProps<T>, 'label'> {
  title: string;
  trail?: ComponentProps<typeof ConsolePage>['trail'];
  actions?: ReactNode;
}

/** A page that is one list: filters, table, pages. */
export function ListPage<T>({ title, trail, actions, ...list }: ListPageProps<T>): ReactNode {
  return (
    <ConsolePage title={title} {...(trail ? { trail } : {})} actions={actions}>
      <List {...list} label={title} />
    </ConsolePage>
  );
}

/** The page of a list that the address asks for. */
export function useList<T>({ source, fetchPage, size, isLive, isBusy }: Source<T>): UseQueryResult<Page<T>> {
  const [search] = useQueryString();
  return useFetched(
    [source, search.toString()],
    (signal) => fetchPage({ ...pagingOf(search, size), filter: (name) => search.get(name) ?? undefined, signal }),
    isLive
      ? { refetchInterval: ({ state }) => (isBusy && state.data?.rows.some(isBusy) ? BUSY_MS : LIVE.refetchInterval) }
      : {},
  );
}

/** A list as a part of a page; an address has one at a time, whose filters, order and page it holds. */
export function List<T>(props: ListProps<T>): ReactNode {
  const { filters = [], tools, source, fetchPage, isLive, isBusy, ...table } = props;
  const query = useList({ source, fetchPage, isLive, isBusy, size: table.size });
  // A list is always about some days.
  const narrowing = filters.filter(({ kind }) => kind !== 'day');
  return (
    <>
      {(filters.length > 0 || tools !== undefined) && <FilterBar filters={filters}>{tools}</FilterBar>}
      <PagedTable {...table} query={query} filters={narrowing.map(({ name }) => name)} />
    </>
  );
}
