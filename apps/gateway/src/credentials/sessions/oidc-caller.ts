import { type CallerIdentity, isOwnOnly, permissionsOf } from '@wardstone/auth';

/** What the OIDC issuer said of a caller when he signed in. */
export type OidcCaller = Pick<CallerIdentity, 'username' | 'subject' | 'issuer' | 'orgId' | 'type' | 'roles'>;

/** The caller whom the OIDC issuer described, with the rights that his roles have now. */
export function callerOfOidc(said: OidcCaller): CallerIdentity {
  const { username, subject, issuer, orgId, type, roles } = said;
  return Object.freeze({
    username,
    subject,
    ...(issuer === undefined ? {} : { issuer }),
    orgId,
    type,
    roles,
    permissions: permissionsOf(roles),
    ...(isOwnOnly(roles) ? { ownOnly: true } : {}),
    method: 'session',
    inventoryGroups: null,
  });
}
