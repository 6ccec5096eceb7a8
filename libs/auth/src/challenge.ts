import { ApiError } from '@wardstone/errors';
import type { ErrorType } from '@wardstone/errors';

/** Which logins a 401 offers in `WWW-Authenticate`. */
export interface Challenge {
  schemes: readonly ('Basic' | 'Bearer')[];
  /** Shown by browsers; Basic only. */
  realm: string;
}

export const DEFAULT_CHALLENGE: Challenge = { schemes: ['Basic', 'Bearer'], realm: 'Wardstone' };

/** Value of `WWW-Authenticate`, e.g. `Basic realm="Wardstone", Bearer`. Source: RFC 7235, RFC 6750 3. */
export function renderChallenge({ schemes, realm }: Challenge, hasBadToken = false): string {
  const quotedRealm = realm.replace(/["\\]/g, '\\$&');
  return schemes
    .map((scheme) => (scheme === 'Basic' ? `Basic realm="${quotedRealm}"` : bearer(hasBadToken)))
    .join(', ');
}

function bearer(hasBadToken: boolean): string {
  return hasBadToken ? 'Bearer error="invalid_token"' : 'Bearer';
}

/** A browser asks its user for a password only when Basic is offered, so a request for a page gets that offer too. */
export function challengeFor(challenge: Challenge, accept: string | undefined): Challenge {
  const { schemes, realm } = challenge;
  if (schemes.includes('Basic') || !accept?.trimStart().toLowerCase().startsWith('text/html')) return challenge;
  return { schemes: [...schemes, 'Basic'], realm };
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
