import { type CookieKind, readCookie, writeCookie } from '../sessions/cookies';
import { nextPath } from '../sessions/next-path';

/** State of a sign-in, kept by the browser while its visitor is at the OIDC issuer. Pure. */

export interface SignInAttempt {
  /** Comes back from the issuer: proves that the response is to the request of this browser. */
  state: string;
  /** Comes back in the ID token. */
  nonce: string;
  /** PKCE verifier, without which the code is useless. */
  verifier: string;
  /** Target after signing in. */
  next: string;
  /** ms since the epoch */
  endsAtMs: number;
}

/** Sent although the issuer, another site, leads here. */
const COOKIE: CookieKind = { name: 'wardstone-sign-in', sameSite: 'Lax' };
export const ATTEMPT_SECONDS = 600;

/** Value of Set-Cookie that begins an attempt, or, without one, ends it. */
export function attemptCookie(attempt: SignInAttempt | undefined, isSecure: boolean): string {
  const value = attempt && Buffer.from(JSON.stringify(attempt)).toString('base64url');
  return writeCookie(COOKIE, value, isSecure, ATTEMPT_SECONDS);
}

/** The attempt of a Cookie header, unless it took too long. */
export function attemptOf(cookies: string | undefined, isSecure: boolean, nowMs: number): SignInAttempt | undefined {
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
    // The cookie is what the browser says, and another page of the host may have written it.
    return { state, nonce, verifier, endsAtMs, next: nextPath(next) } as SignInAttempt;
  } catch {
    return undefined;
  }
}
