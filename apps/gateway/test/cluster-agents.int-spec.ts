import { eventually } from '@wardstone/testing';
import { type ClusterApi, startClusterApi } from './cluster-api';
import { TestAgent, useAgentGateways } from './test-agent';

describe('an agent on a node of the cluster', () => {
  let cluster: ClusterApi;
  const { gateways, send, asAdmin, outcomeOf, aName, invite, enrol, grant, tokenOf, anAgent } = useAgentGateways(
    async () => (cluster = await startClusterApi()).settings,
  );
  afterAll(() => cluster.close());

  const getIdentity = async (agent: TestAgent) => {
    const passed = await send('GET', '/rest/agent/x', undefined, await tokenOf(agent, gateways.replica));
    return (JSON.parse(Buffer.from(await passed.text(), 'base64url').toString()) as { identity: object }).identity;
  };

  it('enrols with the token of its pod, under the name of its node', async () => {
    const agent = await TestAgent.make('ip-10-0-1-7.eu-west-1.compute.internal');
    expect((await enrol(agent, await cluster.token(agent.name))).status).toBe(201);

    expect(await getIdentity(agent)).toMatchObject({
      org_id: 'org1',
      own_only: true,
      join: { group: 'Nodes' },
      user: { username: agent.name },
    });
  });

  it('may repeat its request, and registers another key when the node was recreated', async () => {
    const [before, after] = [await TestAgent.make('node-again'), await TestAgent.make('node-again')];
    for (const at of [gateways.fixture, gateways.replica]) {
      expect((await enrol(before, await cluster.token('node-again'), at)).status).toBe(201);
    }
    expect((await enrol(after, await cluster.token('node-again'))).status).toBe(201);

    expect((await grant(await before.assertion())).status).toBe(400);
    expect((await grant(await after.assertion(), gateways.replica)).status).toBe(200);
  });

  it('cannot come as another node', async () => {
    const other = await TestAgent.make('node-2');
    expect(await outcomeOf(enrol(other, await cluster.token('node-1')))).toEqual([401, 'enrolment_refused']);
  });

  it.each<[string, (name: string) => Promise<string>]>([
    ['another audience', (name) => cluster.token(name, { audience: 'https://kubernetes.default.svc' })],
    ['another service account', (name) => cluster.token(name, { account: 'agents/default' })],
    ['a service account of this name elsewhere', (name) => cluster.token(name, { account: 'evil/agent' })],
    ['a token that has expired', (name) => cluster.token(name, { lifetime: -30 })],
    ['the token of another cluster', (name) => cluster.foreignToken(name)],
    ['a token that names no node', () => cluster.token(undefined)],
    ['no token at all', () => Promise.resolve('a.b.c')],
  ])('is refused with %s', async (_case, tokenFor) => {
    const agent = await TestAgent.make(aName());
    expect(await outcomeOf(enrol(agent, await tokenFor(agent.name)))).toEqual([401, 'enrolment_refused']);
  });

  it.each([
    ['does not say so', { authenticated: undefined }],
    ['names another user', { user: { username: 'system:serviceaccount:agents:other', extra: {} } }],
    ['does not know audiences', { audiences: undefined }],
    ['names another audience', { audiences: ['other'] }],
  ])('is refused when the API server %s', async (_case, over) => {
    const agent = await TestAgent.make(aName());
    const extra = { 'authentication.kubernetes.io/node-name': [agent.name] };
    const good = {
      authenticated: true,
      audiences: ['wardstone'],
      user: { username: 'system:serviceaccount:agents:agent', extra },
    };
    cluster.respondWith({ status: 201, body: { status: { ...good, ...over } } });
    const outcome = await outcomeOf(enrol(agent, await cluster.token(agent.name)));
    cluster.respondWith({ status: 201, body: { status: good } });
    const control = await outcomeOf(enrol(agent, await cluster.token(agent.name)));
    cluster.respondWith(undefined);

    expect([outcome, control]).toEqual([
      [401, 'enrolment_refused'],
      [201, null],
    ]);
  });

  it('takes over no account that enrolled otherwise', async () => {
    const invited = await anAgent();
    for (const name of [invited.name, 'viewer']) {
      const agent = await TestAgent.make(name);
      expect(await outcomeOf(enrol(agent, await cluster.token(name)))).toEqual([409, 'agent_name_taken']);
    }
    expect((await grant(await invited.assertion())).status).toBe(200);
  });

  it('stays out when its account is disabled, whatever key it comes with', async () => {
    const agent = await TestAgent.make(aName());
    expect((await enrol(agent, await cluster.token(agent.name))).status).toBe(201);
    expect((await asAdmin('PATCH', `/auth/accounts/${agent.name}`, { disabled: true })).status).toBe(200);

    const again = await TestAgent.make(agent.name);
    await enrol(again, await cluster.token(agent.name));

    await eventually('its refusal', async () => (await grant(await again.assertion())).status === 400 || undefined);
  });

  it('gets 503 while the cluster is unavailable, and enrols afterwards', async () => {
    const agent = await TestAgent.make(aName());
    const token = await cluster.token(agent.name);
    cluster.respondWith({ status: 500, body: {} });
    expect(await outcomeOf(enrol(agent, token))).toEqual([503, 'service_unavailable']);
    cluster.respondWith(undefined);
    await cluster.trust('other-ca');
    expect(await outcomeOf(enrol(agent, token))).toEqual([503, 'service_unavailable']);
    await cluster.trust('ca');

    expect((await enrol(agent, token)).status).toBe(201);
  });

  it('is checked with the token that the gateway has now', async () => {
    await cluster.renewOwnToken();
    const agent = await TestAgent.make(aName());
    expect((await enrol(agent, await cluster.token(agent.name))).status).toBe(201);
  });

  it('is rejected without a TokenReview if its token is not one of the cluster', async () => {
    const { reviews } = cluster;
    const agent = await TestAgent.make(aName());
    await enrol(agent, await cluster.token(agent.name, { audience: 'other' }));
    await enrol(agent, 'guessed');
    const { token } = await invite({ name: agent.name });

    expect((await enrol(agent, token)).status).toBe(201);
    expect(cluster.reviews).toBe(reviews);
  });
});
