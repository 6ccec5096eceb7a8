import { ApiError, GatewayError } from '@wardstone/errors';
import { AuthorizationResponseError, ResponseBodyError } from 'openid-client';

/** What went wrong at the OIDC issuer, in words for the visitor. Pure. */

/** The issuer, not the visitor, is why it failed. */
const ISSUER_TROUBLE = new Set(['server_error', 'temporarily_unavailable']);
/** Codes of the library for what is no answer. */
const NO_ANSWER = new Set([
  ...['OAUTH_TIMEOUT', 'OAUTH_ABORT', 'OAUTH_PARSE_ERROR', 'OAUTH_HTTP_REQUEST_FORBIDDEN'],
  ...['OAUTH_RESPONSE_IS_NOT_CONFORM', 'OAUTH_RESPONSE_IS_NOT_JSON', 'OAUTH_MISSING_SERVER_METADATA'],
]);
const LONGEST_REASON = 200;

export function toSignInError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  const options = { cause: error };
  if (error instanceof AuthorizationResponseError && !ISSUER_TROUBLE.has(error.error)) {
    return new ApiError(GatewayError.sign_in_refused, `Your organisation's login refused: ${reasonOf(error)}`, options);
  }
  if (error instanceof ResponseBodyError && error.error === 'invalid_grant') {
    return new ApiError(GatewayError.sign_in_expired, undefined, options);
  }
  if (isIssuerTrouble(error)) return new ApiError(GatewayError.issuer_unusable, undefined, options);
  return new ApiError(
    GatewayError.sign_in_refused,
    "The response of your organisation's login does not belong to this sign-in, or fails a check.",
    options,
  );
}

function isIssuerTrouble(error: unknown): boolean {
  if (error instanceof AuthorizationResponseError || error instanceof ResponseBodyError) return true;
  // The library gives a code to what it finds wrong; what `fetch` throws without a connection has none.
  const { code } = error as { code?: string };
  return code === undefined || NO_ANSWER.has(code);
}

function reasonOf({ error, error_description: description }: AuthorizationResponseError): string {
  const reason = description === undefined ? error : `${description} (${error})`;
  return `${reason.slice(0, LONGEST_REASON)}.`;
}
