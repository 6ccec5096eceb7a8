import { Button } from '@patternfly/react-core';
import { AngleDownIcon, AngleRightIcon } from '@patternfly/react-icons';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { ResourceWithType } from '@wardstone/dto/monitoring';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { LIVE } from '../api/hooks';
import { monitoringPage } from '../api/pages';
import { ErrorState } from '../parts/error-state';
import { AvailabilityLabel } from '../parts/labels';
import { LoadingLines } from '../parts/loading';
import { inventoryTexts as texts } from '../texts/inventory';

const PAGE_SIZE = 50;

/** The platforms, each with its parts on demand. */
export function ResourceTree({ empty }: { empty: ReactNode }): ReactNode {
  return (
    <nav aria-label={texts.tree}>
      <Branches path="/rest/resource/platforms" empty={empty} />
    </nav>
  );
}

function Branches({ path, empty }: { path: string; empty: ReactNode }): ReactNode {
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: [path, 'branches'],
    queryFn: ({ pageParam, signal }) =>
      monitoringPage<ResourceWithType>(path, { page: pageParam, size: PAGE_SIZE, signal }),
    initialPageParam: 0,
    getNextPageParam: (last, all) => (last.rows.length === PAGE_SIZE ? all.length : undefined),
    ...LIVE,
  });
  if (!data) return error ? <ErrorState error={error} retry={() => void refetch()} /> : <LoadingLines lines={2} />;
  const rows = data.pages.flatMap((page) => page.rows);
  if (rows.length === 0) return empty;
  return (
    <>
      <ul className="resource-tree">
        {rows.map((row) => (
          <Branch key={row.resourceId} resource={row} />
        ))}
      </ul>
      {error && <ErrorState error={error} retry={() => void refetch()} />}
      {hasNextPage && (
        <Button variant="link" isLoading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {texts.moreOf(rows.length, data.pages[0]!.total)}
        </Button>
      )}
    </>
  );
}

function Branch({ resource }: { resource: ResourceWithType }): ReactNode {
  const { resourceId, resourceName, typeName, availability } = resource;
  const [isOpen, setOpen] = useState(false);
  return (
    <li>
      <div className="resource-branch">
        <Button
          variant="plain"
          size="sm"
          aria-expanded={isOpen}
          aria-label={texts.expand(resourceName)}
          icon={isOpen ? <AngleDownIcon /> : <AngleRightIcon />}
          onClick={() => setOpen(!isOpen)}
        />
        <Link to={`/inventory/${resourceId}`}>{resourceName}</Link>
        <span className="resource-type">{typeName}</span>
        <AvailabilityLabel value={availability} />
      </div>
      {isOpen && (
        <Branches
          path={`/rest/resource/${resourceId}/children`}
          empty={<p className="resource-type no-parts">{texts.noChildren}</p>}
        />
      )}
    </li>
  );
}
