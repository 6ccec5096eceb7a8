import type { ServiceConfig } from '@wardstone/config';
import { isOrgId } from '../accounts/account';
import type { CallerIdentity } from '../caller';
import { asObject, readPerson } from '../identity/plain-identity';
import { isOwnOnly, isRoleName, listPermissions, type RoleName } from '@wardstone/permissions';
import { makeSubject } from '../subject';

export interface OidcClaimRules {
  /** Claim with the roles or groups; dots separate the names of nested claims. */
  rolesClaim: string;
  /** Claim with the organisation. */
  orgClaim: string;
  roleMap: ReadonlyMap<string, RoleName>;
}

export type OidcClaimSettings = Pick<ServiceConfig, 'OIDC_ROLES_CLAIM' | 'OIDC_ORG_CLAIM' | 'OIDC_ROLE_MAP'>;

const MAX_NAME_LENGTH = 255;

/** @throws Error naming a bad pair of OIDC_ROLE_MAP, so that the process does not start */
export function parseClaimRules(config: Readonly<OidcClaimSettings>): OidcClaimRules {
  return {
    rolesClaim: config.OIDC_ROLES_CLAIM,
    orgClaim: config.OIDC_ORG_CLAIM,
    roleMap: parseRoleMap(config.OIDC_ROLE_MAP),
  };
}

/**
 * Reads pairs `value=role`; the value may itself hold equal signs.
 *
 * @throws Error naming the bad pair, so that the process does not start
 */
export function parseRoleMap(pairs: readonly string[]): ReadonlyMap<string, RoleName> {
  return new Map(
    pairs.map((pair) => {
      const at = pair.lastIndexOf('=');
      const value = pair.slice(0, at).trim();
      const role = pair.slice(at + 1).trim();
      if (at < 1 || value === '' || !isRoleName(role)) {
        throw new Error(`OIDC_ROLE_MAP: "${pair}" is not a pair value=role of a known role`);
      }
      return [value, role];
    }),
  );
}

/** The claim with this exact name, else the one at the dotted path. Only own properties are read. */
export function claimAt(claims: Readonly<Record<string, unknown>>, path: string): unknown {
  if (Object.hasOwn(claims, path)) return claims[path];
  return path.split('.').reduce<unknown>((value, key) => {
    const object = asObject(value);
    return Object.hasOwn(object, key) ? object[key] : undefined;
  }, claims);
}

/** Roles of a claim's values (a list, or words in one text); unknown values grant nothing. */
export function parseRoles(claim: unknown, roleMap: ReadonlyMap<string, RoleName>): RoleName[] {
  const values = typeof claim === 'string' ? claim.split(/\s+/) : Array.isArray(claim) ? claim : [];
  const roles = values.flatMap((value: unknown) => {
    if (typeof value !== 'string') return [];
    const mapped = roleMap.get(value);
    if (mapped) return [mapped];
    return isRoleName(value) ? [value] : [];
  });
  return [...new Set(roles)];
}

/** The caller that verified claims describe, or why they describe none. A caller without roles may do nothing. */
export function toOidcCaller(
  claims: Readonly<Record<string, unknown>>,
  { rolesClaim, orgClaim, roleMap }: OidcClaimRules,
): CallerIdentity | { refused: string } {
  const org = claimAt(claims, orgClaim);
  const orgId = typeof org === 'number' ? String(org) : org;
  if (!isOrgId(orgId)) return { refused: `its claim "${orgClaim}" is not a text of 1 to 36 characters` };
  const client = claims.client_id ?? claims.azp;
  const isServiceAccount = client !== undefined && client === claims.sub;
  const username = [isServiceAccount ? undefined : claims.preferred_username, claims.sub].find(isName);
  if (username === undefined) return { refused: 'it names no user' };
  const roles = parseRoles(claimAt(claims, rolesClaim), roleMap);
  const issuer = typeof claims.iss === 'string' ? claims.iss : '';
  return Object.freeze({
    username,
    // A token without `sub` uses its name, in a position that cannot collide with a `sub`.
    subject: isName(claims.sub) ? makeSubject(issuer, orgId, claims.sub) : makeSubject(issuer, orgId, '', username),
    issuer,
    orgId,
    type: isServiceAccount ? 'ServiceAccount' : 'User',
    roles,
    permissions: listPermissions(roles),
    ...(isOwnOnly(roles) ? { ownOnly: true } : {}),
    // Anyone may claim an address that the issuer has not verified.
    ...(isServiceAccount
      ? {}
      : readPerson(
          claims.email_verified === false ? undefined : claims.email,
          claims.given_name ?? claims.name,
          claims.family_name,
        )),
    method: 'bearer',
    inventoryGroups: null,
  });
}

function isName(value: unknown): value is string {
  return typeof value === 'string' && value.length >= 1 && value.length <= MAX_NAME_LENGTH;
}
