import type { GroupRest, ResourceWithType } from '@wardstone/dto/monitoring';
import { useMonitoring } from '../../test/use-monitoring';
import { AgentGroups } from '../inventory/agent-groups.service';
import { aFind } from './use-agents';

interface KnownBody {
  resources: { resourceId: number; key: string; status: string }[];
  schedules: { name: string; type: string; enabled: boolean; collectionInterval: number }[];
}

const FOUND = aFind('Linux', 'host-a', {
  children: [aFind('CPU', 'CPU 0'), aFind('Demo Server', 'srv', { pluginName: 'Demo' })],
});

describe.each([
  ['where the installation allows it', 'on', 'COMMITTED'],
  ['where somebody has to', 'off', 'NEW'],
] as const)('an agent that imports its machine, %s', (_where, AGENTS_IMPORT, status) => {
  const api = useMonitoring(() => ({ AGENTS_IMPORT }));
  const agent = (name = 'a') => api.as({ username: name, roles: ['agent'], type: 'ServiceAccount' });
  const send = (kind: string, body: object, name = 'a') => agent(name).post(`/rest/agent/${name}/${kind}`).send(body);
  const sync = async () => (await agent().get('/rest/agent/a/sync').expect(200)).body as KnownBody;
  const toIds = async () => (await sync()).resources.map(({ resourceId }) => resourceId);

  beforeAll(async () => {
    for (const name of ['a', 'b']) await agent(name).put(`/rest/agent/${name}`).send({}).expect(201);
    await send('inventory', { reportId: 'd', roots: [FOUND] }).expect(200);
  });

  it(`leaves its platform, servers and services ${status}`, async () => {
    const [platform, , server] = await toIds();

    await send('imports', { reportId: 'i', resourceIds: [platform, server], collectionInterval: 30_000 }).expect(200);

    const { resources, schedules } = await sync();
    expect(resources.map((resource) => resource.status)).toEqual([status, status, status]);
    const measured = schedules.filter(({ type, enabled }) => type === 'MEASUREMENT' && enabled);
    expect(measured.length > 0).toBe(AGENTS_IMPORT === 'on');
    expect(measured.filter(({ collectionInterval }) => collectionInterval > 30_000)).toEqual([]);
    expect(measured.some(({ name }) => name === 'Native.MemoryInfo.total')).toBe(AGENTS_IMPORT === 'on');
  });

  it('imports it anyway when its join token permits that', async () => {
    const invited = api.as({ username: 'c', roles: ['agent'], type: 'ServiceAccount', join: { auto_import: true } });
    await invited.put('/rest/agent/c').send({}).expect(201);
    const root = aFind('Linux', 'host-c');
    const found = await invited.post('/rest/agent/c/inventory').send({ reportId: 'd', roots: [root] });
    const resourceIds = [(found.body as { resources: { resourceId: number }[] }).resources[0]!.resourceId];

    const { body } = await invited.post('/rest/agent/c/imports').send({ reportId: 'i', resourceIds }).expect(200);

    expect(body).toMatchObject({ accepted: 1, rejected: [] });
    await api.get(`/rest/resource/${resourceIds[0]}`).expect(200);
  });

  it('is rejected for resources that are unknown or belong to another agent', async () => {
    const [platform] = await toIds();

    const { body } = await send('imports', { reportId: 'i', resourceIds: [platform, 'x'] }, 'b').expect(200);

    expect(body).toMatchObject({ accepted: 0, rejected: [{ index: 0 }, { index: 1 }] });
    await send('imports', { reportId: 'j', resourceIds: [], collectionInterval: 1 }).expect(406);
  });
});

