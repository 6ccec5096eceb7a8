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
export { AccountError, DEFAULT_MIN_PASSWORD_LENGTH } from './accounts/account';
export type { Account, AccountType, NewAccount, StoredAccount } from './accounts/account';
export { AccountStore } from './accounts/account-store';
export type { AccountStoreOptions } from './accounts/account-store';
export { AuthModule } from './auth.module';
export type { AuthModuleOptions } from './auth.module';
export { authenticationMiddleware } from './authentication.middleware';
export { Authenticator } from './authenticator';
export type { AuthenticatedRequest, CallerIdentity } from './caller';
export { createAuthentication } from './create-authenticator';
export type { Authentication, AuthenticationOptions } from './create-authenticator';
export { AccountsReadOnlyError, EnrolmentService, enrolmentsFile } from './enrolment/enrolment';
export { EnrolmentStore } from './enrolment/enrolment-store';
export { LocalLogin } from './login/local-login';
export { PasswordHasher } from './login/password-hasher';
export { claimedAccountOf } from './login/claimed-account';
export { plainAddress, remoteAddressOf } from './login/remote-address';
export { PERMISSIONS, ROLES, ROLE_NAMES, isRoleName, missingPermissions, permissionsOf, permits } from './roles';
export type { Permission, PermissionName, Role, RoleName } from './roles';
export { identityHeaderName, parseVendorTokens } from './identity/vendor-tokens';
export { grantsOfHeader } from './identity/identity-header-reader';
export type { PlainGrants } from './identity/identity-header-reader';
export type { StatedIdentity } from './identity/plain-identity';
export { GATEWAY_SUBJECT, MAX_SUBJECT_LENGTH, isSubject, isSuccessor, subjectOfAccount } from './subject';
export { stripIdentityHeaders } from './identity/strip-identity-headers';
export { IdentityMinter } from './tokens/identity-minter';
export type { AccessToken, AccessTokenOptions } from './tokens/identity-minter';
export { KeyFile } from './tokens/key-file';
export { OAuthError } from './tokens/oauth-error';
export type { OAuthErrorBody, OAuthErrorCode } from './tokens/oauth-error';
export { SigningKey } from './tokens/signing-key';
export { TOKEN_RESPONSE_HEADERS, TokenService } from './tokens/token-service';
export type { TokenRequest, TokenResponse } from './tokens/token-service';
