import { TestClock } from '@wardstone/clock';
import { anOidcServer, anRsaKey, AUDIENCE, type OidcServer, TOKEN_LIFETIME_SECONDS } from '@wardstone/testing';
import {
  type CryptoKey,
  decodeJwt,
  decodeProtectedHeader,
  exportSPKI,
  importJWK,
  type JWK,
  type JWTPayload,
  SignJWT,
} from 'jose';
import type { CallerIdentity } from '../src/caller';
import { type AuthConfig, createAuthentication } from '../src/create-authenticator';
import { aRequest } from './a-request';
import { authConfig } from './auth-fixture';
import { outcome } from './outcome';

const CLIENTS = {
  reporter: { org_id: 'org-1', roles: ['viewer', 'staff', 'unknown'] },
  nested: { org_id: 'org-1', realm_access: { roles: ['ops'] } },
  roleless: { org_id: 'org-1' },
  homeless: { roles: ['admin'] },
};

interface OidcFixture {
  clock: TestClock;
  use: (token: string) => Promise<CallerIdentity>;
}

describe('access tokens of an OIDC issuer', () => {
  let oidc: OidcServer;
  let keys: JWK[];

  beforeAll(async () => {
    keys = [await anRsaKey('first')];
  });

  beforeEach(async () => {
    for (const level of ['warn', 'info'] as const) jest.spyOn(console, level).mockImplementation(() => undefined);
    oidc = await anOidcServer(CLIENTS, keys);
  });

  afterEach(async () => {
    await oidc.close();
    jest.restoreAllMocks();
  });

  /** The provider writes real times, so the clock starts now and is then moved by hand. */
  const fixture = (config: Partial<AuthConfig> = {}, cooldownMs = 0): OidcFixture => {
    const clock = new TestClock(Date.now());
    const { authenticator } = createAuthentication({
      service: 'compliance',
      config: authConfig({ OIDC_ISSUER: oidc.issuer, OIDC_AUDIENCE: AUDIENCE, ...config }),
      clock,
      remoteKeys: { cooldownMs },
    });
    return { clock, use: (token) => authenticator.authenticate(aRequest({ authorization: `Bearer ${token}` })) };
  };

  /** Signs like the provider, with its own key, except for what a test changes. */
  const forge = async (claims: JWTPayload, header: object = {}, jwk: JWK = keys[0] ?? {}): Promise<string> => {
    const now = Math.floor(Date.now() / 1000);
    const usual = { iss: oidc.issuer, aud: AUDIENCE, sub: 'eve', org_id: 'org-1', iat: now, exp: now + 60 };
    return new SignJWT({ ...usual, ...claims })
      .setProtectedHeader({ alg: 'RS256', kid: 'first', typ: 'at+jwt', ...header })
      .sign(await importJWK(jwk, 'RS256'), { crit: { 'urn:unheard-of': true } });
  };

  it('make a caller with the roles and the organisation they name', async () => {
    expect(await fixture().use(await oidc.fetchToken('reporter'))).toMatchObject({
      username: 'reporter',
      orgId: 'org-1',
      type: 'ServiceAccount',
      roles: ['viewer'],
      permissions: expect.arrayContaining(['compliance:policy:read']),
      method: 'bearer',
    });
  });

  it('have their roles translated by the settings', async () => {
    const mapped = fixture({ OIDC_ROLE_MAP: ['staff=operator'] });
    expect((await mapped.use(await oidc.fetchToken('reporter'))).roles).toEqual(['viewer', 'operator']);
    const nested = fixture({ OIDC_ROLES_CLAIM: 'realm_access.roles', OIDC_ROLE_MAP: ['ops=operator'] });
    expect((await nested.use(await oidc.fetchToken('nested'))).roles).toEqual(['operator']);
  });

  it('are accepted without any permission when they name no role', async () => {
    expect(await fixture().use(await oidc.fetchToken('roleless'))).toMatchObject({ roles: [], permissions: [] });
  });

  it('are refused without an organisation, saying which claim is missing', async () => {
    await expect(fixture().use(await oidc.fetchToken('homeless'))).rejects.toThrow('"org_id"');
  });

  it('expire', async () => {
    const { clock, use } = fixture();
    const token = await oidc.fetchToken('reporter');
    expect(await outcome(use(token))).toBe('reporter');
    clock.advance((TOKEN_LIFETIME_SECONDS + 10) * 1000);
    expect(await outcome(use(token))).toBe('expired_token');
  });

  it('are refused when made for another audience', async () => {
    const token = await oidc.fetchToken('reporter', 'urn:elsewhere');
    expect(decodeJwt(token).aud).toBe('urn:elsewhere');
    expect(await outcome(fixture().use(token))).toBe('invalid_token');
  });

  it('are refused when they are not JWTs', async () => {
    expect(await outcome(fixture().use(await oidc.fetchToken('reporter', '')))).toBe('invalid_token');
  });

  it('are accepted when signed by the algorithms of the provider', async () => {
    expect(await outcome(fixture().use(await forge({ preferred_username: 'ada' })))).toBe('ada');
    expect(await outcome(fixture().use(await forge({}, { typ: 'JWT' })))).toBe('eve');
    expect(await outcome(fixture().use(await forge({}, { typ: 'application/at+jwt' })))).toBe('eve');
    expect(await outcome(fixture().use(await forge({ aud: ['urn:elsewhere', AUDIENCE] })))).toBe('eve');
  });

  it.each([
    ['without an expiry', { exp: undefined }, {}],
    ['not valid yet', { nbf: Math.floor(Date.now() / 1000) + 3600 }, {}],
    ['without an audience', { aud: undefined }, {}],
    ['of another issuer', { iss: 'https://elsewhere.example' }, {}],
    ['of an issuer that differs by a slash', { iss: 'slash' }, {}],
    ['claiming to be ours', { iss: 'wardstone', aud: 'wardstone' }, {}],
    ['of another kind', {}, { typ: 'logout+jwt' }],
    ['with a critical header that is not understood', {}, { crit: ['urn:unheard-of'], 'urn:unheard-of': 1 }],
    ['with an unknown key id', {}, { kid: 'unknown' }],
  ])('are refused %s', async (_case, claims: JWTPayload, header) => {
    const { iss, ...others } = claims;
    const issuer = iss === undefined ? {} : { iss: iss === 'slash' ? `${oidc.issuer}/` : iss };
    expect(await outcome(fixture().use(await forge({ ...others, ...issuer }, header)))).toBe('invalid_token');
  });

  it('are refused when signed by another key under a known key id', async () => {
    expect(await outcome(fixture().use(await forge({}, {}, await anRsaKey('first'))))).toBe('invalid_token');
  });

  it('are refused without a signature', async () => {
    const [, body] = (await oidc.fetchToken('reporter')).split('.');
    for (const alg of ['none', 'None', 'NONE']) {
      const head = Buffer.from(JSON.stringify({ alg, typ: 'at+jwt' })).toString('base64url');
      expect(await outcome(fixture().use(`${head}.${body}.`))).toBe('invalid_token');
    }
  });

  it('are refused when signed with the public key as a shared secret', async () => {
    const publicJwk: JWK = { kty: 'RSA', n: keys[0]?.n ?? '', e: keys[0]?.e ?? '' };
    const spki = await exportSPKI((await importJWK(publicJwk, 'RS256', { extractable: true })) as CryptoKey);
    const claims = decodeJwt(await oidc.fetchToken('reporter'));
    for (const secret of [spki, spki.trim(), JSON.stringify(publicJwk)]) {
      const confused = await new SignJWT(claims)
        .setProtectedHeader({ alg: 'HS256', kid: 'first', typ: 'at+jwt' })
        .sign(Buffer.from(secret));
      expect(await outcome(fixture().use(confused))).toBe('invalid_token');
    }
  });

  it('are refused when they bring their own key', async () => {
    const own = await anRsaKey('own');
    const header = { kid: 'own', jwk: { kty: 'RSA', n: own.n, e: own.e }, jku: `${oidc.issuer}/own` };
    expect(await outcome(fixture().use(await forge({}, header, own)))).toBe('invalid_token');
  });

  it('are accepted under a key that was rotated in, and refused under one rotated out', async () => {
    const { clock, use } = fixture();
    const old = await oidc.fetchToken('reporter');
    expect(await outcome(use(old))).toBe('reporter');
    oidc.rotate([await anRsaKey('second')]);
    const fresh = await oidc.fetchToken('nested');
    expect(decodeProtectedHeader(fresh).kid).toBe('second');
    expect(await outcome(use(fresh))).toBe('nested');
    clock.advance(60_000);
    expect(await outcome(use(old))).toBe('invalid_token');
  });

  it('are accepted without a key id, whichever of several keys signed them', async () => {
    const pair = [await anRsaKey('a'), await anRsaKey('b')];
    oidc.rotate(pair);
    const { use } = fixture();
    for (const key of pair)
      expect(await outcome(use(await forge({ sub: key.kid }, { kid: undefined }, key)))).toBe(key.kid);
    expect(await outcome(use(await forge({}, { kid: undefined }, await anRsaKey('c'))))).toBe('invalid_token');
  });

  it('limit how often unknown keys cause requests to the issuer', async () => {
    const { use } = fixture({}, 60_000);
    const token = await oidc.fetchToken('reporter');
    oidc.lookups = 0;
    for (let round = 0; round < 5; round++) await outcome(use(await forge({}, { kid: `unknown-${round}` })));
    expect(await outcome(use(token))).toBe('reporter');
    expect(oidc.lookups).toBe(2);
  });

  it('get 503 while the issuer is unreachable, and are accepted afterwards', async () => {
    const { clock, use } = fixture();
    const token = await oidc.fetchToken('reporter');
    oidc.respondWith((_request, response) => response.writeHead(502).end());
    expect(await outcome(use(token))).toBe('service_unavailable');
    oidc.lookups = 0;
    expect(await outcome(use(token))).toBe('service_unavailable');
    expect(oidc.lookups).toBe(0);
    oidc.respondWith(undefined);
    clock.advance(5_000);
    expect(await outcome(use(token))).toBe('reporter');
  });

  it('get 503 when the address publishes another issuer', async () => {
    oidc.respondWith((_request, response) => {
      response.setHeader('Content-Type', 'application/json');
      response.end(JSON.stringify({ issuer: 'https://elsewhere.example', jwks_uri: `${oidc.issuer}/jwks` }));
    });
    expect(await outcome(fixture().use(await forge({})))).toBe('service_unavailable');
  });

  it('stay valid for known keys when the issuer goes away', async () => {
    const { use } = fixture();
    const [first, second] = [await oidc.fetchToken('reporter'), await oidc.fetchToken('nested')];
    expect(await outcome(use(first))).toBe('reporter');
    await oidc.close();
    expect(await outcome(use(second))).toBe('nested');
  });

  it.each([
    ['without an audience', { OIDC_AUDIENCE: undefined }, 'OIDC_AUDIENCE'],
    ['with a role that does not exist', { OIDC_ROLE_MAP: ['ops=root'] }, 'OIDC_ROLE_MAP'],
  ])('stop the process when configured %s', (_case, config, text) => {
    expect(() => fixture(config)).toThrow(text);
  });
});
