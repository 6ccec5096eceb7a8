import { type IncomingHttpHeaders } from 'node:http';

/** The tokens of the comma list VENDOR_TOKEN, lower-cased; the first is used in responses. See rule compliance-2. */
export function parseVendorTokens(setting: string): string[] {
  const tokens = setting
    .split(',')
    .map((token) => token.trim().toLowerCase())
    .filter((token) => token !== '');
  const wrong = tokens.find((token) => !/^[a-z0-9]+$/.test(token));
  if (wrong !== undefined || tokens.length === 0) {
    throw new Error(
      `VENDOR_TOKEN consists of letters and digits, several tokens separated by commas; got "${setting}"`,
    );
  }
  return tokens;
}

/** Lower-case name of the identity header of one token. */
export function identityHeaderName(token: string): string {
  return `x-${token.toLowerCase()}-identity`;
}

/** Token of the contract; its header is always removed. */
const CONTRACT_TOKEN = 'vendor';

/**
 * Fields that `Connection` may not remove, because they frame the message or apply to every hop. Source: RFC 9110
 * 7.6.1.
 */
const KEPT = new Set(['host', 'content-length', 'transfer-encoding']);

/**
 * Letters and digits of a name, in lower case, as they remain when a server turns it into an environment variable.
 * `X-RH-Identity`, `x_rh.identity` and `XRHIDENTITY` are equal.
 */
function getEssence(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, '');
}

/**
 * Removes headers that a client may not send to a service behind the gateway: every spelling of the identity header,
 * and the headers that `Connection` names as meant for this hop only. `Connection` goes as well: forwarded, it could
 * make the next hop drop a header that the gateway adds. The input is not changed. Takes the list of `rawHeaders`
 * (name, value, name, value, ...) or parsed headers, and returns the same shape. See rule platform-2.
 */
export function stripIdentityHeaders(headers: readonly string[], vendorTokens: readonly string[]): string[];
export function stripIdentityHeaders(
  headers: IncomingHttpHeaders,
  vendorTokens: readonly string[],
): IncomingHttpHeaders;
export function stripIdentityHeaders(
  headers: readonly string[] | IncomingHttpHeaders,
  vendorTokens: readonly string[],
): string[] | IncomingHttpHeaders {
  const forbidden = new Set([CONTRACT_TOKEN, ...vendorTokens].map((token) => getEssence(identityHeaderName(token))));
  if (isRawList(headers)) return stripPairs(toPairs(headers), forbidden).flat();
  const pairs = Object.entries(headers).flatMap(([name, value]): [string, string | string[]][] =>
    value === undefined ? [] : [[name, value]],
  );
  return Object.fromEntries(stripPairs(pairs, forbidden));
}

function stripPairs<V extends string | string[]>(
  pairs: readonly [string, V][],
  forbidden: ReadonlySet<string>,
): [string, V][] {
  const named = new Set(
    pairs.filter(([name]) => isConnection(name)).flatMap(([, value]) => [value].flat().flatMap(toOptions)),
  );
  return pairs.flatMap(([name, value]): [string, V][] => {
    if (forbidden.has(getEssence(name)) || isConnection(name)) return [];
    const lower = name.toLowerCase();
    return named.has(lower) && !KEPT.has(lower) ? [] : [[name, value]];
  });
}

function isConnection(name: string): boolean {
  return name.toLowerCase() === 'connection';
}

function toOptions(value: string): string[] {
  return value
    .split(',')
    .map((option) => option.trim().toLowerCase())
    .filter((option) => option !== '');
}

function isRawList(headers: readonly string[] | IncomingHttpHeaders): headers is readonly string[] {
  return Array.isArray(headers);
}

function toPairs(raw: readonly string[]): [string, string][] {
  return Array.from({ length: Math.floor(raw.length / 2) }, (_, index) => [
    raw[index * 2] as string,
    raw[index * 2 + 1] as string,
  ]);
}
