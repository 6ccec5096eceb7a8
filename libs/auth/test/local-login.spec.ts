import { ApiError, CommonError } from '@wardstone/errors';
import { PasswordHasher } from '../src/login/password-hasher';
import { PASSWORD, anAuthScene, basic } from './auth-scene';
import type { AuthScene } from './auth-scene';
import { aRequest } from './a-request';
import { outcome } from './outcome';

const HERE = '10.0.0.1';

describe('logging in with a local account', () => {
  let scene: AuthScene;

  beforeEach(async () => {
    scene = await anAuthScene();
    await scene.accounts.add({ username: 'ada', password: PASSWORD, roles: ['operator'], orgId: 'org-1' });
    scene.hasher.verifications = 0;
  });

  afterEach(() => scene.close());

  const attempt = (username: string, password: string, address = HERE): Promise<string> =>
    outcome(scene.login.login(username, password, address));

  it('answers who it is and what the roles permit', async () => {
    expect((await scene.login.login('ada', PASSWORD, HERE)).caller).toMatchObject({
      username: 'ada',
      orgId: 'org-1',
      type: 'User',
      roles: ['operator'],
      method: 'basic',
      inventoryGroups: null,
      permissions: expect.arrayContaining(['MANAGE_INVENTORY']),
    });
  });

  it('does not say whether the name or the password was wrong', async () => {
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
    expect(scene.hasher.verifications).toBe(1);
  });

  it('never lets the decoy password in', async () => {
    expect(await attempt('nobody', 'no account has this password')).toBe('invalid_credentials');
  });

  it('remembers a verified password for a minute', async () => {
    await attempt('ada', PASSWORD);
    scene.clock.advance(59_999);
    expect(await attempt('ada', PASSWORD)).toBe('ada');
    expect(scene.hasher.verifications).toBe(1);
    scene.clock.advance(1);
    expect(await attempt('ada', PASSWORD)).toBe('ada');
    expect(scene.hasher.verifications).toBe(2);
  });

  it('does not take a remembered password for another name or a changed split of the two', async () => {
    await scene.accounts.add({ username: 'ad', password: `a${PASSWORD}`, roles: [], orgId: 'org-2' });
    await attempt('ada', PASSWORD);
    expect(await attempt('ad', `a${PASSWORD}`)).toBe('ad');
    expect(await attempt('bob', PASSWORD)).toBe('invalid_credentials');
  });

  it('verifies once for requests that arrive together', async () => {
    const together = await Promise.all(Array.from({ length: 20 }, () => attempt('ada', PASSWORD)));
    expect(new Set(together)).toEqual(new Set(['ada']));
    expect(scene.hasher.verifications).toBe(1);
  });

  it('forgets remembered passwords when the accounts change in another process', async () => {
    const elsewhere = await anAuthScene({ config: { ACCOUNTS_FILE: scene.accountsFile } });
    await attempt('ada', PASSWORD);
    await elsewhere.accounts.setPassword('ada', 'another long password');
    scene.clock.advance(1_000);
    expect(await attempt('ada', PASSWORD)).toBe('invalid_credentials');
    expect(await attempt('ada', 'another long password')).toBe('ada');
    await elsewhere.accounts.remove('ada');
    scene.clock.advance(1_000);
    expect(await attempt('ada', 'another long password')).toBe('invalid_credentials');
    await elsewhere.close();
  });

  it('lets a new account in at once, without a restart', async () => {
    const elsewhere = await anAuthScene({ config: { ACCOUNTS_FILE: scene.accountsFile } });
    await attempt('ada', PASSWORD);
    await elsewhere.accounts.add({ username: 'bob', password: PASSWORD, roles: [], orgId: 'org-1' });
    expect(await attempt('bob', PASSWORD)).toBe('bob');
    await elsewhere.close();
  });

  it('does not remember a password that was changed while it was being verified', async () => {
    const elsewhere = await anAuthScene({ config: { ACCOUNTS_FILE: scene.accountsFile } });
    const original = scene.hasher.verify.bind(scene.hasher);
    scene.hasher.verify = async (hash, password) => {
      const matches = await original(hash, password);
      await elsewhere.accounts.setPassword('ada', 'another long password');
      return matches;
    };
    expect(await attempt('ada', PASSWORD)).toBe('ada');
    scene.hasher.verify = original;
    scene.clock.advance(1_000);
    expect(await attempt('ada', PASSWORD)).toBe('invalid_credentials');
    await elsewhere.close();
  });

  it('pauses after five failures, says for how long, and verifies nothing meanwhile', async () => {
    for (let failure = 0; failure < 5; failure++)
      expect(await attempt('ada', `wrong ${failure}`)).toBe('invalid_credentials');
    scene.hasher.verifications = 0;
    const refused: unknown = await scene.login.login('ada', PASSWORD, HERE).catch((error: unknown) => error);
    expect(refused).toMatchObject({ kind: CommonError.too_many_attempts, headers: { 'Retry-After': '30' } });
    expect(scene.hasher.verifications).toBe(0);
    scene.clock.advance(30_000);
    expect(await attempt('ada', PASSWORD)).toBe('ada');
  });

  it('does not shut out a session whose password is remembered, nor other addresses', async () => {
    await attempt('ada', PASSWORD);
    for (let failure = 0; failure < 6; failure++) await attempt('ada', `wrong ${failure}`);
    expect(await attempt('ada', `wrong again`)).toBe('too_many_attempts');
    expect(await attempt('ada', PASSWORD)).toBe('ada');
    expect(await attempt('ada', `wrong again`, '10.0.0.2')).toBe('invalid_credentials');
  });

  it('counts parallel guesses before their outcome is known', async () => {
    const guesses = await Promise.all(Array.from({ length: 20 }, (_, index) => attempt('ada', `guess ${index}`)));
    expect(guesses.filter((answer) => answer === 'invalid_credentials')).toHaveLength(5);
    expect(guesses.filter((answer) => answer === 'too_many_attempts')).toHaveLength(15);
  });

  it('takes the address from the proxy only where one is trusted', async () => {
    const behindProxy = await anAuthScene({ config: { ACCOUNTS_FILE: scene.accountsFile, TRUST_PROXY: true } });
    const from = (target: AuthScene, forwarded: string): Promise<string> =>
      outcome(
        target.authenticator.authenticate(
          aRequest({ authorization: basic('ada', `wrong ${forwarded}`), 'x-forwarded-for': forwarded }),
        ),
      );
    for (let host = 1; host <= 6; host++) {
      expect(await from(behindProxy, `192.0.2.${host}`)).toBe('invalid_credentials');
      expect(await from(scene, `192.0.2.${host}`)).toBe(host <= 5 ? 'invalid_credentials' : 'too_many_attempts');
    }
    await behindProxy.close();
  });

  it('knows nobody in a process without an accounts file', async () => {
    const bare = await anAuthScene({ config: { ACCOUNTS_FILE: undefined } });
    expect(await outcome(bare.login.login('ada', PASSWORD, HERE))).toBe('invalid_credentials');
    await bare.close();
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

  it('answers 503 rather than let more than the queue wait', async () => {
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

  it('serves an honest login while strangers guess from many addresses', async () => {
    // As slow as in production, so that guesses queue up.
    const scene = await anAuthScene({ hasher: new PasswordHasher() });
    await scene.accounts.add({ username: 'ada', password: PASSWORD, roles: [], orgId: 'org-1' });
    await outcome(scene.login.login('nobody', PASSWORD, HERE));
    let answered = 0;
    const guesses = Array.from({ length: 400 }, (_, n) =>
      outcome(scene.login.login('ada', `wrong ${n}`, `198.51.${n % 2}.${n >> 1}`)).finally(() => answered++),
    );

    expect(await outcome(scene.login.login('ada', PASSWORD, HERE))).toBe('ada');

    expect(answered).toBeLessThan(200);
    const outcomes = new Set(await Promise.all(guesses));
    expect(outcomes).toEqual(new Set(['invalid_credentials', 'service_unavailable']));
    await scene.close();
  }, 60_000);

  it('does not count an attempt that the queue had no room for', async () => {
    const scene = await anAuthScene();
    await scene.accounts.add({ username: 'ada', password: PASSWORD, roles: [], orgId: 'org-1' });
    const verify = scene.hasher.verify.bind(scene.hasher);
    scene.hasher.verify = () => Promise.reject(new ApiError(CommonError.service_unavailable));
    for (let round = 0; round < 10; round++) {
      expect(await outcome(scene.login.login('ada', `wrong ${round}`, HERE))).toBe('service_unavailable');
    }
    scene.hasher.verify = verify;
    expect(await outcome(scene.login.login('ada', PASSWORD, HERE))).toBe('ada');
    await scene.close();
  });
});
