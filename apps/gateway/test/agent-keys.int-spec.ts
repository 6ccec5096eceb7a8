import { eventually } from '@wardstone/testing';
import { TestAgent, useAgentGateways } from './test-agent';

describe('keys of agents and two replicas of the gateway', () => {
  const { gateways, send, asAdmin, outcomeOf, grant, tokenOf, anAgent } = useAgentGateways();

  const pass = async (authorization: string, at = gateways.fixture): Promise<number> =>
    (await send('GET', '/rest/agent/x', undefined, authorization, at)).status;

  describe('a key', () => {
    const toKeys = async ({ name }: TestAgent) =>
      (await (await asAdmin('GET', `/auth/agents/${name}/keys`)).json()) as Record<string, unknown>[];
    const replace = (old: TestAgent, body: unknown, at = gateways.fixture) =>
      send('POST', `/auth/agents/${old.name}/keys`, body, undefined, at);

    it('is listed with its last use', async () => {
      const agent = await anAgent();
      expect(await toKeys(agent)).toEqual([
        {
          kid: agent.kid,
          createdAt: expect.any(String) as string,
          lastUsedAt: null,
          revokedAt: null,
          joinToken: expect.any(String) as string,
        },
      ]);
      await tokenOf(agent);
      expect(await toKeys(agent)).toMatchObject([{ lastUsedAt: expect.any(String) as string }]);
    });

    it.each<[string, (agent: TestAgent) => Promise<unknown>]>([
      ['is revoked', ({ name, kid }) => asAdmin('DELETE', `/auth/agents/${name}/keys/${kid}`)],
      ['is revoked with all others', ({ name }) => asAdmin('DELETE', `/auth/agents/${name}/keys`)],
      ['belonged to an agent that is removed', ({ name }) => gateways.fixture.open.accounts.remove(name)],
      [
        'is replaced',
        async (agent) =>
          expect((await replace(agent, await agent.replacement(await TestAgent.make(agent.name)))).status).toBe(201),
      ],
    ])('that %s is refused everywhere, and so are its tokens', async (_how, act) => {
      const agent = await anAgent();
      const authorization = await tokenOf(agent);
      const doors = () => Promise.all([gateways.fixture, gateways.replica].map((at) => pass(authorization, at)));
      expect(await doors()).toEqual([200, 200]);

      await act(agent);
      await eventually('closed doors', async () => !(await doors()).includes(200), { everyMs: 100 });

      expect(await doors()).toEqual([401, 401]);
      for (const at of [gateways.fixture, gateways.replica])
        expect((await grant(await agent.assertion(), at)).status).toBe(400);
    });

    it('is replaced only by a request that it signed', async () => {
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
      expect(await outcomeOf(replace(agent, unsigned))).toEqual([400, 'invalid_request']);

      expect((await replace(agent, good, gateways.replica)).status).toBe(201);

      expect(await outcomeOf(replace(agent, good))).toEqual([400, 'invalid_grant']);
      expect((await toKeys(agent)).map(({ kid, revokedAt }) => [kid, revokedAt !== null])).toEqual([
        [next.kid, false],
        [agent.kid, true],
      ]);
      expect((await grant(await next.assertion())).status).toBe(200);
    });

    it('is refused for the account of a person', async () => {
      expect(await outcomeOf(asAdmin('GET', '/auth/agents/viewer/keys'))).toEqual([404, 'not_found']);
      expect(await outcomeOf(asAdmin('DELETE', '/auth/agents/viewer/keys'))).toEqual([404, 'not_found']);
      expect(await outcomeOf(asAdmin('DELETE', `/auth/agents/${(await anAgent()).name}/keys/none`))).toEqual([
        404,
        'not_found',
      ]);
    });
  });
});
