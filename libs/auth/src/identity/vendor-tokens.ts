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
