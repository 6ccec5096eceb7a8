import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { AVAILABILITIES, BY_NAME, pagesFrom } from '../api/monitoring';
import { PagedTable, useList } from '../parts/list';
import { LIVE, useFetched, wardstone } from '../api/client';
import { EmptyPart } from '../parts/states';
import { choice, type Filter, FilterBar, useQueryString } from '../parts/filters';
import { ConsolePage, LinkButton } from '../parts/page';
import { SelectionBar, useSelection } from '../parts/selection';
import { useMay } from '../api/caller';
import { inventoryTexts as texts } from '../texts/inventory';
import { partTexts } from '../texts/parts';
import { ToApprovals } from './approvals-page';
import { RemoveMany } from './removal';
import { RESOURCE_COLUMNS } from './resource-columns';
import { ResourceTree, TREE_SORTS } from './resource-tree';

const SOURCE = '/rest/resource';
const FILTERS: readonly Filter[] = [
  { kind: 'text', name: 'q', label: texts.search },
  choice('category', texts.category, Object.entries(texts.categories)),
  choice(
    'availability',
    texts.availability,
    AVAILABILITIES.map((value) => [value, partTexts.availability[value]!]),
  ),
];
/** Order of the tree; a list is sorted by its columns. */
const ORDER: Filter = choice('sort', texts.order, Object.entries(TREE_SORTS), texts.orders.name);
const FILTER_NAMES = FILTERS.map(({ name }) => name);

/** Tree of platforms; when a filter is set, a list of the matches. */
export function InventoryPage(): ReactNode {
  const [search] = useQueryString();
  const isSearched = FILTER_NAMES.some((name) => search.has(name));
  const mayImport = useMay('MANAGE_INVENTORY');
  const mayReadPackages = useMay('CONFIGURE_READ');
  return (
    <ConsolePage
      title={texts.title}
      actions={
        <>
          <ToApprovals />{' '}
          {mayReadPackages && (
            <LinkButton to="/inventory/packages" variant="secondary">
              {texts.packages.title}
            </LinkButton>
          )}{' '}
          <LinkButton to="/inventory/agents" variant="secondary">
            {texts.agents.title}
          </LinkButton>{' '}
          {mayImport && <ToDiscovery />}
        </>
      }
    >
      <FilterBar filters={isSearched ? FILTERS : [...FILTERS, ORDER]} />
      {isSearched ? <Found /> : <ResourceTree empty={<NoResources />} />}
    </ConsolePage>
  );
}

function ToDiscovery(): ReactNode {
  const waiting = useFetched(
    ['/rest/resource', 'waiting'],
    (signal) => wardstone.page('/rest/resource', { page: 0, size: 1, query: { status: 'NEW' }, signal }),
    LIVE,
  ).data?.total;
  return (
    <LinkButton to="/inventory/discovered" variant={waiting ? 'primary' : 'secondary'}>
      {waiting ? `${texts.discovery} (${waiting})` : texts.discovery}
    </LinkButton>
  );
}

function Found(): ReactNode {
  const [search] = useQueryString();
  const filters = Object.fromEntries(FILTER_NAMES.map((name) => [name, search.get(name) ?? undefined]));
  const query = useList({ source: SOURCE, fetchPage: pagesFrom(SOURCE, FILTER_NAMES, {}, BY_NAME) });
  const { rows = [], total = 0 } = query.data ?? {};
  const keys = rows.map(({ resourceId }) => String(resourceId));
  const selection = useSelection({ keys, total, scope: search.toString() });
  const chosen = keys.filter((key) => selection.selected.has(key));
  const mayRemove = useMay('DELETE_RESOURCE') && total > 0;
  return (
    <>
      {mayRemove && (
        <SelectionBar selection={selection}>
          <RemoveMany
            removed={selection.isAll ? filters : { ids: chosen.join(',') }}
            count={selection.isAll ? total : chosen.length}
            ended={selection.clear}
          />
        </SelectionBar>
      )}
      <PagedTable
        query={query}
        label={texts.title}
        columns={RESOURCE_COLUMNS}
        toKey={({ resourceId }) => String(resourceId)}
        {...(mayRemove ? { selection } : {})}
        empty={<NoResources />}
        filters={FILTER_NAMES}
      />
    </>
  );
}

function NoResources(): ReactNode {
  const { title, body } = texts.empty;
  const mayImport = useMay('MANAGE_INVENTORY');
  if (!mayImport) return <EmptyPart title={title} />;
  return <EmptyPart title={title} body={body} action={<Link to="/inventory/discovered">{texts.toDiscovery}</Link>} />;
}
