import { Button } from '@patternfly/react-core';
import type { NumberedPage } from '@wardstone/client';
import { AngleDownIcon, AngleRightIcon } from '@patternfly/react-icons';
import { useQueries, type UseQueryResult } from '@tanstack/react-query';
import type { ResourceWithType } from '@wardstone/client/monitoring';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { LIVE, toSortBy, wardstone } from '../api/client';
import { BY_NAME } from '../api/monitoring';
import { ErrorState, LoadingLines } from '../parts/states';
import { AvailabilityLabel } from '../parts/values';
import { useQueryString } from '../parts/filters';
import { VirtualList, useVirtualRows } from '../parts/virtual-list';
import { inventoryTexts as texts } from '../texts/inventory';
import { type OpenBranch, relocateBranches, rowAt, countRows, type TreeRow } from './domain/tree-rows';

const PAGE_SIZE = 100;
/** Orders of the tree, except by name. */
export const TREE_SORTS = {
  availability: texts.orders.availability,
  '-id': texts.orders.newest,
} as const;
/** Pages out of view are dropped after this time, which bounds memory. */
const KEPT_MS = 5_000;

/** A page of platforms, or of the children of a resource. */
interface Wanted {
  parentId: number | undefined;
  page: number;
}

interface TreePage extends Wanted {
  query: UseQueryResult<NumberedPage<ResourceWithType>>;
}

const pageWith = ({ parentId, index }: TreeRow): Wanted => ({ parentId, page: Math.floor(index / PAGE_SIZE) });
const find = (pages: readonly TreePage[], { parentId, page }: Wanted): TreePage | undefined =>
  pages.find((each) => each.parentId === parentId && each.page === page);

/** Tree of platforms whose children are loaded on demand; only rows near the visible area are in memory. */
export function ResourceTree({ empty }: { empty: ReactNode }): ReactNode {
  const [open, setOpen] = useState<readonly OpenBranch[]>([]);
  // The first page is kept while the branch is open, because it has the total.
  const sort = useQueryString()[0].get('sort') ?? BY_NAME;
  const heads = usePages(
    [{ parentId: undefined, page: 0 }, ...open.map(({ id }) => ({ parentId: id, page: 0 }))],
    sort,
  );
  const getCount = (parentId: number | undefined): number | undefined =>
    find(heads, { parentId, page: 0 })?.query.data?.total;
  const rows = useVirtualRows(countRows(open, getCount));
  const shown = new Map(rows.items.map(({ index }) => [index, rowAt(open, getCount, index)]));
  const others = [...shown.values()].filter(({ kind }) => kind === 'entry').map(pageWith);
  const pages = [...heads, ...usePages(distinct(others.filter((wanted) => !find(heads, wanted))), sort)];
  const present = relocateBranches(open, (parentId) => idsIn(pages, parentId));
  if (present !== open) setOpen(present);
  const failed = pages.find(({ query }) => query.error !== null)?.query;
  const failure = failed?.error && <ErrorState error={failed.error} retry={() => void failed.refetch()} />;
  const total = getCount(undefined);
  if (total === undefined) return failure ?? <LoadingLines lines={8} />;
  if (total === 0) return empty;
  const toggle = (id: number, { parentId, index }: TreeRow): void =>
    setOpen(open.some((branch) => branch.id === id) ? closed(open, id) : [...open, { id, parentId, index }]);
  return (
    <nav aria-label={texts.tree}>
      {failure}
      <div className="resource-branch tree-heading" aria-hidden="true">
        <span>{texts.name}</span>
        <span className="resource-type">{texts.type}</span>
        <span className="branch-state">{texts.availability}</span>
      </div>
      <VirtualList
        label={texts.resources}
        rows={rows}
        row={(at) => {
          const row = shown.get(at)!;
          const resource = find(pages, pageWith(row))?.query.data?.rows[row.index % PAGE_SIZE];
          return (
            <div className="resource-branch" style={{ paddingInlineStart: `${row.depth * 1.5}rem` }}>
              {row.kind === 'empty' ? (
                <span className="resource-type no-parts">{texts.noChildren}</span>
              ) : row.kind === 'loading' || !resource ? (
                '…'
              ) : (
                <Branch
                  resource={resource}
                  isOpen={open.some(({ id }) => id === resource.resourceId)}
                  toggle={() => toggle(resource.resourceId, row)}
                />
              )}
            </div>
          );
        }}
      />
    </nav>
  );
}

function distinct(wanted: readonly Wanted[]): Wanted[] {
  return wanted.filter(
    ({ parentId, page }, at) => wanted.findIndex((each) => each.parentId === parentId && each.page === page) === at,
  );
}

/** Ids of loaded rows, by position. */
function idsIn(pages: readonly TreePage[], parentId: number | undefined): ReadonlyMap<number, number> {
  return new Map(
    pages
      .filter((each) => each.parentId === parentId)
      .flatMap(({ page, query }) =>
        (query.data?.rows ?? []).map(({ resourceId }, at) => [page * PAGE_SIZE + at, resourceId] as const),
      ),
  );
}

/** Closes a branch and everything below it. */
function closed(open: readonly OpenBranch[], id: number): readonly OpenBranch[] {
  const left = open.filter((branch) => branch.id !== id);
  const below = left.filter(({ parentId }) => parentId === id);
  return below.reduce<readonly OpenBranch[]>((rest, branch) => closed(rest, branch.id), left);
}

function usePages(wanted: readonly Wanted[], sort: string): TreePage[] {
  const results = useQueries({
    queries: wanted.map(({ parentId, page }) => {
      const query = { sort: toSortBy(sort) };
      const paging = { page, size: PAGE_SIZE };
      return {
        queryKey: ['/rest/resource', 'tree', parentId, page, sort],
        queryFn: ({ signal }: { signal: AbortSignal }) =>
          parentId === undefined
            ? wardstone.page('/rest/resource', { ...paging, query: { ...query, category: 'PLATFORM' }, signal })
            : wardstone.page('/rest/resource/{id}/children', { ...paging, path: { id: parentId }, query, signal }),
        gcTime: KEPT_MS,
        ...LIVE,
      };
    }),
  });
  return wanted.map((each, at) => ({ ...each, query: results[at]! }));
}

interface BranchProps {
  resource: ResourceWithType;
  isOpen: boolean;
  toggle: () => void;
}

function Branch({ resource, isOpen, toggle }: BranchProps): ReactNode {
  const { resourceId, resourceName, typeName, availability } = resource;
  return (
    <>
      <Button
        variant="plain"
        size="sm"
        aria-expanded={isOpen}
        aria-label={texts.expand(resourceName)}
        icon={isOpen ? <AngleDownIcon /> : <AngleRightIcon />}
        onClick={toggle}
      />
      <Link className="branch-name" to={`/inventory/${resourceId}`}>
        {resourceName}
      </Link>
      <span className="resource-type">{typeName}</span>
      <span className="branch-state">
        <AvailabilityLabel value={availability} />
      </span>
    </>
  );
}
