import type { ErrorType } from './error-type';

export interface ApiErrorOptions {
  /** Several texts of one response (compliance record validation); `detail` is the first of them. */
  details?: readonly string[];
  /** Extra response headers, e.g. `WWW-Authenticate`, `Allow`, `Retry-After`. */
  headers?: Readonly<Record<string, string | readonly string[]>>;
  /** Extra members of a problem-details body (RFC 9457), e.g. `{ fields: [...] }`. */
  extensions?: Readonly<Record<string, unknown>>;
  cause?: unknown;
}

/** The only error that is thrown on purpose; one filter per service renders its body as the contract requires. */
export class ApiError extends Error {
  readonly details: readonly string[];
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  readonly extensions: Readonly<Record<string, unknown>>;

  constructor(
    readonly kind: ErrorType,
    readonly detail: string = kind.description,
    options: ApiErrorOptions = {},
  ) {
    super(`${kind.type}: ${detail}`, { cause: options.cause });
    this.name = 'ApiError';
    this.details = options.details ?? [detail];
    this.headers = options.headers ?? {};
    this.extensions = options.extensions ?? {};
  }

  get status(): number {
    return this.kind.status;
  }
}
