import { createClient, type Init, type Method, type PathOf, type Response, session } from '@wardstone/client';
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
