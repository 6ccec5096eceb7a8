import { mkdir, readFile, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Clock } from '@wardstone/clock';
import type { PasswordHasher } from '../login/password-hasher';
import {
  AccountError,
  DEFAULT_MIN_PASSWORD_LENGTH,
  parseAccounts,
  renderAccounts,
  requireOrgId,
  requirePassword,
  requireRoles,
  requireUsername,
  withoutHash,
} from './account';
import type { Account, NewAccount, StoredAccount } from './account';
import { replaceFile } from './atomic-file';
import { withLock } from './file-lock';

export interface AccountStoreOptions {
  /** JSON file; absent means no accounts yet. */
  file: string;
  clock: Clock;
  hasher: PasswordHasher;
  /** In characters. */
  minPasswordLength?: number;
  /** How long a change made by another process may go unnoticed. */
  refreshMs?: number;
  /** How long to wait for another writer. */
  lockWaitMs?: number;
}

interface Snapshot {
  /** Changes whenever the file does. */
  version: string;
  accounts: ReadonlyMap<string, StoredAccount>;
}

const EMPTY: Snapshot = { version: 'absent', accounts: new Map() };
const DEFAULT_REFRESH_MS = 1_000;
const DEFAULT_LOCK_WAIT_MS = 5_000;

/**
 * Local accounts in one file. Many processes read it and notice changes by the file's identity, size and time; writers
 * take turns by a lock file and replace the file atomically. See rule platform-2.
 */
export class AccountStore {
  private snapshot: Snapshot | undefined;
  private checkedAtMs = Number.NEGATIVE_INFINITY;

  constructor(private readonly options: AccountStoreOptions) {}

  /** Usable accounts, for people: no hashes. */
  async list(): Promise<Account[]> {
    const { accounts } = await this.refresh();
    return [...accounts.values()].map(withoutHash);
  }

  /** @throws AccountError when a field is wrong or the name is taken */
  async add({ username, password, roles, orgId, type = 'User' }: NewAccount): Promise<Account> {
    requireUsername(username);
    requireOrgId(orgId);
    this.requirePassword(password);
    const knownRoles = requireRoles(roles);
    const passwordHash = await this.options.hasher.hash(password);
    const createdAt = new Date(this.options.clock.now()).toISOString();
    const account: StoredAccount = { username, passwordHash, roles: knownRoles, orgId, type, createdAt };
    await this.change((accounts) => {
      if (accounts.has(username)) throw new AccountError(`The account ${username} already exists.`);
      accounts.set(username, account);
    });
    return withoutHash(account);
  }

  /** @throws AccountError when the password is unfit or there is no such account */
  async setPassword(username: string, password: string): Promise<void> {
    this.requirePassword(password);
    const passwordHash = await this.options.hasher.hash(password);
    await this.change((accounts) => {
      accounts.set(username, { ...requireAccount(accounts, username), passwordHash });
    });
  }

  /** @throws AccountError when there is no such account */
  async remove(username: string): Promise<void> {
    await this.change((accounts) => {
      requireAccount(accounts, username);
      accounts.delete(username);
    });
  }

  /** The account as it is now, or as it was at most `refreshMs` ago. */
  async find(username: string): Promise<StoredAccount | undefined> {
    return (await this.current()).accounts.get(username);
  }

  /** The account as the file has it now, whatever was known before, with the version it was read under. */
  async lookUpNow(username: string): Promise<{ account: StoredAccount | undefined; version: string }> {
    const { accounts, version } = await this.refresh();
    return { account: accounts.get(username), version };
  }

  /** Changes whenever any account does; what was remembered under an older version must be forgotten. */
  async version(): Promise<string> {
    return (await this.current()).version;
  }

  /** Whether the password is that of the account. */
  async hasPassword({ passwordHash }: StoredAccount, password: string): Promise<boolean> {
    return this.options.hasher.verify(passwordHash, password);
  }

  private async current(): Promise<Snapshot> {
    const { clock, refreshMs = DEFAULT_REFRESH_MS } = this.options;
    if (this.snapshot && Math.abs(clock.now() - this.checkedAtMs) < refreshMs) return this.snapshot;
    return this.refresh();
  }

  private async refresh(): Promise<Snapshot> {
    const checkedAtMs = this.options.clock.now();
    const version = await this.fileVersion();
    if (this.snapshot?.version !== version) this.snapshot = await this.read(version);
    this.checkedAtMs = checkedAtMs;
    return this.snapshot;
  }

  private async fileVersion(): Promise<string> {
    try {
      const { ino, size, mtimeNs } = await stat(this.options.file, { bigint: true });
      return `${ino}-${size}-${mtimeNs}`;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return EMPTY.version;
      throw error;
    }
  }

  private async read(version: string): Promise<Snapshot> {
    if (version === EMPTY.version) return EMPTY;
    const text = await readFile(this.options.file, 'utf8');
    try {
      return { version, accounts: new Map(parseAccounts(text).map((account) => [account.username, account])) };
    } catch (error) {
      throw new AccountError(`The accounts file ${this.options.file} cannot be used. ${(error as Error).message}`);
    }
  }

  private async change(edit: (accounts: Map<string, StoredAccount>) => void): Promise<void> {
    const { file, lockWaitMs = DEFAULT_LOCK_WAIT_MS } = this.options;
    await mkdir(dirname(file), { recursive: true });
    await withLock(file, lockWaitMs, async (lock) => {
      const { accounts } = await this.refresh();
      const edited = new Map(accounts);
      edit(edited);
      await lock.requireHeld();
      await replaceFile(file, renderAccounts([...edited.values()]));
    });
    await this.refresh();
  }

  private requirePassword(password: string): void {
    requirePassword(password, this.options.minPasswordLength ?? DEFAULT_MIN_PASSWORD_LENGTH);
  }
}

function requireAccount(accounts: ReadonlyMap<string, StoredAccount>, username: string): StoredAccount {
  const account = accounts.get(username);
  if (!account) throw new AccountError(`Unknown account ${username}.`);
  return account;
}
