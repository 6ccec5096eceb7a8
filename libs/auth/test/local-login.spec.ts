import { ApiError, CommonError } from '@wardstone/errors';
import { PasswordHasher } from '../src/login/password-hasher';
import { anAuthFixture, type AuthFixture, basic, PASSWORD } from './auth-fixture';
import { aRequest } from './a-request';
import { outcome } from './outcome';

const HERE = '10.0.0.1';

describe('logging in with a local account', () => {
  let fixture: AuthFixture;

  beforeEach(async () => {
    fixture = anAuthFixture();
    await fixture.accounts.add({ username: 'ada', password: PASSWORD, roles: ['operator'], orgId: 'org-1' });
    fixture.hasher.verifications = 0;
  });

  const attempt = (username: string, password: string, address = HERE): Promise<string> =>
    outcome(fixture.login.login(username, password, address));

  it('returns who it is and what the roles permit', async () => {
    expect((await fixture.login.login('ada', PASSWORD, HERE)).caller).toMatchObject({
      username: 'ada',
      orgId: 'org-1',
      type: 'User',
      roles: ['operator'],
      method: 'basic',
      inventoryGroups: null,
      permissions: expect.arrayContaining(['MANAGE_INVENTORY']),
    });
  });

  it('does not reveal whether the name or the password was wrong', async () => {
    expect(await attempt('ada', 'wrong password')).toBe('invalid_credentials');
    expect(await attempt('nobody', PASSWORD)).toBe('invalid_credentials');
    expect(await attempt('Ada', PASSWORD)).toBe('invalid_credentials');
  });

  it.each([
    ['an unknown name', 'nobody', PASSWORD],
    ['a name that no account can have', 'no:body\n', PASSWORD],
    ['a wrong password', 'ada', 'wrong password'],
    ['a password that is too long to be one', 'ada', 'x'.repeat(1025)],
    ['an empty password', 'ada', ''],
  ])('does the work of one verification for %s', async (_case, username, password) => {
    expect(await attempt(username, password)).toBe('invalid_credentials');
    expect(fixture.hasher.verifications).toBe(1);
  });

  it('never accepts the decoy password', async () => {
    expect(await attempt('nobody', 'no account has this password')).toBe('invalid_credentials');
  });

  it('caches a verified password for a minute', async () => {
    await attempt('ada', PASSWORD);
    fixture.clock.advance(59_999);
    expect(await attempt('ada', PASSWORD)).toBe('ada');
    expect(fixture.hasher.verifications).toBe(1);
    fixture.clock.advance(1);
    expect(await attempt('ada', PASSWORD)).toBe('ada');
    expect(fixture.hasher.verifications).toBe(2);
  });

  it('does not accept a cached password for another name or another split of the two', async () => {
    await fixture.accounts.add({ username: 'ad', password: `a${PASSWORD}`, roles: [], orgId: 'org-2' });
    await attempt('ada', PASSWORD);
    expect(await attempt('ad', `a${PASSWORD}`)).toBe('ad');
    expect(await attempt('bob', PASSWORD)).toBe('invalid_credentials');
  });

  it('verifies once for concurrent requests', async () => {
    const together = await Promise.all(Array.from({ length: 20 }, () => attempt('ada', PASSWORD)));
    expect(new Set(together)).toEqual(new Set(['ada']));
    expect(fixture.hasher.verifications).toBe(1);
  });

  it('drops cached passwords when the accounts change in another process', async () => {
    const elsewhere = anAuthFixture({ table: fixture.table });
    await attempt('ada', PASSWORD);
    await elsewhere.accounts.setPassword('ada', 'another long password');
    fixture.clock.advance(1_000);
    expect(await attempt('ada', PASSWORD)).toBe('invalid_credentials');
    expect(await attempt('ada', 'another long password')).toBe('ada');
    elsewhere.accounts.remove('ada');
    fixture.clock.advance(1_000);
    expect(await attempt('ada', 'another long password')).toBe('invalid_credentials');
  });

  it('accepts a new account at once, without a restart', async () => {
    const elsewhere = anAuthFixture({ table: fixture.table });
    await attempt('ada', PASSWORD);
    await elsewhere.accounts.add({ username: 'bob', password: PASSWORD, roles: [], orgId: 'org-1' });
    expect(await attempt('bob', PASSWORD)).toBe('bob');
  });

  it('does not cache a password that was changed while it was being verified', async () => {
    const elsewhere = anAuthFixture({ table: fixture.table });
    const original = fixture.hasher.verify.bind(fixture.hasher);
    fixture.hasher.verify = async (hash, password) => {
      const matches = await original(hash, password);
      await elsewhere.accounts.setPassword('ada', 'another long password');
      return matches;
    };
    expect(await attempt('ada', PASSWORD)).toBe('ada');
    fixture.hasher.verify = original;
    fixture.clock.advance(1_000);
    expect(await attempt('ada', PASSWORD)).toBe('invalid_credentials');
  });

  it('pauses after five failures, states for how long, and verifies nothing meanwhile', async () => {
    for (let failure = 0; failure < 5; failure++)
      expect(await attempt('ada', `wrong ${failure}`)).toBe('invalid_credentials');
    fixture.hasher.verifications = 0;
    const refused: unknown = await fixture.login.login('ada', PASSWORD, HERE).catch((error: unknown) => error);
    expect(refused).toMatchObject({ kind: CommonError.too_many_attempts, headers: { 'Retry-After': '30' } });
    expect(fixture.hasher.verifications).toBe(0);
    fixture.clock.advance(30_000);
    expect(await attempt('ada', PASSWORD)).toBe('ada');
  });

  it('does not block a session whose password is cached, nor other addresses', async () => {
    await attempt('ada', PASSWORD);
    for (let failure = 0; failure < 6; failure++) await attempt('ada', `wrong ${failure}`);
    expect(await attempt('ada', `wrong again`)).toBe('too_many_attempts');
    expect(await attempt('ada', PASSWORD)).toBe('ada');
    expect(await attempt('ada', `wrong again`, '10.0.0.2')).toBe('invalid_credentials');
  });

  it('counts parallel guesses before their outcome is known', async () => {
    const guesses = await Promise.all(Array.from({ length: 20 }, (_, index) => attempt('ada', `guess ${index}`)));
    expect(guesses.filter((response) => response === 'invalid_credentials')).toHaveLength(5);
    expect(guesses.filter((response) => response === 'too_many_attempts')).toHaveLength(15);
  });

  it('takes the address from the proxy only where one is trusted', async () => {
    const behindProxy = anAuthFixture({ table: fixture.table, config: { TRUST_PROXY: true } });
    const from = (target: AuthFixture, forwarded: string): Promise<string> =>
      outcome(
        target.authenticator.authenticate(
          aRequest({ authorization: basic('ada', `wrong ${forwarded}`), 'x-forwarded-for': forwarded }),
        ),
      );
    for (let host = 1; host <= 6; host++) {
      expect(await from(behindProxy, `192.0.2.${host}`)).toBe('invalid_credentials');
      expect(await from(fixture, `192.0.2.${host}`)).toBe(host <= 5 ? 'invalid_credentials' : 'too_many_attempts');
    }
  });
});

