import { createHash, randomBytes } from 'node:crypto';
import { type CookieKind, readCookie, writeCookie } from './cookies';

/** The cookie of a session. Pure but for the random value. */

const SESSION: CookieKind = { name: 'wardstone-session', sameSite: 'Strict' };
const ID_BYTES = 32;
const ID = /^[A-Za-z0-9_-]{43}$/;

export function newSessionId(): string {
  return randomBytes(ID_BYTES).toString('base64url');
}

/** How sessions are stored: who reads the table cannot use them. */
export function hashOfSessionId(id: string): string {
  return createHash('sha256').update(id).digest('base64url');
}

/** The session that a Cookie header names. */
export function sessionIdOf(cookies: string | undefined, isSecure: boolean): string | undefined {
  const id = readCookie(cookies, SESSION, isSecure);
  return id !== undefined && ID.test(id) ? id : undefined;
}

/** Value of Set-Cookie that begins a session, or, without an id, takes it from the browser. */
export function sessionCookie(id: string | undefined, isSecure: boolean): string {
  return writeCookie(SESSION, id, isSecure);
}
