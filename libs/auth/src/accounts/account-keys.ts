import type { AccountKey } from '../assertions/assertion';
import type { LoggedIn } from '../login/local-login';
import type { StoredAccount } from './account';

/** The keys with which accounts log in, where there are some. */
export abstract class AccountKeys {
  /** The key, if it was good a moment ago. @throws service_unavailable */
  abstract find(kid: string): Promise<AccountKey | undefined>;

  /** Logs in with what a key has signed, once. @throws OAuthError invalid_grant */
  abstract login(assertion: string): Promise<LoggedIn>;
}

/** Neither a key id (base64url) nor the credential of an account (a UUID) has a colon. */
const KEY_CREDENTIAL = /^key:([^:]+):([^:]+)$/;

/** Credential named in a token that was issued for a key: it ends with the key, and with the account's credential. */
export function keyCredential(kid: string, accountCredential: string): string {
  return `key:${kid}:${accountCredential}`;
}

/** The key that a token was given for, and the credential that the account had; undefined for other tokens. */
export function readKeyCredential(text: unknown): { kid: string; credential: string } | undefined {
  const [, kid, credential] = (typeof text === 'string' && KEY_CREDENTIAL.exec(text)) || [];
  return kid === undefined || credential === undefined ? undefined : { kid, credential };
}

/** Whether the account is that of an agent and nothing more. */
export function isAgentAccount({ roles, type }: Pick<StoredAccount, 'roles' | 'type'>): boolean {
  return type === 'ServiceAccount' && roles.length === 1 && roles[0] === 'agent';
}
