import { AccountError } from '@wardstone/auth';
import { TestClock } from '@wardstone/clock';
import { rounds, useDatabase } from '@wardstone/testing';
import type { AccountStore } from '../src/accounts/account.service';
import { MIGRATIONS } from '../src/data-source';
import type { OpenAccounts } from '../src/open-accounts';
import { openTestAccounts } from './open-accounts';

const NOON = Date.parse('2026-06-01T12:00:00Z');
const PASSWORD = 'correct horse battery';

describe('the accounts', () => {
  const db = useDatabase({ name: 'gateway', migrations: MIGRATIONS });
  let replicas: OpenAccounts[];
  let accounts: AccountStore;
  let other: AccountStore;

  beforeAll(async () => {
    const clock = new TestClock(NOON);
    replicas = [await openTestAccounts(db.url, clock), await openTestAccounts(db.url, clock)];
    [accounts, other] = replicas.map((replica) => replica.accounts) as [AccountStore, AccountStore];
  });
  afterAll(async () => {
    for (const replica of replicas) await replica.close();
  });
  beforeEach(() => db.query('TRUNCATE account CASCADE'));

  const ada = { username: 'ada', password: PASSWORD, roles: ['viewer'], orgId: 'org-1' };

  it('are empty in a new database', async () => {
    expect(await accounts.list()).toEqual([]);
    expect(await accounts.lookUpNow('ada')).toBeUndefined();
  });

  it('are stored unchanged, with the password as a hash', async () => {
    const added = await accounts.add(ada);
    expect(added).toEqual({
      username: 'ada',
      subject: 'wardstone|org-1|ada|2026-06-01T12:00:00.000Z',
      roles: ['viewer'],
      orgId: 'org-1',
      type: 'User',
      createdAt: new Date(NOON).toISOString(),
    });
    expect(await other.list()).toEqual([added]);
    const [row] = await db.query<{ text: string }>('SELECT a::text AS text FROM account a');
    expect(row!.text).toContain('$argon2id$');
    expect(row!.text).not.toContain(PASSWORD);
  });

  it('refuse a name that is taken, with a readable message', async () => {
    await accounts.add(ada);
    await expect(other.add(ada)).rejects.toThrow(new AccountError('The account ada already exists.'));
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
  ])('refuse %s and store nothing', async (_case, over) => {
    await expect(accounts.add({ ...ada, ...over })).rejects.toBeInstanceOf(AccountError);
    expect(await accounts.list()).toEqual([]);
  });

  it.each([
    ['64 characters of a name', { username: `${'x'.repeat(60)}.-_@` }],
    ['12 characters of a password', { password: 'x'.repeat(12) }],
    ['1024 bytes of a password', { password: 'ä'.repeat(512) }],
    ['a service account', { type: 'ServiceAccount' as const }],
    ['no role', { roles: [] }],
  ])('accept %s', async (_case, over) => {
    await expect(accounts.add({ ...ada, ...over })).resolves.toMatchObject({ orgId: 'org-1' });
  });

  it('get another credential with another password, and keep their subject', async () => {
    await accounts.add(ada);
    const before = (await accounts.lookUpNow('ada'))!;
    await accounts.setPassword('ada', 'another long password');
    const after = (await accounts.lookUpNow('ada'))!;

    expect(after.subject).toBe(before.subject);
    expect(after.credential).not.toBe(before.credential);
    expect(after.passwordHash).not.toBe(before.passwordHash);
  });

  it('report an unknown account', async () => {
    await accounts.add(ada);
    await accounts.remove('ada');
    expect(await accounts.list()).toEqual([]);
    await expect(accounts.remove('ada')).rejects.toThrow('Unknown account ada.');
    await expect(accounts.setPassword('ada', PASSWORD)).rejects.toThrow('Unknown account ada.');
  });

  it('are not looked up for impossible names', async () => {
    expect(await accounts.lookUpNow('a\0b')).toBeUndefined();
    expect(await accounts.find('a:b')).toBeUndefined();
  });

  it('refuse logins of disabled people', async () => {
    await accounts.add(ada);
    await db.query("UPDATE account SET disabled_at = now() WHERE username = 'ada'");
    expect(await accounts.lookUpNow('ada')).toBeUndefined();
    expect(await accounts.list()).toHaveLength(1);
  });

  it('end in the state of a model after concurrent changes at two replicas', async () => {
    for (let round = 0; round < rounds(30); round++) {
      const username = `user-${round}`;
      const store = (n: number): AccountStore => (n % 2 === 0 ? accounts : other);
      const added = await Promise.allSettled([0, 1, 2, 3].map((n) => store(n).add({ ...ada, username })));
      expect(added.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);

      const work = [
        store(round).setPassword(username, 'the second password'),
        store(round + 1).remove(username),
        store(round).setPassword(username, 'the third password'),
      ];
      const [, removed] = await Promise.allSettled(work);
      expect(removed).toMatchObject({ status: 'fulfilled' });
      for (const each of [accounts, other]) expect(await each.lookUpNow(username)).toBeUndefined();
    }
  });
});
