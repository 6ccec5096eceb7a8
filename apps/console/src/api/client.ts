import {
  createClient,
  type Init,
  type Method,
  type NumberedPage,
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
import { proofNeeded, requireProof } from './proof';
import { noteAttempt } from './unresponsive';
import { backgroundHeaders } from './use';

/** Calls the product with the browser's session. If it has ended, the user signs in and the request is repeated. */
export const wardstone = createClient({
  headers: () => backgroundHeaders(),
  observe: noteAttempt,
  credentials: {
    ...session(),
    renew: ({ status, type }) => {
      const reason = proofNeeded(status, type);
      return reason !== undefined && requireProof(reason);
    },
  },
});

/** The same client for paths composed as text, because the union of all operations is too large for the compiler. */
export const untyped = wardstone as unknown as {
  call: <T>(method: string, path: string, init: object) => Promise<Response<T>>;
  get: <T>(path: string, init: object) => Promise<T>;
  page: <T>(path: string, init: PageWanted) => Promise<NumberedPage<T>>;
};

/** An operation to call later. */
export interface Operation {
  method: Method;
  path: string;
  init: object;
}

/** Checked by the compiler like the call itself. Pure. */
export function operation<M extends Method, P extends PathOf<M>>(method: M, path: P, init: Init<M, P>): Operation {
  return { method, path, init };
}

/** @throws ApiError when it failed */
export function perform({ method, path, init }: Operation): Promise<Response<unknown>> {
  return untyped.call(method, path, init);
}

interface RequestOptions {
  method?: 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Sent as JSON. */
  body?: unknown;
  signal?: AbortSignal | undefined;
}

/**
 * The body of the response.
 * @throws ApiError when the request failed
 */
export async function request<T>(path: string, { method, ...init }: RequestOptions = {}): Promise<T> {
  return (await untyped.call<T>(method?.toLowerCase() ?? 'get', path, init)).body;
}

export type QueryValue = string | number | boolean | readonly string[] | undefined;

/** A path with a query; undefined and empty values are omitted, lists repeat the parameter. Pure. */
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
type FetchedOptions<T> = Options<T> & Pick<UseQueryOptions<T>, 'enabled'>;

/** For data that is refetched while it is displayed. */
export const LIVE = { refetchInterval: 30_000 } as const;

/** Arguments of an operation, or false to request nothing. */
type Wanted<P> = Init<'get', P> | false;
type Getting<P extends PathOf<'get'>> =
  object extends Init<'get', P>
    ? [wanted?: Wanted<P>, options?: Options<Result<'get', P>>]
    : [wanted: Wanted<P>, options?: Options<Result<'get', P>>];

/** The result of an operation. */
export function useGet<P extends PathOf<'get'>>(path: P, ...rest: Getting<P>): UseQueryResult<Result<'get', P>> {
  const [wanted, options] = rest as [(object | false)?, Options<Result<'get', P>>?];
  return useQuery<Result<'get', P>>({
    queryKey: wanted === undefined ? [path] : [path, wanted],
    queryFn: ({ signal }) => untyped.get<Result<'get', P>>(path, { ...wanted, signal }),
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

/** A page of a list, or the result of another request; the previous one is shown while it loads. */
export function useFetched<T>(
  key: readonly unknown[],
  fetched: (signal: AbortSignal) => Promise<T>,
  options: FetchedOptions<T> = {},
): UseQueryResult<T> {
  return useQuery<T>({
    queryKey: key,
    queryFn: ({ signal }) => fetched(signal),
    placeholderData: keepPreviousData,
    ...options,
  });
}

/** Waits for a change, and refetches all data on the page. */
export function useChanged(): <T>(change: Promise<T>) => Promise<T> {
  const refresh = useRefresh();
  return async <T>(change: Promise<T>) => {
    const result = await change;
    await refresh();
    return result;
  };
}

/** Refetches all data on the page after a change. */
export function useRefresh(): () => Promise<void> {
  const queries = useQueryClient();
  return useCallback(() => queries.invalidateQueries(), [queries]);
}

export interface Action<T> {
  run: (input: T) => void;
  isBusy: boolean;
  /** Error of the last request. */
  error: Error | null;
}

/** The action of a button or switch, with its progress and its error. */
export function useAction<T = void>(work: (input: T) => Promise<unknown>): Action<T> {
  const { mutate, isPending, error } = useMutation<unknown, Error, T>({ mutationFn: work });
  return { run: (input) => mutate(input), isBusy: isPending, error };
}

export interface PageWanted {
  /** From 0. */
  page: number;
  size: number;
  /** Filters and sort orders with the names of the operation. */
  query?: Readonly<Record<string, QueryValue>>;
  signal?: AbortSignal | undefined;
}

/** Converts the console's `-name` to the parameter of the operations, also for several columns. Pure. */
export function toSortBy(sort: string | undefined): string | undefined {
  return sort
    ?.split(',')
    .map((column) => (column.startsWith('-') ? `${column.slice(1)}:desc` : column))
    .join(',');
}

/** A page of a list that its operation returns as a whole. Pure. */
export function slicePage<T>(all: readonly T[], { page, size }: Pick<PageWanted, 'page' | 'size'>): NumberedPage<T> {
  return { rows: all.slice(page * size, (page + 1) * size), total: all.length };
}
