import { randomInt } from 'node:crypto';
import fs from 'node:fs';
import { AccountError } from '@wardstone/auth';
import type { AccountStore } from '../../gateway/src';
import { FIRST_ADMINISTRATOR } from '@wardstone/permissions';
import { writeSecretFile } from './secrets';
import { adminPasswordFile } from './services';
import { StartError, type StartSettings } from './settings';

export const ADMINISTRATOR = FIRST_ADMINISTRATOR.username;

/** Login of the administrator for the ready message. */
export interface AdministratorLogin {
  username: string;
  /** Set only if this start generated it. */
  newPassword?: string;
  /** File with the password; absent if the owner chose it. */
  passwordFile?: string;
}

/** Ensures that there is an administrator, with ADMIN_PASSWORD or with a generated password in a file. */
export async function ensureAdministrator(
  { dataDir, adminPassword }: Pick<StartSettings, 'dataDir' | 'adminPassword'>,
  accounts: AccountStore,
): Promise<AdministratorLogin> {
  const file = adminPasswordFile(dataDir);
  try {
    const exists = (await accounts.list()).some(({ username }) => username === ADMINISTRATOR);
    if (adminPassword !== undefined) {
      await givePassword(accounts, exists, adminPassword);
      fs.rmSync(file, { force: true });
      return { username: ADMINISTRATOR };
    }
    if (exists) return { username: ADMINISTRATOR, ...(fs.existsSync(file) ? { passwordFile: file } : {}) };
    const password = makeUpPassword();
    // The file is written first, because an account with an unknown password would lock its owner out.
    writeSecretFile(file, `${password}\n`);
    await givePassword(accounts, exists, password);
    return { username: ADMINISTRATOR, newPassword: password, passwordFile: file };
  } catch (error) {
    if (error instanceof AccountError) throw new StartError(`The administrator's account: ${error.message}`);
    throw error;
  }
}

/** 20 characters of 31 are 99 bits; none is ambiguous for people or special in a shell. */
function makeUpPassword(): string {
  const letters = 'abcdefghjkmnpqrstuvwxyz23456789';
  return Array.from({ length: 20 }, () => letters[randomInt(letters.length)]).join('');
}

async function givePassword(accounts: AccountStore, exists: boolean, password: string): Promise<void> {
  if (exists) return accounts.setPassword(ADMINISTRATOR, password);
  await accounts.add({ ...FIRST_ADMINISTRATOR, password, roles: ['admin'] });
}
