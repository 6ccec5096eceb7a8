import { type ClusterApi, startClusterApi } from './cluster-api';
import { TestAgent, useAgentGateways } from './test-agent';

const FORGED = 100;
/** Maximum reviews for one address within the window. */
const MAX_REVIEWS = 20;

describe('a stranger with tokens that only claim to be of the cluster', () => {
  let cluster: ClusterApi;
  const { gateways } = useAgentGateways(async () => {
    cluster = await startClusterApi();
    return { ...cluster.settings, TRUST_PROXY: 'on' };
  });
  afterAll(() => cluster.close());

  const enrolFrom = async (address: string, agent: TestAgent, token: string): Promise<number> => {
    const response = await fetch(`${gateways.fixture.url}/auth/agents`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
      body: JSON.stringify(await agent.application(token)),
    });
    return response.status;
  };

  it('causes few TokenReviews, and delays no node', async () => {
    const flood = Array.from({ length: FORGED }, async (_none, n) =>
      enrolFrom('203.0.113.9', await TestAgent.make(`node-${n}`), await cluster.foreignToken(`node-${n}`)),
    );
    const node = await TestAgent.make('node-1');
    expect(await enrolFrom('10.0.1.7', node, await cluster.token('node-1'))).toBe(201);

    const statuses = await Promise.all(flood);
    expect([...new Set(statuses)].sort()).toEqual([401, 429]);
    expect(cluster.reviews).toBeLessThanOrEqual(MAX_REVIEWS + 1);
  });

  it('has addresses of one IPv6 network counted as one', async () => {
    const { reviews } = cluster;
    for (let n = 0; n < MAX_REVIEWS + 10; n++) {
      const agent = await TestAgent.make(`other-${n}`);
      await enrolFrom(`2001:db8::${n + 1}`, agent, await cluster.foreignToken(agent.name));
    }
    expect(cluster.reviews - reviews).toBeLessThanOrEqual(MAX_REVIEWS);
  });
});
