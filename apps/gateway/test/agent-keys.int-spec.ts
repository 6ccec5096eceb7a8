import { eventually } from '@wardstone/testing';
import { PASSWORD, basic, startGateway, startUpstream } from './gateway-fixture';
import type { GatewayFixture, HttpUpstream } from './gateway-fixture';
import { JWT_BEARER, TestAgent } from './test-agent';

describe('keys of agents and two replicas of the gateway', () => {
  let upstream: HttpUpstream;
  let fixture: GatewayFixture;
  let replica: GatewayFixture;
  let serial = 0;

  beforeAll(async () => {
    upstream = await startUpstream((request, response) => {
      response.end(String(request.headers['x-vendor-identity']).split('.')[1]);
    });
    fixture = await startGateway({ MONITORING_URL: upstream.address, RATE_LIMIT: 'off' });
    replica = await startGateway({
      MONITORING_URL: upstream.address,
      RATE_LIMIT: 'off',
      DATABASE_URL: fixture.databaseUrl,
      SIGNING_KEY_FILE: fixture.signingKeyFile,
    });
  });
  afterAll(async () => {
    await replica.close();
    await fixture.close();
    await upstream.close();
  });

  const send = (method: string, path: string, body?: unknown, authorization?: string, { url } = fixture) =>
    fetch(url + path, {
      method,
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(authorization === undefined ? {} : { authorization }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  const asAdmin = (method: string, path: string, body?: unknown) => send(method, path, body, basic('admin'));
  const outcomeOf = async (answer: Promise<Response>): Promise<[number, string | null]> => {
    const { status, headers } = await answer;
    return [status, headers.get('x-error-type')];
  };

  const aName = (): string => `agent-${++serial}`;
  const invite = async (wanted: object = {}): Promise<{ id: string; token: string }> => {
    const answer = await asAdmin('POST', '/auth/join-tokens', wanted);
    expect(answer.status).toBe(201);
    return (await answer.json()) as { id: string; token: string };
  };
  const enrol = async (agent: TestAgent, token: string, at = fixture): Promise<Response> =>
    send('POST', '/auth/agents', await agent.application(token), undefined, at);
  const grant = (assertion: string, at = fixture): Promise<Response> =>
    fetch(`${at.url}/auth/token`, { method: 'POST', body: new URLSearchParams({ grant_type: JWT_BEARER, assertion }) });
  const tokenOf = async (agent: TestAgent, at = fixture): Promise<string> => {
    const answer = await grant(await agent.assertion(), at);
    expect(answer.status).toBe(200);
    return `Bearer ${((await answer.json()) as { access_token: string }).access_token}`;
  };
  const anAgent = async (name = aName()): Promise<TestAgent> => {
    const agent = await TestAgent.make(name);
    const { token } = await invite({ name });
    expect((await enrol(agent, token)).status).toBe(201);
    return agent;
  };
  const pass = async (authorization: string, at = fixture): Promise<number> =>
    (await send('GET', '/rest/agent/x', undefined, authorization, at)).status;

  describe('a key', () => {
    const keysOf = async ({ name }: TestAgent) =>
      (await (await asAdmin('GET', `/auth/agents/${name}/keys`)).json()) as Record<string, unknown>[];
    const replace = (old: TestAgent, body: unknown, at = fixture) =>
      send('POST', `/auth/agents/${old.name}/keys`, body, undefined, at);

    it('is listed with its last use', async () => {
      const agent = await anAgent();
      expect(await keysOf(agent)).toEqual([
        {
          kid: agent.kid,
          createdAt: expect.any(String) as string,
          lastUsedAt: null,
          revokedAt: null,
          joinToken: expect.any(String) as string,
        },
      ]);
      await tokenOf(agent);
      expect(await keysOf(agent)).toMatchObject([{ lastUsedAt: expect.any(String) as string }]);
    });

    it.each<[string, (agent: TestAgent) => Promise<unknown>]>([
      ['is revoked', ({ name, kid }) => asAdmin('DELETE', `/auth/agents/${name}/keys/${kid}`)],
      ['is revoked with all others', ({ name }) => asAdmin('DELETE', `/auth/agents/${name}/keys`)],
      ['belonged to an agent that is removed', ({ name }) => fixture.open.accounts.remove(name)],
      [
        'is replaced',
        async (agent) =>
          expect((await replace(agent, await agent.replacement(await TestAgent.make(agent.name)))).status).toBe(201),
      ],
    ])('that %s opens no door within 5 s, nor do its tokens', async (_how, act) => {
      const agent = await anAgent();
      const authorization = await tokenOf(agent);
      const doors = () => Promise.all([fixture, replica].map((at) => pass(authorization, at)));
      expect(await doors()).toEqual([200, 200]);

      await act(agent);
      const startedMs = performance.now();
      await eventually('closed doors', async () => !(await doors()).includes(200), { everyMs: 100 });

      expect(performance.now() - startedMs).toBeLessThan(5_000);
      expect(await doors()).toEqual([401, 401]);
      for (const at of [fixture, replica]) expect((await grant(await agent.assertion(), at)).status).toBe(400);
    });

    it('is replaced by its own word alone', async () => {
      const [agent, other] = [await anAgent(), await anAgent()];
      const next = await TestAgent.make(agent.name);
      const good = (await agent.replacement(next)) as Record<string, unknown>;
      const third = await TestAgent.make(agent.name);
      const refusals: [unknown, string][] = [
        [{ ...good, assertion: await agent.assertion() }, 'invalid_grant'],
        [{ ...good, assertion: ((await other.replacement(next)) as { assertion: string }).assertion }, 'invalid_grant'],
        [await agent.replacement(next, { claims: { next_kid: third.kid } }), 'invalid_grant'],
        [{ ...good, ...(await third.statement()) }, 'invalid_grant'],
        [{ ...good, key: third.key }, 'invalid_request'],
        [{ ...good, proof: await next.assertion() }, 'invalid_request'],
      ];
      for (const [body, type] of refusals) expect(await outcomeOf(replace(agent, body))).toEqual([400, type]);
      const { assertion: _none, ...unsigned } = good;
      expect(await outcomeOf(replace(agent, unsigned))).toEqual([401, 'session_required']);
      const token = await tokenOf(agent);
      const path = `/auth/agents/${agent.name}/keys`;
      expect(await outcomeOf(send('POST', path, unsigned, token))).toEqual([403, 'insufficient_scope']);

      expect((await replace(agent, good, replica)).status).toBe(201);

      expect(await outcomeOf(replace(agent, good))).toEqual([400, 'invalid_grant']);
      expect((await keysOf(agent)).map(({ kid, revokedAt }) => [kid, revokedAt !== null])).toEqual([
        [next.kid, false],
        [agent.kid, true],
      ]);
      expect((await grant(await next.assertion())).status).toBe(200);
    });

    it('takes the place of the password of an agent, which is good no longer', async () => {
      const name = aName();
      await fixture.open.accounts.add({
        username: name,
        password: PASSWORD,
        roles: ['agent'],
        orgId: 'org1',
        type: 'ServiceAccount',
      });
      const agent = await TestAgent.make(name);
      const path = `/auth/agents/${name}/keys`;
      const body = await agent.statement();
      expect(await outcomeOf(send('POST', path, body, basic(name, 'a wrong password')))).toEqual([
        401,
        'invalid_credentials',
      ]);
      expect(await outcomeOf(send('POST', path, body, basic('admin')))).toEqual([403, 'insufficient_scope']);
      expect(await pass(basic(name))).toBe(200);

      expect((await send('POST', path, body, basic(name))).status).toBe(201);

      expect(await pass(await tokenOf(agent))).toBe(200);
      await eventually('a refused password', async () => (await pass(basic(name), replica)) === 401, { everyMs: 100 });
    });

    it('is none for the account of a person', async () => {
      const viewer = await TestAgent.make('viewer');
      const answer = send('POST', '/auth/agents/viewer/keys', await viewer.statement(), basic('viewer'));
      expect(await outcomeOf(answer)).toEqual([403, 'insufficient_scope']);
      expect(await outcomeOf(asAdmin('GET', '/auth/agents/viewer/keys'))).toEqual([404, 'not_found']);
      expect(await outcomeOf(asAdmin('DELETE', '/auth/agents/viewer/keys'))).toEqual([404, 'not_found']);
      expect(await outcomeOf(asAdmin('DELETE', `/auth/agents/${(await anAgent()).name}/keys/none`))).toEqual([
        404,
        'not_found',
      ]);
    });
  });
});
