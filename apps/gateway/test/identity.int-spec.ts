import http from 'node:http';
import { KeyFile, SigningKey } from '@wardstone/auth';
import { SystemClock } from '@wardstone/clock';
import { createRemoteJWKSet, decodeJwt, decodeProtectedHeader, jwtVerify } from 'jose';
import { eventually } from '@wardstone/testing';
import {
  basic,
  type GatewayFixture,
  type HttpUpstream,
  PASSWORD,
  startGateway,
  startUpstream,
} from './gateway-fixture';

const ALIASES = [
  'X-VENDOR-IDENTITY',
  'x-vendor-identity',
  'X_VENDOR_IDENTITY',
  'x.vendor.identity',
  'X-Vendor_Identity',
  'X-RH-IDENTITY',
  'x_rh_identity',
];

describe('identity', () => {
  let seen: http.IncomingHttpHeaders[];
  let upstream: HttpUpstream;
  let fixture: GatewayFixture;

  beforeAll(async () => {
    upstream = await startUpstream((request, response) => {
      // The gateway's own reports of refusals may arrive at any time.
      if (request.url !== '/api/v1/occurrences') seen.push(request.headers);
      response.end('ok');
    });
    fixture = await startGateway({ VENDOR_TOKEN: 'vendor,rh', ...upstream.forAll });
  });
  afterAll(async () => {
    await fixture.close();
    await upstream.close();
  });
  beforeEach(() => {
    seen = [];
  });

  const get = (path: string, headers: Record<string, string> = {}) => fetch(fixture.url + path, { headers });

  const toToken = async (username: string): Promise<{ access_token: string }> => {
    const response = await fetch(`${fixture.url}/auth/token`, {
      method: 'POST',
      body: new URLSearchParams({ grant_type: 'password', username, password: PASSWORD }),
    });
    return (await response.json()) as { access_token: string };
  };

  it.each([
    ['/api/compliance/v2/policies', 'compliance'],
    ['/rest/alert', 'monitoring'],
    ['/api/v1/error/not_found', 'error-registry'],
  ])('of a caller of %s is signed for %s alone, and the password is not forwarded', async (path, audience) => {
    const response = await get(path, { authorization: basic('viewer') });

    expect(response.status).toBe(200);
    const [headers] = seen;
    const keys = createRemoteJWKSet(new URL(`${fixture.url}/auth/jwks.json`));
    const { payload } = await jwtVerify(String(headers!['x-vendor-identity']), keys, { audience });
    expect(payload).toMatchObject({ identity: { org_id: 'org1', type: 'User', user: { username: 'viewer' } } });
    expect(payload.permissions).toContain('compliance:policy:read');
    expect(payload.exp! - payload.iat!).toBeLessThanOrEqual(60);
    expect(headers).not.toHaveProperty('authorization');
  });

  it('of a caller with a token of the gateway is signed too', async () => {
    const { access_token } = await toToken('admin');

    await get('/rest/alert', { authorization: `Bearer ${access_token}` });

    expect(decodeJwt(String(seen[0]!['x-vendor-identity']))).toMatchObject({
      identity: { user: { username: 'admin' } },
    });
    expect(seen[0]).not.toHaveProperty('authorization');
  });

  it.each([
    ['ten years', 10 * 365 * 86_400],
    ['an hour, for no account', 3_600],
  ])('of a token that was signed with a stolen key for %s is rejected', async (_case, lifetimeSeconds) => {
    const clock = new SystemClock();
    const stolen = await SigningKey.loadOrCreate(fixture.signingKeyFile, { clock });
    const token = await stolen.sign(
      {
        sub: 'admin',
        identity: { org_id: 'org1', type: 'User', user: { username: 'admin' } },
        roles: ['admin'],
        permissions: ['MANAGE_SETTINGS'],
      },
      { audience: 'wardstone', type: 'at+jwt', lifetimeSeconds, clock },
    );

    const response = await get('/rest/status', { authorization: `Bearer ${token}` });

    expect([response.status, response.headers.get('x-error-type')]).toEqual([401, 'invalid_token']);
    expect(seen).toEqual([]);
  });

  it('is signed with a new key when the keys were replaced, and tokens of the old one end', async () => {
    const { access_token } = await toToken('viewer');
    const before = decodeProtectedHeader(access_token).kid;

    await new KeyFile(fixture.signingKeyFile, new SystemClock()).rotate({ revoke: true });
    const isRefused = async () =>
      (await get('/rest/alert', { authorization: `Bearer ${access_token}` })).status === 401;
    await eventually('a refusal', isRefused, { everyMs: 100 });

    const next = decodeProtectedHeader((await toToken('viewer')).access_token).kid;
    expect(next).not.toBe(before);
    const { keys } = (await (await get('/auth/jwks.json')).json()) as { keys: { kid: string }[] };
    expect(keys.map(({ kid }) => kid)).toEqual([next]);
  });

  it.each(ALIASES)('that a client claims as %s never arrives, with or without a login', async (name) => {
    const forged = Buffer.from('{"identity":{"org_id":"other"}}').toString('base64');
    await get('/rest/alert', { [name]: forged });
    await get('/rest/alert', { [name]: forged, authorization: basic('viewer') });

    expect(seen).toHaveLength(2);
    expect(JSON.stringify(seen)).not.toContain(forged);
    expect(Object.keys(seen[0]!).filter((header) => header.includes('identity'))).toEqual([]);
    expect(Object.keys(seen[1]!).filter((header) => header.includes('identity'))).toEqual(['x-vendor-identity']);
  });

  it.each(['x-vendor-identity', 'x-forwarded-for', 'x-request-id, keep-alive'])(
    'survives a Connection header that names %s',
    async (named) => {
      await new Promise<void>((resolve, reject) => {
        const headers = { connection: named, authorization: basic('viewer'), 'x-vendor-identity': 'forged' };
        http
          .get(`${fixture.url}/rest/alert`, { headers }, (response) => response.resume().on('end', resolve))
          .on('error', reject);
      });

      expect(decodeJwt(String(seen[0]!['x-vendor-identity']))).toMatchObject({ aud: 'monitoring' });
      expect(seen[0]).toHaveProperty('x-forwarded-for', '127.0.0.1');
      expect(seen[0]).toHaveProperty('x-request-id');
    },
  );

  it('that the gateway made for a service is not accepted as a login by the gateway', async () => {
    await get('/rest/alert', { authorization: basic('admin') });
    const signed = String(seen[0]!['x-vendor-identity']);
    await get('/rest/alert', { 'x-vendor-identity': signed });

    expect(seen[1]).not.toHaveProperty('x-vendor-identity');
    expect((await get('/metrics', { 'x-vendor-identity': signed })).status).toBe(401);
  });

  it('is optional: anonymous requests are forwarded as such', async () => {
    expect((await get('/api/compliance/v2/status')).status).toBe(200);
    expect(seen[0]).not.toHaveProperty('x-vendor-identity');
  });

  describe('that is invalid is refused with the texts of the service', () => {
    it.each([
      [
        '/api/compliance/v2/policies',
        'application/vnd.api+json; charset=utf-8',
        { error: 'Authentication error: The user name or the password is wrong.' },
      ],
      ['/rest/alert', 'application/json', { message: 'The user name or the password is wrong.' }],
      ['/otlp/v1/metrics', 'application/json', { code: 16, message: expect.any(String) as string }],
      [
        '/api/v1/error/not_found',
        'application/problem+json; charset=utf-8',
        { error_type: 'invalid_credentials', status: 401 },
      ],
    ])('%s', async (path, contentType, body) => {
      const response = await get(path, { authorization: basic('viewer', 'wrong') });

      expect(response.status).toBe(401);
      expect(response.headers.get('content-type')).toBe(contentType);
      expect(response.headers.get('www-authenticate')).toBe('Basic realm="Wardstone", Bearer');
      expect(response.headers.get('x-error-type')).toBe('invalid_credentials');
      expect(response.headers.get('link')).toContain('/api/v1/error/invalid_credentials>; rel="help"');
      expect(await response.json()).toMatchObject(body);
      expect(seen).toEqual([]);
    });

    it('a broken token', async () => {
      const response = await get('/rest/alert.xml', { authorization: 'Bearer a.b.c' });

      expect(response.headers.get('www-authenticate')).toBe('Basic realm="Wardstone", Bearer error="invalid_token"');
      expect(await response.text()).toContain('<vendorErrorWrapper><message>');
    });

    it('an unknown scheme', async () => {
      expect((await get('/rest/alert', { authorization: 'Digest x' })).status).toBe(401);
      expect(seen).toEqual([]);
    });
  });

  it('request ids and traces are taken when they are harmless, made otherwise, and passed on', async () => {
    const trace = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
    const first = await get('/rest/alert', { 'x-request-id': 'abc.DEF-1_2', traceparent: trace });
    const second = await get('/rest/alert', { 'x-request-id': 'a b"<script>', traceparent: 'nonsense' });

    expect(first.headers.get('x-request-id')).toBe('abc.DEF-1_2');
    expect(seen[0]).toMatchObject({ 'x-request-id': 'abc.DEF-1_2', traceparent: trace });
    expect(second.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
    expect(seen[1]!['x-request-id']).toBe(second.headers.get('x-request-id'));
    expect(seen[1]!.traceparent).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/);
  });
});

