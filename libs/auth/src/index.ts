export { type Access, type AccessDeclaration, Allow, Caller, requireAccess } from './access/access.guard';
export { listRouteAccess, routesWithoutAccess } from './access/route-access';
export { toCaller } from './accounts/caller-of';
export { AccountError, Accounts, isOrgId, MAX_ORG_ID_LENGTH, MAX_PASSWORD_BYTES } from './accounts/account';
export type { Account, AccountType, JoinTerms, StoredAccount } from './accounts/account';
export { AccountKeys, isAgentAccount, keyCredential } from './accounts/account-keys';
export { GRANT_TYPES, PROOF_TYPES, ROTATION_TYPES, subjectOfAssertion, verifyAssertion } from './assertions/assertion';
export { type AccountKey, type Assertion, type PublicKey, readPublicKey } from './assertions/assertion';
export { AuthModule, type AuthModuleOptions } from './auth.module';
export { authenticationMiddleware, Authenticator } from './authenticator';
export type { AuthenticatedRequest, CallerIdentity, PersonalData } from './caller';
export { SESSION_CHALLENGE, withChallenge } from './challenge';
export { LocalLogin, type LoggedIn, tooManyAttempts } from './login/local-login';
export { PasswordHasher } from './login/password-hasher';
export {
  addressGroup,
  type Attempt,
  AttemptLimiter,
  type AttemptLimits,
  GUESS_LIMITS,
  plainAddress,
  getRemoteAddress,
} from './login/attempt-limiter';
export { FairTurns } from './login/fair-queue';
export { readClaimedAccount } from './login/basic-credentials';
export * from '@wardstone/permissions';
export { GATEWAY_SUBJECT, isSuccessor, subjectOfAccount } from './subject';
export { parseClaimRules, type OidcClaimRules, toOidcCaller } from './oidc/oidc-claims';
export { BrowserSessions, OPAQUE_TOKEN_PREFIX, OpaqueTokens } from './caller';
export { CLIENT_HEADER } from './identity/client-address';
export { identityHeaderName, parseVendorTokens, stripIdentityHeaders } from './identity/strip-identity-headers';
export { IdentityMinter } from './tokens/identity-minter';
export { type CallerClaims, fromCallerClaims, toCallerClaims } from './tokens/caller-claims';
export { KeyFile } from './tokens/key-file';
export { OAuthError, type OAuthErrorCode } from './tokens/oauth-error';
export { signServiceToken } from './tokens/service-token';
export { MAX_LEAD_SECONDS, PUBLISHED_AHEAD_SECONDS } from './tokens/key-ring';
export { ReadOnlyKeyError, SigningKey } from './tokens/signing-key';
export { OWN_ISSUER } from './tokens/verify-jwt';
export { TOKEN_RESPONSE_HEADERS, TokenService } from './tokens/token-service';
export { digestSecret, hideSecrets, isSecret, newSecret } from './tokens/secret';
