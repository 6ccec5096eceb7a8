/** Cookies of the gateway. Pure. */

/** A host-only, HttpOnly cookie. */
export interface CookieKind {
  name: string;
  /** `Lax` is also sent when a link or redirect of another site leads here. */
  sameSite: 'Strict' | 'Lax';
}

export const SESSION_COOKIE: CookieKind = { name: 'wardstone-session', sameSite: 'Strict' };

/**
 * With TLS, only the host itself can set a cookie with this prefix: neither another name of the domain, nor an impostor
 * without TLS.
 */
const toName = ({ name }: CookieKind, isSecure: boolean): string => (isSecure ? `__Host-${name}` : name);

/** Reads the cookie; undefined if it occurs twice, because another page of the host planted one. */
export function readCookie(cookies: string | undefined, kind: CookieKind, isSecure: boolean): string | undefined {
  if (cookies === undefined || !cookies.includes(kind.name)) return undefined;
  const prefix = `${toName(kind, isSecure)}=`;
  const values = cookies
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(prefix))
    .map((pair) => pair.slice(prefix.length));
  return values.length === 1 ? values[0] : undefined;
}

/** Value of Set-Cookie; without a value it deletes the cookie. */
export function writeCookie(
  kind: CookieKind,
  value: string | undefined,
  isSecure: boolean,
  maxAgeSeconds?: number,
): string {
  const age = value === undefined ? 0 : maxAgeSeconds;
  return [
    `${toName(kind, isSecure)}=${value ?? ''}`,
    ...(age === undefined ? [] : [`Max-Age=${age}`]),
    'Path=/',
    ...(isSecure ? ['Secure'] : []),
    'HttpOnly',
    `SameSite=${kind.sameSite}`,
  ].join('; ');
}
