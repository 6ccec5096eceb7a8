/** Issuer of everything the gateway signs. */
export const OWN_ISSUER = 'wardstone';
/** Audience of access tokens; identity headers name one service instead. */
export const ACCESS_TOKEN_AUDIENCE = 'wardstone';
export const ACCESS_TOKEN_TYPE = 'at+jwt';
export const IDENTITY_TYPE = 'identity+jwt';

export const ACCESS_TOKEN_LIFETIME_SECONDS = 3600;
export const IDENTITY_LIFETIME_SECONDS = 60;
/** Clocks of different hosts may differ by this much. */
export const CLOCK_TOLERANCE_SECONDS = 5;

/** The gateway signs with Ed25519 only; both names of the algorithm are in use (RFC 8037, RFC 9864). */
export const OWN_ALGORITHMS = ['EdDSA', 'Ed25519'];
