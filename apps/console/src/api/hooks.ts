import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import type { UseQueryOptions, UseQueryResult } from '@tanstack/react-query';
import { useCallback } from 'react';
import { request } from './client';

type Options<T> = Pick<UseQueryOptions<T>, 'refetchInterval' | 'staleTime'>;

/** What is read again while it is looked at. */
export const LIVE = { refetchInterval: 30_000 } as const;

/** What an operation answers; nothing is asked while the path is undefined. */
export function useApi<T>(path: string | undefined, options: Options<T> = {}): UseQueryResult<T> {
  return useQuery<T>({
    queryKey: [path],
    queryFn: ({ signal }) => request<T>(path!, { signal }),
    enabled: path !== undefined,
    ...options,
  });
}

/** A page of a list, or what else a function asks for; the one before is shown until it is there. */
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

/** Has everything that is shown read again, after a change. */
export function useRefresh(): () => Promise<void> {
  const queries = useQueryClient();
  return useCallback(() => queries.invalidateQueries(), [queries]);
}
