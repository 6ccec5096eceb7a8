import { type CallerIdentity, isOwnOnly, listPermissions } from '@wardstone/auth';

/** The OIDC issuer's claims about a signed-in caller. */
export interface OidcCaller extends Pick<
  CallerIdentity,
  'username' | 'subject' | 'issuer' | 'orgId' | 'type' | 'roles' | 'person'
> {
  /** Time of the caller's authentication there; absent if the issuer does not state it. */
  signedInAtMs?: number;
}

/** Only the claims. */
export function toOidcClaims(caller: OidcCaller): OidcCaller {
  const { username, subject, issuer, orgId, type, roles, person } = caller;
  return { username, subject, ...(issuer !== undefined && { issuer }), orgId, type, roles, ...(person && { person }) };
}

/** The caller described by the OIDC issuer, with the present permissions of the roles. */
export function callerOfOidc(said: OidcCaller): CallerIdentity {
  const { roles } = said;
  return Object.freeze({
    ...toOidcClaims(said),
    permissions: listPermissions(roles),
    ...(isOwnOnly(roles) ? { ownOnly: true } : {}),
    method: 'session',
    inventoryGroups: null,
  });
}
