import { ApiError, toApiError } from './api-error';
import { backgroundHeaders } from './use';

export interface RequestOptions {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Sent as JSON; a Blob is sent as it is. */
  body?: unknown;
  headers?: Readonly<Record<string, string>>;
  signal?: AbortSignal | undefined;
}

export interface Answer<T> {
  body: T;
  headers: Headers;
  status: number;
}

/** Errors as problem details, which every service has for those who put them first; records as JSON. */
const ACCEPT = 'application/problem+json, application/json';

/** Goes to the login page, and from there back to where the viewer is. */
export function goToLogin({ pathname, search }: Location = window.location): void {
  window.location.assign(`/login?next=${encodeURIComponent(pathname + search)}`);
}

/**
 * Calls a public operation of the product with the session of the browser.
 *
 * @param path path and query, of this origin
 * @throws ApiError when the request failed; with status 0 when there is no response
 */
export async function call<T>(path: string, options: RequestOptions = {}): Promise<Answer<T>> {
  const { method = 'GET', body, headers, signal } = options;
  const isBlob = body instanceof Blob;
  const response = await fetch(path, {
    method,
    headers: {
      Accept: ACCEPT,
      ...backgroundHeaders(),
      ...(body !== undefined && !isBlob ? { 'Content-Type': 'application/json' } : {}),
      ...headers,
    },
    ...(body !== undefined ? { body: isBlob ? body : JSON.stringify(body) } : {}),
    ...(signal ? { signal } : {}),
  }).catch((error: unknown) => {
    if (signal?.aborted) throw error;
    throw new ApiError(0, undefined, error instanceof Error ? error.message : String(error));
  });
  const text = await response.text();
  if (!response.ok) {
    if (response.status === 401) goToLogin();
    throw toApiError(response.status, response.headers, text);
  }
  return { body: bodyOf<T>(text, response.headers), headers: response.headers, status: response.status };
}

/** The body alone. @throws ApiError as `call` */
export async function request<T>(path: string, options?: RequestOptions): Promise<T> {
  return (await call<T>(path, options)).body;
}

function bodyOf<T>(text: string, headers: Headers): T {
  if (text === '') return undefined as T;
  return (/\bjson\b/.test(headers.get('content-type') ?? '') ? JSON.parse(text) : text) as T;
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
