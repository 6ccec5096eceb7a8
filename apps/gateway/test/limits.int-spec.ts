import { eventually } from '@wardstone/testing';
import {
  basic,
  type GatewayFixture,
  type HttpUpstream,
  PASSWORD,
  startGateway,
  startUpstream,
} from './gateway-fixture';

describe('rate limits', () => {
  let upstream: HttpUpstream;

  beforeAll(async () => {
    upstream = await startUpstream((_request, response) => {
      response.setHeader('RateLimit', '"theirs";r=1;t=1');
      response.end();
    });
  });
  afterAll(() => upstream.close());

  const withGateway = async (
    settings: Record<string, string | number>,
    work: (fixture: GatewayFixture) => Promise<void>,
  ) => {
    const fixture = await startGateway({
      MONITORING_URL: upstream.address,
      COMPLIANCE_URL: upstream.address,
      ...settings,
    });
    try {
      await work(fixture);
    } finally {
      await fixture.close();
    }
  };

  it('apply to each account, return the remaining requests, and respond with 429 beyond them', async () => {
    await withGateway({ RATE_LIMIT_REQUESTS: 2, RATE_LIMIT_WINDOW_SECONDS: 60 }, async ({ url }) => {
      const ask = (user: string) => fetch(`${url}/rest/a`, { headers: { authorization: basic(user) } });
      const first = await ask('viewer');
      await ask('viewer');
      const third = await ask('viewer');

      expect(first.headers.get('ratelimit-policy')).toBe('"account";q=2;w=60');
      expect(first.headers.get('ratelimit')).toBe('"account";r=1;t=60');
      expect(third.status).toBe(429);
      expect(Number(third.headers.get('retry-after'))).toBeGreaterThan(55);
      expect(third.headers.get('x-error-type')).toBe('rate_limited');
      expect(await third.json()).toMatchObject({ title: 'rate_limited', status: 429 });
      expect((await ask('admin')).status).toBe(200);
    });
  });

  it('count anonymous requests and failed logins by address', async () => {
    await withGateway({ RATE_LIMIT_ANONYMOUS_REQUESTS: 3 }, async ({ url }) => {
      const statuses = [];
      statuses.push((await fetch(`${url}/rest/a`)).status);
      statuses.push((await fetch(`${url}/rest/a`, { headers: { authorization: basic('viewer', 'wrong') } })).status);
      statuses.push((await fetch(`${url}/rest/a`)).status);
      statuses.push((await fetch(`${url}/rest/a`)).status);
      statuses.push((await fetch(`${url}/auth/token`, { method: 'POST' })).status);
      statuses.push((await fetch(`${url}/livez`)).status);

      expect(statuses).toEqual([200, 401, 200, 429, 429, 200]);
    });
  });

  it('count callers of the gateway itself by account; anonymous requests from their address use up nothing of theirs', async () => {
    await withGateway({ RATE_LIMIT_ANONYMOUS_REQUESTS: 4 }, async ({ url }) => {
      const body = JSON.stringify({ username: 'viewer', password: PASSWORD });
      const type = { 'content-type': 'application/json' };
      const begun = await fetch(`${url}/auth/session`, { method: 'POST', headers: type, body });
      const cookie = begun.headers.getSetCookie()[0]!.split(';')[0]!;
      for (let n = 0; n < 6; n++) await fetch(`${url}/auth/audit`);
      const statusWith = async (headers: Record<string, string>) =>
        (await fetch(`${url}/auth/session`, { headers })).status;

      expect(await statusWith({})).toBe(429);
      expect(await statusWith({ cookie })).toBe(200);
      expect(await statusWith({ authorization: basic('viewer') })).toBe(404);
      expect(await statusWith({ authorization: basic('viewer', 'wrong') })).toBe(429);
    });
  });

  it('start over with the next window', async () => {
    await withGateway({ RATE_LIMIT_ANONYMOUS_REQUESTS: 1, RATE_LIMIT_WINDOW_SECONDS: 1 }, async ({ url }) => {
      const status = async () => (await fetch(`${url}/rest/a`)).status;
      expect(await status()).toBe(200);
      // Two requests that come within a second, however slow the machine.
      await eventually('the limit', async () => (await status()) === 429, { everyMs: 0 });
      await eventually('the next window', async () => (await status()) === 200, { everyMs: 300 });
    });
  });

  it('can be switched off; then the limits of the service apply', async () => {
    await withGateway({ RATE_LIMIT: 'off', RATE_LIMIT_ANONYMOUS_REQUESTS: 1 }, async ({ url }) => {
      await fetch(`${url}/rest/a`);
      const second = await fetch(`${url}/rest/a`);

      expect(second.status).toBe(200);
      expect(second.headers.get('ratelimit')).toBe('"theirs";r=1;t=1');
    });
  });
});
