import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { TestClock } from '@wardstone/clock';
import { AccountError } from '../src/accounts/account';
import { AccountStore } from '../src/accounts/account-store';
import { EnrolmentService, enrolmentsFile } from '../src/enrolment/enrolment';
import { EnrolmentStore } from '../src/enrolment/enrolment-store';
import { PasswordHasher } from '../src/login/password-hasher';

const DAY = 24 * 60 * 60 * 1000;
const PASSWORD = 'a password made up';

describe('a one-time token', () => {
  let folder: string;
  let clock: TestClock;
  let accounts: AccountStore;
  let enrolments: EnrolmentService;

  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'enrolment-'));
    clock = new TestClock(1_000_000);
    const file = path.join(folder, 'accounts.json');
    accounts = new AccountStore({ file, clock, hasher: new PasswordHasher(), refreshMs: 0 });
    enrolments = new EnrolmentService(accounts, new EnrolmentStore({ file: enrolmentsFile(file), clock }));
  });

  afterEach(() => rmSync(folder, { recursive: true }));

  it('makes an account for an agent alone', async () => {
    const token = await enrolments.invite('agent-a', 'acme');

    expect(await enrolments.enrol(token, PASSWORD)).toBe('agent-a');

    expect(await accounts.list()).toMatchObject([
      { username: 'agent-a', roles: ['agent'], orgId: 'acme', type: 'ServiceAccount' },
    ]);
  });

  it('is good once, but for a repeat with the same password', async () => {
    const token = await enrolments.invite('agent-a', 'acme');
    await enrolments.enrol(token, PASSWORD);

    expect(await enrolments.enrol(token, PASSWORD)).toBe('agent-a');
    expect(await enrolments.enrol(token, 'another password')).toBeUndefined();
  });

  it('changes and writes nothing when it is repeated', async () => {
    const token = await enrolments.invite('agent-a', 'acme');
    await enrolments.enrol(token, PASSWORD);
    const files = () => ['accounts.json', 'enrolments.json'].map((name) => statSync(path.join(folder, name)).ino);
    const before = [await accounts.find('agent-a'), files()];

    for (let n = 0; n < 8; n++) expect(await enrolments.enrol(token, PASSWORD)).toBe('agent-a');

    expect([await accounts.find('agent-a'), files()]).toEqual(before);
  });

  it('is not good for a repeat after ten minutes', async () => {
    const token = await enrolments.invite('agent-a', 'acme');
    await enrolments.enrol(token, PASSWORD);
    clock.advance(10 * 60 * 1000);

    expect(await enrolments.enrol(token, PASSWORD)).toBeUndefined();
  });

  it('does not bring a removed account back', async () => {
    const token = await enrolments.invite('agent-a', 'acme');
    await enrolments.enrol(token, PASSWORD);
    await accounts.remove('agent-a');

    expect(await enrolments.enrol(token, PASSWORD)).toBeUndefined();
    expect(await accounts.list()).toEqual([]);
  });

  it('does not undo a change of the password, used or not', async () => {
    const used = await enrolments.invite('agent-a', 'acme');
    await enrolments.enrol(used, PASSWORD);
    const unused = await enrolments.invite('agent-b', 'acme');
    await enrolments.enrol(unused, PASSWORD);
    const again = await enrolments.invite('agent-b', 'acme');
    for (const name of ['agent-a', 'agent-b']) await accounts.setPassword(name, 'chosen by the owner');
    const before = await Promise.all(['agent-a', 'agent-b'].map((name) => accounts.find(name)));

    expect(await enrolments.enrol(used, PASSWORD)).toBeUndefined();
    expect(await enrolments.enrol(again, `${PASSWORD} 2`)).toBeUndefined();

    expect(await Promise.all(['agent-a', 'agent-b'].map((name) => accounts.find(name)))).toEqual(before);
  });

  it('is good for a repeat when the account was made and the process ended before it said so', async () => {
    const token = await enrolments.invite('agent-a', 'acme');
    const killed = jest
      .spyOn(EnrolmentStore.prototype, 'use')
      .mockImplementationOnce(async (_token, _secret, settle) => {
        await settle();
        throw new Error('killed');
      });
    await expect(enrolments.enrol(token, PASSWORD)).rejects.toThrow('killed');
    killed.mockRestore();

    expect(await enrolments.enrol(token, 'somebody else here')).toBeUndefined();
    expect(await enrolments.enrol(token, PASSWORD)).toBe('agent-a');
  });

  it('can be taken back before it is used', async () => {
    const token = await enrolments.invite('agent-a', 'acme');

    expect(await enrolments.withdraw('agent-a')).toBe(true);

    expect(await enrolments.enrol(token, PASSWORD)).toBeUndefined();
    expect(await enrolments.withdraw('agent-a')).toBe(false);
  });

  it('begins with the name of its agent, which must be one', async () => {
    expect(await enrolments.invite('web-2.example.com', 'acme')).toMatch(/^web-2\.example\.com\.[\w-]{32}$/);
    await expect(enrolments.invite('web@2', 'acme')).rejects.toThrow(AccountError);
  });

  it('is won by one of many that use it at the same time', async () => {
    const token = await enrolments.invite('agent-a', 'acme');

    const names = await Promise.all([1, 2, 3, 4].map((n) => enrolments.enrol(token, `${PASSWORD} ${n}`)));

    expect(names.filter((name) => name !== undefined)).toEqual(['agent-a']);
  });

  it('ends after a day, and when a newer one is made', async () => {
    const old = await enrolments.invite('agent-a', 'acme');
    const other = await enrolments.invite('agent-b', 'acme');
    const newer = await enrolments.invite('agent-a', 'acme');
    expect(await enrolments.enrol(old, PASSWORD)).toBeUndefined();
    expect(await enrolments.enrol(other, PASSWORD)).toBe('agent-b');

    clock.advance(DAY);

    expect(await enrolments.enrol(newer, PASSWORD)).toBeUndefined();
  });

  it('gives an agent that lost its login a new password', async () => {
    await enrolments.enrol(await enrolments.invite('agent-a', 'acme'), PASSWORD);
    const before = await accounts.find('agent-a');

    expect(await enrolments.enrol(await enrolments.invite('agent-a', 'acme'), `${PASSWORD} 2`)).toBe('agent-a');

    expect((await accounts.find('agent-a'))!.passwordHash).not.toBe(before!.passwordHash);
  });

  it('is never made for the account of a person or a program with more rights', async () => {
    await accounts.add({ username: 'admin', password: PASSWORD, roles: ['admin'], orgId: 'acme' });
    await accounts.add({
      username: 'job',
      password: PASSWORD,
      roles: ['agent', 'operator'],
      orgId: 'acme',
      type: 'ServiceAccount',
    });

    await expect(enrolments.invite('admin', 'acme')).rejects.toThrow(AccountError);
    await expect(enrolments.invite('job', 'acme')).rejects.toThrow(AccountError);
  });

  it('is refused with a password that is too short, and not used up by that', async () => {
    const token = await enrolments.invite('agent-a', 'acme');

    await expect(enrolments.enrol(token, 'short')).rejects.toThrow(AccountError);
    expect(await enrolments.enrol(token, PASSWORD)).toBe('agent-a');
  });

  it('is kept as a digest, readable by its owner alone', async () => {
    const token = await enrolments.invite('agent-a', 'acme');
    const file = enrolmentsFile(path.join(folder, 'accounts.json'));

    expect(readFileSync(file, 'utf8')).not.toContain(token);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(await enrolments.enrol('guessed', PASSWORD)).toBeUndefined();
  });
});
