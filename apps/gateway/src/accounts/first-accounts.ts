import { readFile } from 'node:fs/promises';
import { Injectable } from '@nestjs/common';
import { AccountError } from '@wardstone/auth';
import { Database } from '@wardstone/database';
import { AccountQueries } from './account.queries';
import { AccountStore } from './account.service';
import { FIRST_ADMINISTRATOR } from '@wardstone/permissions';

/** Creates the administrator of an empty installation. Of several replicas that start at once, one does. */
@Injectable()
export class FirstAccounts {
  constructor(
    private readonly database: Database,
    private readonly queries: AccountQueries,
    private readonly accounts: AccountStore,
  ) {}

  /**
   * Creates the administrator if there is no account, with the password in the file; returns whether it did.
   * @throws AccountError
   */
  async makeAdministrator(passwordFile: string): Promise<boolean> {
    if (await this.queries.hasAny(this.database)) return false;
    const password = await readPassword(passwordFile);
    if (password === undefined) return false;
    const account = await this.accounts.prepare({ ...FIRST_ADMINISTRATOR, password, roles: ['admin'] });
    return this.accounts.change(account.username, async (tx) => {
      await this.queries.lockTable(tx);
      if (await this.queries.hasAny(tx)) return false;
      return this.accounts.insert(tx, account);
    });
  }
}

/** Undefined without the file, because an installation that only uses OIDC needs no account. */
async function readPassword(file: string): Promise<string | undefined> {
  try {
    return (await readFile(file, 'utf8')).replace(/\r?\n$/, '');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw new AccountError(`The password of the first administrator cannot be read: ${(error as Error).message}.`);
  }
}
