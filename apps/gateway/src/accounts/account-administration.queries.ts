import { Injectable } from '@nestjs/common';
import { Database } from '@wardstone/database';
import { AccountEntity } from './account.entity';

/** Accounts as who administers them sees and changes them. */
@Injectable()
export class AccountAdministrationQueries {
  constructor(private readonly database: Database) {}

  async readOfOrg(orgId: string): Promise<AccountEntity[]> {
    return this.database.repository(AccountEntity).find({ where: { org_id: orgId }, order: { username: 'ASC' } });
  }

  async readOne(username: string): Promise<AccountEntity | null> {
    return this.database.repository(AccountEntity).findOneBy({ username });
  }
}