describe('PasswordHasher', () => {
  it('hashes with argon2id, 19 MiB and two passes, never twice alike', async () => {
    const hasher = new PasswordHasher();
    const [first, second] = await Promise.all([hasher.hash(PASSWORD), hasher.hash(PASSWORD)]);
    expect(first).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(second).not.toBe(first);
    expect(await hasher.verify(first, PASSWORD)).toBe(true);
    expect(await hasher.verify(first, `${PASSWORD} `)).toBe(false);
  });

  it('returns 503 beyond the length of its queue', async () => {
    const hasher = new PasswordHasher({ memoryKiB: 64, concurrency: 1, queueLimit: 2 });
    const outcomes = await Promise.allSettled(Array.from({ length: 5 }, () => hasher.hash(PASSWORD)));
    expect(outcomes.map(({ status }) => status)).toEqual([
      'fulfilled',
      'fulfilled',
      'fulfilled',
      'rejected',
      'rejected',
    ]);
    expect((outcomes[4] as PromiseRejectedResult).reason).toMatchObject({ kind: CommonError.service_unavailable });
    await expect(hasher.hash(PASSWORD)).resolves.toContain('$argon2id$');
  });

  it('serves an honest login while others guess from many addresses', async () => {
    // As slow as in production, so that guesses queue up; hence the real hasher.
    const fixture = anAuthFixture({ hasher: new PasswordHasher() });
    await fixture.accounts.add({ username: 'ada', password: PASSWORD, roles: [], orgId: 'org-1' });
    await outcome(fixture.login.login('nobody', PASSWORD, HERE));
    let completed = 0;
    const guesses = Array.from({ length: 400 }, (_, n) =>
      outcome(fixture.login.login('ada', `wrong ${n}`, `198.51.${n % 2}.${n >> 1}`)).finally(() => completed++),
    );

    expect(await outcome(fixture.login.login('ada', PASSWORD, HERE))).toBe('ada');

    expect(completed).toBeLessThan(200);
    const outcomes = new Set(await Promise.all(guesses));
    expect(outcomes).toEqual(new Set(['invalid_credentials', 'service_unavailable']));
  }, 60_000);

  it('does not count an attempt that the queue had no room for', async () => {
    const fixture = anAuthFixture();
    await fixture.accounts.add({ username: 'ada', password: PASSWORD, roles: [], orgId: 'org-1' });
    const verify = fixture.hasher.verify.bind(fixture.hasher);
    fixture.hasher.verify = () => Promise.reject(new ApiError(CommonError.service_unavailable));
    for (let round = 0; round < 10; round++) {
      expect(await outcome(fixture.login.login('ada', `wrong ${round}`, HERE))).toBe('service_unavailable');
    }
    fixture.hasher.verify = verify;
    expect(await outcome(fixture.login.login('ada', PASSWORD, HERE))).toBe('ada');
  });
});
