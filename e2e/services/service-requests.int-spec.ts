import { createService, type RunningService } from '@wardstone/bootstrap';
import { TestClock } from '@wardstone/clock';
import { loadConfig } from '@wardstone/config';
import { useDatabase } from '@wardstone/testing';
import { MIGRATIONS as REGISTRY_MIGRATIONS } from '../../apps/error-registry/src/data-source';
import { ErrorRegistryConfig } from '../../apps/error-registry/src/error-registry.config';
import { errorRegistryService } from '../../apps/error-registry/src/service';
import { basic, type GatewayFixture, PASSWORD, startGateway } from '../../apps/gateway/test/gateway-fixture';

const STRANGERS = 5;

describe('the requests of a service to the gateway', () => {
  const db = useDatabase({ name: 'error_registry', migrations: REGISTRY_MIGRATIONS });
  let gateway: GatewayFixture;
  let service: RunningService;
  let clock: TestClock;

  beforeEach(async () => {
    gateway = await startGateway({ RATE_LIMIT_ANONYMOUS_REQUESTS: STRANGERS });
    const config = loadConfig(ErrorRegistryConfig, {
      HOST: '127.0.0.1',
      LOG_LEVEL: 'silent',
      DATABASE_URL: db.url,
      DATABASE_POOL_SIZE: '2',
      GATEWAY_JWKS_URL: `${gateway.url}/auth/jwks.json`,
      SERVED_ORGANISATIONS: 'org1',
    });
    clock = new TestClock(Date.now());
    service = await createService({ ...errorRegistryService(config), clock });
    await service.listen();
  });
  afterEach(async () => {
    await service.close();
    await gateway.close();
  });

  const accessToken = async (): Promise<string> => {
    const body = new URLSearchParams({ grant_type: 'password', username: 'viewer', password: PASSWORD });
    const response = await fetch(`${gateway.url}/auth/token`, { method: 'POST', body });
    return ((await response.json()) as { access_token: string }).access_token;
  };
  const personalToken = async (): Promise<string> => {
    const response = await fetch(`${gateway.url}/auth/tokens`, {
      method: 'POST',
      headers: { authorization: basic('viewer'), 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'of a test' }),
    });
    return ((await response.json()) as { token: string }).token;
  };
  const statusWith = async (token: string): Promise<number> => {
    const headers = { authorization: `Bearer ${token}` };
    return (await fetch(`${service.url()}/api/v1/error/not_found`, { headers })).status;
  };

  it('are served after anonymous requests of its address have used up their limit', async () => {
    const token = await accessToken();
    const revoked = `${await personalToken()}x`;
    const flood = Array.from({ length: 3 * STRANGERS }, async (_none, n) =>
      n % 2 === 0
        ? fetch(`${gateway.url}/rest/nothing`)
        : fetch(`${gateway.url}/auth/caller`, { headers: { authorization: basic('viewer', 'wrong') } }),
    );
    const statuses = (await Promise.all(flood)).map(({ status }) => status);
    expect(statuses).toContain(429);

    expect(await statusWith(token)).toBe(200);
    expect(await statusWith(revoked)).toBe(401);
  });

  it('are cached while the gateway is away: known tokens are served for five minutes, others are not', async () => {
    const known = [await accessToken(), await personalToken()];
    const unknown = [await accessToken(), await personalToken()];
    const statuses = (tokens: readonly string[]) => Promise.all(tokens.map(statusWith));
    expect(await statuses(known)).toEqual([200, 200]);

    gateway.gateway.server.closeAllConnections();
    await gateway.gateway.close();
    clock.advance(290_000);
    expect(await statuses(known)).toEqual([200, 200]);
    expect(await statuses(unknown)).toEqual([503, 503]);
    clock.advance(20_000);
    expect(await statuses(known)).toEqual([503, 503]);
  });
});
