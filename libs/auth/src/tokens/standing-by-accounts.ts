import type { Accounts, StoredAccount } from '../accounts/account';
import { toCaller } from '../accounts/caller-of';
import { type AccountKeys, readKeyCredential } from '../accounts/account-keys';
import type { CallerIdentity } from '../caller';
import { permits } from '@wardstone/permissions';
import type { TokenValidity } from './own-token-issuer';
import { invalidToken } from './verify-jwt';

/** Checks tokens against the local accounts, in the gateway. */
export function standingByAccounts(accounts: Accounts, keys?: AccountKeys): TokenValidity {
  return (_token, stated, credential) => {
    let known: { account: StoredAccount; caller: CallerIdentity } | undefined;
    return async () => {
      const ofKey = readKeyCredential(credential);
      if (ofKey) await requireKey(keys, stated, ofKey.kid);
      const account = await getAccount(accounts, stated.username, ofKey ? ofKey.credential : credential);
      // The same object while the account is unchanged, because caches use the caller as their key.
      if (known?.account !== account) known = { account, caller: narrowed(stated, account) };
      return known.caller;
    };
  };
}

/**
 * The cached accounts may be older than the token.
 * @throws invalid_token
 */
async function getAccount(accounts: Accounts, username: string, credential: unknown): Promise<StoredAccount> {
  const known = await accounts.find(username);
  if (known?.credential === credential && known) return known;
  const account = await accounts.lookUpNow(username);
  if (account?.credential === credential && account) return account;
  throw invalidToken('The account of the token was removed, disabled or signed out, or its password was changed.');
}

/**
 * A token becomes invalid with its key, whatever happens to the account.
 * @throws invalid_token
 */
async function requireKey(keys: AccountKeys | undefined, { username }: CallerIdentity, kid: string): Promise<void> {
  if ((await keys?.find(kid))?.username === username) return;
  throw invalidToken('The key of the token was revoked.');
}

/** The account with its present rights, limited to those that the token states. */
function narrowed({ roles, permissions }: CallerIdentity, account: StoredAccount): CallerIdentity {
  const caller = toCaller(account);
  return Object.freeze({
    ...caller,
    method: 'bearer',
    roles: roles.filter((role) => caller.roles.includes(role)),
    permissions: permissions.filter((permission) => permits(caller.permissions, permission)),
  });
}
