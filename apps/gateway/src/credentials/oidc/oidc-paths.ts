export const OIDC_LOGIN_PATH = '/auth/oidc/login';
/** Path to which the OIDC issuer redirects browsers; with the public address, its registered redirect URI. */
export const OIDC_CALLBACK_PATH = '/auth/oidc/callback';
