import type { ErrorTypes } from './generated/error-types';

/** The error types of the registry. A newer server may return others. */
export type ErrorName = keyof ErrorTypes;

const MAX_DETAIL_LENGTH = 500;

/** A failed request, without any content that was sent. */
export class ApiError extends Error {
  override readonly name = 'ApiError';

  constructor(
    /** 0 when there was no response. */
    readonly status: number,
    /** Name in the error registry, which explains it; undefined if another system sent the response. */
    readonly type: ErrorName | undefined,
    /** Explanation of this occurrence. */
    readonly detail: string,
    /** Errors of body fields or parameters, by name. */
    readonly fields: ReadonlyMap<string, readonly string[]> = new Map(),
    /** URL of the explanation. */
    readonly help?: string,
    /** Request id, as in the logs. */
    readonly requestId?: string,
    /** Seconds after which the server accepts the same request. */
    readonly retryAfter?: number,
  ) {
    super(detail);
  }

  /** Whether the same request may succeed shortly. */
  get isPassing(): boolean {
    return [0, 429, 502, 503, 504].includes(this.status);
  }
}

interface Failure<T extends ErrorName> extends ApiError {
  readonly type: T;
  readonly status: ErrorTypes[T];
}

interface ForeignFailure extends ApiError {
  readonly type: undefined;
}

/** Errors of the registry, discriminated by `type`; undefined without a response or for one of another system. */
export type ApiFailure = { [T in ErrorName]: Failure<T> }[ErrorName] | ForeignFailure;

export function isApiFailure(error: unknown): error is ApiFailure {
  return error instanceof ApiError;
}

/** Parses an error response in any of the contracts' formats. Pure. */
export function toApiError(status: number, headers: Headers, text: string): ApiError {
  const body = parsed(text);
  const type = headers.get('x-error-type') ?? toText(body['error_type']);
  const help = /<([^>]+)>;\s*rel="?help"?/.exec(headers.get('link') ?? '')?.[1];
  return new ApiError(
    status,
    type as ErrorName | undefined,
    getDetail(body) ?? (text.trim().slice(0, MAX_DETAIL_LENGTH) || `HTTP ${status}`),
    toFields(body['fields']),
    help,
    headers.get('x-request-id') ?? undefined,
    toSeconds(headers.get('retry-after')),
  );
}

function parsed(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

function toText(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** Problem details, the single text of monitoring, or the texts of compliance. */
function getDetail(body: Readonly<Record<string, unknown>>): string | undefined {
  const texts = Array.isArray(body['errors']) ? body['errors'].filter((each) => typeof each === 'string') : [];
  return [body['detail'], body['message'], body['error'], texts.join('\n')].find(
    (text): text is string => typeof text === 'string' && text !== '',
  );
}

function toFields(value: unknown): ReadonlyMap<string, readonly string[]> {
  if (!Array.isArray(value)) return new Map();
  return new Map((value as { field: string; problems: string[] }[]).map(({ field, problems }) => [field, problems]));
}

/** Retry-After: seconds or a date. */
function toSeconds(value: string | null): number | undefined {
  if (value === null) return undefined;
  const seconds = /^\d+$/.test(value) ? Number(value) : (Date.parse(value) - Date.now()) / 1000;
  return Number.isNaN(seconds) ? undefined : Math.max(0, seconds);
}
