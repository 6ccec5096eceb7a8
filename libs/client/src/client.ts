import createFetchClient from 'openapi-fetch';
import { ApiError, toApiError } from './api-error';
import { type Credentials } from './credentials';
import {
  type Arguments,
  type ListPath,
  type Method,
  type NumberedPage,
  type NumberedPath,
  type Page,
  type PathOf,
  type Result,
  type Row,
} from './operations';

export interface ClientOptions {
  /** Address of the gateway; omitted by pages that it serves. */
  url?: string;
  credentials?: Credentials;
  /** How often a GET, PUT or DELETE is retried after a temporary failure. */
  retries?: number;
  /** Headers of every request, besides credentials. */
  headers?: () => Readonly<Record<string, string>>;
  /** Called after each attempt, retries included, with the path and any error. */
  observe?: (path: string, error: ApiError | undefined) => void;
}

interface General {
  headers?: Readonly<Record<string, string>>;
  signal?: AbortSignal | undefined;
  /** How to read the response if it is not JSON. */
  as?: 'json' | 'text' | 'blob' | 'stream';
  /** False where a refusal is expected and must not renew the credentials. */
  renews?: boolean;
}

export type Init<M extends Method, P> = Arguments<M, P> & General;

/** Omits the second parameter where nothing in it is required. */
type Rest<T> = object extends T ? [init?: T] : [init: T];

interface ReadAs {
  json: unknown;
  text: string;
  blob: Blob;
  stream: ReadableStream<Uint8Array>;
}
type BodyAs<M extends Method, P, I> = I extends { as: infer A extends 'text' | 'blob' | 'stream' }
  ? ReadAs[A]
  : Result<M, P>;

export interface Response<T> {
  body: T;
  status: number;
  headers: Headers;
}

type Send<M extends Method> = <P extends PathOf<M>>(path: P, ...init: Rest<Init<M, P>>) => Promise<Result<M, P>>;
type ListInit<P> = Omit<Init<'get', P>, 'as' | 'body'> & { size?: number };
export type PageInit<P> = ListInit<P> & { page: number };

/** The operations of the product. Each throws ApiError when it fails. */
export interface Client {
  readonly get: Send<'get'>;
  readonly post: Send<'post'>;
  readonly put: Send<'put'>;
  readonly patch: Send<'patch'>;
  readonly delete: Send<'delete'>;
  /** The response with its status and headers. */
  call<M extends Method, P extends PathOf<M>, I extends Init<M, P>>(
    method: M,
    path: P,
    ...init: Rest<I>
  ): Promise<Response<BodyAs<M, P, I>>>;
  /** One page of a list. */
  page<P extends NumberedPath>(path: P, init: PageInit<P>): Promise<NumberedPage<Row<P>>>;
  /** All pages of a list; concurrent changes may move entries between pages. */
  pages<P extends ListPath>(path: P, ...init: Rest<ListInit<P>>): AsyncGenerator<Page<Row<P>>, void, void>;
  /** All entries of a list. */
  rows<P extends ListPath>(path: P, ...init: Rest<ListInit<P>>): AsyncGenerator<Row<P>, void, void>;
}

interface Untyped extends General {
  path?: Readonly<Record<string, string | number>>;
  query?: Readonly<Record<string, unknown>>;
  body?: unknown;
}

const IDEMPOTENT: ReadonlySet<Method> = new Set(['get', 'put', 'delete']);
/** Prefers errors as problem details, which every service supports, and records as JSON. */
const ACCEPT = 'application/problem+json, application/json';
const ANYTHING = 'application/problem+json, */*;q=0.9';

