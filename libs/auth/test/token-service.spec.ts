import { TestClock } from '@wardstone/clock';
import { decodeJwt, decodeProtectedHeader, type JSONWebKeySet, type JWTPayload } from 'jose';
import { createAuthentication } from '../src/create-authenticator';
import type { CallerIdentity } from '../src/caller';
import { IdentityMinter } from '../src/tokens/identity-minter';
import { OAuthError } from '../src/tokens/oauth-error';
import { SigningKey } from '../src/tokens/signing-key';
import { type TokenResponse, TokenService } from '../src/tokens/token-service';
import { aRequest } from './a-request';
import { anAuthFixture, authConfig, type AuthFixture, basic, PASSWORD } from './auth-fixture';
import { outcome } from './outcome';

describe('TokenService', () => {
  let fixture: AuthFixture;
  let gateway: SigningKey;
  let tokens: TokenService;

  beforeEach(async () => {
    gateway = await SigningKey.generate();
    fixture = anAuthFixture({ service: 'gateway', localJwks: gateway.publicJwks() });
    tokens = new TokenService(fixture.login, new IdentityMinter(gateway, fixture.clock));
    await fixture.accounts.add({ username: 'ada', password: PASSWORD, roles: ['operator'], orgId: 'org-1' });
    await fixture.accounts.add({
      username: 'job',
      password: 'a+b%20c d:e long',
      roles: ['viewer'],
      orgId: 'org-1',
      type: 'ServiceAccount',
    });
  });

  const ask = (form: Record<string, string> | string, authorization?: string): Promise<TokenResponse> =>
    tokens.grant({ form: new URLSearchParams(form), authorization, remoteAddress: '10.0.0.1' });
  const passwordGrant = (over: Record<string, string> = {}): Promise<TokenResponse> =>
    ask({ grant_type: 'password', username: 'ada', password: PASSWORD, ...over });
  const use = (token: string): Promise<CallerIdentity> =>
    fixture.authenticator.authenticate(aRequest({ authorization: `Bearer ${token}` }));
  const refusal = async (request: Promise<TokenResponse>): Promise<OAuthError> => {
    const error: unknown = await request.catch((thrown: unknown) => thrown);
    if (error instanceof OAuthError) return error;
    throw new Error('the token was granted', { cause: error });
  };

  it('grants an hour for a name and password', async () => {
    const granted = await passwordGrant();
    expect(granted).toMatchObject({ token_type: 'Bearer', expires_in: 3600 });
    expect(granted.scope.split(' ')).toEqual(expect.arrayContaining(['MANAGE_INVENTORY', 'errors:read']));
    expect(decodeProtectedHeader(granted.access_token)).toMatchObject({ alg: 'EdDSA', typ: 'at+jwt' });
    expect(decodeJwt(granted.access_token)).toMatchObject({ iss: 'wardstone', aud: 'wardstone', sub: 'ada' });
    expect(granted.access_token).not.toContain(PASSWORD);
  });

  it('grants a token with the permissions of the account', async () => {
    const direct = await fixture.authenticator.authenticate(aRequest({ authorization: basic('ada') }));
    expect(await use((await passwordGrant()).access_token)).toEqual({ ...direct, method: 'bearer' });
  });

  it('lets the token expire after the hour', async () => {
    const { access_token } = await passwordGrant();
    fixture.clock.advance(3_604_000);
    expect(await outcome(use(access_token))).toBe('ada');
    fixture.clock.advance(1_000);
    expect(await outcome(use(access_token))).toBe('expired_token');
  });

  it('does not let a token outlive its hour because it was used a moment before', async () => {
    const { access_token } = await passwordGrant();
    fixture.clock.advance(3_599_000);
    expect(await outcome(use(access_token))).toBe('ada');
    fixture.clock.advance(6_000);
    expect(await outcome(use(access_token))).toBe('expired_token');
  });

  it.each([
    ['a header', {}, `Basic ${Buffer.from('job:a+b%20c d:e long').toString('base64')}`],
    ['a form-encoded header', {}, `Basic ${Buffer.from('job:a%2Bb%2520c+d%3Ae+long').toString('base64')}`],
    ['the body', { client_id: 'job', client_secret: 'a+b%20c d:e long' }, undefined],
  ])('grants a token for client credentials in %s', async (_case, form, authorization) => {
    const { access_token } = await ask({ grant_type: 'client_credentials', ...form }, authorization);
    expect(await use(access_token)).toMatchObject({ username: 'job', type: 'ServiceAccount', roles: ['viewer'] });
  });

  it('narrows the permissions to the scope, and drops the roles with the rest', async () => {
    const { access_token, scope } = await passwordGrant({ scope: 'errors:read  compliance:policy:read errors:read' });
    expect(scope).toBe('errors:read compliance:policy:read');
    expect(await use(access_token)).toMatchObject({
      permissions: ['errors:read', 'compliance:policy:read'],
      roles: [],
    });
  });

  it('accepts an implied permission as a scope', async () => {
    expect((await passwordGrant({ scope: 'VIEW_RESOURCE' })).scope).toBe('VIEW_RESOURCE');
  });

  it.each([
    ['no grant type', { username: 'ada', password: PASSWORD }, 400, 'invalid_request'],
    ['an empty grant type', { grant_type: '' }, 400, 'invalid_request'],
    ['another grant type', { grant_type: 'authorization_code' }, 400, 'unsupported_grant_type'],
    ['the name of an object member', { grant_type: 'constructor' }, 400, 'unsupported_grant_type'],
    ['no password', { grant_type: 'password', username: 'ada' }, 400, 'invalid_request'],
    ['a wrong password', { grant_type: 'password', username: 'ada', password: 'wrong' }, 400, 'invalid_grant'],
    ['an unknown user', { grant_type: 'password', username: 'eve', password: PASSWORD }, 400, 'invalid_grant'],
    ['no client', { grant_type: 'client_credentials' }, 401, 'invalid_client'],
    [
      'a wrong secret',
      { grant_type: 'client_credentials', client_id: 'job', client_secret: 'x' },
      401,
      'invalid_client',
    ],
    [
      'a scope beyond the account',
      { grant_type: 'password', username: 'ada', password: PASSWORD, scope: 'errors:read MANAGE_SETTINGS' },
      400,
      'invalid_scope',
    ],
    [
      'a scope with a forbidden character',
      { grant_type: 'password', username: 'ada', password: PASSWORD, scope: 'errors:"read"' },
      400,
      'invalid_scope',
    ],
    [
      'a wildcard the account does not hold',
      { grant_type: 'password', username: 'ada', password: PASSWORD, scope: 'compliance:*:*' },
      400,
      'invalid_scope',
    ],
  ])('refuses %s', async (_case, form, status, code) => {
    const error = await refusal(ask(form));
    expect(error).toMatchObject({
      status,
      code,
      body: { error: code, error_description: error.body.error_description },
    });
    expect(error.kind.type).toBe(code);
    expect(error.body.error_description).toMatch(/^[\x20-\x21\x23-\x5b\x5d-\x7e]+$/);
  });

  it('offers Basic to a client that is not known', async () => {
    const error = await refusal(ask({ grant_type: 'client_credentials' }, basic('job', 'wrong')));
    expect(error.headers['WWW-Authenticate']).toEqual(['Basic realm="Wardstone"']);
  });

  it.each([
    ['a parameter that occurs twice', 'grant_type=password&username=ada&username=bob&password=x'],
    ['a scope that occurs twice', 'grant_type=password&username=ada&password=x&scope=a&scope=b'],
  ])('refuses %s', async (_case, form) => {
    expect((await refusal(ask(form))).code).toBe('invalid_request');
  });

  it('refuses client credentials in two places', async () => {
    const form = { grant_type: 'client_credentials', client_id: 'job', client_secret: 'x' };
    expect((await refusal(ask(form, basic('job', 'x')))).code).toBe('invalid_request');
  });

  it.each(['Bearer x.y.z', 'Digest a=b', 'Basic ???'])(
    'refuses a client that sends Authorization: %s',
    async (header) => {
      expect((await refusal(ask({ grant_type: 'client_credentials' }, header))).code).toBe('invalid_client');
    },
  );

  it.each([
    ['no client', undefined, 'granted'],
    ['an empty client', basic('', ''), 'granted'],
    ['a client without a secret', basic('web', ''), 'granted'],
    ['a known client', basic('ada'), 'granted'],
    ['a client with a wrong secret', basic('web', 'wrong'), 'invalid_client'],
  ])('grants a password to %s: %s', async (_case, authorization, expected) => {
    const form = { grant_type: 'password', username: 'ada', password: PASSWORD };
    const response = await ask(form, authorization).then(
      () => 'granted',
      (error: OAuthError) => error.code,
    );
    expect(response).toBe(expected);
  });

  it('shares its limit of failures with Basic, both ways', async () => {
    for (let failure = 0; failure < 3; failure++) await refusal(passwordGrant({ password: `wrong ${failure}` }));
    for (let failure = 0; failure < 2; failure++) {
      await outcome(fixture.authenticator.authenticate(aRequest({ authorization: basic('ada', `bad ${failure}`) })));
    }
    const error = await refusal(passwordGrant());
    expect(error).toMatchObject({ status: 429, code: 'temporarily_unavailable', headers: { 'Retry-After': '30' } });
    expect(error.kind.type).toBe('too_many_attempts');
    const direct = fixture.authenticator.authenticate(aRequest({ authorization: basic('ada') }));
    expect(await outcome(direct)).toBe('too_many_attempts');
  });

  it('ends a token with its account, at the next request', async () => {
    const { access_token } = await passwordGrant();
    expect(await outcome(use(access_token))).toBe('ada');
    fixture.accounts.remove('ada');
    expect(await outcome(use(access_token))).toBe('invalid_token');
  });

  it('ends a token when the password is changed', async () => {
    const { access_token } = await passwordGrant();
    await fixture.accounts.setPassword('ada', 'another long password');
    expect(await outcome(use(access_token))).toBe('invalid_token');
  });

  describe('where the keys are local', () => {
    let keys: JSONWebKeySet;

    beforeEach(() => {
      keys = gateway.publicJwks();
      fixture = anAuthFixture({ table: fixture.table, localJwks: () => Promise.resolve(keys) });
    });

    it('checks the signature of a token once, until it ends', async () => {
      const { access_token } = await passwordGrant();
      const verify = jest.spyOn(globalThis.crypto.subtle, 'verify');
      try {
        for (const minutes of [0, 5, 50]) {
          fixture.clock.advance(minutes * 60_000);
          expect(await outcome(use(access_token))).toBe('ada');
        }
        expect(verify).toHaveBeenCalledTimes(1);
        fixture.clock.advance(6 * 60_000);
        expect(await outcome(use(access_token))).toBe('expired_token');
      } finally {
        verify.mockRestore();
      }
    });

    it('refuses a token as soon as its key is revoked, and accepts it while the key is one of several', async () => {
      const { access_token } = await passwordGrant();
      expect(await outcome(use(access_token))).toBe('ada');
      const next = (await SigningKey.generate()).publicJwks();
      keys = { keys: [...next.keys, ...keys.keys] };
      expect(await outcome(use(access_token))).toBe('ada');
      keys = next;
      expect(await outcome(use(access_token))).toBe('invalid_token');
    });
  });

  it('never lets a token hold more than the account does today', async () => {
    const { access_token } = await passwordGrant();
    const account = await fixture.accounts.find('ada');
    fixture.accounts.setRoles('ada', ['viewer']);
    fixture.clock.advance(1_000);
    const caller = await use(access_token);
    expect(account?.roles).toEqual(['operator']);
    expect(caller.roles).toEqual([]);
    expect(caller.permissions).toContain('compliance:policy:read');
    expect(caller.permissions).not.toContain('MANAGE_INVENTORY');
  });

  it('is never granted from accounts that are older than the login', async () => {
    expect(await outcome(fixture.login.login('new', PASSWORD, '10.0.0.1'))).toBe('invalid_credentials');
    const elsewhere = anAuthFixture({ table: fixture.table }).accounts;
    await elsewhere.add({ username: 'new', password: PASSWORD, roles: ['viewer'], orgId: 'org-1' });

    const { access_token } = await passwordGrant({ username: 'new' });
    expect(decodeJwt(access_token)).toMatchObject({ credential: expect.any(String) as string });
    expect(await outcome(use(access_token))).toBe('new');
    elsewhere.remove('new');
    fixture.clock.advance(5_000);

    expect(await outcome(use(access_token))).toBe('invalid_token');
  });

  describe('a token signed with a stolen key', () => {
    const forge = async (over: JWTPayload, lifetimeSeconds = 3600, nowMs = fixture.clock.now()): Promise<string> => {
      const granted = decodeJwt((await passwordGrant()).access_token);
      const { iat: _iat, exp: _exp, ...claims } = { ...granted, ...over };
      const clock = new TestClock(nowMs);
      return gateway.sign(claims, { audience: 'wardstone', type: 'at+jwt', lifetimeSeconds, clock });
    };

    it('is accepted if its claims equal ours', async () => {
      expect(await outcome(use(await forge({})))).toBe('ada');
    });

    it('is refused when it is valid longer than granted ones', async () => {
      expect(await outcome(use(await forge({}, 3601)))).toBe('invalid_token');
      expect(await outcome(use(await forge({}, 10 * 365 * 86_400)))).toBe('invalid_token');
    });

    it('is refused when it was issued in the future', async () => {
      expect(await outcome(use(await forge({}, 3600, fixture.clock.now() + 60_000)))).toBe('invalid_token');
    });

    it.each([
      ['no credential of an account', { credential: undefined }],
      ['the credential of another account', { credential: 'x' }],
      ['an account that does not exist', { identity: { org_id: 'org-1', type: 'User', user: { username: 'eve' } } }],
    ])('is refused with %s', async (_case, claims) => {
      expect(await outcome(use(await forge(claims)))).toBe('invalid_token');
    });

    it('is refused where the accounts are not known', async () => {
      const { clock } = fixture;
      const keys = gateway.publicJwks();
      const bare = createAuthentication({ service: 'gateway', config: authConfig(), clock, localJwks: keys });
      const token = await forge({});
      const attempt = bare.authenticator.authenticate(aRequest({ authorization: `Bearer ${token}` }));
      expect(await outcome(attempt)).toBe('invalid_token');
    });
  });

  it.each(['', 'x', 'a.b', 'a.b.c', '..', 'eyJhbGciOiJub25lIn0.e30.'])('refuses "%s" as a token', async (token) => {
    expect(await outcome(use(token))).toBe('invalid_token');
  });

  it('names the invalid token in the challenge', async () => {
    await expect(use('x')).rejects.toMatchObject({
      headers: { 'WWW-Authenticate': ['Basic realm="Wardstone"', 'Bearer error="invalid_token"'] },
    });
  });
});
