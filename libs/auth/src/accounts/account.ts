import type { RoleName } from '@wardstone/permissions';

/** Finds local accounts for login; provided only by the gateway. */
export abstract class Accounts {
  /**
   * The account, possibly cached for a moment.
   * @throws service_unavailable
   */
  abstract find(username: string): Promise<StoredAccount | undefined>;

  /** Reads the account without a cache. @throws service_unavailable */
  abstract lookUpNow(username: string): Promise<StoredAccount | undefined>;
}

/** An invalid account command; the message is a sentence for the person at the terminal. */
export class AccountError extends Error {
  override readonly name = 'AccountError';
}

export type AccountType = 'User' | 'ServiceAccount';

/** Terms of the join token for the agent's machine. */
export interface JoinTerms {
  /** Inventory group that the machine joins once it is imported. */
  group?: string;
  /** Whether the agent may import it. */
  autoImport?: true;
}

/** A local account as stored. */
export interface StoredAccount {
  username: string;
  /** The stable identity, see `subjectOfAccount`. */
  subject: string;
  /** argon2id in PHC string format; undefined for an account without a password. */
  passwordHash: string | undefined;
  /** Random; changes with the password. */
  credential: string;
  /** Display name of a person. */
  name?: string;
  roles: readonly RoleName[];
  /** The organisation, 1-36 characters. */
  orgId: string;
  type: AccountType;
  /** For agents only. */
  joinTerms?: JoinTerms;
  /** Whether it is an agent that enrolled with a service-account token of the cluster. */
  isOfCluster?: true;
  /** ISO 8601, UTC. */
  createdAt: string;
}

/** Public part of an account. */
export type Account = Omit<StoredAccount, 'passwordHash' | 'credential'>;

/** Limits the work of one hash; longer than any passphrase. */
export const MAX_PASSWORD_BYTES = 1024;
export const MAX_ORG_ID_LENGTH = 36;

/** See rule compliance-2. */
export function isOrgId(value: unknown): value is string {
  return typeof value === 'string' && value.length >= 1 && value.length <= MAX_ORG_ID_LENGTH;
}
