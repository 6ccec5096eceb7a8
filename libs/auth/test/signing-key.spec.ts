import { mkdir, mkdtemp, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TestClock } from '@wardstone/clock';
import { calculateJwkThumbprint, createLocalJWKSet, decodeProtectedHeader, jwtVerify } from 'jose';
import { KeyFile } from '../src/tokens/key-file';
import { ReadOnlyKeyError, SigningKey } from '../src/tokens/signing-key';
import { NOON } from './auth-fixture';

const MINUTE = 60_000;

describe('SigningKey', () => {
  let folder: string;
  let file: string;
  let clock: TestClock;

  beforeEach(async () => {
    clock = new TestClock(NOON);
    folder = await mkdtemp(join(tmpdir(), 'wardstone-key-'));
    file = join(folder, 'keys', 'gateway.json');
  });

  afterEach(() => rm(folder, { recursive: true, force: true }));

  const sign = (key: SigningKey): Promise<string> =>
    key.sign({ a: 1 }, { audience: 'compliance', type: 'test+jwt', lifetimeSeconds: 60, clock });

  it('is created once, for its owner only, and found again', async () => {
    const first = await SigningKey.loadOrCreate(file, { clock });
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect((await SigningKey.loadOrCreate(file, { clock })).publicJwks()).toEqual(first.publicJwks());
    expect(await readdir(join(folder, 'keys'))).toEqual(['gateway.json']);
  });

  it('is the same for processes that start together', async () => {
    const keys = await Promise.all(Array.from({ length: 8 }, () => SigningKey.loadOrCreate(file, { clock })));
    expect(new Set(keys.map((key) => JSON.stringify(key.publicJwks()))).size).toBe(1);
  });

  it('publishes the public half only, named by its thumbprint', async () => {
    const [key] = (await SigningKey.generate()).publicJwks().keys;
    expect(key).toEqual({ kty: 'OKP', crv: 'Ed25519', x: key?.x, kid: key?.kid, alg: 'EdDSA', use: 'sig' });
    expect(key?.kid).toBe(await calculateJwkThumbprint({ kty: 'OKP', crv: 'Ed25519', x: key?.x ?? '' }));
  });

  it('signs with the first of several keys without a date, and publishes all', async () => {
    const [first, second] = await Promise.all(
      ['a', 'b'].map(async (name) => {
        await SigningKey.loadOrCreate(join(folder, name), { clock });
        const { keys } = JSON.parse(await readFile(join(folder, name), 'utf8')) as { keys: { createdAt?: string }[] };
        return keys.map(({ createdAt: _left, ...key }) => key);
      }),
    );
    await SigningKey.loadOrCreate(file, { clock });
    await writeFile(file, JSON.stringify({ keys: [...first!, ...second!] }));
    const rotating = await SigningKey.loadOrCreate(file, { clock });
    const old = await SigningKey.loadOrCreate(join(folder, 'b'), { clock });
    expect(rotating.publicJwks().keys).toHaveLength(2);
    expect(decodeProtectedHeader(await sign(rotating)).kid).toBe(rotating.publicJwks().keys[0]?.kid);
    const verified = await jwtVerify(await sign(old), createLocalJWKSet(rotating.publicJwks()), {
      currentDate: new Date(NOON),
    });
    expect(verified.payload).toMatchObject({ iss: 'wardstone', aud: 'compliance', exp: NOON / 1000 + 60 });
  });

  describe('that is rotated', () => {
    const getKid = async (key: SigningKey): Promise<string | undefined> => decodeProtectedHeader(await sign(key)).kid;
    const published = async (key: SigningKey): Promise<(string | undefined)[]> => {
      await key.refresh();
      return key.publicJwks().keys.map(({ kid }) => kid);
    };

    it('is published before it signs, and its predecessor until its last token has expired', async () => {
      const key = await SigningKey.loadOrCreate(file, { clock });
      const old = await getKid(key);

      await new KeyFile(file, clock).rotate();
      clock.advance(1_000);
      const [next, ...others] = await published(key);
      expect([next === old, others]).toEqual([false, [old]]);
      expect(await getKid(key)).toBe(old);

      clock.advance(5 * MINUTE - 1);
      expect(await getKid(key)).toBe(old);
      clock.advance(1_000);
      expect(await getKid(key)).toBe(next);
      clock.advance(60 * MINUTE);
      expect(await published(key)).toEqual([next, old]);
      clock.advance(MINUTE);
      expect(await published(key)).toEqual([next]);
    });

    it('signs nowhere before every replica publishes it, wherever secrets arrive late and replicas start', async () => {
      const late = join(folder, 'late.json');
      const early = await SigningKey.loadOrCreate(file, { clock });
      await writeFile(late, await readFile(file));
      const replica = await SigningKey.loadOrCreate(late, { clock });

      await new KeyFile(file, clock).rotate();
      // A replica that starts has the new secret at once, the others when the kubelet has renewed theirs.
      const started = await SigningKey.loadOrCreate(file, { clock });
      for (let second = 0; second < 7 * 60; second++) {
        clock.advance(1_000);
        if (second === 90) await writeFile(late, await readFile(file));
        const signing = await Promise.all([early, replica, started].map(getKid));
        for (const publishing of [early, replica, started]) {
          expect(await published(publishing)).toEqual(expect.arrayContaining(signing));
        }
      }
      expect(new Set(await Promise.all([early, replica, started].map(getKid)))).toEqual(
        new Set([(await published(early))[0]]),
      );
    });

    it('is published as long when it was created long before a running process found it', async () => {
      const kept = join(folder, 'kept.json');
      const key = await SigningKey.loadOrCreate(file, { clock });
      const old = await getKid(key);
      await writeFile(kept, await readFile(file));
      await new KeyFile(kept, clock).rotate();
      clock.advance(60 * MINUTE);
      await writeFile(file, await readFile(kept));

      clock.advance(1_000);
      const [next] = await published(key);
      expect([await getKid(key), next === old]).toEqual([old, false]);
      clock.advance(5 * MINUTE);
      expect(await getKid(key)).toBe(next);
      expect(await published(key)).toEqual([next, old]);
    });

    it('is noticed by a running process, within a second', async () => {
      const replica = await SigningKey.loadOrCreate(file, { clock });
      const before = await published(replica);

      await new KeyFile(file, clock).rotate();
      clock.advance(1_000);

      expect(await published(replica)).toEqual([expect.any(String), ...before]);
    });

    it('ends all others at once when it replaces a stolen one', async () => {
      const key = await SigningKey.loadOrCreate(file, { clock });
      const old = await getKid(key);

      await new KeyFile(file, clock).rotate({ revoke: true });
      clock.advance(1_000);

      expect(await getKid(key)).not.toBe(old);
      expect(await published(key)).toEqual([await getKid(key)]);
    });

    it('gets a successor by its age, one for all replicas', async () => {
      const options = { clock, maxAgeMs: 30 * 24 * 60 * MINUTE };
      const replicas = await Promise.all([1, 2, 3].map(() => SigningKey.loadOrCreate(file, options)));
      const before = await getKid(replicas[0]!);
      clock.advance(options.maxAgeMs);

      await Promise.all(replicas.map((key) => key.refresh()));
      clock.advance(10_000);
      await Promise.all(replicas.map((key) => key.refresh()));
      clock.advance(5 * MINUTE);

      const kids = new Set(await Promise.all(replicas.map(getKid)));
      expect([...kids]).toEqual([expect.not.stringMatching(before!)]);
      expect(await published(replicas[0]!)).toHaveLength(2);
    });

    it('continues signing with a warning when its file is read-only', async () => {
      const failures: string[] = [];
      await SigningKey.loadOrCreate(file, { clock });
      // A folder in place of the lock: nothing can be written, whoever runs this.
      await mkdir(`${file}.lock`);
      const key = await SigningKey.loadOrCreate(file, {
        clock,
        maxAgeMs: 0,
        failed: ({ message }) => failures.push(message),
      });

      expect(await getKid(key)).toBe((await published(key))[0]);
      expect(failures).toEqual([expect.stringContaining(file)]);
    });

    it('reports that a successor is due, and how to create it, when its file is read-only', async () => {
      const failures: Error[] = [];
      await SigningKey.loadOrCreate(file, { clock });
      const failure = Object.assign(new Error('EROFS: read-only file system'), { code: 'EROFS' });
      const rotation = jest.spyOn(KeyFile.prototype, 'rotate').mockRejectedValue(failure);
      await SigningKey.loadOrCreate(file, { clock, maxAgeMs: 0, failed: (error) => failures.push(error) });
      rotation.mockRestore();

      expect(failures).toEqual([expect.any(ReadOnlyKeyError)]);
      expect(failures[0]!.message).toMatch(/^A new signing key is due, and .* is read-only: rotate it with/);
    });
  });

  it.each([
    ['not JSON', 'x'],
    ['no key', '{"keys":[]}'],
    ['a public key', '{"kty":"OKP","crv":"Ed25519","x":"11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo"}'],
    ['a key of another kind', '{"kty":"EC","crv":"P-256","x":"a","y":"b","d":"c"}'],
  ])('rejects a file with %s, naming the file, and leaves it unchanged', async (_case, text) => {
    await writeFile(join(folder, 'bad'), text);
    await expect(SigningKey.loadOrCreate(join(folder, 'bad'), { clock })).rejects.toThrow(join(folder, 'bad'));
    expect(await readFile(join(folder, 'bad'), 'utf8')).toBe(text);
  });
});
