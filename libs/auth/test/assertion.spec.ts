import { createHmac, generateKeyPairSync } from 'node:crypto';
import { TestClock } from '@wardstone/clock';
import * as fc from 'fast-check';
import { type CryptoKey, exportJWK, generateKeyPair, type JWK, type JWTPayload, SignJWT } from 'jose';
import { GRANT_TYPES, PROOF_TYPES, type PublicKey, readPublicKey, verifyAssertion } from '../src/assertions/assertion';
import { OAuthError } from '../src/tokens/oauth-error';
import { NOON } from './auth-fixture';

const NOW = NOON / 1000;
const AUDIENCE = 'wardstone';

interface Pair {
  privateKey: CryptoKey;
  publicKey: PublicKey;
}

async function aPair(): Promise<Pair> {
  const { privateKey, publicKey } = await generateKeyPair('EdDSA', { crv: 'Ed25519' });
  return { privateKey, publicKey: (await readPublicKey(await exportJWK(publicKey)))! };
}

describe('an assertion', () => {
  const clock = new TestClock(NOON);
  let own: Pair;
  let foreign: Pair;

  beforeAll(async () => {
    own = await aPair();
    foreign = await aPair();
  });

  const claims = (over: JWTPayload = {}): JWTPayload => ({
    iss: 'web-2',
    sub: 'web-2',
    aud: AUDIENCE,
    exp: NOW + 300,
    jti: 'one',
    ...over,
  });
  const sign = (payload: JWTPayload = claims(), header: object = {}, { privateKey } = own): Promise<string> =>
    new SignJWT(payload).setProtectedHeader({ alg: 'EdDSA', kid: own.publicKey.kid, ...header }).sign(privateKey);
  const verify = (assertion: string, types: readonly (string | undefined)[] = GRANT_TYPES) =>
    verifyAssertion(assertion, {
      clock,
      audiences: [AUDIENCE, 'https://wardstone.example/auth/token'],
      types,
      findKey: (kid) =>
        Promise.resolve(
          [
            { ...own.publicKey, username: 'web-2' },
            { ...foreign.publicKey, username: 'db-1' },
          ].find((key) => key.kid === kid),
        ),
    });
  const toCode = async (assertion: string | Promise<string>, types?: readonly (string | undefined)[]) => {
    const error: unknown = await verify(await assertion, types).catch((thrown: unknown) => thrown);
    return error instanceof OAuthError ? error.code : error;
  };

  it('of a known key is accepted', async () => {
    expect(await verify(await sign())).toMatchObject({
      key: { username: 'web-2', kid: own.publicKey.kid },
      jti: 'one',
      endsAtMs: (NOW + 305) * 1000,
    });
  });

  it.each(['https://wardstone.example/auth/token', [AUDIENCE, 'other']])('may name the audience %j', async (aud) => {
    expect(await verify(await sign(claims({ aud })))).toMatchObject({ jti: 'one' });
  });

  it.each<[string, () => Promise<string>]>([
    ['a foreign key under the id of a known one', () => sign(claims(), {}, foreign)],
    ['the key of another account', () => sign(claims(), { kid: foreign.publicKey.kid }, foreign)],
    ['an unknown key', () => sign(claims(), { kid: 'unknown' })],
    ['no id of a key', () => sign(claims(), { kid: undefined })],
    ['another issuer', () => sign(claims({ iss: 'db-1' }))],
    ['another subject', () => sign(claims({ sub: 'db-1' }))],
    ['another audience', () => sign(claims({ aud: 'https://elsewhere.example' }))],
    ['no audience', () => sign(claims({ aud: undefined }))],
    ['no expiry', () => sign(claims({ exp: undefined }))],
    ['an expiry that is past', () => sign(claims({ exp: NOW - 6 }))],
    ['an expiry that is too far away', () => sign(claims({ exp: NOW + 306 }))],
    ['a beginning to come', () => sign(claims({ nbf: NOW + 60 }))],
    ['no jti', () => sign(claims({ jti: undefined }))],
    ['an empty jti', () => sign(claims({ jti: '' }))],
    ['a jti that is too long', () => sign(claims({ jti: 'x'.repeat(129) }))],
    ['a jti that is no text', () => sign(claims({ jti: 7 as never }))],
    ['the type of an access token', () => sign(claims(), { typ: 'at+jwt' })],
    ['the type of a proof', () => sign(claims(), { typ: 'agent-key+jwt' })],
    ['an embedded key', () => sign(claims(), { kid: undefined, jwk: { kty: 'OKP' } })],
  ])('with %s is refused', async (_case, make) => {
    expect(await toCode(make())).toBe('invalid_grant');
  });

  const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

  it.each(['none', 'None', 'NONE'])('that claims the algorithm %s is refused', async (alg) => {
    const unsigned = `${part({ alg, kid: own.publicKey.kid })}.${part(claims())}.`;
    expect(await toCode(unsigned)).toBe('invalid_grant');
  });

  it('that is signed with the public key as a shared secret is refused', async () => {
    for (const secret of [Buffer.from(own.publicKey.x, 'base64url'), Buffer.from(own.publicKey.x)]) {
      const input = `${part({ alg: 'HS256', kid: own.publicKey.kid })}.${part(claims())}`;
      const signature = createHmac('sha256', secret).update(input).digest('base64url');
      expect(await toCode(`${input}.${signature}`)).toBe('invalid_grant');
    }
  });

  it('that requests a token does not prove the possession of a key', async () => {
    expect(await toCode(sign(), PROOF_TYPES)).toBe('invalid_grant');
    expect(await verify(await sign(claims(), { typ: 'agent-key+jwt' }), PROOF_TYPES)).toMatchObject({ jti: 'one' });
  });

  it('is refused whatever character of it is changed, and whatever else is sent', async () => {
    const good = await sign();
    await fc.assert(
      fc.asyncProperty(fc.nat(good.length - 1), fc.constantFrom(...'AZaz09-_.=+ '), async (at, character) => {
        const changed = good.slice(0, at) + character + good.slice(at + 1);
        fc.pre(changed !== good);
        // The last character of a signature has unused bits.
        fc.pre(at < good.length - 1);
        expect(await toCode(changed)).toBe('invalid_grant');
      }),
    );
    await fc.assert(fc.asyncProperty(fc.string(), async (text) => expect(await toCode(text)).toBe('invalid_grant')));
  });
});

