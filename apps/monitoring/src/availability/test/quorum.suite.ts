import type { RoleName } from '@wardstone/auth';
import { AgentJobs } from '../../agents/agent-jobs.service';
import { aFind } from '../../agents/test/use-agents';
import { givenGroup } from '../../test/given-inventory';
import { useMonitoring } from '../../test/use-monitoring';
import { QuorumWatch } from '../quorum-watch.service';

interface Probing {
  agent: string;
  platform: number;
  probe: number;
}

describe('a target that several agents probe', () => {
  const api = useMonitoring();
  const db = () => api.database;
  let serial = 0;

  const asAgent = (username: string) =>
    api.as({ username, roles: ['agent'] satisfies RoleName[], type: 'ServiceAccount' });
  const post = (agent: string, kind: string, body: object) =>
    asAgent(agent)
      .post(`/rest/agent/${agent}/${kind}`)
      .send({ reportId: `q-${++serial}`, ...body })
      .expect(200);
  /** Without a gateway, only people of another issuer have known rights. */
  const admin = () => api.as({ username: 'ada', subject: 'idp|ada', roles: ['admin'] satisfies RoleName[] });
  const add = async (parentId: number, typeName: string, pluginConfig: object, by = admin()) => {
    const sent = { resourceName: 'shop', typeName, pluginName: 'Probes', parentId, pluginConfig };
    return by.post('/rest/resource').send(sent);
  };
  const getId = ({ body }: { body: unknown }): number => (body as { resourceId: number }).resourceId;

  /** Agents on machines of their own, each with a probe of the same target. */
  const givenAgents = async (count: number): Promise<Probing[]> => {
    const all: Probing[] = [];
    for (let n = 0; n < count; n++) {
      const agent = `q-agent-${++serial}`;
      await asAgent(agent).put(`/rest/agent/${agent}`).send({ version: '2.1', hostname: agent }).expect(201);
      await post(agent, 'inventory', { roots: [aFind('Linux', agent)] });
      const { body } = await asAgent(agent).get(`/rest/agent/${agent}/sync`).expect(200);
      const platform = (body as { resources: { resourceId: number }[] }).resources[0]!.resourceId;
      await api.put(`/rest/resource/${platform}`).send({ status: 'COMMITTED' }).expect(200);
      const probe = getId(await add(platform, 'TCP Probe', { host: 'shop.example.com', port: 443 }));
      all.push({ agent, platform, probe });
    }
    return all;
  };
  const see = ({ agent, probe }: Probing, type: string) =>
    post(agent, 'availability', { changesOnly: true, items: [{ resourceId: probe, type, since: api.clock.now() }] });
  const look = () => api.service.app.get(QuorumWatch, { strict: false }).look({ signal: new AbortController().signal });
  const read = async (id: number): Promise<string> => {
    await look();
    return ((await api.get(`/rest/resource/${id}/availability`).expect(200)).body as { type: string }).type;
  };
  const givenQuorum = async (agents: readonly Probing[], config: object = {}): Promise<number> => {
    const resources = agents.map(({ probe }) => probe).join(', ');
    return getId(await add(agents[0]!.platform, 'Quorum', { resources, ...config }));
  };

  it('is up while two agents disagree, and down when both see it down', async () => {
    const agents = await givenAgents(2);
    const quorum = await givenQuorum(agents);
    expect(await read(quorum)).toBe('UNKNOWN');
    await see(agents[0]!, 'UP');
    await see(agents[1]!, 'DOWN');
    expect(await read(quorum)).toBe('UP');
    await see(agents[0]!, 'DOWN');
    expect(await read(quorum)).toBe('DOWN');
    await see(agents[1]!, 'UP');
    expect(await read(quorum)).toBe('UP');
  });

  it('follows the majority of the known states of three agents', async () => {
    const agents = await givenAgents(3);
    const [first, second, third] = agents as [Probing, Probing, Probing];
    const quorum = await givenQuorum(agents);
    await see(first, 'DOWN');
    await see(second, 'UP');
    await see(third, 'UP');
    expect(await read(quorum)).toBe('UP');
    await see(second, 'DOWN');
    expect(await read(quorum)).toBe('DOWN');
    await see(first, 'UNKNOWN');
    expect(await read(quorum)).toBe('UP');
    await see(third, 'UNKNOWN');
    expect(await read(quorum)).toBe('UNKNOWN');
  });

  it('is down from the number that people set, which they may change', async () => {
    const agents = await givenAgents(3);
    const quorum = await givenQuorum(agents, { down: 1 });
    for (const agent of agents) await see(agent, 'UP');
    await see(agents[0]!, 'DOWN');
    expect(await read(quorum)).toBe('DOWN');
    const resources = agents.map(({ probe }) => probe).join(',');
    const put = (pluginConfig: object) => admin().put(`/rest/resource/${quorum}/configuration`).send({ pluginConfig });
    await put({ resources, down: 3 }).expect(200);
    expect(await read(quorum)).toBe('UP');
    await put({ resources: String(agents[0]!.probe), down: 3 }).expect(200);
    expect(await read(quorum)).toBe('DOWN');
  });

  it('is evaluated even while the agent of its machine is silent', async () => {
    const agents = await givenAgents(3);
    const quorum = await givenQuorum(agents);
    for (const agent of agents) await see(agent, 'UP');
    expect(await read(quorum)).toBe('UP');
    api.clock.advance(6 * 60_000);
    for (const agent of agents.slice(1)) await see(agent, 'DOWN');
    await api.service.app.get(AgentJobs, { strict: false }).findSilent();
    expect(await read(agents[0]!.platform)).toBe('DOWN');
    expect(await read(agents[0]!.probe)).toBe('UNKNOWN');
    expect(await read(quorum)).toBe('DOWN');
  });

  it('is not sent to any agent', async () => {
    const agents = await givenAgents(2);
    const quorum = await givenQuorum(agents);
    expect(await db().value('SELECT agent_name FROM resource WHERE id = $1', [quorum])).toBeNull();
    const { body } = await asAgent(agents[0]!.agent).get(`/rest/agent/${agents[0]!.agent}/sync`).expect(200);
    expect(JSON.stringify(body)).not.toContain(`"resourceId":${quorum},`);
    expect(JSON.stringify(body)).toContain(`"resourceId":${agents[0]!.probe},`);
  });

  it('ignores a probe that left the inventory', async () => {
    const agents = await givenAgents(3);
    const quorum = await givenQuorum(agents);
    for (const agent of agents) await see(agent, 'DOWN');
    await see(agents[0]!, 'UP');
    expect(await read(quorum)).toBe('DOWN');
    for (const { probe } of agents.slice(1)) await api.delete(`/rest/resource/${probe}`).expect(204);
    expect(await read(quorum)).toBe('UP');
  });

  it.each([
    ['what is no id', 'shop'],
    ['SQL', '1) OR (1=1'],
    ['too many', Array.from({ length: 21 }, (_, n) => n + 1).join()],
    ['nothing', ''],
    ['a list', [1]],
  ])('cannot be created from %s', async (_what, resources) => {
    const [agent] = await givenAgents(1);
    expect((await add(agent!.platform, 'Quorum', { resources })).status).toBe(406);
  });

  it('is created only from probes that its creator sees', async () => {
    const [seen, hidden] = (await givenAgents(2)) as [Probing, Probing];
    await givenGroup(db(), { members: [{ id: seen.platform }, { id: seen.probe }], roles: ['viewer'] });
    const user = api.as({
      username: 'eve',
      subject: 'idp|eve',
      roles: ['viewer'],
      permissions: ['VIEW_RESOURCE', 'CREATE_CHILD_RESOURCES', 'MODIFY_RESOURCE', 'CONFIGURE_READ'],
    });
    expect((await add(seen.platform, 'Quorum', { resources: `${seen.probe},${hidden.probe}` }, user)).status).toBe(403);
    expect((await add(seen.platform, 'Quorum', { resources: '2000000042' }, user)).status).toBe(406);
    expect((await add(seen.platform, 'Quorum', { resources: '200000042' }, user)).status).toBe(404);
    const quorum = getId(await add(seen.platform, 'Quorum', { resources: String(seen.probe) }, user));
    await givenGroup(db(), { members: [{ id: quorum }], roles: ['viewer'] });
    const pluginConfig = { resources: String(hidden.probe) };
    await user.put(`/rest/resource/${quorum}/configuration`).send({ pluginConfig }).expect(403);
    await see(seen, 'UP');
    await see(hidden, 'DOWN');
    expect(await read(quorum)).toBe('UP');
  });

  it('is judged with the rights that its author has now, and changed only by who sees all that it names', async () => {
    const [seen, hidden] = (await givenAgents(2)) as [Probing, Probing];
    await givenGroup(db(), { members: [{ id: seen.platform }, { id: seen.probe }], roles: ['viewer'] });
    const shared = await givenGroup(db(), { members: [{ id: hidden.probe }], roles: ['viewer'] });
    const eve = api.as({
      username: 'eve',
      subject: 'idp|eve',
      roles: ['viewer'],
      permissions: ['VIEW_RESOURCE', 'CREATE_CHILD_RESOURCES', 'MODIFY_RESOURCE', 'CONFIGURE_READ'],
    });
    const resources = `${seen.probe}, ${hidden.probe}`;
    const quorum = getId(await add(seen.platform, 'Quorum', { resources, down: 1 }, eve));
    await givenGroup(db(), { members: [{ id: quorum }], roles: ['viewer'] });
    await see(seen, 'UP');
    await see(hidden, 'DOWN');
    expect(await read(quorum)).toBe('DOWN');

    await db().query('DELETE FROM role_resource_group WHERE resource_group_id = $1', [shared.id]);
    expect(await read(quorum)).toBe('UP');
    const put = (by: typeof eve, down: number) =>
      by.put(`/rest/resource/${quorum}/configuration`).send({ pluginConfig: { resources, down } });
    await put(eve, 2).expect(403);
    await put(api.as({ username: 'zoe', subject: 'idp|zoe', roles: ['admin'] }), 2).expect(200);
    expect(await read(quorum)).toBe('UP');
    await see(seen, 'DOWN');
    expect(await read(quorum)).toBe('DOWN');
    await db().query(`UPDATE service_user SET subject = 'idp|another' WHERE login = 'zoe'`);
    expect(await read(quorum)).toBe('UNKNOWN');
  });

  it('is not evaluated for an agent that reports it', async () => {
    const [agent, victim] = (await givenAgents(2)) as [Probing, Probing];
    await see(victim, 'DOWN');
    const forged = aFind('Quorum', 'forged', {
      pluginName: 'Probes',
      pluginConfig: { resources: String(victim.probe), down: '1' },
    });
    await post(agent.agent, 'inventory', { roots: [aFind('Linux', agent.agent, { children: [forged] })] });
    const [id] = await db().ids(
      `UPDATE resource SET inventory_status = 'COMMITTED' WHERE resource_key = 'forged' RETURNING id`,
    );
    await look();
    expect(await db().value('SELECT availability FROM resource WHERE id = $1', [id])).not.toBe('DOWN');
  });
});
