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

const KEY = 'key:';

/** What a token says that was given for a key: it ends with the key. */
export function keyCredential(kid: string): string {
  return KEY + kid;
}

/** The key that a token was given for; undefined when it was something else. */
export function kidOfCredential(credential: unknown): string | undefined {
  return typeof credential === 'string' && credential.startsWith(KEY) ? credential.slice(KEY.length) : undefined;
}

/** Whether the account is that of an agent and nothing more. */
export function isAgentAccount({ roles, type }: Pick<StoredAccount, 'roles' | 'type'>): boolean {
  return type === 'ServiceAccount' && roles.length === 1 && roles[0] === 'agent';
}
