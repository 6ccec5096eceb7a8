const LIMIT = 2_000;
/** Nothing that a browser might drop or turn into a slash. */
const PLAIN = /^\/(?!\/)[\x21-\x5b\x5d-\x7e]*$/;
const NOWHERE = 'http://nowhere.invalid';

/** Target after signing in: an address of the product, never another. Pure. */
export function nextPath(wanted: unknown): string {
  if (typeof wanted !== 'string' || wanted.length > LIMIT || !PLAIN.test(wanted)) return '/';
  const url = URL.canParse(wanted, NOWHERE) ? new URL(wanted, NOWHERE) : undefined;
  // Dot segments may leave two slashes at the front.
  if (!url || url.origin !== NOWHERE || url.pathname.startsWith('//')) return '/';
  return /^\/(login|logout|auth)(\/|$)/.test(url.pathname) ? '/' : url.pathname + url.search;
}
