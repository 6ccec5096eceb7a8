import type { IncomingHttpHeaders } from 'node:http';
import { ApiError, type ErrorType } from '@wardstone/errors';

/** Login methods that a 401 offers in `WWW-Authenticate`. */
export interface Challenge {
  schemes: readonly ('Basic' | 'Bearer')[];
  /** Shown by browsers; Basic only. */
  realm: string;
}

export const DEFAULT_CHALLENGE: Challenge = { schemes: ['Basic', 'Bearer'], realm: 'Wardstone' };

/** For clients that sign in on a page: with Basic, a browser would open its own dialog. */
export const SESSION_CHALLENGE: Challenge = { ...DEFAULT_CHALLENGE, schemes: ['Bearer'] };

/**
 * Challenge of a 401 for the client of a request. Scripts of a page handle the login themselves: with Basic, the
 * browser would open its own dialog and keep the credentials after signing out. Browsers send `Sec-Fetch-Site` only
 * over secure connections, programs never; scripts send `X-Requested-With`. Pure.
 */
export function challengeFor(headers: IncomingHttpHeaders): Challenge {
  const isFetchedByPage = headers['sec-fetch-site'] !== undefined && headers['sec-fetch-mode'] !== 'navigate';
  return isFetchedByPage || headers['x-requested-with'] !== undefined ? SESSION_CHALLENGE : DEFAULT_CHALLENGE;
}

/**
 * Values of `WWW-Authenticate`, a header line for each scheme: browsers find Basic only at the beginning of a line.
 * Source: RFC 9110 11.6.1, RFC 6750 3.
 */
export function renderChallenge({ schemes, realm }: Challenge, hasBadToken = false): string[] {
  const quotedRealm = realm.replace(/["\\]/g, '\\$&');
  return schemes.map((scheme) => (scheme === 'Basic' ? `Basic realm="${quotedRealm}"` : bearer(hasBadToken)));
}

function bearer(hasBadToken: boolean): string {
  return hasBadToken ? 'Bearer error="invalid_token"' : 'Bearer';
}

/** The same error with the challenge added, as every 401 must have. */
export function withChallenge(error: ApiError, challenge: Challenge, tokenErrors: readonly ErrorType[]): ApiError {
  if (error.status !== 401) return error;
  return new ApiError(error.kind, error.detail, {
    details: error.details,
    extensions: error.extensions,
    cause: error.cause,
    headers: { 'WWW-Authenticate': renderChallenge(challenge, tokenErrors.includes(error.kind)), ...error.headers },
  });
}
