import type { ErrorTypes } from './generated/error-types';

/** The error types of the registry. A newer server may return others. */
export type ErrorName = keyof ErrorTypes;

const MAX_DETAIL_LENGTH = 500;

/** A request that failed, without anything of what was sent. */
export class ApiError extends Error {
  override readonly name = 'ApiError';

  constructor(
    /** 0 when there was no response. */
    readonly status: number,
    /** Name in the registry of errors, which explains it; undefined when the response is not of the product. */
    readonly type: ErrorName | undefined,
    /** Explanation of this occurrence. */
    readonly detail: string,
    /** Errors of body fields or parameters, by name. */
    readonly fields: ReadonlyMap<string, readonly string[]> = new Map(),
    /** Address of the explanation. */
    readonly help?: string,
    /** Request id, as in the logs. */
    readonly requestId?: string,
    /** When the server will take the same request, in seconds. */
    readonly retryAfter?: number,
  ) {
    super(detail);
  }

  /** Whether the same request may succeed a moment later. */
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

/** The errors of the registry, discriminated by `type`; without one, no response or one that is not of the product. */
export type ApiFailure = { [T in ErrorName]: Failure<T> }[ErrorName] | ForeignFailure;

export function isApiFailure(error: unknown): error is ApiFailure {
  return error instanceof ApiError;
}

/** The error of a response, in any contract's format. Pure. */
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

/** Problem details; one text of monitoring; one or several texts of compliance. */
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
