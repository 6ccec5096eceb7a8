export const OIDC_LOGIN_PATH = '/auth/oidc/login';
/** Path to which the OIDC issuer redirects browsers: its registered redirect URI, behind the public address. */
export const OIDC_CALLBACK_PATH = '/auth/oidc/callback';
