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

/** The accounts of an installation that has none yet. Of several replicas that start at once, one makes them. */
@Injectable()
export class FirstAccounts {
  constructor(
    private readonly database: Database,
    private readonly queries: AccountQueries,
    private readonly accounts: AccountStore,
    private readonly clock: Clock,
  ) {}

  /**
   * Takes over the accounts of a file of an earlier version, where there are no accounts and no file was taken over
   * before. The file is left as it is. Answers how many there were.
   *
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
   * Makes the administrator, where there is no account at all, with the password in the file. Answers whether it did.
   *
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

/** Undefined without the file: who logs in by OIDC alone needs no account. */
async function readPassword(file: string): Promise<string | undefined> {
  try {
    return (await readFile(file, 'utf8')).replace(/\r?\n$/, '');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw new AccountError(`The password of the first administrator cannot be read: ${(error as Error).message}.`);
  }
}
