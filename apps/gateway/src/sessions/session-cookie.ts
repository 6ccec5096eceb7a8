import { createHash, randomBytes } from 'node:crypto';

/** The cookie of a session. Pure but for the random value. */

const PLAIN_NAME = 'wardstone-session';
const ID_BYTES = 32;
const ID = /^[A-Za-z0-9_-]{43}$/;

/**
 * Under TLS only the host itself can set a cookie of this prefix: no other name of the domain, and nobody who answers
 * for it without TLS.
 */
const nameOf = (isSecure: boolean): string => (isSecure ? `__Host-${PLAIN_NAME}` : PLAIN_NAME);

export function newSessionId(): string {
  return randomBytes(ID_BYTES).toString('base64url');
}

/** How sessions are stored: who reads the table cannot use them. */
export function hashOfSessionId(id: string): string {
  return createHash('sha256').update(id).digest('base64url');
}

/** The session that a Cookie header names. Of two, one was slipped in by another page of the host: then none. */
export function sessionIdOf(cookies: string | undefined, isSecure: boolean): string | undefined {
  if (cookies === undefined || !cookies.includes(PLAIN_NAME)) return undefined;
  const prefix = `${nameOf(isSecure)}=`;
  const values = cookies
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(prefix))
    .map((pair) => pair.slice(prefix.length));
  return values.length === 1 && ID.test(values[0]!) ? values[0] : undefined;
}

/** Value of Set-Cookie that begins a session, or, without an id, takes it from the browser. */
export function sessionCookie(id: string | undefined, isSecure: boolean): string {
  const attributes = `Path=/; ${isSecure ? 'Secure; ' : ''}HttpOnly; SameSite=Strict`;
  return id === undefined
    ? `${nameOf(isSecure)}=; Max-Age=0; ${attributes}`
    : `${nameOf(isSecure)}=${id}; ${attributes}`;
}
