const LIMIT = 2_000;
/** Excludes everything that a browser might drop or convert to a slash. */
const PLAIN = /^\/(?!\/)[\x21-\x5b\x5d-\x7e]*$/;
const NOWHERE = 'http://nowhere.invalid';

/** Path to open after signing in; always within the product. Pure. */
export function nextPath(wanted: unknown): string {
  if (typeof wanted !== 'string' || wanted.length > LIMIT || !PLAIN.test(wanted)) return '/';
  const url = URL.canParse(wanted, NOWHERE) ? new URL(wanted, NOWHERE) : undefined;
  // Resolving dot segments may leave two slashes at the start.
  if (!url || url.origin !== NOWHERE || url.pathname.startsWith('//')) return '/';
  return /^\/(login|logout|auth)(\/|$)/.test(url.pathname) ? '/' : url.pathname + url.search;
}
