import { SystemClock } from '@wardstone/clock';
import { AccountStore } from '../src/accounts/account-store';
import { PasswordHasher } from '../src/login/password-hasher';

/** Adds accounts to the file given as argument until it is killed; prints each name once it is stored. */
async function writeForever(file: string, prefix: string): Promise<void> {
  const store = new AccountStore({ file, clock: new SystemClock(), hasher: new PasswordHasher({ memoryKiB: 64 }) });
  for (let index = 0; ; index++) {
    const username = `${prefix}-${index}`;
    await store.add({ username, password: 'correct horse battery', roles: [], orgId: 'org-1' });
    process.stdout.write(`${username}\n`);
  }
}

void writeForever(process.argv[2] ?? '', process.argv[3] ?? '');
