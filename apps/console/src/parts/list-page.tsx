import { PageSection } from '@patternfly/react-core';
import type { ReactNode } from 'react';
import { useFetched } from '../api/hooks';
import type { Page } from '../api/pages';
import { FilterBar } from './filter-bar';
import type { Filter } from './filter-bar';
import { PageHead } from './page-head';
import { PagedTable } from './paged-table';
import type { Column } from './paged-table';
import { pagingOf, useQueryString } from './query-string';
import type { Paging } from './query-string';

export interface ListWanted extends Paging {
  /** Value of a filter; undefined while it is not set. */
  filter: (name: string) => string | undefined;
  signal: AbortSignal;
}

interface ListPageProps<T> {
  title: string;
  /** Address of the operation: what the list is remembered by. */
  source: string;
  filters?: readonly Filter[];
  columns: readonly Column<T>[];
  keyOf: (row: T) => string;
  fetchPage: (wanted: ListWanted) => Promise<Page<T>>;
  empty: ReactNode;
  actions?: ReactNode;
}

/** A page that is one list: filters, table, pages. */
export function ListPage<T>(props: ListPageProps<T>): ReactNode {
  const { title, source, filters = [], columns, keyOf, fetchPage, empty, actions } = props;
  const [search] = useQueryString();
  const query = useFetched([source, search.toString()], (signal) =>
    fetchPage({ ...pagingOf(search), filter: (name) => search.get(name) ?? undefined, signal }),
  );
  return (
    <>
      <PageHead title={title} actions={actions} />
      <PageSection hasBodyWrapper={false}>
        {filters.length > 0 && <FilterBar filters={filters} />}
        <PagedTable
          query={query}
          label={title}
          columns={columns}
          keyOf={keyOf}
          empty={empty}
          filters={filters.map(({ name }) => name)}
        />
      </PageSection>
    </>
  );
}
