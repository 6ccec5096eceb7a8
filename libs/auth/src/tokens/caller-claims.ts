import type { JWTPayload } from 'jose';
import type { CallerIdentity } from '../caller';
import { asObject, readIdentity, readTexts } from '../identity/plain-identity';
import { isOwnOnly, isRoleName } from '../roles';
import { invalidToken } from './verify-jwt';

/** What the gateway says about a caller, in identity headers and access tokens alike. See rule platform-2. */
export interface CallerClaims {
  identity: {
    org_id: string;
    type: CallerIdentity['type'];
    subject: string;
    own_only?: true;
    auth_type?: 'cert-auth';
    user: { username: string; inventory_groups?: readonly (string | null)[] };
    system?: { cn: string };
  };
  permissions: readonly string[];
  roles: readonly string[];
}

export function toCallerClaims(caller: CallerIdentity): CallerClaims {
  const { username, subject, ownOnly, orgId, type, inventoryGroups, systemCn, permissions, roles } = caller;
  return {
    identity: {
      org_id: orgId,
      type,
      subject,
      // Beside the roles: a token that is narrowed to some permissions names no role, and must not be worth more for it.
      ...(ownOnly ? { own_only: ownOnly } : {}),
      user: { username, ...(inventoryGroups ? { inventory_groups: inventoryGroups } : {}) },
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
  const { permissions, roles, client_address: address, session } = asObject(payload);
  const isIdentity = method === 'identity-header';
  const knownRoles = readTexts(roles).filter(isRoleName);
  return Object.freeze({
    ...stated,
    roles: knownRoles,
    ...(isOwnOnly(knownRoles) ? { ownOnly: true } : {}),
    permissions: readTexts(permissions),
    ...(typeof address === 'string' && isIdentity ? { clientAddress: address } : {}),
    ...(session === true && isIdentity ? { hasSession: session } : {}),
    method,
  });
}
