import type { UseQueryResult } from '@tanstack/react-query';
import type { ComponentProps, ReactNode } from 'react';
import { Button, Pagination } from '@patternfly/react-core';
import type { NumberedPage } from '@wardstone/client';
import { Table, Tbody, Td, Th, Thead, type ThProps, Tr } from '@patternfly/react-table';
import { LIVE, useFetched } from '../api/client';
import { type Filter, FilterBar, type Paging, readPaging, useQueryString } from './filters';
import { ConsolePage } from './page';
import { partTexts } from '../texts/parts';
import { EmptyPart, Loaded } from './states';

export interface ListWanted extends Paging {
  /** Value of a filter; undefined while it is not set. */
  filter: (name: string) => string | undefined;
  signal: AbortSignal;
}

/** Interval for refetching records that still change. */
export const BUSY_MS = 5_000;

interface Source<T> {
  /** Path of the operation; part of the query key. */
  source: string;
  fetchPage: (wanted: ListWanted) => Promise<NumberedPage<T>>;
  /** Default page size. */
  size?: number | undefined;
  /** Whether to refetch while shown. */
  isLive?: boolean | undefined;
  /** Whether a row is still changing, so that the list is refetched. */
  isBusy?: ((row: T) => boolean) | undefined;
}

interface ListProps<T> extends Source<T> {
  /** Description of the entries for screen readers. */
  label: string;
  filters?: readonly Filter[];
  columns: readonly Column<T>[];
  toKey: (row: T) => string;
  empty: ReactNode;
  /** Toolbar items beside the filters. */
  tools?: ReactNode;
}

interface ListPageProps<T> extends Omit<ListProps<T>, 'label'> {
  title: string;
  trail?: ComponentProps<typeof ConsolePage>['trail'];
  actions?: ReactNode;
}

/** Page with one list: filters, table and pagination. */
export function ListPage<T>({ title, trail, actions, ...list }: ListPageProps<T>): ReactNode {
  return (
    <ConsolePage title={title} {...(trail ? { trail } : {})} actions={actions}>
      <List {...list} label={title} />
    </ConsolePage>
  );
}

/** Loads the page of a list that the address names. */
export function useList<T>({ source, fetchPage, size, isLive, isBusy }: Source<T>): UseQueryResult<NumberedPage<T>> {
  const [search] = useQueryString();
  return useFetched(
    [source, search.toString()],
    (signal) => fetchPage({ ...readPaging(search, size), filter: (name) => search.get(name) ?? undefined, signal }),
    isLive
      ? { refetchInterval: ({ state }) => (isBusy && state.data?.rows.some(isBusy) ? BUSY_MS : LIVE.refetchInterval) }
      : {},
  );
}

/** List as a part of a page. There can be one at a time, because its filters, order and page are in the address. */
export function List<T>(props: ListProps<T>): ReactNode {
  const { filters = [], tools, source, fetchPage, isLive, isBusy, ...table } = props;
  const query = useList({ source, fetchPage, isLive, isBusy, size: table.size });
  // The day filter always has a value, so it does not count.
  const narrowing = filters.filter(({ kind }) => kind !== 'day');
  return (
    <>
      {(filters.length > 0 || tools !== undefined) && <FilterBar filters={filters}>{tools}</FilterBar>}
      <PagedTable {...table} query={query} filters={narrowing.map(({ name }) => name)} />
    </>
  );
}

export interface Column<T> {
  /** Name of the sort column in the address, if the operation supports it. */
  name: string;
  title: string;
  cell: (row: T) => ReactNode;
  isSortable?: boolean;
  /** Whether the cells are right-aligned numbers. */
  isNumber?: boolean;
}

/** Defines a column: its heading, its sort name or alignment, and its cells. Pure. */
export function column<T>(
  name: string,
  title: string,
  ...rest: readonly [...is: ('sortable' | 'number')[], cell: Column<T>['cell']]
): Column<T> {
  const cell = rest.at(-1) as Column<T>['cell'];
  return { name, title, cell, isSortable: rest.includes('sortable'), isNumber: rest.includes('number') };
}

export interface Selection {
  selected: ReadonlySet<string>;
  select: (keys: ReadonlySet<string>) => void;
  /** Rows that cannot be selected have no checkbox. */
  isSelectable?: (key: string) => boolean;
}

interface RowsProps<T> {
  /** Description of the rows for screen readers. */
  label: string;
  columns: readonly Column<T>[];
  toKey: (row: T) => string;
  selection?: Selection;
}

interface TableProps<T> extends RowsProps<T> {
  rows: readonly T[];
  /** Shown in place of an empty table. */
  empty?: ReactNode;
}

interface PagedRowsProps<T> extends RowsProps<T> {
  page: NumberedPage<T>;
  /** Default page size. */
  size?: number | undefined;
  /** Shown in place of an empty list, unless it is filtered. */
  empty: ReactNode;
  /** Names of the query parameters that filter. */
  filters?: readonly string[];
}

type PagedTableProps<T> = Omit<PagedRowsProps<T>, 'page'> & { query: UseQueryResult<NumberedPage<T>> };

const PAGE_SIZES = [20, 50, 100].map((value) => ({ title: String(value), value }));

