import {
  keepPreviousData,
  useQuery,
  useQueryClient,
  type UseQueryOptions,
  type UseQueryResult,
} from '@tanstack/react-query';
import { useCallback } from 'react';
import type { Init, PathOf, Result } from '@wardstone/client';
import { request, type RequestOptions, wardstone } from './client';

type Options<T> = Pick<UseQueryOptions<T>, 'refetchInterval' | 'staleTime'>;

/** For what is refetched while it is shown. */
export const LIVE = { refetchInterval: 30_000 } as const;

/** What an operation needs to know, or false while nothing is to be requested. */
type Wanted<P> = Init<'get', P> | false;
type Getting<P extends PathOf<'get'>> =
  object extends Init<'get', P>
    ? [wanted?: Wanted<P>, options?: Options<Result<'get', P>>]
    : [wanted: Wanted<P>, options?: Options<Result<'get', P>>];

/** Its union of all operations is too large for the compiler. */
const get = wardstone.get as unknown as <T>(path: string, init: object) => Promise<T>;

/** The result of an operation. */
export function useGet<P extends PathOf<'get'>>(path: P, ...rest: Getting<P>): UseQueryResult<Result<'get', P>> {
  const [wanted, options] = rest as [(object | false)?, Options<Result<'get', P>>?];
  return useQuery<Result<'get', P>>({
    queryKey: wanted === undefined ? [path] : [path, wanted],
    queryFn: ({ signal }) => get<Result<'get', P>>(path, { ...wanted, signal }),
    enabled: wanted !== false,
    ...options,
  });
}

/** The result of an operation; nothing is requested while the path is undefined. */
export function useApi<T>(path: string | undefined, options: Options<T> = {}): UseQueryResult<T> {
  return useQuery<T>({
    queryKey: [path],
    queryFn: ({ signal }) => request<T>(path!, { signal }),
    enabled: path !== undefined,
    ...options,
  });
}

/** A page of a list, or the result of another request; the one before is shown until it is loaded. */
export function useFetched<T>(
  key: readonly unknown[],
  fetched: (signal: AbortSignal) => Promise<T>,
  options: Options<T> = {},
): UseQueryResult<T> {
  return useQuery<T>({
    queryKey: key,
    queryFn: ({ signal }) => fetched(signal),
    placeholderData: keepPreviousData,
    ...options,
  });
}

/** Sends a change, and refetches everything on the page. */
export function useChange(): <T>(path: string, options: RequestOptions) => Promise<T> {
  const refresh = useRefresh();
  return async <T>(path: string, options: RequestOptions) => {
    const result = await request<T>(path, options);
    await refresh();
    return result;
  };
}

/** Waits for a change, and refetches everything on the page. */
export function useChanged(): <T>(change: Promise<T>) => Promise<T> {
  const refresh = useRefresh();
  return async <T>(change: Promise<T>) => {
    const result = await change;
    await refresh();
    return result;
  };
}

/** Refetches everything on the page, after a change. */
export function useRefresh(): () => Promise<void> {
  const queries = useQueryClient();
  return useCallback(() => queries.invalidateQueries(), [queries]);
}
