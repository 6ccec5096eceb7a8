import { Inject, Injectable } from '@nestjs/common';
import type { RoleName } from '@wardstone/auth';
import { Database } from '@wardstone/database';
import type { Transaction } from '@wardstone/database';
import { announceChange } from '../changes/change.sql';
import { AccountEntity } from './account.entity';
import { ACCOUNT_TABLE } from './account.queries';

/** Accounts as who administers them sees and changes them. */
@Injectable()
export class AccountAdministrationQueries {
  constructor(@Inject(Database) private readonly database: Database) {}

  async readOfOrg(orgId: string): Promise<AccountEntity[]> {
    return this.database.repository(AccountEntity).find({ where: { org_id: orgId }, order: { username: 'ASC' } });
  }

  async readOne(username: string): Promise<AccountEntity | null> {
    return this.database.repository(AccountEntity).findOneBy({ username });
  }

  /** The account, locked until the transaction ends. */
  async lock(tx: Transaction, username: string): Promise<AccountEntity | null> {
    return tx.repository(AccountEntity).findOne({ where: { username }, lock: { mode: 'pessimistic_write' } });
  }

  async update(
    tx: Transaction,
    username: string,
    changes: { roles?: RoleName[]; disabled_at?: Date | null },
  ): Promise<void> {
    if (Object.keys(changes).length > 0) await tx.repository(AccountEntity).update({ username }, changes);
    await announceChange(tx, ACCOUNT_TABLE, username);
  }
}