describe('the address of the client', () => {
  const getClaims = (identity: string | string[] | undefined): Record<string, unknown> =>
    JSON.parse(Buffer.from(String(identity).split('.')[1]!, 'base64url').toString()) as Record<string, unknown>;

  it.each([
    ['off', '127.0.0.1'],
    ['on', '203.0.113.9'],
  ])('goes to services with the identity, from X-Forwarded-For where TRUST_PROXY is %s', async (trust, address) => {
    const seen: http.IncomingHttpHeaders[] = [];
    const upstream = await startUpstream((request, response) => {
      // The gateway's own reports of refusals may arrive at any time.
      if (request.url !== '/api/v1/occurrences') seen.push(request.headers);
      response.end();
    });
    const fixture = await startGateway({ MONITORING_URL: upstream.address, TRUST_PROXY: trust });
    try {
      const headers = { authorization: basic('viewer'), 'x-forwarded-for': '198.51.100.1, 203.0.113.9' };
      await fetch(`${fixture.url}/rest/alert`, { headers });
      expect(getClaims(seen[0]!['x-vendor-identity'])).toMatchObject({ client_address: address });
      await fetch(`${fixture.url}/rest/alert/link`, {
        headers: { 'x-forwarded-for': '198.51.100.1, 203.0.113.9', 'x-wardstone-client': 'forged' },
      });
      expect(getClaims(seen[1]!['x-wardstone-client'])).toMatchObject({ client_address: address, aud: 'monitoring' });
      expect(seen[1]).not.toHaveProperty('x-vendor-identity');
    } finally {
      await fixture.close();
      await upstream.close();
    }
  });
});

