import { identityHeaderName, parseVendorTokens, stripIdentityHeaders } from '@wardstone/auth';

const REMEMBERED_NAMES = 1_000;

/**
 * Whether a header, lower case, is a spelling of the identity header that some server on the way might mistake for it.
 * The result per name is cached: clients send the same few names all day.
 *
 * @param vendorTokens setting VENDOR_TOKEN
 */
export function identityAliasOf(vendorTokens: string): (name: string) => boolean {
  const tokens = parseVendorTokens(vendorTokens);
  const remembered = new Map<string, boolean>();
  return (name) => {
    const known = remembered.get(name);
    if (known !== undefined) return known;
    // `Connection` is removed by that function too, for another reason.
    const isAlias = name !== 'connection' && stripIdentityHeaders([name, ''], tokens).length === 0;
    if (remembered.size < REMEMBERED_NAMES) remembered.set(name, isAlias);
    return isAlias;
  };
}

/** Lower-case name of the header that carries the signed identity: that of the first token. */
export function identityHeaderOf(vendorTokens: string): string {
  return identityHeaderName(parseVendorTokens(vendorTokens)[0]!);
}
