/** A JSON value in a map. */
export type MapValue = string | number | boolean | null | readonly MapValue[] | { readonly [key: string]: MapValue };

/** Replaces a stored secret. */
export const MASK = '********';

/** Public endpoints, whose paths are not secret. */
const PUBLIC_ADDRESSES: ReadonlySet<string> = new Set([
  'https://events.pagerduty.com/v2/enqueue',
  'https://events.eu.pagerduty.com/v2/enqueue',
  'https://api.opsgenie.com/v2/alerts',
  'https://api.eu.opsgenie.com/v2/alerts',
]);

/** The server of an address, without user, path and query, each of which may contain a token. */
export function hideAddress(address: string): string {
  if (!URL.canParse(address)) return MASK;
  if (PUBLIC_ADDRESSES.has(address)) return address;
  const { origin, pathname, search, hash, username, password } = new URL(address);
  if (origin === 'null') return MASK;
  const hasMore = pathname !== '/' || search !== '' || hash !== '' || username !== '' || password !== '';
  return hasMore ? `${origin}/${MASK}` : address;
}
