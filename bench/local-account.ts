import path from 'node:path';
import { AccountStore, PasswordHasher } from '@wardstone/auth';
import { SystemClock } from '@wardstone/clock';

const PASSWORD = 'a password for the bench';

/** A file with a local account that may do everything, and the header that it sends. */
export async function makeAccountsFile(
  folder: string,
): Promise<{ accountsFile: string; headers: Record<string, string> }> {
  const accountsFile = path.join(folder, 'accounts.json');
  const accounts = new AccountStore({ file: accountsFile, clock: new SystemClock(), hasher: new PasswordHasher() });
  await accounts.add({ username: 'bench', password: PASSWORD, roles: ['admin'], orgId: 'default' });
  const credentials = Buffer.from(`bench:${PASSWORD}`).toString('base64');
  return { accountsFile, headers: { Authorization: `Basic ${credentials}` } };
}
