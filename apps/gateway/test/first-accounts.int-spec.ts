import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { AccountError, PasswordHasher } from '@wardstone/auth';
import { useDatabase } from '@wardstone/testing';
import { MIGRATIONS } from '../src/data-source';
import { runMigrationJob } from '../src/migration-job';
import type { OpenAccounts } from '../src/open-accounts';
import { PASSWORD, basic, startGateway } from './gateway-fixture';
import { accountsOf } from './open-accounts';

/** File format of version 0.1. */
const getFile = (accounts: object[]): string => JSON.stringify({ version: 1, accounts });

describe('the first accounts', () => {
  const db = useDatabase({ name: 'gateway', migrations: MIGRATIONS });
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'wardstone-first-accounts-'));
  const file = path.join(folder, 'accounts.json');
  const passwordFile = path.join(folder, 'password');
  let open: OpenAccounts;
  let ada: object;

  beforeAll(async () => {
    open = await accountsOf(db.url);
    ada = {
      username: 'ada',
      passwordHash: await new PasswordHasher({ memoryKiB: 64 }).hash(PASSWORD),
      roles: ['viewer'],
      orgId: 'org-1',
      type: 'User',
      createdAt: '2026-01-02T03:04:05.678Z',
    };
  });
  afterAll(async () => {
    await open.close();
    fs.rmSync(folder, { recursive: true });
  });
  beforeEach(async () => {
    await db.query('TRUNCATE account, account_import CASCADE');
    fs.writeFileSync(file, getFile([ada]));
    fs.writeFileSync(passwordFile, `${PASSWORD}\n`);
  });

  const names = async (): Promise<string[]> => (await open.accounts.list()).map(({ username }) => username);

  it('are those of a file of an earlier version, with password and subject, and let in', async () => {
    const before = fs.readFileSync(file, 'utf8');
    const fixture = await startGateway({ DATABASE_URL: db.url, ACCOUNTS_FILE: file });
    const answer = await fetch(`${fixture.url}/auth/caller`, { headers: { authorization: basic('ada') } });
    await fixture.close();

    expect(await answer.json()).toMatchObject({
      identity: { org_id: 'org-1', subject: 'wardstone|org-1|ada|2026-01-02T03:04:05.678Z', user: { username: 'ada' } },
      roles: ['viewer'],
    });
    expect(fs.readFileSync(file, 'utf8')).toBe(before);
  });

  it('are read once, so deleted accounts do not return', async () => {
    expect(await open.first.importFile(file)).toBe(1);
    await open.accounts.remove('ada');

    expect(await open.first.importFile(file)).toBe(0);
    expect(await names()).toEqual([]);
  });

  it('are read into an empty database only', async () => {
    await open.accounts.add({ username: 'bob', password: PASSWORD, roles: [], orgId: 'org-1' });

    expect(await open.first.importFile(file)).toBe(0);
    expect(await names()).toEqual(['bob']);
  });

  it('are read by one of many replicas', async () => {
    const others = await Promise.all([1, 2, 3].map(() => accountsOf(db.url)));
    const counts = await Promise.all(others.map(({ first }) => first.importFile(file)));
    await Promise.all(others.map((other) => other.close()));

    expect(counts.sort()).toEqual([0, 0, 1]);
    expect(await names()).toEqual(['ada']);
  });

  it.each([
    ['is not JSON', '{"version":1,"acc'],
    ['is of another version', '{"version":2,"accounts":[]}'],
    ['is a list', '[]'],
    ['holds a half account', '{"version":1,"accounts":[{"username":"ada"}]}'],
    ['is empty', ''],
  ])('are refused whole when the file %s, naming it', async (_case, text) => {
    fs.writeFileSync(file, text);
    await expect(open.first.importFile(file)).rejects.toThrow(file);
    expect(await names()).toEqual([]);
  });

  it('are refused when a name occurs twice', async () => {
    fs.writeFileSync(file, getFile([ada, ada]));
    await expect(open.first.importFile(file)).rejects.toThrow('twice');
  });

  it('are empty without a file', async () => {
    expect(await open.first.importFile(path.join(folder, 'none.json'))).toBe(0);
  });

  it('are an administrator with the password of a file, made by one of many replicas', async () => {
    const others = await Promise.all([1, 2, 3].map(() => accountsOf(db.url)));
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
    await open.first.importFile(file);
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
