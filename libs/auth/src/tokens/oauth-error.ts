import { ApiError, CommonError, type ErrorType } from '@wardstone/errors';

/** Error codes of RFC 6749 5.2 that the token service returns; the last one is for rate limits and overload. */
export type OAuthErrorCode =
  | 'invalid_request'
  | 'invalid_client'
  | 'invalid_grant'
  | 'unsupported_grant_type'
  | 'invalid_scope'
  | 'temporarily_unavailable';

const KINDS: Readonly<Record<Exclude<OAuthErrorCode, 'temporarily_unavailable'>, ErrorType>> = {
  invalid_request: CommonError.invalid_request,
  invalid_client: CommonError.invalid_client,
  invalid_grant: CommonError.invalid_grant,
  unsupported_grant_type: CommonError.unsupported_grant_type,
  invalid_scope: CommonError.invalid_scope,
};

/** Body of a refusal. Source: RFC 6749 5.2. */
export interface OAuthErrorBody {
  error: OAuthErrorCode;
  error_description: string;
}

/** Refusal by the token service: an error type with the two members that OAuth clients read. */
export class OAuthError extends ApiError {
  readonly body: OAuthErrorBody;

  constructor(
    readonly code: OAuthErrorCode,
    kind: ErrorType,
    detail: string,
    headers: ApiError['headers'] = {},
  ) {
    const body = { error: code, error_description: toDescription(detail) };
    super(kind, detail, { headers, extensions: { ...body } });
    this.body = body;
  }

  static of(code: keyof typeof KINDS, detail: string, headers?: ApiError['headers']): OAuthError {
    return new OAuthError(code, KINDS[code], detail, headers);
  }
}

/** RFC 6749 allows printable ASCII without quote and backslash. */
function toDescription(text: string): string {
  return text.replace(/["\\]/g, "'").replace(/[^\x20-\x7e]/g, '?');
}
