import { type CookieKind, readCookie, writeCookie } from '../sessions/cookies';
import { nextPath } from '../sessions/next-path';

/** State of a sign-in, kept by the browser while its visitor is at the OIDC issuer. Pure. */

export interface SignInAttempt {
  /** Returned by the issuer; proves that the response belongs to this browser's request. */
  state: string;
  /** Returned in the ID token. */
  nonce: string;
  /** PKCE verifier, without which the code is useless. */
  verifier: string;
  /** Target after signing in. */
  next: string;
  /** milliseconds since the epoch */
  endsAtMs: number;
}

/** Lax, because the issuer, another site, redirects here. */
const COOKIE: CookieKind = { name: 'wardstone-sign-in', sameSite: 'Lax' };
export const ATTEMPT_SECONDS = 600;

/** Value of Set-Cookie that starts an attempt, or without one deletes it. */
export function attemptCookie(attempt: SignInAttempt | undefined, isSecure: boolean): string {
  const value = attempt && Buffer.from(JSON.stringify(attempt)).toString('base64url');
  return writeCookie(COOKIE, value, isSecure, ATTEMPT_SECONDS);
}

/** The attempt in a Cookie header, unless it has expired. */
export function readAttempt(cookies: string | undefined, isSecure: boolean, nowMs: number): SignInAttempt | undefined {
  const attempt = parse(readCookie(cookies, COOKIE, isSecure));
  return attempt && nowMs < attempt.endsAtMs ? attempt : undefined;
}

function parse(value: string | undefined): SignInAttempt | undefined {
  if (value === undefined) return undefined;
  try {
    const said = JSON.parse(Buffer.from(value, 'base64url').toString('utf8')) as Record<string, unknown> | null;
    const { state, nonce, verifier, next, endsAtMs } = said ?? {};
    const areTexts = [state, nonce, verifier].every((text) => typeof text === 'string' && text !== '');
    if (!areTexts || typeof endsAtMs !== 'number') return undefined;
    // The cookie is not trusted, because another page of the host may have set it.
    return { state, nonce, verifier, endsAtMs, next: nextPath(next) } as SignInAttempt;
  } catch {
    return undefined;
  }
}
