import {
  keepPreviousData,
  useQuery,
  useQueryClient,
  type UseQueryOptions,
  type UseQueryResult,
} from '@tanstack/react-query';
import { useCallback } from 'react';
import { request, type RequestOptions } from './client';

type Options<T> = Pick<UseQueryOptions<T>, 'refetchInterval' | 'staleTime'>;

/** For what is refetched while it is shown. */
export const LIVE = { refetchInterval: 30_000 } as const;

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

/** Refetches everything on the page, after a change. */
export function useRefresh(): () => Promise<void> {
  const queries = useQueryClient();
  return useCallback(() => queries.invalidateQueries(), [queries]);
}
