import { PageSection } from '@patternfly/react-core';
import { useQueryClient } from '@tanstack/react-query';
import type { ResourceWithType } from '@wardstone/dto/monitoring';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { request } from '../api/client';
import { LIVE, useFetched } from '../api/hooks';
import { monitoringPage, type Page } from '../api/pages';
import { BY_NAME, ancestorsOf } from '../api/resources';
import { BulkAction } from '../parts/bulk-action';
import { EmptyPart } from '../parts/empty-part';
import { FilterBar } from '../parts/filter-bar';
import { PageHead } from '../parts/page-head';
import { PagedTable } from '../parts/paged-table';
import { pagingOf, useQueryString } from '../parts/query-string';
import { useMay } from '../shell/caller';
import { inventoryTexts as allTexts } from '../texts/inventory';
import { RemoveMany } from './removal';

const texts = allTexts.queue;
const SOURCE = '/rest/resource';

/** Discovered resources that are not imported yet. */
export function DiscoveryQueue(): ReactNode {
  const [search] = useQueryString();
  const queries = useQueryClient();
  const [selected, select] = useState<ReadonlySet<string>>(new Set());
  const mayImport = useMay('MANAGE_INVENTORY');
  const query = useFetched<Page<ResourceWithType>>(
    [SOURCE, 'discovered', search.toString()],
    (signal) => {
      const { page, size } = pagingOf(search, 50);
      const filters = { status: 'NEW', q: search.get('q') ?? undefined };
      return monitoringPage(SOURCE, { page, size, sort: BY_NAME, query: filters, signal });
    },
    LIVE,
  );
  const chosen = (query.data?.rows ?? [])
    .filter(({ resourceId }) => selected.has(String(resourceId)))
    // What something is part of comes before it.
    .sort((one, other) => ancestorsOf(one).length - ancestorsOf(other).length);
  const ended = (): void => {
    select(new Set());
    void queries.invalidateQueries();
  };
  return (
    <>
      <PageHead title={texts.title} trail={[{ title: allTexts.title, to: '/inventory' }]} />
      <PageSection hasBodyWrapper={false}>
        <FilterBar filters={[{ kind: 'text', name: 'q', label: allTexts.search }]} />
        {mayImport && (
          <div className="bulk-bar">
            <BulkAction action={texts.import(chosen.length)} things={chosen} work={importOne} ended={ended} isOrdered />
            <RemoveMany
              removed={{ status: 'NEW', ids: chosen.map(({ resourceId }) => resourceId).join(',') }}
              count={chosen.length}
              ended={ended}
            />
          </div>
        )}
        <PagedTable
          query={query}
          size={50}
          label={texts.title}
          {...(mayImport ? { selection: { selected, select } } : {})}
          keyOf={({ resourceId }) => String(resourceId)}
          columns={[
            {
              name: 'name',
              title: allTexts.name,
              cell: (row) => <Link to={`/inventory/${row.resourceId}`}>{row.resourceName}</Link>,
            },
            { name: 'type', title: allTexts.type, cell: (row) => row.typeName },
            {
              name: 'parent',
              title: allTexts.parent,
              cell: (row) =>
                ancestorsOf(row)
                  .map(({ name }) => name)
                  .join(' › ') || '–',
            },
            { name: 'description', title: allTexts.description, cell: (row) => row.description ?? '–' },
          ]}
          filters={['q']}
          empty={<EmptyPart title={texts.empty.title}>{texts.empty.body}</EmptyPart>}
        />
      </PageSection>
    </>
  );
}

/** With a platform or server some of its parts are imported, which may have been chosen too. */
async function importOne({ resourceId }: ResourceWithType): Promise<void> {
  const present = await request<ResourceWithType>(`${SOURCE}/${resourceId}`);
  if (present.status === 'COMMITTED') return;
  await request(`${SOURCE}/${resourceId}`, { method: 'PUT', body: { ...present, status: 'COMMITTED' } });
}
