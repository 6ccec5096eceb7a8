import type { CallerIdentity } from '../caller';
import { isOwnOnly, permissionsOf } from '@wardstone/permissions';
import type { StoredAccount } from './account';

const callers = new WeakMap<StoredAccount, CallerIdentity>();

/** Who logs in with the password of an account. One object for each: what is made for a caller is remembered by it. */
export function callerOf(account: StoredAccount): CallerIdentity {
  const known = callers.get(account);
  if (known) return known;
  const { username, subject, orgId, type, roles, joinTerms, credential } = account;
  const caller: CallerIdentity = Object.freeze({
    username,
    subject,
    orgId,
    type,
    roles,
    permissions: permissionsOf(roles),
    ...(isOwnOnly(roles) ? { ownOnly: true } : {}),
    ...(joinTerms ? { joinTerms } : {}),
    credential,
    method: 'basic',
    inventoryGroups: null,
  });
  callers.set(account, caller);
  return caller;
}
