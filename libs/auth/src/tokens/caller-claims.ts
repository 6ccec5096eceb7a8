import type { JWTPayload } from 'jose';
import type { JoinTerms } from '../accounts/account';
import type { CallerIdentity, PersonalData } from '../caller';
import { asObject, readIdentity, readTexts } from '../identity/plain-identity';
import { isOwnOnly, isRoleName } from '@wardstone/permissions';
import { invalidToken } from './verify-jwt';

/** Claims of the gateway about a caller, in identity headers and access tokens. See rule platform-2. */
export interface CallerClaims {
  identity: {
    org_id: string;
    type: CallerIdentity['type'];
    subject: string;
    own_only?: true;
    join?: { group?: string; auto_import?: true };
    auth_type?: 'cert-auth';
    user: {
      username: string;
      inventory_groups?: readonly (string | null)[];
      email?: string;
      first_name?: string;
      last_name?: string;
    };
    system?: { cn: string };
  };
  permissions: readonly string[];
  roles: readonly string[];
}

export function toCallerClaims(caller: CallerIdentity): CallerClaims {
  const { username, subject, ownOnly, orgId, type, inventoryGroups, systemCn, permissions, roles, joinTerms, person } =
    caller;
  return {
    identity: {
      org_id: orgId,
      type,
      subject,
      // Listed beside the roles, because a token that is narrowed to some permissions names no role and must not grant
      // more.
      ...(ownOnly ? { own_only: ownOnly } : {}),
      ...(joinTerms ? { join: toClaim(joinTerms) } : {}),
      user: { username, ...(inventoryGroups ? { inventory_groups: inventoryGroups } : {}), ...getClaims(person) },
      ...(systemCn === undefined ? {} : { auth_type: 'cert-auth', system: { cn: systemCn } }),
    },
    permissions,
    roles,
  };
}

/** @throws invalid_token when the claims are not those of the gateway */
export function fromCallerClaims(payload: JWTPayload, method: CallerIdentity['method']): CallerIdentity {
  const stated = readIdentity(payload);
  if ('refused' in stated) throw invalidToken(`The token is invalid: ${stated.refused}.`);
  const { permissions, roles, client_address: address, session, identity } = asObject(payload);
  const joinTerms = getTerms(asObject(identity).join);
  const isIdentity = method === 'identity-header';
  const knownRoles = readTexts(roles).filter(isRoleName);
  return Object.freeze({
    ...stated,
    roles: knownRoles,
    ...(isOwnOnly(knownRoles) ? { ownOnly: true } : {}),
    permissions: readTexts(permissions),
    ...(joinTerms ? { joinTerms } : {}),
    ...(typeof address === 'string' && isIdentity ? { clientAddress: address } : {}),
    ...(session === true && isIdentity ? { hasSession: session } : {}),
    method,
  });
}

function getClaims({ email, firstName, lastName }: PersonalData = {}): {
  email?: string;
  first_name?: string;
  last_name?: string;
} {
  return {
    ...(email === undefined ? {} : { email }),
    ...(firstName === undefined ? {} : { first_name: firstName }),
    ...(lastName === undefined ? {} : { last_name: lastName }),
  };
}

function toClaim({ group, autoImport }: JoinTerms): NonNullable<CallerClaims['identity']['join']> {
  return { ...(group === undefined ? {} : { group }), ...(autoImport ? { auto_import: true } : {}) };
}

function getTerms(claim: unknown): JoinTerms | undefined {
  const { group, auto_import: autoImport } = asObject(claim);
  if (typeof group !== 'string' && autoImport !== true) return undefined;
  return { ...(typeof group === 'string' ? { group } : {}), ...(autoImport === true ? { autoImport } : {}) };
}