describe('behind a proxy of our own', () => {
  it('accepts the unsigned identity of the proxy and forwards it signed', async () => {
    const seen: http.IncomingHttpHeaders[] = [];
    const upstream = await startUpstream((request, response) => {
      // The gateway's own reports of refusals may arrive at any time.
      if (request.url !== '/api/v1/occurrences') seen.push(request.headers);
      response.end();
    });
    const fixture = await startGateway({
      MONITORING_URL: upstream.address,
      IDENTITY_TRUST: 'plain',
      TRUST_PROXY: 'on',
      PUBLIC_ADDRESSES: 'https://wardstone.example',
    });
    const identity = { identity: { org_id: 'org9', type: 'User', user: { username: 'zoe' } } };
    try {
      await fetch(`${fixture.url}/rest/alert`, {
        headers: {
          'x-vendor-identity': Buffer.from(JSON.stringify(identity)).toString('base64'),
          'x-forwarded-for': '203.0.113.9',
          'x-forwarded-proto': 'https',
          'x-forwarded-host': 'wardstone.example',
        },
      });

      expect(decodeJwt(String(seen[0]!['x-vendor-identity']))).toMatchObject({
        identity: { org_id: 'org9' },
        aud: 'monitoring',
      });
      expect(seen[0]).toMatchObject({
        'x-forwarded-for': '203.0.113.9, 127.0.0.1',
        'x-forwarded-proto': 'https',
        'x-forwarded-host': 'wardstone.example',
      });
    } finally {
      await fixture.close();
      await upstream.close();
    }
  });
});
