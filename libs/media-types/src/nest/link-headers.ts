import type { PageLink } from '@wardstone/pagination';

/** Room that clients and proxies leave for all headers of an answer is 16 KiB, mostly. */
const LONGEST_BYTES = 8 * 1024;

/**
 * Values of the Link headers of a page. Each link repeats the query of the request, so a query of a few kilobytes would
 * make a head that clients refuse; then there are none, and the page itself and X-collection-size have to do.
 */
export function linkHeaders(links: readonly Pick<PageLink, 'rel' | 'href'>[]): string[] {
  const values = links.map(({ rel, href }) => `<${href}>; rel="${rel}"`);
  return values.reduce((sum, value) => sum + value.length, 0) > LONGEST_BYTES ? [] : values;
}
