import { identityHeaderName, parseVendorTokens, stripIdentityHeaders } from '@wardstone/auth';

const REMEMBERED_NAMES = 1_000;

/**
 * Whether a lower-case header name is a spelling that some server might take for the identity header. Cached by name,
 * because clients send the same few names.
 * @param vendorTokens setting VENDOR_TOKEN
 */
export function makeIdentityAliasTest(vendorTokens: string): (name: string) => boolean {
  const tokens = parseVendorTokens(vendorTokens);
  const remembered = new Map<string, boolean>();
  return (name) => {
    const known = remembered.get(name);
    if (known !== undefined) return known;
    // The function also removes `Connection`, for another reason.
    const isAlias = name !== 'connection' && stripIdentityHeaders([name, ''], tokens).length === 0;
    if (remembered.size < REMEMBERED_NAMES) remembered.set(name, isAlias);
    return isAlias;
  };
}

/** Lower-case name of the header with the signed identity: that of the first token. */
export function getIdentityHeader(vendorTokens: string): string {
  return identityHeaderName(parseVendorTokens(vendorTokens)[0]!);
}
