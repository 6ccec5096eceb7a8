/**
 * The path of a request as it is routed: repeated slashes are one, and a slash at the end does not count. The root is
 * `/`. See rule http-1.
 *
 * @param url request target in origin form; others are returned as they are.
 */
export function plainPath(url: string): string {
  if (!url.startsWith('/')) return url;
  const end = url.search(/[?#]|$/);
  const path = url.slice(0, end).replace(/\/{2,}/g, '/');
  return (path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path) + url.slice(end);
}
