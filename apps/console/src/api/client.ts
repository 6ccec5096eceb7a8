import {
  createClient,
  type Init,
  type Method,
  type PathOf,
  type Response,
  type Result,
  session,
} from '@wardstone/client';
import {
  keepPreviousData,
  useMutation,
  useQuery,
  useQueryClient,
  type UseQueryOptions,
  type UseQueryResult,
} from '@tanstack/react-query';
import { useCallback } from 'react';
import { proofNeeded, proven } from './proof';
import { backgroundHeaders } from './use';

/**
 * Calls the product with the session of the browser. When it has ended, the viewer is asked to sign in and the request is
 * sent again.
 */
export const wardstone = createClient({
  headers: () => backgroundHeaders(),
  credentials: {
    ...session(),
    renew: ({ status, type }) => {
      const reason = proofNeeded(status, type);
      return reason !== undefined && proven(reason);
    },
  },
});

export interface RequestOptions {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Sent as JSON; a Blob is sent as it is. */
  body?: unknown;
  headers?: Readonly<Record<string, string>>;
  signal?: AbortSignal | undefined;
}

/** An operation that is to be called later. */
export interface Operation {
  method: Method;
  path: string;
  init: object;
}

/** Checked by the compiler as the call itself. Pure. */
export function operation<M extends Method, P extends PathOf<M>>(method: M, path: P, init: Init<M, P>): Operation {
  return { method, path, init };
}

/** @throws ApiError when it failed */
export function perform({ method, path, init }: Operation): Promise<Response<unknown>> {
  return (wardstone.call as unknown as Call)(method, path, init);
}

type Call = <T>(method: string, path: string, init: object) => Promise<Response<T>>;

/** The same for addresses that are put together as text. @throws ApiError when the request failed */
export function call<T>(path: string, { method = 'GET', ...init }: RequestOptions = {}): Promise<Response<T>> {
  return (wardstone.call as unknown as Call)(method.toLowerCase(), path, init);
}

/** The body alone. @throws ApiError as `call` */
export async function request<T>(path: string, options?: RequestOptions): Promise<T> {
  return (await call<T>(path, options)).body;
}

export type QueryValue = string | number | boolean | readonly string[] | undefined;

/** A path with a query; what is undefined or empty is left out, of a list each value is given. Pure. */
export function withQuery(path: string, query: Readonly<Record<string, QueryValue>>): string {
  const pairs = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    for (const each of Array.isArray(value) ? (value as readonly string[]) : [value]) {
      if (each !== undefined && each !== '') pairs.append(name, String(each));
    }
  }
  return pairs.size > 0 ? `${path}?${pairs.toString()}` : path;
}

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

export interface Action<T> {
  run: (input: T) => void;
  isBusy: boolean;
  /** Of the last time. */
  error: Error | null;
}

/** Something that a button or switch does, with whether it is under way and why it failed. */
export function useAction<T = void>(work: (input: T) => Promise<unknown>): Action<T> {
  const { mutate, isPending, error } = useMutation<unknown, Error, T>({ mutationFn: work });
  return { run: (input) => mutate(input), isBusy: isPending, error };
}
