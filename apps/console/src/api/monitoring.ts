import type { AvailabilityRest, ProblemSummary, ResourceWithType } from '@wardstone/client/monitoring';
import type { UseQueryResult } from '@tanstack/react-query';
import type { NumberedPage, NumberedPath, PageInit, Row } from '@wardstone/client';
import { LIVE, sortByOf, untyped, useGet } from './client';
import type { ListWanted } from '../parts/list';

/** Availabilities, most urgent first. */
export const AVAILABILITIES: readonly AvailabilityRest['type'][] = ['DOWN', 'UNKNOWN', 'UP', 'DISABLED'];

/** Problems and resources in numbers, and the worst hosts: one request. */
export function useSummary(isWanted = true): UseQueryResult<ProblemSummary> {
  return useGet('/rest/problem/summary', isWanted && {}, LIVE);
}

/** The order of lists of resources: `node-2` before `node-10`. */
export const BY_NAME = 'naturalName';

export interface NamedResource {
  id: number;
  name: string;
}

/** The path to the root, the platform first; names may contain what separates them. Pure. */
export function ancestorsOf({ ancestry }: Pick<ResourceWithType, 'ancestry'>): NamedResource[] {
  if (!ancestry) return [];
  return ancestry
    .split(/_::_(?=\d+_:_\d+_:_)/)
    .map((entry) => {
      const [, id = '', ...name] = entry.split('_:_');
      return { id: Number(id), name: name.join('_:_') };
    })
    .reverse();
}

/** The id of the resource that an operation ran on, of the job id, which ends with it (rule operations-6). Pure. */
export function resourceOfJob(jobId: string): string {
  return /\d+$/.exec(jobId)?.[0] ?? '';
}

/**
 * Fetches pages of a list of monitoring.
 *
 * @param names filters that the address and the operation call the same
 * @param always what else the operation needs to know
 * @param order until another one is chosen
 */
export function pagesOf<P extends NumberedPath & `/rest/${string}`>(
  path: P,
  names: readonly string[] = [],
  always: Pick<PageInit<P>, keyof PageInit<P> & ('path' | 'query')> | object = {},
  order?: string,
): (wanted: ListWanted) => Promise<NumberedPage<Row<P>>> {
  return ({ filter, sort = order, ...wanted }) => {
    const chosen = Object.fromEntries(names.map((name) => [name, filter(name)]));
    const { query, ...init } = always as { query?: object };
    return untyped.page(path, { ...init, ...wanted, query: { ...query, ...chosen, sort: sortByOf(sort) } });
  };
}

/** Props of the sections of a resource page. */
export interface OfResource {
  resource: ResourceWithType;
}
