import type { AccountKey } from '../assertions/assertion';
import type { LoggedIn } from '../login/local-login';
import type { StoredAccount } from './account';

/** Finds accounts by their keys; provided only by the gateway. */
export abstract class AccountKeys {
  /**
   * The key, if it is valid; may be cached for a moment.
   * @throws service_unavailable
   */
  abstract find(kid: string): Promise<AccountKey | undefined>;

  /**
   * Logs in with an assertion that a key has signed; each assertion works once.
   * @throws OAuthError invalid_grant
   */
  abstract login(assertion: string): Promise<LoggedIn>;
}

/** Neither a key id (base64url) nor the credential of an account (a UUID) has a colon. */
const KEY_CREDENTIAL = /^key:([^:]+):([^:]+)$/;

/**
 * Credential in a token that was issued for a key; it becomes invalid with the key and with the account's credential.
 */
export function keyCredential(kid: string, accountCredential: string): string {
  return `key:${kid}:${accountCredential}`;
}

/** Key id and account credential from a token that was issued for a key; undefined for other tokens. */
export function readKeyCredential(text: unknown): { kid: string; credential: string } | undefined {
  const [, kid, credential] = (typeof text === 'string' && KEY_CREDENTIAL.exec(text)) || [];
  return kid === undefined || credential === undefined ? undefined : { kid, credential };
}

/** Whether the account has the agent role and no other. */
export function isAgentAccount({ roles, type }: Pick<StoredAccount, 'roles' | 'type'>): boolean {
  return type === 'ServiceAccount' && roles.length === 1 && roles[0] === 'agent';
}
