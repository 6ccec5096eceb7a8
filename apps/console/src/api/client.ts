import { ApiError, toApiError } from './api-error';
import { proofNeeded, proven } from './proof';
import { backgroundHeaders } from './use';

export interface RequestOptions {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Sent as JSON; a Blob is sent as it is. */
  body?: unknown;
  headers?: Readonly<Record<string, string>>;
  signal?: AbortSignal | undefined;
  /** False where a refusal for lack of a session is the answer, not a reason to sign in. */
  asksForProof?: boolean;
}

export interface Answer<T> {
  body: T;
  headers: Headers;
  status: number;
}

/** Errors as problem details, which every service has for those who put them first; records as JSON. */
const ACCEPT = 'application/problem+json, application/json';

/** Offered no Basic credentials, browsers open no box of their own; they say so themselves over secure connections alone. */
export const OF_THE_CONSOLE = { 'X-Requested-With': 'XMLHttpRequest' } as const;

/**
 * Calls a public operation of the product with the session of the browser.
 *
 * @param path path and query, of this origin
 * @throws ApiError when the request failed; with status 0 when there is no response
 */
export async function call<T>(path: string, options: RequestOptions = {}): Promise<Answer<T>> {
  const response = await respond(path, options);
  const text = await response.text();
  if (!response.ok) throw toApiError(response.status, response.headers, text);
  return { body: bodyOf<T>(text, response.headers), headers: response.headers, status: response.status };
}

/**
 * What the server responds, whatever it says. When the session has ended, the viewer is asked to sign in and the request is
 * sent again.
 *
 * @throws ApiError with status 0 when there is no response
 */
export async function respond(path: string, options: RequestOptions = {}): Promise<Response> {
  const response = await send(path, options);
  const { asksForProof = true } = options;
  const reason = asksForProof ? proofNeeded(response.status, response.headers.get('x-error-type')) : undefined;
  return reason && (await proven(reason)) ? send(path, options) : response;
}

function send(path: string, { method = 'GET', body, headers, signal }: RequestOptions): Promise<Response> {
  const isBlob = body instanceof Blob;
  return fetch(path, {
    method,
    headers: {
      Accept: ACCEPT,
      ...backgroundHeaders(),
      ...OF_THE_CONSOLE,
      ...(body !== undefined && !isBlob ? { 'Content-Type': 'application/json' } : {}),
      ...headers,
    },
    ...(body !== undefined ? { body: isBlob ? body : JSON.stringify(body) } : {}),
    ...(signal ? { signal } : {}),
  }).catch((error: unknown) => {
    if (signal?.aborted) throw error;
    throw new ApiError(0, undefined, error instanceof Error ? error.message : String(error));
  });
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