/** @throws TypeError when the address is not that of a product */
export function createClient({ url = '', credentials, retries = 3, headers: common, observe }: ClientOptions): Client {
  const baseUrl = checked(url);
  const http = createFetchClient<
    Record<string, Record<Method, { requestBody?: { content: { 'application/json': unknown } } }>>
  >({
    baseUrl,
    querySerializer: toQuery,
    bodySerializer: (body: unknown) => (isRaw(body) ? body : JSON.stringify(body)),
    fetch: (request) => fetch(request),
  });
  http.use({
    onResponse: async ({ response }) => {
      if (!response.ok) throw toApiError(response.status, response.headers, await response.text());
    },
  });

  /** Sends the request once. */
  async function attempt(method: Method, path: string, init: Untyped, sent: Readonly<Record<string, string>>) {
    const { query, body, headers, signal, as = 'json' } = init;
    const isJson = body !== undefined && !isRaw(body);
    try {
      const { data, response } = await http.request(method, path, {
        params: { query },
        ...(body === undefined ? {} : { body }),
        headers: {
          Accept: as === 'json' ? ACCEPT : ANYTHING,
          ...common?.(),
          ...sent,
          ...(isJson ? { 'Content-Type': 'application/json' } : {}),
          ...headers,
        },
        signal: signal ?? null,
        parseAs: as,
        ...(isStream(body) ? { duplex: 'half' } : {}),
      });
      observe?.(path, undefined);
      return { body: data as unknown, status: response.status, headers: response.headers };
    } catch (error) {
      if (signal?.aborted) throw error;
      const failure = error instanceof ApiError ? error : new ApiError(0, undefined, networkProblem(baseUrl, error));
      observe?.(path, failure);
      throw failure;
    }
  }

  async function call(method: Method, path: string, init: Untyped = {}): Promise<Response<unknown>> {
    const address = toPath(path, init.path);
    let isRenewed = init.renews === false || isStream(init.body);
    for (let failures = 0; ;) {
      const sent = (await credentials?.headers(baseUrl)) ?? {};
      try {
        return await attempt(method, address, init, sent);
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        if (!isRenewed && (await credentials?.renew?.(error, sent))) {
          isRenewed = true;
          continue;
        }
        failures += 1;
        const wait = pauseBefore(error, failures, Math.random());
        if (!error.isPassing || !isRepeatable(method, init) || failures > retries || wait === undefined) throw error;
        await pause(wait, init.signal);
      }
    }
  }

  async function page(path: string, { page: number, size = 20, ...init }: Untyped & { page: number; size?: number }) {
    const query = { ...init.query, ...getNumbering(path).query(number, size) };
    const { body, headers } = await call('get', path, { ...init, query });
    const readAt = Date.parse(headers.get('date') ?? '');
    return {
      ...toRows(body, headers),
      ignored: readIgnoredParameters(headers),
      ...(Number.isNaN(readAt) ? {} : { readAt }),
    };
  }

  async function* pages(path: string, { size, ...init }: Untyped & { size?: number } = {}) {
    if (hasCursor(path)) return yield* follow(path, init, size);
    const rows = size ?? getNumbering(path).largest;
    for (let number = 0; ; number += 1) {
      const found = await page(path, { ...init, page: number, size: rows });
      yield found;
      if ((number + 1) * rows >= found.total || found.rows.length === 0) return;
    }
  }

  async function* follow(path: string, init: Untyped, limit: number | undefined) {
    for (let before: unknown = init.query?.['before']; ;) {
      const { body } = await call('get', path, { ...init, query: { limit, ...init.query, before } });
      const { rows, next } = getCursorPage(body);
      yield { rows };
      if (next === null) return;
      before = next;
    }
  }

  async function* rows(path: string, init?: Untyped) {
    for await (const found of pages(path, init)) yield* found.rows;
  }

  const send = (method: Method) => async (path: string, init?: Untyped) => (await call(method, path, init)).body;
  const client = { call, page, pages, rows };
  const methods = { get: send('get'), post: send('post'), put: send('put'), patch: send('patch') };
  return { ...client, ...methods, delete: send('delete') } as unknown as Client;
}

/** The message omits the address, which may contain a password. */
function checked(url: string): string {
  if (url === '') return url;
  const { protocol, username, password } = URL.canParse(url) ? new URL(url) : { protocol: '' };
  if (!/^https?:$/.test(protocol)) throw new TypeError('The address of the product begins with http:// or https://.');
  if (username || password) throw new TypeError('User and password are credentials, no part of the address.');
  return url.replace(/\/+$/, '');
}

/** Reason for a missing response. `fetch` gives it only in its cause, which may have a code and no message. */
function networkProblem(url: string, error: unknown): string {
  const { cause = error } = error as { cause?: unknown };
  const { message, code } = cause as { message?: string; code?: string };
  const reason = message || code || String(cause);
  return url === '' ? reason : `No response from ${url}: ${reason}`;
}

