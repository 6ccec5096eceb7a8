import type { CallerIdentity } from '../caller';
import { isOwnOnly, listPermissions } from '@wardstone/permissions';
import type { StoredAccount } from './account';

const callers = new WeakMap<StoredAccount, CallerIdentity>();

/** The caller that logs in with an account's password. One object per account, because caches use it as their key. */
export function toCaller(account: StoredAccount): CallerIdentity {
  const known = callers.get(account);
  if (known) return known;
  const { username, subject, orgId, type, roles, joinTerms, credential, name } = account;
  const caller: CallerIdentity = Object.freeze({
    username,
    subject,
    orgId,
    type,
    roles,
    permissions: listPermissions(roles),
    ...(isOwnOnly(roles) ? { ownOnly: true } : {}),
    ...(joinTerms ? { joinTerms } : {}),
    ...(name === undefined ? {} : { person: { firstName: name } }),
    credential,
    method: 'basic',
    inventoryGroups: null,
  });
  callers.set(account, caller);
  return caller;
}
