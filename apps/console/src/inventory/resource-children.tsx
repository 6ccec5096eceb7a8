import type { ResourceWithType } from '@wardstone/dto/monitoring';
import type { ReactNode } from 'react';
import { LIVE, useFetched } from '../api/hooks';
import { monitoringPage, type Page } from '../api/pages';
import { BY_NAME } from '../api/resources';
import { EmptyPart } from '../parts/empty-part';
import { FilterBar } from '../parts/filter-bar';
import { PagedTable } from '../parts/paged-table';
import { pagingOf, useQueryString } from '../parts/query-string';
import { inventoryTexts as texts } from '../texts/inventory';
import { RESOURCE_COLUMNS } from './resource-columns';
import type { OfResource } from './of-resource';

const COLUMNS = RESOURCE_COLUMNS.filter(({ name }) => name !== 'parent');

/** What is directly part of it. */
export function ResourceChildren({ resource: { resourceId } }: OfResource): ReactNode {
  const [search] = useQueryString();
  const path = `/rest/resource/${resourceId}/children`;
  const query = useFetched<Page<ResourceWithType>>(
    [path, search.toString()],
    (signal) => {
      const { page, size, sort = BY_NAME } = pagingOf(search);
      return monitoringPage(path, { page, size, sort, query: { q: search.get('q') ?? undefined }, signal });
    },
    LIVE,
  );
  return (
    <>
      <FilterBar filters={[{ kind: 'text', name: 'q', label: texts.search }]} />
      <PagedTable
        query={query}
        label={texts.sections.children}
        columns={COLUMNS}
        keyOf={(row) => String(row.resourceId)}
        filters={['q']}
        empty={<EmptyPart title={texts.noChildren} />}
      />
    </>
  );
}
