import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { AccountError, PasswordHasher } from '@wardstone/auth';
import { useDatabase } from '@wardstone/testing';
import { MIGRATIONS } from '../src/data-source';
import { runMigrationJob } from '../src/migration-job';
import type { OpenAccounts } from '../src/open-accounts';
import { PASSWORD } from './gateway-fixture';
import { openTestAccounts } from './open-accounts';

describe('the first accounts', () => {
  const db = useDatabase({ name: 'gateway', migrations: MIGRATIONS });
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'wardstone-first-accounts-'));
  const passwordFile = path.join(folder, 'password');
  let open: OpenAccounts;

  beforeAll(async () => {
    open = await openTestAccounts(db.url);
  });
  afterAll(async () => {
    await open.close();
    fs.rmSync(folder, { recursive: true });
  });
  beforeEach(async () => {
    await db.query('TRUNCATE account CASCADE');
    fs.writeFileSync(passwordFile, `${PASSWORD}\n`);
  });

  const names = async (): Promise<string[]> => (await open.accounts.list()).map(({ username }) => username);

  it('are an administrator with the password of a file, made by one of many replicas', async () => {
    const others = await Promise.all([1, 2, 3].map(() => openTestAccounts(db.url)));
    await Promise.all(others.map(({ first }) => first.makeAdministrator(passwordFile)));
    await Promise.all(others.map((other) => other.close()));

    expect(await open.accounts.list()).toMatchObject([{ username: 'admin', orgId: 'default', roles: ['admin'] }]);
    const { passwordHash } = (await open.accounts.lookUpNow('admin'))!;
    expect(await new PasswordHasher().verify(passwordHash, PASSWORD)).toBe(true);
  });

  it('are made by the Job that migrates, once, and it fails when the password is unfit', async () => {
    const said: string[] = [];
    const written = (['stdout', 'stderr'] as const).map((stream) =>
      jest.spyOn(process[stream], 'write').mockImplementation((text) => said.push(String(text)) > 0),
    );
    const env = { DATABASE_URL: db.url, BOOTSTRAP_ADMIN_PASSWORD_FILE: passwordFile };
    await runMigrationJob(env);
    await runMigrationJob(env);
    const once = said.filter((line) => line.includes('first administrator created'));
    await db.query('TRUNCATE account CASCADE');
    fs.writeFileSync(passwordFile, 'short\n');
    await runMigrationJob(env);
    const { exitCode } = process;
    process.exitCode = undefined;
    for (const spy of written) spy.mockRestore();

    expect(once).toEqual([expect.stringContaining('"username":"admin"')]);
    expect([exitCode, said.at(-1)]).toEqual([1, expect.stringMatching(/password/)]);
    expect(await names()).toEqual([]);
  });

  it('include no administrator where there is any account', async () => {
    await open.accounts.add({ username: 'ada', password: PASSWORD, roles: [], orgId: 'org-1' });
    await open.first.makeAdministrator(passwordFile);
    expect(await names()).toEqual(['ada']);
  });

  it('include no administrator without a password, and refuse one that is too short', async () => {
    expect(await open.first.makeAdministrator(path.join(folder, 'none'))).toBe(false);
    fs.writeFileSync(passwordFile, 'short\n');
    await expect(open.first.makeAdministrator(passwordFile)).rejects.toBeInstanceOf(AccountError);
    await expect(open.first.makeAdministrator(folder)).rejects.toBeInstanceOf(AccountError);
  });
});
