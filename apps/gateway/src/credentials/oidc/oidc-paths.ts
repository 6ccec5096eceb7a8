export const OIDC_LOGIN_PATH = '/auth/oidc/login';
/** Where the OIDC issuer leads browsers back to: registered there as redirect URI, behind the public address. */
export const OIDC_CALLBACK_PATH = '/auth/oidc/callback';
