import type { CallerIdentity } from '../caller';
import { isOwnOnly, permissionsOf } from '../roles';
import { subjectOfAccount } from '../subject';
import type { StoredAccount } from './account';

/** Who logs in with the password of an account. */
export function callerOf(account: StoredAccount): CallerIdentity {
  const { username, orgId, type, roles } = account;
  return Object.freeze({
    username,
    subject: subjectOfAccount(account),
    orgId,
    type,
    roles,
    permissions: permissionsOf(roles),
    ...(isOwnOnly(roles) ? { ownOnly: true } : {}),
    method: 'basic',
    inventoryGroups: null,
  });
}
