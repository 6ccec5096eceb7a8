import type { JWTPayload } from 'jose';
import type { CallerIdentity } from '../caller';
import { asObject, readIdentity, readTexts } from '../identity/plain-identity';
import { isRoleName } from '../roles';
import { invalidToken } from './verify-jwt';

/** What the gateway says about a caller, in identity headers and access tokens alike. Source: design 3. */
export interface CallerClaims {
  identity: {
    org_id: string;
    type: CallerIdentity['type'];
    subject: string;
    auth_type?: 'cert-auth';
    user: { username: string; inventory_groups?: readonly (string | null)[] };
    system?: { cn: string };
  };
  permissions: readonly string[];
  roles: readonly string[];
}

export function toCallerClaims(caller: CallerIdentity): CallerClaims {
  const { username, subject, orgId, type, inventoryGroups, systemCn, permissions, roles } = caller;
  return {
    identity: {
      org_id: orgId,
      type,
      subject,
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
  if ('refused' in stated) throw invalidToken(`The token cannot be used: ${stated.refused}.`);
  const { permissions, roles } = asObject(payload);
  return Object.freeze({
    ...stated,
    roles: readTexts(roles).filter(isRoleName),
    permissions: readTexts(permissions),
    method,
  });
}
