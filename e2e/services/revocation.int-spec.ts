import { readFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import path from 'node:path';
import { createService, type RunningService } from '@wardstone/bootstrap';
import { loadConfig } from '@wardstone/config';
import { eventually, useDatabase } from '@wardstone/testing';
import { MIGRATIONS as REGISTRY_MIGRATIONS } from '../../apps/error-registry/src/data-source';
import { ErrorRegistryConfig } from '../../apps/error-registry/src/error-registry.config';
import { errorRegistryService } from '../../apps/error-registry/src/service';
import { getCookie } from '../../apps/gateway/test/browser-requests';
import { cellsOfTable, type Credential, type Way, WAYS } from '../../apps/gateway/test/ends-of-credentials';
import {
  basic,
  type GatewayFixture,
  type HttpUpstream,
  PASSWORD,
  startGateway,
  startUpstream,
} from '../../apps/gateway/test/gateway-fixture';
import { JWT_BEARER, TestAgent } from '../../apps/gateway/test/test-agent';

/** Refused within 5 s, says SECURITY.md; three times as long on a machine that is busy with other tests. */
const REFUSED_WITHIN_MS = 3 * 5_000;
/** Time within which services notice changes at the gateway. */
const REMEMBERED_MS = 3_000;
const PATH = '/api/v1/error/not_found';
const OTHER = 'another password here';

describe('an account at two gateways and a service', () => {
  // Open polls. They end before the gateways, which wait for open requests.
  const held: ServerResponse[] = [];
  const db = useDatabase({ name: 'error_registry', migrations: REGISTRY_MIGRATIONS });
  let service: RunningService;
  let monitoring: HttpUpstream;
  let first: GatewayFixture;
  let second: GatewayFixture;
  let serial = 0;

  beforeAll(async () => {
    // Holds polls, as monitoring does while there is no work.
    monitoring = await startUpstream((request, response) => {
      if (request.url!.includes('/work?')) held.push(response);
      else response.end();
    });
    const settings = { RATE_LIMIT: 'off', MONITORING_URL: monitoring.address };
    first = await startGateway(settings);
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
      ...settings,
      DATABASE_URL: first.databaseUrl,
      SIGNING_KEY_FILE: first.signingKeyFile,
      ERROR_REGISTRY_URL: service.url(),
    });
  });
  afterAll(async () => {
    for (const response of held) response.end('[]');
    await service.close();
    await second.close();
    await first.close();
    await monitoring.close();
  });

  async function toToken(username: string): Promise<string> {
    const body = new URLSearchParams({ grant_type: 'password', username, password: PASSWORD });
    const response = await fetch(`${first.url}/auth/token`, { method: 'POST', body });
    return ((await response.json()) as { access_token: string }).access_token;
  }

  const send = (method: string, path: string, headers: Record<string, string>, body?: object): Promise<Response> =>
    fetch(first.url + path, {
      method,
      headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    });
  const as = (username: string) => ({ authorization: basic(username) });
  const asAdmin = (method: string, path: string, body?: object) => send(method, path, as('admin'), body);
  const toJson = async <T>(response: Promise<Response>): Promise<T> => (await (await response).json()) as T;

  /** An operation for which a credential is tried, and whether it is accepted there. */
  interface Door {
    name: string;
    isOpen: () => Promise<boolean>;
  }

  /** Operations that headers log in to. Services take no passwords, and no cookies. */
  function getDoors(headers: Record<string, string>): Door[] {
    const isBearer = headers['authorization']?.startsWith('Bearer') ?? false;
    const doors: [string, string][] = [
      ['a gateway', `${first.url}/auth/caller`],
      ['the other gateway', `${second.url}/auth/caller`],
      ['a service through a gateway', second.url + PATH],
      ...(isBearer ? ([['a service at its own port', service.url() + PATH]] as [string, string][]) : []),
    ];
    return [
      ...doors.map(([name, url]) => ({ name, isOpen: async () => (await fetch(url, { headers })).status === 200 })),
      pollDoor(headers),
    ];
  }

  /** A poll that waits when the credential ends gets a response without work. */
  function pollDoor(headers: Record<string, string>): Door {
    let status: number | undefined;
    fetch(`${second.url}/rest/agent/host/work?max=10&wait=25`, { headers }).then(
      (response) => (status = response.status),
      () => (status = 0),
    );
    return { name: 'a poll that waits', isOpen: () => Promise.resolve(status === undefined || status === 200) };
  }

  /** An account or an agent, what it logs in with, and how each of it ends. */
  interface Holder {
    doors: Partial<Record<Credential, Door[]>>;
    ways: Partial<Record<Way, () => Promise<unknown>>>;
  }

  const revokeWays = (username: string): Holder['ways'] => {
    const path = `/auth/accounts/${username}`;
    return {
      'the account is disabled': () => asAdmin('PATCH', path, { disabled: true }),
      'the account is disabled and enabled again': async () => {
        await asAdmin('PATCH', path, { disabled: true });
        return asAdmin('PATCH', path, { disabled: false });
      },
      'the account is removed': () => asAdmin('DELETE', path),
      '`npx wardstone account remove`': () => first.open.accounts.remove(username),
      '`npx wardstone account sign-out`': () => first.open.accounts.signOut(username),
    };
  };

  /** Uses the token once. */
  const joining = (token: string): Door => ({
    name: 'an enrolment',
    isOpen: async () => {
      const application = await (await TestAgent.make(`joined-${++serial}`)).application(token);
      return (await send('POST', '/auth/agents', {}, application)).status === 201;
    },
  });

  async function aPerson(): Promise<Holder> {
    const username = `person-${++serial}`;
    const program = `program-${serial}`;
    const add = (name: string, roles: string[], type: 'User' | 'ServiceAccount') =>
      first.open.accounts.add({ username: name, password: PASSWORD, roles, orgId: 'org1', type });
    await add(username, ['admin', 'viewer'], 'User');
    await add(program, ['viewer'], 'ServiceAccount');
    const signedIn = await send('POST', '/auth/session', {}, { username, password: PASSWORD });
    const session = { cookie: getCookie(signedIn), 'sec-fetch-site': 'same-origin' };
    const make = (body: object) =>
      toJson<{ id: string; token: string }>(send('POST', '/auth/tokens', as(username), { name: 'x', ...body }));
    const token = await make({});
    const ofProgram = await make({ account: program });
    const invitation = await toJson<{ id: string; token: string }>(
      send('POST', '/auth/join-tokens', as(username), { uses: 1_000 }),
    );
    const bearer = (text: string) => getDoors({ authorization: `Bearer ${text}` });
    const path = `/auth/accounts/${username}`;
    return {
      doors: {
        password: getDoors(as(username)),
        session: getDoors(session),
        'access token': bearer(await toToken(username)),
        'token of a program': bearer(token.token),
        'tokens it made for service accounts': bearer(ofProgram.token),
        'join tokens it made': [joining(invitation.token)],
      },
      ways: {
        ...revokeWays(username),
        'its owner changes the password': () =>
          send('PUT', '/auth/password', session, { currentPassword: PASSWORD, newPassword: OTHER }),
        'an administrator sets another password': () => asAdmin('PATCH', path, { password: OTHER }),
        '`npx wardstone account passwd`': () => first.open.accounts.setPassword(username, OTHER),
        'its roles no longer administer': () => asAdmin('PATCH', path, { roles: ['viewer'] }),
        'the browser signs out': () => send('DELETE', '/auth/session', session),
        'the token is revoked': () => send('DELETE', `/auth/tokens/${token.id}`, as(username)),
        'the join token is revoked': () => send('DELETE', `/auth/join-tokens/${invitation.id}`, as(username)),
      },
    };
  }

  async function anAgent(): Promise<Holder> {
    const agent = await TestAgent.make(`agent-${++serial}`);
    const enrol = async (who: TestAgent) => {
      const { token } = await toJson<{ token: string }>(asAdmin('POST', '/auth/join-tokens', { name: who.name }));
      expect((await send('POST', '/auth/agents', {}, await who.application(token))).status).toBe(201);
    };
    await enrol(agent);
    const grant = async (url: string): Promise<Response> => {
      const form = new URLSearchParams({ grant_type: JWT_BEARER, assertion: await agent.assertion() });
      return fetch(`${url}/auth/token`, { method: 'POST', body: form });
    };
    const { access_token: text } = await toJson<{ access_token: string }>(grant(first.url));
    const keys = `/auth/agents/${agent.name}/keys`;
    return {
      doors: {
        'key of an agent': [first.url, second.url].map((url) => ({
          name: `the token service of ${url}`,
          isOpen: async () => (await grant(url)).status === 200,
        })),
        'access token of the key': getDoors({ authorization: `Bearer ${text}` }),
      },
      ways: {
        ...revokeWays(agent.name),
        'the key is revoked': () => asAdmin('DELETE', `${keys}/${agent.kid}`),
        'all keys are revoked': () => asAdmin('DELETE', keys),
        'the agent replaces its key': async () =>
          send('POST', keys, {}, await agent.replacement(await TestAgent.make(agent.name))),
        'the agent enrols again': async () => enrol(await TestAgent.make(agent.name)),
      },
    };
  }

  const holders = { 'a person': [aPerson, 'password'], 'an agent': [anAgent, 'key of an agent'] } as const;
  const cases = Object.entries(WAYS).flatMap(([way, fated]) =>
    Object.entries(holders).flatMap(([kind, [make, first]]) =>
      first in fated ? [[way as Way, kind, make, fated as Partial<Record<Credential, string>>] as const] : [],
    ),
  );

  it.each(cases)('ends credentials as the table says when %s: %s', async (way, _kind, make, fated) => {
    const { doors, ways } = await make();
    const all = Object.entries(doors).flatMap(([credential, of]) => of.map((door) => ({ credential, ...door })));
    const stillOpen = async (): Promise<string[]> => {
      const open = await Promise.all(all.map(({ isOpen }) => isOpen()));
      return all.flatMap(({ credential, name }, i) => (open[i] ? [`${credential} at ${name}`] : []));
    };
    expect(await stillOpen()).toEqual(all.map(({ credential, name }) => `${credential} at ${name}`));

    const outcome = await ways[way]!();
    if (outcome instanceof Response) expect(outcome.status).toBeLessThan(300);

    const stay = all.filter(({ credential }) => fated[credential as Credential] === 'stays');
    const expected = stay.map(({ credential, name }) => `${credential} at ${name}`);
    await eventually('the fate of each', async () => String(await stillOpen()) === String(expected), {
      everyMs: 250,
      withinMs: REFUSED_WITHIN_MS,
    }).catch(async () => expect(await stillOpen()).toEqual(expected));
    // Waits, so that a credential that stays valid is not only cached.
    if (stay.length > 0) await new Promise((resolve) => setTimeout(resolve, REMEMBERED_MS));
    expect(await stillOpen()).toEqual(expected);
  });

  it('matches the description in docs/security-model.md', () => {
    const page = readFileSync(path.join(__dirname, '../../docs/security-model.md'), 'utf8');
    const [, section = ''] = page.split('\n## What ends with what\n');
    const rows = section.split('\n## ')[0]!.match(/^\|.*\|$/gm) ?? [];
    const cells = rows.map((row) =>
      row
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
    expect(cells.filter(([cell = '']) => !/^:?-+:?$/.test(cell))).toEqual(cellsOfTable());
  });

  it('is rejected at a service with a name and a password, with a hint where to log in', async () => {
    const response = await fetch(service.url() + PATH, { headers: { authorization: basic('viewer') } });

    expect([response.status, response.headers.get('www-authenticate')]).toEqual([401, 'Bearer']);
    expect(await response.json()).toMatchObject({
      error_type: 'session_required',
      detail: expect.stringMatching(/gateway/) as string,
    });
  });

  it('has at a service the permissions that it has today', async () => {
    const authorization = `Bearer ${await toToken('admin')}`;
    const response = await fetch(`${service.url()}/metrics`, { headers: { authorization } });
    expect(response.status).toBe(200);
    const viewer = `Bearer ${await toToken('viewer')}`;
    expect((await fetch(`${service.url()}/metrics`, { headers: { authorization: viewer } })).status).toBe(403);
  });

  it('of the role metrics reads metrics at a service with a token, and nothing else', async () => {
    await first.open.accounts.add({ username: 'meter', password: PASSWORD, roles: ['metrics'], orgId: 'org1' });
    const headers = { authorization: `Bearer ${await toToken('meter')}` };

    expect((await fetch(`${service.url()}/metrics`, { headers })).status).toBe(200);
    expect((await fetch(service.url() + PATH, { headers })).status).toBe(403);
  });

  it('keeps its id while others change', async () => {
    const doors = [as('viewer'), { authorization: `Bearer ${await toToken('viewer')}` }].flatMap(getDoors);
    const areOpen = async () => (await Promise.all(doors.map(({ isOpen }) => isOpen()))).every(Boolean);
    const hashing = jest.spyOn(second.hasher, 'verify');
    await areOpen();
    hashing.mockClear();

    for (const n of [1, 2, 3]) {
      await first.open.accounts.add({ username: `other-${n}`, password: PASSWORD, roles: [], orgId: 'org1' });
      await first.open.accounts.setPassword(`other-${n}`, 'another long password');
      await first.open.accounts.remove(`other-${n}`);
      expect(await areOpen()).toBe(true);
    }
    expect(hashing).not.toHaveBeenCalled();
  });
});

describe('a token at a service', () => {
  const registry = useDatabase({ name: 'error_registry', migrations: REGISTRY_MIGRATIONS });

  it('gets 503 while the gateway is unavailable', async () => {
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

    const response = await fetch(service.url() + PATH, { headers: { authorization: `Bearer ${access_token}` } });
    await service.close();

    expect([response.status, response.headers.get('x-error-type')]).toEqual([503, 'service_unavailable']);
    expect(response.headers.get('retry-after')).toBe('5');
  });
});
