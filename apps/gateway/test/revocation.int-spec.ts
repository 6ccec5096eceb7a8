import { createService } from '@wardstone/bootstrap';
import type { RunningService } from '@wardstone/bootstrap';
import { loadConfig } from '@wardstone/config';
import { eventually, useDatabase } from '@wardstone/testing';
import { MIGRATIONS as REGISTRY_MIGRATIONS } from '../../error-registry/src/data-source';
import { ErrorRegistryConfig } from '../../error-registry/src/error-registry.config';
import { errorRegistryService } from '../../error-registry/src/service';
import { PASSWORD, basic, startGateway } from './gateway-fixture';
import type { GatewayFixture } from './gateway-fixture';
import { JWT_BEARER, TestAgent } from './test-agent';

/** What a removed account is refused within, wherever it asks. */
const REFUSED_WITHIN_MS = 5_000;
const PATH = '/api/v1/error/not_found';

describe('an account at two gateways and a service', () => {
  const db = useDatabase({ name: 'error_registry', migrations: REGISTRY_MIGRATIONS });
  let service: RunningService;
  let first: GatewayFixture;
  let second: GatewayFixture;

  beforeAll(async () => {
    first = await startGateway({ RATE_LIMIT: 'off' });
    const config = loadConfig(ErrorRegistryConfig, {
      HOST: '127.0.0.1',
      LOG_LEVEL: 'silent',
      DATABASE_URL: db.url,
      DATABASE_POOL_SIZE: '2',
      GATEWAY_JWKS_URL: `${first.url}/auth/jwks.json`,
      SERVED_ORGANISATIONS: 'org1',
    });
    service = await createService(errorRegistryService(config));
    await service.listen();
    second = await startGateway({
      DATABASE_URL: first.databaseUrl,
      SIGNING_KEY_FILE: first.signingKeyFile,
      ERROR_REGISTRY_URL: service.url(),
      RATE_LIMIT: 'off',
    });
  });
  afterAll(async () => {
    await service.close();
    await second.close();
    await first.close();
  });

  async function tokenOf(username: string): Promise<string> {
    const body = new URLSearchParams({ grant_type: 'password', username, password: PASSWORD });
    const answer = await fetch(`${first.url}/auth/token`, { method: 'POST', body });
    return ((await answer.json()) as { access_token: string }).access_token;
  }

  interface Door {
    name: string;
    url: string;
    authorization: string;
  }

  async function doorsOf(username: string): Promise<Door[]> {
    const bearer = `Bearer ${await tokenOf(username)}`;
    return [
      { name: 'a gateway, by password', url: `${first.url}/auth/caller`, authorization: basic(username) },
      { name: 'a gateway, by token', url: `${first.url}/auth/caller`, authorization: bearer },
      { name: 'the other gateway, by password', url: `${second.url}/auth/caller`, authorization: basic(username) },
      { name: 'the other gateway, by token', url: `${second.url}/auth/caller`, authorization: bearer },
      { name: 'a service through a gateway', url: second.url + PATH, authorization: basic(username) },
      { name: 'a service', url: service.url() + PATH, authorization: bearer },
    ];
  }

  const statusAt = async ({ url, authorization }: Door): Promise<number> =>
    (await fetch(url, { headers: { authorization } })).status;
  const statuses = (doors: readonly Door[]) => Promise.all(doors.map(statusAt));

  it.each([
    ['removed', (username: string) => first.open.accounts.remove(username)],
    [
      'given another password',
      (username: string) => first.open.accounts.setPassword(username, 'another long password'),
    ],
    [
      'disabled',
      (username: string) =>
        first.open.accounts.change(username, async (tx) => {
          await tx.query('UPDATE account SET disabled_at = now() WHERE username = $1', [username]);
          await tx.query("SELECT pg_notify('identity', 'account ' || $1)", [username]);
        }),
    ],
  ])('is let in everywhere, and refused everywhere within five seconds once it is %s', async (how, end) => {
    const username = `gone-${how.length}`;
    await first.open.accounts.add({ username, password: PASSWORD, roles: ['viewer'], orgId: 'org1' });
    const doors = await doorsOf(username);
    expect(await statuses(doors)).toEqual(doors.map(() => 200));

    await end(username);
    const endedMs = performance.now();
    for (const door of doors) await eventually(door.name, async () => (await statusAt(door)) === 401, { everyMs: 100 });

    expect(performance.now() - endedMs).toBeLessThan(REFUSED_WITHIN_MS);
  });

  interface Credential {
    headers: Record<string, string>;
    end: () => Promise<unknown>;
  }

  const administer = (method: string, path: string, body?: object, as = 'admin'): Promise<Response> =>
    fetch(first.url + path, {
      method,
      headers: { authorization: basic(as), 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });

  const KINDS: Record<string, () => Promise<Credential>> = {
    'a token of a program that is revoked': async () => {
      const made = await administer('POST', '/auth/tokens', { name: 'of a test' }, 'viewer');
      const { id, token } = (await made.json()) as { id: string; token: string };
      const end = () => administer('DELETE', `/auth/tokens/${id}`, undefined, 'viewer');
      return { headers: { authorization: `Bearer ${token}` }, end };
    },
    'an agent whose key is revoked': async () => {
      const agent = await TestAgent.make('revoked-agent');
      const invited = await administer('POST', '/auth/join-tokens', { name: agent.name });
      const { token } = (await invited.json()) as { token: string };
      expect((await administer('POST', '/auth/agents', await agent.application(token))).status).toBe(201);
      const form = new URLSearchParams({ grant_type: JWT_BEARER, assertion: await agent.assertion() });
      const granted = await fetch(`${first.url}/auth/token`, { method: 'POST', body: form });
      const { access_token: text } = (await granted.json()) as { access_token: string };
      const end = () => administer('DELETE', `/auth/agents/${agent.name}/keys/${agent.kid}`);
      return { headers: { authorization: `Bearer ${text}` }, end };
    },
    'a browser that signs out': async () => {
      const credentials = { username: 'viewer', password: PASSWORD };
      const answer = await administer('POST', '/auth/session', credentials);
      const cookie = answer.headers.getSetCookie()[0]!.split(';')[0]!;
      const headers = { cookie, 'sec-fetch-site': 'same-origin' };
      return { headers, end: () => fetch(`${first.url}/auth/session`, { method: 'DELETE', headers }) };
    },
  };

  it.each(Object.keys(KINDS))('%s is refused everywhere within five seconds', async (kind) => {
    const { headers, end } = await KINDS[kind]!();
    // Cookies stay at the gateways.
    const direct = 'cookie' in headers ? [] : [service.url() + PATH];
    const doors = [`${first.url}/auth/caller`, `${second.url}/auth/caller`, second.url + PATH, ...direct];
    const statusAt = async (url: string): Promise<number> => (await fetch(url, { headers })).status;
    expect(await Promise.all(doors.map(statusAt))).toEqual(doors.map(() => 200));

    expect(await end()).toMatchObject({ status: 204 });
    const endedMs = performance.now();
    for (const door of doors) await eventually(door, async () => (await statusAt(door)) === 401, { everyMs: 100 });

    expect(performance.now() - endedMs).toBeLessThan(REFUSED_WITHIN_MS);
  });

  it('is refused at a service with a name and a password, and told where to log in', async () => {
    const answer = await fetch(service.url() + PATH, { headers: { authorization: basic('viewer') } });

    expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([401, 'Bearer']);
    expect(await answer.json()).toMatchObject({
      error_type: 'session_required',
      detail: expect.stringMatching(/gateway/) as string,
    });
  });

  it('has at a service the rights that it has today', async () => {
    const authorization = `Bearer ${await tokenOf('admin')}`;
    const answer = await fetch(`${service.url()}/metrics`, { headers: { authorization } });
    expect(answer.status).toBe(200);
    const viewer = `Bearer ${await tokenOf('viewer')}`;
    expect((await fetch(`${service.url()}/metrics`, { headers: { authorization: viewer } })).status).toBe(403);
  });

  it('of the role metrics reads metrics at a service with a token, and nothing else', async () => {
    await first.open.accounts.add({ username: 'meter', password: PASSWORD, roles: ['metrics'], orgId: 'org1' });
    const headers = { authorization: `Bearer ${await tokenOf('meter')}` };

    expect((await fetch(`${service.url()}/metrics`, { headers })).status).toBe(200);
    expect((await fetch(service.url() + PATH, { headers })).status).toBe(403);
  });

  it('keeps its place while others change', async () => {
    const doors = await doorsOf('viewer');
    const hashing = jest.spyOn(second.hasher, 'verify');
    await statuses(doors);
    hashing.mockClear();

    for (const n of [1, 2, 3]) {
      await first.open.accounts.add({ username: `other-${n}`, password: PASSWORD, roles: [], orgId: 'org1' });
      await first.open.accounts.setPassword(`other-${n}`, 'another long password');
      await first.open.accounts.remove(`other-${n}`);
      expect(await statuses(doors)).toEqual(doors.map(() => 200));
    }
    expect(hashing).not.toHaveBeenCalled();
  });
});

describe('a token at a service', () => {
  const registry = useDatabase({ name: 'error_registry', migrations: REGISTRY_MIGRATIONS });

  it('is answered 503 while the gateway cannot be asked', async () => {
    const gateway = await startGateway();
    const body = new URLSearchParams({ grant_type: 'password', username: 'admin', password: PASSWORD });
    const granted = await fetch(`${gateway.url}/auth/token`, { method: 'POST', body });
    const { access_token } = (await granted.json()) as { access_token: string };
    const keys = await (await fetch(`${gateway.url}/auth/jwks.json`)).text();
    await gateway.close();
    const config = loadConfig(ErrorRegistryConfig, {
      HOST: '127.0.0.1',
      LOG_LEVEL: 'silent',
      DATABASE_URL: registry.url,
      GATEWAY_JWKS_URL: `${gateway.url}/auth/jwks.json`,
      SERVED_ORGANISATIONS: 'org1',
    });
    const definition = errorRegistryService(config);
    const localJwks = JSON.parse(keys) as { keys: [] };
    const service = await createService({ ...definition, auth: { ...definition.auth, localJwks } });
    await service.listen();

    const answer = await fetch(service.url() + PATH, { headers: { authorization: `Bearer ${access_token}` } });
    await service.close();

    expect([answer.status, answer.headers.get('x-error-type')]).toEqual([503, 'service_unavailable']);
    expect(answer.headers.get('retry-after')).toBe('5');
  });
});
