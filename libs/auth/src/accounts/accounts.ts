import type { StoredAccount } from './account';

/** The local accounts, where there are some: what a login needs of them. */
export abstract class Accounts {
  /** The account as it was a moment ago. @throws service_unavailable */
  abstract find(username: string): Promise<StoredAccount | undefined>;

  /** The account as it is, whatever was known before. @throws service_unavailable */
  abstract lookUpNow(username: string): Promise<StoredAccount | undefined>;
}
