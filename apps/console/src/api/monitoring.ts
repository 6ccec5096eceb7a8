import type { AvailabilityRest, ProblemSummary, ResourceWithType } from '@wardstone/client/monitoring';
import type { UseQueryResult } from '@tanstack/react-query';
import type { NumberedPage, NumberedPath, PageInit, Row } from '@wardstone/client';
import { LIVE, toSortBy, untyped, useGet } from './client';
import type { ListWanted } from '../parts/list';

/** Availabilities, most urgent first. */
export const AVAILABILITIES: readonly AvailabilityRest['type'][] = ['DOWN', 'UNKNOWN', 'UP', 'DISABLED'];

/** Numbers of problems and resources, and the worst hosts, in one request. */
export function useSummary(isWanted = true): UseQueryResult<ProblemSummary> {
  return useGet('/rest/problem/summary', isWanted && {}, LIVE);
}

/** Sort order of resource lists: `node-2` before `node-10`. */
export const BY_NAME = 'naturalName';

export interface NamedResource {
  id: number;
  name: string;
}

/** The path from the platform down; names may contain the separator. Pure. */
export function parseAncestry({ ancestry }: Pick<ResourceWithType, 'ancestry'>): NamedResource[] {
  if (!ancestry) return [];
  return ancestry
    .split(/_::_(?=\d+_:_\d+_:_)/)
    .map((entry) => {
      const [, id = '', ...name] = entry.split('_:_');
      return { id: Number(id), name: name.join('_:_') };
    })
    .reverse();
}

/** The id of the resource at the end of a job id (rule operations-6). Pure. */
export function resourceOfJob(jobId: string): string {
  return /\d+$/.exec(jobId)?.[0] ?? '';
}

/**
 * Fetches pages of a monitoring list.
 * @param names filters with the same name in the address and the operation
 * @param always fixed parameters of the operation
 * @param order default sort order
 */
export function pagesFrom<P extends NumberedPath & `/rest/${string}`>(
  path: P,
  names: readonly string[] = [],
  always: Pick<PageInit<P>, keyof PageInit<P> & ('path' | 'query')> | object = {},
  order?: string,
): (wanted: ListWanted) => Promise<NumberedPage<Row<P>>> {
  return ({ filter, sort = order, ...wanted }) => {
    const chosen = Object.fromEntries(names.map((name) => [name, filter(name)]));
    const { query, ...init } = always as { query?: object };
    return untyped.page(path, { ...init, ...wanted, query: { ...query, ...chosen, sort: toSortBy(sort) } });
  };
}

/** Props of the sections of a resource page. */
export interface OfResource {
  resource: ResourceWithType;
}