describe('a public key', () => {
  const jwk = (): JWK => generateKeyPairSync('ed25519').publicKey.export({ format: 'jwk' });

  it('is identified by its thumbprint, whatever other members it has', async () => {
    const { x } = jwk();
    const read = await readPublicKey({ kty: 'OKP', crv: 'Ed25519', x });
    expect(read).toEqual({ x, kid: expect.stringMatching(/^[\w-]{43}$/) as string });
    expect(await readPublicKey({ kty: 'OKP', crv: 'Ed25519', x, kid: 'mine', use: 'sig' })).toEqual(read);
  });

  it.each<[string, () => unknown]>([
    ['nothing', () => undefined],
    ['a text', () => 'key'],
    ['a private key', () => generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' })],
    ['another curve', () => generateKeyPairSync('x25519').publicKey.export({ format: 'jwk' })],
    ['a key of RSA', () => generateKeyPairSync('rsa', { modulusLength: 1024 }).publicKey.export({ format: 'jwk' })],
    ['a shared secret', () => ({ kty: 'oct', k: 'c2VjcmV0' })],
    ['a short one', () => ({ ...jwk(), x: 'AAAA' })],
    ['one that is written differently', () => ({ ...jwk(), x: `${'A'.repeat(42)}B` })],
    ['a number', () => ({ ...jwk(), x: 7 })],
  ])('is not %s', async (_case, make) => {
    expect(await readPublicKey(make())).toBeUndefined();
  });
});
