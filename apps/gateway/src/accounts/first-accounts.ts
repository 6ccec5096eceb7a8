import { readFile } from 'node:fs/promises';
import { Injectable } from '@nestjs/common';
import { AccountError } from '@wardstone/auth';
import { Clock } from '@wardstone/clock';
import { Database } from '@wardstone/database';
import { AccountImportEntity } from './account-import.entity';
import { AccountQueries } from './account.queries';
import { AccountStore } from './account.service';
import { readAccountsFile } from './accounts-file';
import { FIRST_ADMINISTRATOR } from '@wardstone/permissions';

/** Creates the accounts of an empty installation. Of several replicas that start at once, one creates them. */
@Injectable()
export class FirstAccounts {
  constructor(
    private readonly database: Database,
    private readonly queries: AccountQueries,
    private readonly accounts: AccountStore,
    private readonly clock: Clock,
  ) {}

  /**
   * Imports the accounts in a file of an earlier release, if there are no accounts and no file was imported before. The
   * file is unchanged. Returns the number of accounts.
   * @throws AccountError when the file cannot be used
   */
  async importFile(file: string): Promise<number> {
    if (await this.isBegun()) return 0;
    const found = await readAccountsFile(file);
    if (found === undefined) return 0;
    return this.database.transaction(async (tx) => {
      await this.queries.lockTable(tx);
      const imports = tx.repository(AccountImportEntity);
      if ((await this.queries.hasAny(tx)) || (await imports.exists())) return 0;
      for (const account of found) await this.queries.insert(tx, account);
      await imports.insert({ file, imported_at: new Date(this.clock.now()), accounts: found.length });
      return found.length;
    });
  }

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

  private async isBegun(): Promise<boolean> {
    return (await this.queries.hasAny(this.database)) || (await this.database.repository(AccountImportEntity).exists());
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
