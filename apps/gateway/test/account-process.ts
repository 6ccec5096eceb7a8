import { openTestAccounts } from './open-accounts';

/** Adds accounts to the database given as argument until it is killed; prints each name once it is stored. */
async function writeForever(url: string, prefix: string): Promise<void> {
  const { accounts } = await openTestAccounts(url);
  for (let index = 0; ; index++) {
    const username = `${prefix}-${index}`;
    await accounts.add({ username, password: 'correct horse battery', roles: [], orgId: 'org-1' });
    process.stdout.write(`${username}\n`);
  }
}

void writeForever(process.argv[2] ?? '', process.argv[3] ?? '');
