export { AccessGuard, requireAccess } from './access/access.guard';
export {
  AllowCertificate,
  Authenticated,
  Caller,
  OpenToStrangers,
  Public,
  RequirePermission,
} from './access/access.decorators';
export type { Access } from './access/access.decorators';
export { listRouteAccess, routesWithoutAccess } from './access/route-access';
export type { RouteAccess } from './access/route-access';
export { MAX_ORG_ID_LENGTH, MAX_PASSWORD_BYTES, isOrgId } from './accounts/account';
export type { Account, AccountType, JoinTerms, StoredAccount } from './accounts/account';
export { AccountError } from './accounts/account-error';
export { Accounts } from './accounts/accounts';
export { AccountKeys, isAgentAccount, keyCredential } from './accounts/account-keys';
export { GRANT_TYPES, PROOF_TYPES, ROTATION_TYPES, subjectOfAssertion, verifyAssertion } from './assertions/assertion';
export type { AccountKey, Assertion } from './assertions/assertion';
export { readPublicKey } from './assertions/public-key';
export type { PublicKey } from './assertions/public-key';
export { AuthModule } from './auth.module';
export type { AuthModuleOptions } from './auth.module';
export { authenticationMiddleware } from './authentication.middleware';
export { Authenticator } from './authenticator';
export type { AuthenticatedRequest, CallerIdentity } from './caller';
export { createAuthentication } from './create-authenticator';
export type { Authentication, AuthenticationOptions } from './create-authenticator';
export { SESSION_CHALLENGE, withChallenge } from './challenge';
export { callerOf } from './accounts/caller-of';
export { LocalLogin, tooManyAttempts } from './login/local-login';
export type { LoggedIn } from './login/local-login';
export { PasswordHasher } from './login/password-hasher';
export { AttemptLimiter, addressGroup } from './login/attempt-limiter';
export type { AttemptLimits } from './login/attempt-limiter';
export { FairTurns } from './login/fair-queue';
export { claimedAccountOf } from './login/claimed-account';
export { plainAddress, remoteAddressOf } from './login/remote-address';
export {
  PERMISSIONS,
  ROLES,
  ROLE_NAMES,
  isOwnOnly,
  isRoleName,
  missingPermissions,
  permissionsOf,
  permits,
} from '@wardstone/permissions';
export type { Permission, PermissionName, Role, RoleName } from '@wardstone/permissions';
export { identityHeaderName, parseVendorTokens } from './identity/vendor-tokens';
export { grantsOfHeader } from './identity/identity-header-reader';
export type { PlainGrants } from './identity/identity-header-reader';
export type { StatedIdentity } from './identity/plain-identity';
export { GATEWAY_SUBJECT, MAX_SUBJECT_LENGTH, isSubject, isSuccessor, subjectOfAccount } from './subject';
export { claimRulesOf, toOidcCaller } from './oidc/oidc-claims';
export type { OidcClaimRules } from './oidc/oidc-claims';
export { BrowserSessions } from './sessions/browser-sessions';
export { stripIdentityHeaders } from './identity/strip-identity-headers';
export { IdentityMinter } from './tokens/identity-minter';
export type { AccessToken, AccessTokenOptions } from './tokens/identity-minter';
export { toCallerClaims } from './tokens/caller-claims';
export type { CallerClaims } from './tokens/caller-claims';
export { KeyFile } from './tokens/key-file';
export { OPAQUE_TOKEN_PREFIX, OpaqueTokens } from './tokens/opaque-tokens';
export { OAuthError } from './tokens/oauth-error';
export type { OAuthErrorBody, OAuthErrorCode } from './tokens/oauth-error';
export { MOST_AHEAD_SECONDS, PUBLISHED_AHEAD_SECONDS } from './tokens/key-ring';
export { SigningKey } from './tokens/signing-key';
export { OWN_ISSUER } from './tokens/token-claims';
export { TOKEN_RESPONSE_HEADERS, TokenService } from './tokens/token-service';
export type { TokenRequest, TokenResponse } from './tokens/token-service';
