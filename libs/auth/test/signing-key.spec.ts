import { mkdtemp, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TestClock } from '@wardstone/clock';
import { calculateJwkThumbprint, createLocalJWKSet, decodeProtectedHeader, jwtVerify } from 'jose';
import { SigningKey } from '../src/tokens/signing-key';
import { NOON } from './auth-scene';

describe('SigningKey', () => {
  let folder: string;
  let file: string;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'wardstone-key-'));
    file = join(folder, 'keys', 'gateway.json');
  });

  afterEach(() => rm(folder, { recursive: true, force: true }));

  const clock = new TestClock(NOON);
  const sign = (key: SigningKey): Promise<string> =>
    key.sign({ a: 1 }, { audience: 'compliance', type: 'test+jwt', lifetimeSeconds: 60, clock });

  it('is made once, for its owner only, and found again', async () => {
    const first = await SigningKey.loadOrCreate(file);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect((await SigningKey.loadOrCreate(file)).publicJwks()).toEqual(first.publicJwks());
    expect(await readdir(join(folder, 'keys'))).toEqual(['gateway.json']);
  });

  it('is the same for processes that start together', async () => {
    const keys = await Promise.all(Array.from({ length: 8 }, () => SigningKey.loadOrCreate(file)));
    expect(new Set(keys.map((key) => JSON.stringify(key.publicJwks()))).size).toBe(1);
  });

  it('publishes the public half only, named by its thumbprint', async () => {
    const [key] = (await SigningKey.generate()).publicJwks().keys;
    expect(key).toEqual({ kty: 'OKP', crv: 'Ed25519', x: key?.x, kid: key?.kid, alg: 'EdDSA', use: 'sig' });
    expect(key?.kid).toBe(await calculateJwkThumbprint({ kty: 'OKP', crv: 'Ed25519', x: key?.x ?? '' }));
  });

  it('signs with the first of several keys and publishes all', async () => {
    const [first, second] = await Promise.all(
      ['a', 'b'].map(async (name) => {
        await SigningKey.loadOrCreate(join(folder, name));
        return JSON.parse(await readFile(join(folder, name), 'utf8')) as { keys: object[] };
      }),
    );
    await SigningKey.loadOrCreate(file);
    await writeFile(file, JSON.stringify({ keys: [...(first?.keys ?? []), ...(second?.keys ?? [])] }));
    const rotating = await SigningKey.loadOrCreate(file);
    const old = await SigningKey.loadOrCreate(join(folder, 'b'));
    expect(rotating.publicJwks().keys).toHaveLength(2);
    expect(decodeProtectedHeader(await sign(rotating)).kid).toBe(rotating.publicJwks().keys[0]?.kid);
    const verified = await jwtVerify(await sign(old), createLocalJWKSet(rotating.publicJwks()), {
      currentDate: new Date(NOON),
    });
    expect(verified.payload).toMatchObject({ iss: 'wardstone', aud: 'compliance', exp: NOON / 1000 + 60 });
  });

  it.each([
    ['not JSON', 'x'],
    ['no key', '{"keys":[]}'],
    ['a public key', '{"kty":"OKP","crv":"Ed25519","x":"11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo"}'],
    ['a key of another kind', '{"kty":"EC","crv":"P-256","x":"a","y":"b","d":"c"}'],
  ])('refuses a file with %s, naming the file, and leaves it as it is', async (_case, text) => {
    await writeFile(join(folder, 'bad'), text);
    await expect(SigningKey.loadOrCreate(join(folder, 'bad'))).rejects.toThrow(join(folder, 'bad'));
    expect(await readFile(join(folder, 'bad'), 'utf8')).toBe(text);
  });
});