/** Paged list; page, size and order come from the address. */
export function PagedTable<T>({ query, ...rows }: PagedTableProps<T>): ReactNode {
  return (
    <Loaded query={query} lines={8}>
      {(page) => <PagedRows {...rows} page={page} />}
    </Loaded>
  );
}

/** Table for a page that is already loaded. */
export function PagedRows<T>({ page, size = 20, empty, filters = [], ...rows }: PagedRowsProps<T>): ReactNode {
  const [search] = useQueryString();
  if (page.total > 0) {
    return (
      <>
        <DataTable {...rows} rows={page.rows} />
        <Pages paging={readPaging(search, size)} total={page.total} />
      </>
    );
  }
  if (!filters.some((name) => search.has(name))) return empty;
  return <NoMatch filters={filters} />;
}

/** Table; on phones each row is a block of labelled values. */
export function DataTable<T>({ label, columns, rows, toKey: keyOf, selection, empty }: TableProps<T>): ReactNode {
  const [search, change] = useQueryString();
  const { sort } = readPaging(search);
  if (rows.length === 0 && empty !== undefined) return empty;
  return (
    <Table aria-label={label} variant="compact" gridBreakPoint="grid-md" className="data-table">
      <Thead>
        <Tr>
          {selection && <SelectAll rows={rows.map(keyOf)} selection={selection} />}
          {columns.map((column, at) => (
            <Th
              key={column.name}
              modifier={column.isNumber ? 'wrap' : 'nowrap'}
              {...(column.isNumber ? { className: 'number' } : {})}
              {...(column.isSortable ? { sort: getSort(column.name, at, sort, change) } : {})}
            >
              {column.title}
            </Th>
          ))}
        </Tr>
      </Thead>
      <Tbody>
        {rows.map((row, at) => (
          <Tr key={keyOf(row)}>
            {selection && <SelectOne rowIndex={at} rowKey={keyOf(row)} selection={selection} />}
            {columns.map((column) => (
              <Td key={column.name} dataLabel={column.title} {...(column.isNumber ? { className: 'number' } : {})}>
                <div>{column.cell(row)}</div>
              </Td>
            ))}
          </Tr>
        ))}
      </Tbody>
    </Table>
  );
}

function getSort(
  name: string,
  columnIndex: number,
  sort: string | undefined,
  change: ReturnType<typeof useQueryString>[1],
): NonNullable<ThProps['sort']> {
  const isSorted = sort === name || sort === `-${name}`;
  return {
    columnIndex,
    sortBy: isSorted ? { index: columnIndex, direction: sort === name ? 'asc' : 'desc' } : {},
    onSort: (_event, _index, direction: string) =>
      change({ sort: direction === 'asc' ? name : `-${name}`, page: undefined }),
  };
}

function SelectAll({ rows, selection }: { rows: readonly string[]; selection: Selection }): ReactNode {
  const { selected, select, isSelectable = () => true } = selection;
  const selectable = rows.filter(isSelectable);
  if (selectable.length === 0) return <Th aria-label={partTexts.rows} />;
  const isSelected = selectable.every((key) => selected.has(key));
  return (
    <Th
      aria-label={partTexts.rows}
      select={{
        isSelected,
        onSelect: (_event, isOn) =>
          select(new Set(isOn ? [...selected, ...selectable] : [...selected].filter((key) => !rows.includes(key)))),
      }}
    />
  );
}

function SelectOne(props: { rowIndex: number; rowKey: string; selection: Selection }): ReactNode {
  const { rowIndex, rowKey } = props;
  const { selected, select, isSelectable = () => true } = props.selection;
  if (!isSelectable(rowKey)) return <Td />;
  return (
    <Td
      select={{
        rowIndex,
        isSelected: selected.has(rowKey),
        onSelect: (_event, isOn) =>
          select(new Set(isOn ? [...selected, rowKey] : [...selected].filter((key) => key !== rowKey))),
      }}
    />
  );
}

/** Pagination; hidden if all entries fit on one page of any size. */
function Pages({ paging: { page, size }, total }: { paging: Paging; total: number }): ReactNode {
  const [, change] = useQueryString();
  if (page === 0 && total <= Math.min(size, PAGE_SIZES[0]!.value)) return null;
  return (
    <Pagination
      itemCount={total}
      page={page + 1}
      perPage={size}
      perPageOptions={PAGE_SIZES}
      variant="bottom"
      isStatic
      onSetPage={(_event, next) => change({ page: next === 1 ? undefined : String(next) })}
      onPerPageSelect={(_event, next) => change({ size: String(next), page: undefined })}
    />
  );
}

/** Shown in place of a list in which the filters match nothing. */
export function NoMatch({ filters }: { filters: readonly string[] }): ReactNode {
  const [, change] = useQueryString();
  const { title, body, clear: label } = partTexts.noMatch;
  const clear = (): void => change(Object.fromEntries([...filters, 'page'].map((name) => [name, undefined])));
  return (
    <EmptyPart
      title={title}
      body={body}
      action={
        <Button variant="link" onClick={clear}>
          {label}
        </Button>
      }
    />
  );
}
