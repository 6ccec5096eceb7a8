import { useMonitoring } from '../../test/use-monitoring';
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
  const idsOf = async () => (await sync()).resources.map(({ resourceId }) => resourceId);

  beforeAll(async () => {
    for (const name of ['a', 'b']) await agent(name).put(`/rest/agent/${name}`).send({}).expect(201);
    await send('inventory', { reportId: 'd', roots: [FOUND] }).expect(200);
  });

  it(`leaves its platform, servers and services ${status}`, async () => {
    const [platform, , server] = await idsOf();

    await send('imports', { reportId: 'i', resourceIds: [platform, server], collectionInterval: 30_000 }).expect(200);

    const { resources, schedules } = await sync();
    expect(resources.map((resource) => resource.status)).toEqual([status, status, status]);
    const measured = schedules.filter(({ type, enabled }) => type === 'MEASUREMENT' && enabled);
    expect(measured.length > 0).toBe(AGENTS_IMPORT === 'on');
    expect(measured.filter(({ collectionInterval }) => collectionInterval > 30_000)).toEqual([]);
    expect(measured.some(({ name }) => name === 'Native.MemoryInfo.total')).toBe(AGENTS_IMPORT === 'on');
  });

  it('is refused what is unknown or belongs to another agent', async () => {
    const [platform] = await idsOf();

    const { body } = await send('imports', { reportId: 'i', resourceIds: [platform, 'x'] }, 'b').expect(200);

    expect(body).toMatchObject({ accepted: 0, rejected: [{ index: 0 }, { index: 1 }] });
    await send('imports', { reportId: 'j', resourceIds: [], collectionInterval: 1 }).expect(406);
  });
});

describe('where agents of some names may import', () => {
  const api = useMonitoring(() => ({ AGENTS_IMPORT: 'on', AGENTS_IMPORT_NAMES: 'web-*, db' }));

  it.each([
    ['web-1', 'COMMITTED'],
    ['db', 'COMMITTED'],
    ['mail', 'NEW'],
  ])('what %s found is %s', async (name, status) => {
    const agent = api.as({ username: name, roles: ['agent'], type: 'ServiceAccount' });
    const path = `/rest/agent/${name}`;
    await agent.put(path).send({}).expect(201);
    const found = await agent
      .post(`${path}/inventory`)
      .send({ reportId: 'd', roots: [aFind('Linux', name)] })
      .expect(200);
    const [{ resourceId }] = found.body.resources;
    await agent
      .post(`${path}/imports`)
      .send({ reportId: 'i', resourceIds: [resourceId] })
      .expect(200);
    const { resources } = (await agent.get(`${path}/sync`).expect(200)).body as KnownBody;
    expect(resources.map((resource) => resource.status)).toEqual([status]);
  });
});

describe('the login of an agent', () => {
  const api = useMonitoring();

  it('sees and changes nothing but what the agent reports', async () => {
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
