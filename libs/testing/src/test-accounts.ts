import { randomUUID } from 'node:crypto';
import { type DynamicModule, Module } from '@nestjs/common';
import {
  Accounts,
  type AccountType,
  PasswordHasher,
  type RoleName,
  type StoredAccount,
  subjectOfAccount,
} from '@wardstone/auth';
import type { Clock } from '@wardstone/clock';

export type AccountTable = Map<string, StoredAccount>;

const STALE_AFTER_MS = 1_000;

/** Accounts in memory, which several processes may share; each caches its reads for a second. */
export class TestAccounts extends Accounts {
  private readonly read = new Map<string, { account: StoredAccount | undefined; atMs: number }>();

  constructor(
    private readonly table: AccountTable,
    private readonly clock: Clock,
    private readonly hasher: PasswordHasher,
  ) {
    super();
  }

  async find(username: string): Promise<StoredAccount | undefined> {
    const known = this.read.get(username);
    if (known && this.clock.now() - known.atMs < STALE_AFTER_MS) return known.account;
    return this.lookUpNow(username);
  }

  lookUpNow(username: string): Promise<StoredAccount | undefined> {
    const account = this.table.get(username);
    this.read.set(username, { account, atMs: this.clock.now() });
    return Promise.resolve(account);
  }

  async add({
    username,
    password,
    roles,
    orgId,
    type = 'User',
  }: {
    username: string;
    password: string;
    roles: RoleName[];
    orgId: string;
    type?: AccountType;
  }): Promise<void> {
    const createdAt = new Date(this.clock.now()).toISOString();
    const subject = subjectOfAccount({ username, orgId, createdAt });
    const passwordHash = await this.hasher.hash(password);
    this.put({ username, subject, passwordHash, credential: randomUUID(), roles, orgId, type, createdAt });
  }

  async setPassword(username: string, password: string): Promise<void> {
    const passwordHash = await this.hasher.hash(password);
    this.put({ ...this.table.get(username)!, passwordHash, credential: randomUUID() });
  }

  setRoles(username: string, roles: RoleName[]): void {
    this.put({ ...this.table.get(username)!, roles });
  }

  remove(username: string): void {
    this.table.delete(username);
    this.read.delete(username);
  }

  private put(account: StoredAccount): void {
    this.table.set(account.username, account);
    this.read.delete(account.username);
  }
}

/** Lets the service of a test log in the accounts, as the gateway does. */
@Module({})
export class TestAccountsModule {
  static with(accounts: TestAccounts, hasher: PasswordHasher): DynamicModule {
    return {
      module: TestAccountsModule,
      global: true,
      providers: [
        { provide: Accounts, useValue: accounts },
        { provide: PasswordHasher, useValue: hasher },
      ],
      exports: [Accounts, PasswordHasher],
    };
  }
}