function isStream(body: unknown): boolean {
  return body instanceof ReadableStream;
}

/** A stream cannot be sent twice. */
function isRepeatable(method: Method, { body }: Untyped): boolean {
  return IDEMPOTENT.has(method) && !isStream(body);
}

function isRaw(body: unknown): boolean {
  return (
    typeof body === 'string' || [Blob, Uint8Array, ReadableStream, URLSearchParams].some((kind) => body instanceof kind)
  );
}

/** Encodes the values so that none can change the path: a segment `..` would lead to another operation. */
function toPath(path: string, values: Readonly<Record<string, string | number>> = {}): string {
  return path.replaceAll(/\{([^}]+)\}/g, (_place, name: string) => {
    const value = String(values[name] ?? '');
    if (/^\.{0,2}$/.test(value)) throw new TypeError(`"${value}" is no ${name} of ${path}.`);
    return encodeURIComponent(value);
  });
}

type QueryValue = string | number | boolean | null | undefined;

/** Omits undefined, null and empty values; lists repeat the parameter. */
function toQuery(query: object): string {
  const pairs = new URLSearchParams();
  for (const [name, value] of Object.entries(query) as [string, QueryValue | readonly QueryValue[]][]) {
    for (const each of [value].flat()) {
      if (each !== undefined && each !== null && each !== '') pairs.append(name, String(each));
    }
  }
  return pairs.toString();
}

const FIRST_PAUSE_MS = 250;
const MAX_PAUSE_MS = 30_000;

/**
 * Delay before a retry; undefined if the server requests more than is worth waiting for.
 * @param attempt number of attempts so far, from 1
 * @param chance from 0 to 1; spreads clients that failed together
 */
function pauseBefore({ retryAfter }: Pick<ApiError, 'retryAfter'>, attempt: number, chance: number) {
  const usual = FIRST_PAUSE_MS * 2 ** (attempt - 1) * (0.5 + chance / 2);
  const wanted = retryAfter === undefined ? usual : Math.max(retryAfter * 1000, usual);
  return wanted > MAX_PAUSE_MS ? undefined : wanted;
}

/** @throws the reason of the signal when it is aborted */
function pause(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = (): void => {
      clearTimeout(timer);
      reject(signal!.reason as Error);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', abort);
      resolve();
    }, ms);
    signal?.addEventListener('abort', abort, { once: true });
    if (signal?.aborted) abort();
  });
}

/** Paging parameters of a list. */
interface Numbering {
  query(page: number, size: number): Readonly<Record<string, number>>;
  /** Maximum page size. */
  largest: number;
}

const BY_OFFSET: Numbering = { query: (page, size) => ({ limit: size, offset: page * size }), largest: 100 };

/** Monitoring numbers pages, with another size parameter for fired alerts; the other services count entries. Pure. */
function getNumbering(path: string): Numbering {
  if (!path.startsWith('/rest/')) return BY_OFFSET;
  const size = path === '/rest/alert' ? 'size' : 'ps';
  return { query: (page, rows) => ({ page, [size]: rows }), largest: 1000 };
}

/** Whether each page only links to the next. Pure. */
function hasCursor(path: string): boolean {
  return path.startsWith('/auth/');
}

/** Entries of a page, and the total if stated. Pure. */
function toRows(body: unknown, headers: Headers): { rows: readonly unknown[]; total: number } {
  if (Array.isArray(body)) return { rows: body, total: Number(headers.get('x-collection-size') ?? body.length) };
  const { data, meta } = body as { data: readonly unknown[]; meta: { total: number } };
  return { rows: data, total: meta.total };
}

/** Names of parameters that the service ignored. Pure. */
export function readIgnoredParameters(headers: Headers): string[] {
  const names = headers.get('x-ignored-parameters');
  return names === null ? [] : names.split(', ').map(decodeURIComponent);
}

/** Entries of a page with a cursor, and the cursor of the next page. Pure. */
function getCursorPage(body: unknown): { rows: readonly unknown[]; next: string | null } {
  const { next, ...others } = body as { next: string | null };
  return { rows: Object.values(others)[0] as readonly unknown[], next };
}
