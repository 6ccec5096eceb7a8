import { randomUUID } from 'node:crypto';
import type { JoinTerms, StoredAccount } from '@wardstone/auth';
import { Queries, type Queryable, type Transaction } from '@wardstone/database';
import { ArrayContains, In, IsNull, MoreThan, Not } from 'typeorm';
import { announceChange } from '../cache-invalidation/change.sql';
import { takeTurn } from '../cache-invalidation/turn.sql';
import { toJoinTerms } from './account-rules';
import { AccountEntity } from './account.entity';

/** Name of this table in notifications and caches. */
export const ACCOUNT_TABLE = 'account';

/** Rows of accounts; a change notifies the other replicas in the same transaction. */
export class AccountQueries extends Queries {
  /** Active accounts, by name. */
  async readUsable(usernames: readonly string[]): Promise<ReadonlyMap<string, StoredAccount>> {
    const rows = await this.db
      .repository(AccountEntity)
      .findBy({ username: In([...usernames]), disabled_at: IsNull() });
    return new Map(rows.map((row) => [row.username, toAccount(row)]));
  }

  async readAll(): Promise<StoredAccount[]> {
    const rows = await this.db.repository(AccountEntity).find({ order: { username: 'ASC' } });
    return rows.map(toAccount);
  }

  async readOfOrg(orgId: string): Promise<AccountEntity[]> {
    return this.db.repository(AccountEntity).find({ where: { org_id: orgId }, order: { username: 'ASC' } });
  }

  /** People and programs of an organisation that may log in, without agents, by name after the given one. */
  async readInUse(orgId: string, after: string, limit: number): Promise<StoredAccount[]> {
    const rows = await this.db.repository(AccountEntity).find({
      where: { org_id: orgId, disabled_at: IsNull(), username: MoreThan(after), roles: Not(ArrayContains(['agent'])) },
      order: { username: 'ASC' },
      take: limit,
    });
    return rows.map(toAccount);
  }

  /** People of an organisation with a name, by login after the given one. */
  async readNamed(orgId: string, after: string, limit: number): Promise<Pick<AccountEntity, 'username' | 'name'>[]> {
    return this.db.repository(AccountEntity).find({
      select: { username: true, name: true },
      where: { org_id: orgId, name: Not(IsNull()), username: MoreThan(after) },
      order: { username: 'ASC' },
      take: limit,
    });
  }

  async readOne(username: string): Promise<AccountEntity | null> {
    return this.db.repository(AccountEntity).findOneBy({ username });
  }

  /** Accounts with these names, locked until the transaction ends, in the same order as in all transactions. */
  async lock(tx: Transaction, usernames: readonly string[]): Promise<AccountEntity[]> {
    return tx.repository(AccountEntity).find({
      where: { username: In([...usernames]) },
      order: { username: 'ASC' },
      lock: { mode: 'pessimistic_write' },
    });
  }

  /** Whether an account has this name, ignoring case; locks the name until the transaction ends. */
  async isTaken(tx: Transaction, username: string): Promise<boolean> {
    await takeTurn(tx, ACCOUNT_TABLE, username.toLowerCase());
    const [row] = await tx.query<{ exists: boolean }>(
      'SELECT EXISTS (SELECT 1 FROM account a WHERE lower(a.username) = lower($1)) AS exists',
      [username],
    );
    return row!.exists;
  }

  /** Returns whether the name was free. */
  async insert(tx: Transaction, account: StoredAccount, createdBy?: string): Promise<boolean> {
    const { username, subject, type, orgId, roles, passwordHash, credential, createdAt } = account;
    const { joinTerms, isOfCluster = false, name } = account;
    const rows = await tx.query(
      `INSERT INTO account (username, subject, type, org_id, roles, password_hash, credential, created_at, created_by,
                            join_group, auto_import, is_of_cluster, name)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13) ON CONFLICT (username) DO NOTHING RETURNING username`,
      [
        username,
        subject,
        type,
        orgId,
        roles,
        passwordHash,
        credential,
        createdAt,
        createdBy,
        joinTerms?.group,
        joinTerms?.autoImport === true,
        isOfCluster,
        name,
      ],
    );
    await announceChange(tx, ACCOUNT_TABLE, username);
    return rows.length > 0;
  }

  async update(
    tx: Transaction,
    username: string,
    changes: Partial<Pick<AccountEntity, 'password_hash' | 'roles' | 'disabled_at' | 'name'>>,
  ): Promise<void> {
    if (Object.keys(changes).length > 0) await tx.repository(AccountEntity).update({ username }, changes);
    await announceChange(tx, ACCOUNT_TABLE, username);
  }

  /** Ends the sessions and access tokens of the account. */
  async renewCredential(tx: Transaction, username: string): Promise<void> {
    await tx.repository(AccountEntity).update({ username }, { credential: randomUUID() });
    await announceChange(tx, ACCOUNT_TABLE, username);
  }

  /** For an agent that enrols again. */
  async setJoinTerms(tx: Transaction, username: string, { group, autoImport }: JoinTerms): Promise<void> {
    await tx
      .repository(AccountEntity)
      .update({ username }, { join_group: group ?? null, auto_import: autoImport === true });
    await announceChange(tx, ACCOUNT_TABLE, username);
  }

  /** Returns whether the account existed. */
  async remove(tx: Transaction, username: string): Promise<boolean> {
    const { affected } = await tx.repository(AccountEntity).delete({ username });
    await announceChange(tx, ACCOUNT_TABLE, username);
    return affected === 1;
  }

  /** Locks the table against other writers until the transaction ends. */
  async lockTable(tx: Transaction): Promise<void> {
    await tx.query('LOCK TABLE account IN SHARE ROW EXCLUSIVE MODE');
  }

  /** Whether there is any account. */
  async hasAny(db: Queryable): Promise<boolean> {
    const [row] = await db.query<{ exists: boolean }>('SELECT EXISTS (SELECT 1 FROM account a) AS exists');
    return row?.exists === true;
  }
}

export function toAccount(row: AccountEntity): StoredAccount {
  const joinTerms = toJoinTerms(row.join_group, row.auto_import);
  return {
    username: row.username,
    subject: row.subject,
    type: row.type,
    orgId: row.org_id,
    ...(row.name === null ? {} : { name: row.name }),
    roles: row.roles,
    passwordHash: row.password_hash ?? undefined,
    credential: row.credential,
    createdAt: row.created_at.toISOString(),
    ...(joinTerms ? { joinTerms } : {}),
    ...(row.is_of_cluster ? { isOfCluster: true } : {}),
  };
}
