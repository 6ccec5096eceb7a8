import { useQueryClient } from '@tanstack/react-query';
import type { ResourceWithType } from '@wardstone/client/monitoring';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { importResource } from '../parts/monitoring/import-resource';
import { PARENT_COLUMN, TYPE_COLUMN } from '../parts/monitoring/resource-columns';
import { parseAncestry, BY_NAME, pagesFrom } from '../api/monitoring';
import { column, PagedTable, useList } from '../parts/list';
import { BulkAction } from '../parts/bulk-action';
import { EmptyPart } from '../parts/states';
import { FilterBar } from '../parts/filters';
import { ConsolePage } from '../parts/page';
import { useMay } from '../api/caller';
import { inventoryTexts as allTexts } from '../texts/inventory';
import { RemoveMany } from './removal';

const texts = allTexts.queue;
const SOURCE = '/rest/resource';
const SIZE = 50;

/** Discovered resources that have not been imported yet. */
export function DiscoveryQueue(): ReactNode {
  const queries = useQueryClient();
  const [selected, select] = useState<ReadonlySet<string>>(new Set());
  const mayImport = useMay('MANAGE_INVENTORY');
  const query = useList({
    source: `${SOURCE}?status=NEW`,
    fetchPage: pagesFrom(SOURCE, ['q'], { query: { status: 'NEW' } }, BY_NAME),
    size: SIZE,
    isLive: true,
  });
  const chosen = (query.data?.rows ?? [])
    .filter(({ resourceId }) => selected.has(String(resourceId)))
    // Imports parents before their children.
    .sort((one, other) => parseAncestry(one).length - parseAncestry(other).length);
  const ended = (): void => {
    select(new Set());
    void queries.invalidateQueries();
  };
  return (
    <ConsolePage title={texts.title} trail={[{ title: allTexts.title, to: '/inventory' }]}>
      <FilterBar filters={[{ kind: 'text', name: 'q', label: allTexts.search }]} />
      {mayImport && (
        <div className="bulk-bar">
          <BulkAction
            action={texts.import(chosen.length)}
            things={chosen}
            work={importResource}
            ended={ended}
            isOrdered
          />
          <RemoveMany
            removed={{ status: 'NEW', ids: chosen.map(({ resourceId }) => resourceId).join(',') }}
            count={chosen.length}
            ended={ended}
          />
        </div>
      )}
      <PagedTable<ResourceWithType>
        query={query}
        size={SIZE}
        label={texts.title}
        {...(mayImport ? { selection: { selected, select } } : {})}
        toKey={({ resourceId }) => String(resourceId)}
        columns={[
          column('name', allTexts.name, (row) => <Link to={`/inventory/${row.resourceId}`}>{row.resourceName}</Link>),
          TYPE_COLUMN,
          PARENT_COLUMN,
          column('description', allTexts.description, (row) => row.description ?? '–'),
        ]}
        filters={['q']}
        empty={<EmptyPart {...texts.empty} />}
      />
    </ConsolePage>
  );
}