describe('where agents of some names and groups may import', () => {
  const api = useMonitoring(() => ({
    AGENTS_IMPORT: 'on',
    AGENTS_IMPORT_NAMES: 'web-*, db',
    AGENTS_IMPORT_GROUPS: 'Nodes*',
  }));
  const login = (username: string, group?: string) =>
    api.as({ username, roles: ['agent'], type: 'ServiceAccount', ...(group === undefined ? {} : { join: { group } }) });

  /** Id of its platform, which it has tried to import. */
  async function givenMachine(name: string, group?: string): Promise<number> {
    const agent = login(name, group);
    const path = `/rest/agent/${name}`;
    await agent.put(path).send({}).expect(201);
    const report = { reportId: 'd', roots: [aFind('Linux', name)] };
    const found = await agent.post(`${path}/inventory`).send(report).expect(200);
    const [{ resourceId }] = (found.body as { resources: [{ resourceId: number }] }).resources;
    const imports = { reportId: 'i', resourceIds: [resourceId] };
    await agent.post(`${path}/imports`).send(imports).expect(200);
    return resourceId;
  }

  it.each([
    ['web-1', undefined, 'COMMITTED'],
    ['db', undefined, 'COMMITTED'],
    ['mail', undefined, 'NEW'],
    ['mail-2', 'Mail', 'NEW'],
    ['mail-3', 'Nodes of Rome', 'COMMITTED'],
  ])('what %s of the group %s found is %s', async (name, group, status) => {
    await givenMachine(name, group);

    const { resources } = (await login(name).get(`/rest/agent/${name}/sync`).expect(200)).body as KnownBody;
    expect(resources.map((resource) => resource.status)).toEqual([status]);
  });

  describe('the group of a join token', () => {
    const joinGroups = () => api.service.app.get(AgentGroups, { strict: false }).join();
    const getGroup = async (name: string) => {
      const { body } = await api.get(`/rest/group?q=${encodeURIComponent(name)}`).expect(200);
      return (body as GroupRest[]).find((group) => group.name === name);
    };
    const getMembers = async (name: string) => {
      const { body } = await api.get(`/rest/group/${(await getGroup(name))!.id}/resources`).expect(200);
      return (body as ResourceWithType[]).map(({ resourceId }) => resourceId).sort();
    };
    const group = (body: object) => api.post('/rest/group').send(body).expect(201);

    it('is created for the first machine that is imported, and joined by the next', async () => {
      const first = await givenMachine('web-11', 'Nodes of Oslo');
      await joinGroups();
      expect(await getGroup('Nodes of Oslo')).toMatchObject({ recursive: true });
      const second = await givenMachine('web-12', 'nodes of oslo');
      await joinGroups();

      expect(await getMembers('Nodes of Oslo')).toEqual([first, second]);
    });

    it('is joined when a user imports the machine', async () => {
      const id = await givenMachine('mail-21', 'Post');
      await joinGroups();
      expect(await getGroup('Post')).toBeUndefined();

      await api.put(`/rest/resource/${id}`).send({ status: 'COMMITTED' }).expect(200);
      await joinGroups();

      expect(await getMembers('Post')).toEqual([id]);
    });

    it('is joined once: a user may remove the machine, whatever the agent does', async () => {
      const id = await givenMachine('web-31', 'Left');
      await joinGroups();
      const { id: groupId } = (await getGroup('Left'))!;
      await api.delete(`/rest/group/${groupId}/resource/${id}`).expect(204);
      await login('web-31', 'Left').put('/rest/agent/web-31').send({}).expect(200);
      await joinGroups();

      expect(await getMembers('Left')).toEqual([]);
    });

    it('is joined again when the agent has a token for another group', async () => {
      const id = await givenMachine('web-41', 'Before');
      await joinGroups();
      await login('web-41', 'After').put('/rest/agent/web-41').send({}).expect(200);
      await joinGroups();

      expect([await getMembers('Before'), await getMembers('After')]).toEqual([[id], [id]]);
    });

    it('stays unchanged if it has another type or is calculated, and others are joined', async () => {
      const { body: types } = await api.get('/rest/resource/type?name=CPU').expect(200);
      await group({ name: 'Processors', resourceTypeId: (types as { id: number }[])[0]?.id });
      await givenMachine('web-51', 'Processors');
      const other = await givenMachine('web-52', 'Others');
      await joinGroups();

      expect([await getMembers('Processors'), await getMembers('Others')]).toEqual([[], [other]]);
    });
  });
});

describe('the login of an agent', () => {
  const api = useMonitoring();

  it('sees and changes only what the agent reports', async () => {
    const agent = api.as({ username: 'a', roles: ['agent'], type: 'ServiceAccount' });
    await agent.put('/rest/agent/a').send({}).expect(201);
    const found = await agent
      .post('/rest/agent/a/inventory')
      .send({ reportId: 'd', roots: [FOUND] })
      .expect(200);
    const [{ resourceId } = { resourceId: 0 }] = (found.body as { resources: { resourceId: number }[] }).resources;

    expect((await agent.get('/rest/resource?status=ALL').expect(200)).body).toEqual([]);
    await agent.get(`/rest/resource/${resourceId}`).expect(403);
    await agent.put(`/rest/resource/${resourceId}`).send({ status: 'COMMITTED' }).expect(403);
    await agent.delete(`/rest/resource/${resourceId}`).expect(403);
    await agent.post('/rest/resource/platforms').send({ resourceName: 'x', typeName: 'Linux' }).expect(403);
    await agent.post('/rest/group').send({ name: 'mine' }).expect(403);
    await agent.get(`/rest/operation/definitions?resourceId=${resourceId}`).expect(403);
  });
});
