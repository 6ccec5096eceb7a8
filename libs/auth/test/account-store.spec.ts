import { execFile } from 'node:child_process';
import { readFile, readdir, stat, unlink, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { AccountError } from '../src/accounts/account';
import { AccountStore } from '../src/accounts/account-store';
import { NOON, PASSWORD, anAuthFixture } from './auth-fixture';
import type { AuthFixture } from './auth-fixture';

describe('AccountStore', () => {
  let fixture: AuthFixture;

  beforeEach(async () => {
    fixture = await anAuthFixture();
  });

  afterEach(() => fixture.close());

  const ada = { username: 'ada', password: PASSWORD, roles: ['viewer'], orgId: 'org-1' };
  const another = (over: { lockWaitMs?: number } = {}): AccountStore =>
    new AccountStore({ file: fixture.accountsFile, clock: fixture.clock, hasher: fixture.hasher, ...over });

  it('has no accounts before there is a file', async () => {
    expect(await fixture.accounts.list()).toEqual([]);
    expect(await fixture.accounts.find('ada')).toBeUndefined();
  });

  it('keeps what was added, hash apart, in a file that only the owner may read', async () => {
    const added = await fixture.accounts.add(ada);
    expect(added).toEqual({
      username: 'ada',
      roles: ['viewer'],
      orgId: 'org-1',
      type: 'User',
      createdAt: new Date(NOON).toISOString(),
    });
    expect(await another().list()).toEqual([added]);
    expect((await stat(fixture.accountsFile)).mode & 0o777).toBe(0o600);
    const text = await readFile(fixture.accountsFile, 'utf8');
    expect(text).not.toContain(PASSWORD);
    expect(text).toContain('$argon2id$');
  });

  it('leaves nothing else in the folder', async () => {
    await fixture.accounts.add(ada);
    expect(await readdir(fixture.folder)).toEqual(['accounts.json']);
  });

  it('refuses a name that is taken, in a sentence', async () => {
    await fixture.accounts.add(ada);
    await expect(another().add(ada)).rejects.toThrow(new AccountError('The account ada already exists.'));
  });

  it.each([
    ['an empty name', { username: '' }],
    ['a name with a colon', { username: 'a:b' }],
    ['a name with a line feed', { username: 'a\n' }],
    ['a name of 65 characters', { username: 'x'.repeat(65) }],
    ['a short password', { password: 'x'.repeat(11) }],
    ['a password of more than 1024 bytes', { password: 'ä'.repeat(513) }],
    ['an unknown role', { roles: ['root'] }],
    ['a role that is an object member', { roles: ['constructor'] }],
    ['an empty organisation', { orgId: '' }],
    ['an organisation of 37 characters', { orgId: 'x'.repeat(37) }],
  ])('refuses %s and writes nothing', async (_case, over) => {
    await expect(fixture.accounts.add({ ...ada, ...over })).rejects.toBeInstanceOf(AccountError);
    expect(await readdir(fixture.folder)).toEqual([]);
  });

  it.each([
    ['64 characters of a name', { username: `${'x'.repeat(60)}.-_@` }],
    ['12 characters of a password', { password: 'x'.repeat(12) }],
    ['1024 bytes of a password', { password: 'ä'.repeat(512) }],
    ['a service account', { type: 'ServiceAccount' as const }],
    ['no role', { roles: [] }],
  ])('takes %s', async (_case, over) => {
    await expect(fixture.accounts.add({ ...ada, ...over })).resolves.toMatchObject({ orgId: 'org-1' });
  });

  it('changes a password and removes an account, or says that there is none', async () => {
    await fixture.accounts.add(ada);
    const before = await fixture.accounts.find('ada');
    await fixture.accounts.setPassword('ada', 'another long password');
    expect((await fixture.accounts.find('ada'))?.passwordHash).not.toBe(before?.passwordHash);
    await fixture.accounts.remove('ada');
    expect(await fixture.accounts.list()).toEqual([]);
    await expect(fixture.accounts.remove('ada')).rejects.toThrow('Unknown account ada.');
    await expect(fixture.accounts.setPassword('ada', PASSWORD)).rejects.toThrow('Unknown account ada.');
  });

  it('notices within a second what another process changed', async () => {
    const reader = another();
    expect(await reader.find('ada')).toBeUndefined();
    const versionBefore = await reader.version();
    await fixture.accounts.add(ada);
    expect(await reader.find('ada')).toBeUndefined();
    fixture.clock.advance(1_000);
    expect(await reader.find('ada')).toMatchObject({ username: 'ada' });
    expect(await reader.version()).not.toBe(versionBefore);
  });

  it('notices at once when asked for the account as it is now', async () => {
    const reader = another();
    await reader.find('ada');
    await fixture.accounts.add(ada);
    expect((await reader.lookUpNow('ada')).account).toMatchObject({ username: 'ada' });
  });

  it('has no accounts once the file is gone', async () => {
    await fixture.accounts.add(ada);
    await unlink(fixture.accountsFile);
    fixture.clock.advance(1_000);
    expect(await fixture.accounts.find('ada')).toBeUndefined();
  });

  it('loses no account when many write at once', async () => {
    const names = Array.from({ length: 12 }, (_, index) => `user-${index}`);
    await Promise.all(names.map((username) => another().add({ ...ada, username })));
    expect((await another().list()).map(({ username }) => username).sort()).toEqual([...names].sort());
    expect(await readdir(fixture.folder)).toEqual(['accounts.json']);
  });

  it('takes over the lock of a process that was killed', async () => {
    const { stdout } = await promisify(execFile)(process.execPath, ['-e', 'process.stdout.write(String(process.pid))']);
    const dead = { pid: Number(stdout), host: hostname(), token: 'x' };
    await writeFile(`${fixture.accountsFile}.lock`, JSON.stringify(dead));
    await fixture.accounts.add(ada);
    expect(await readdir(fixture.folder)).toEqual(['accounts.json']);
  });

  it('ignores what a process killed in the middle of writing left behind', async () => {
    await fixture.accounts.add(ada);
    await writeFile(`${fixture.accountsFile}.0123456789ab.tmp`, '{"version":1,"acc');
    expect(await another().list()).toHaveLength(1);
  });

  it.each([
    ['of a living process', { pid: process.pid, host: hostname(), token: 'x' }],
    ['of another host', { pid: 1, host: 'elsewhere.example', token: 'x' }],
  ])('waits for a lock %s and then says what to do', async (_case, owner) => {
    await writeFile(`${fixture.accountsFile}.lock`, JSON.stringify(owner));
    await expect(another({ lockWaitMs: 50 }).add(ada)).rejects.toThrow('accounts.json.lock');
    expect(await readdir(fixture.folder)).toEqual(['accounts.json.lock']);
  });

  it.each([
    ['is not JSON', '{"version":1,"acc'],
    ['is of another version', '{"version":2,"accounts":[]}'],
    ['is a list', '[]'],
    ['holds a half account', '{"version":1,"accounts":[{"username":"ada"}]}'],
    ['is empty', ''],
  ])('refuses a file that %s, naming it, and does not overwrite it', async (_case, text) => {
    await writeFile(fixture.accountsFile, text);
    await expect(fixture.accounts.list()).rejects.toThrow(fixture.accountsFile);
    await expect(fixture.accounts.add(ada)).rejects.toBeInstanceOf(AccountError);
    expect(await readFile(fixture.accountsFile, 'utf8')).toBe(text);
  });

  it('refuses a file in which a name occurs twice', async () => {
    await fixture.accounts.add(ada);
    const document = JSON.parse(await readFile(fixture.accountsFile, 'utf8')) as { accounts: unknown[] };
    document.accounts.push(document.accounts[0]);
    await writeFile(join(fixture.folder, 'accounts.json'), JSON.stringify(document));
    await expect(another().list()).rejects.toThrow('twice');
  });
});
