import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import {
  type Account,
  AccountError,
  Accounts,
  type AccountType,
  type JoinTerms,
  PasswordHasher,
  type StoredAccount,
  subjectOfAccount,
} from '@wardstone/auth';
import { Clock } from '@wardstone/clock';
import { Database, type Transaction } from '@wardstone/database';
import { IdentityChanges } from '../cache-invalidation/identity-changes';
import { RememberedRows } from '../cache-invalidation/remembered-rows';
import { isUsername, requireName, requireOrgId, requirePassword, requireRoles, requireUsername } from './account-rules';
import { CredentialEndings } from '../credentials/credential-endings';
import { type Ended, type Ending, ENDINGS } from './endings';
import type { AccountEntity } from './account.entity';
import { ACCOUNT_TABLE, AccountQueries, toAccount } from './account.queries';

export interface NewAccount {
  username: string;
  /** Display name of a person. */
  name?: string;
  /** Absent for a program with other credentials. */
  password?: string;
  roles: readonly string[];
  orgId: string;
  type?: AccountType;
}

/** An agent, as described by its enrolment. */
interface NewAgent {
  username: string;
  orgId: string;
  joinTerms: JoinTerms | undefined;
  isOfCluster?: true;
}

/** Local accounts. See rule platform-2. */
@Injectable()
export class AccountStore extends Accounts {
  private readonly remembered: RememberedRows<StoredAccount>;

  constructor(
    private readonly database: Database,
    private readonly queries: AccountQueries,
    private readonly endings: CredentialEndings,
    changes: IdentityChanges,
    private readonly hasher: PasswordHasher,
    private readonly clock: Clock,
  ) {
    super();
    this.remembered = new RememberedRows(changes, ACCOUNT_TABLE, (names) => queries.readUsable(names));
  }

  /** All accounts by name, without hashes. */
  async list(): Promise<Account[]> {
    return (await this.queries.readAll()).map(shown);
  }

  /** A page of an organisation's active accounts, without agents, by name. */
  async listInUse(orgId: string, after: string, limit: number): Promise<Account[]> {
    return (await this.queries.readInUse(orgId, after, limit)).map(shown);
  }

  /** @throws AccountError when a field is wrong or the name is taken */
  async add(wanted: NewAccount): Promise<Account> {
    const account = await this.prepare(wanted);
    const isFree = await this.change(account.username, (tx) => this.insert(tx, account));
    if (!isFree) throw new AccountError(`The account ${account.username} already exists.`);
    return shown(account);
  }

  /** @throws AccountError when the password is unfit or there is no such account */
  async setPassword(username: string, password: string, ending: Ending = 'password reset'): Promise<void> {
    const passwordHash = await this.hash(password);
    await this.change(username, async (tx) => {
      const account = await this.lock(tx, username);
      if (!account) throw unknownAccount(username);
      await this.queries.update(tx, username, { password_hash: passwordHash });
      await this.end(tx, account, ending);
    });
  }

  /** @throws AccountError when there is no such account */
  async remove(username: string): Promise<void> {
    await this.change(username, async (tx) => {
      const account = await this.lock(tx, username);
      if (!account) throw unknownAccount(username);
      await this.end(tx, account, 'removed');
      await this.queries.remove(tx, username);
    });
  }

  /** Ends the sessions and access tokens of the account, if it exists. */
  async signOut(username: string): Promise<void> {
    await this.change(username, async (tx) => {
      const account = await this.lock(tx, username);
      if (account) await this.end(tx, account, 'signed out');
    });
  }

  async find(username: string): Promise<StoredAccount | undefined> {
    return isUsername(username) ? this.remembered.find(username) : undefined;
  }

  async lookUpNow(username: string): Promise<StoredAccount | undefined> {
    return isUsername(username) ? this.remembered.readNow(username) : undefined;
  }

  /**
   * Prepares an account for `insert`. The password is hashed here, because that takes too long for a transaction.
   * @throws AccountError
   */
  async prepare({ username, name, password, roles, orgId, type = 'User' }: NewAccount): Promise<StoredAccount> {
    requireUsername(username);
    if (name !== undefined) requireName(name);
    requireOrgId(orgId);
    const known = requireRoles(roles);
    const createdAt = new Date(this.clock.now()).toISOString();
    return {
      username,
      subject: subjectOfAccount({ username, orgId, createdAt }),
      type,
      orgId,
      ...(name === undefined ? {} : { name }),
      roles: known,
      passwordHash: password === undefined ? undefined : await this.hash(password),
      credential: randomUUID(),
      createdAt,
    };
  }

  /** Returns whether the name was free, ignoring case. */
  async insert(tx: Transaction, account: StoredAccount, createdBy?: string): Promise<boolean> {
    return !(await this.queries.isTaken(tx, account.username)) && this.queries.insert(tx, account, createdBy);
  }

  /** The account, locked until the transaction ends. */
  async lock(tx: Transaction, username: string): Promise<StoredAccount | undefined> {
    const [row] = await this.queries.lock(tx, [username]);
    return row && toAccount(row);
  }

  /** Inserts an agent's account, which has keys and no password; returns whether the name was free. */
  insertAgent(tx: Transaction, { username, orgId, joinTerms, isOfCluster }: NewAgent): Promise<boolean> {
    const createdAt = new Date(this.clock.now()).toISOString();
    const subject = subjectOfAccount({ username, orgId, createdAt });
    const fixed = { type: 'ServiceAccount', roles: ['agent'], passwordHash: undefined } as const;
    return this.insert(tx, {
      username,
      subject,
      orgId,
      ...fixed,
      credential: randomUUID(),
      createdAt,
      ...(joinTerms ? { joinTerms } : {}),
      ...(isOfCluster ? { isOfCluster } : {}),
    });
  }

  /** Stores the terms of an agent's new join token. */
  setJoinTerms(tx: Transaction, username: string, joinTerms: JoinTerms = {}): Promise<void> {
    return this.queries.setJoinTerms(tx, username, joinTerms);
  }

  /** The rows of the accounts, locked until the transaction ends. */
  lockRows(tx: Transaction, usernames: readonly string[]): Promise<AccountEntity[]> {
    return this.queries.lock(tx, usernames);
  }

  /**
   * Ends everything that depends on the account's credentials; every way of ending them calls this.
   * @param account locked by the transaction, so that nothing is created with it meanwhile
   */
  async end(tx: Transaction, account: Pick<StoredAccount, 'username' | 'subject'>, ending: Ending): Promise<void> {
    const { logins }: Ended = ENDINGS[ending];
    if (logins) await this.queries.renewCredential(tx, account.username);
    await this.endings.end(tx, account, ending);
  }

  /** Removes all logins of an agent, which then has to enrol again. */
  async endLogins(tx: Transaction, account: StoredAccount): Promise<void> {
    await this.queries.update(tx, account.username, { password_hash: null });
    await this.end(tx, account, 'enrolled again');
  }

  /** @throws AccountError */
  async hash(password: string): Promise<string> {
    requirePassword(password);
    return this.hasher.hash(password);
  }

  /** Runs a transaction that changes the account and removes it from the cache of this replica. */
  async change<T>(username: string, work: (tx: Transaction) => Promise<T>): Promise<T> {
    const outcome = await this.database.transaction(work);
    this.remembered.forget(username);
    return outcome;
  }
}

function shown({ passwordHash: _hash, credential: _credential, ...account }: StoredAccount): Account {
  return account;
}

function unknownAccount(username: string): AccountError {
  return new AccountError(`Unknown account ${username}.`);
}
