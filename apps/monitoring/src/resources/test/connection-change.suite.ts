import { MASK } from '@wardstone/terms';
import { aFind, useAgents } from '../../agents/test/use-agents';

describe('connection properties of a probe', () => {
  const { api, report, sync, givenMachine } = useAgents();
  const operator = () => api.as({ roles: ['operator'] });
  let platform = 0;

  beforeEach(async () => {
    platform = (await givenMachine()).platform!;
  });

  const givenProbe = async (typeName: string, pluginConfig: object): Promise<number> => {
    const sent = { resourceName: 'probe', typeName, pluginName: 'Probes', parentId: platform, pluginConfig };
    const { body } = await api.post('/rest/resource').send(sent).expect(201);
    return (body as { resourceId: number }).resourceId;
  };
  const put = (id: number, pluginConfig: object, by: { put: typeof api.put } = api) =>
    by.put(`/rest/resource/${id}/configuration`).send({ pluginConfig });
  const sent = async (id: number) => (await sync()).resources.find((each) => each.resourceId === id)!.pluginConfig;

  it('are replaced, with defaults for omitted ones, and reach the agent', async () => {
    const id = await givenProbe('TCP Probe', { host: 'db.example.com', port: 5432, banner: 'x' });
    const { body } = await put(id, { host: 'db.example.com', port: 5433 }).expect(200);
    expect(body.pluginConfig).toMatchObject({ host: 'db.example.com', port: '5433' });
    expect(await sent(id)).toMatchObject({ host: 'db.example.com', port: '5433' });
    expect(await sent(id)).toMatchObject({ banner: null });
  });

  it('keep a secret that is sent back masked', async () => {
    const id = await givenProbe('SNMP Probe', { host: 'switch', oid: '1.3.6', community: 'hidden' });
    const { body } = await api.get(`/rest/resource/${id}/configuration`).expect(200);
    expect(body.pluginConfig.community).toBe(MASK);
    await put(id, { ...body.pluginConfig, oid: '1.3.7' }).expect(200);
    expect(await sent(id)).toMatchObject({ oid: '1.3.7', community: 'hidden' });
  });

  it('are changed only by administrators where they name what the agent connects to', async () => {
    const id = await givenProbe('TCP Probe', { host: 'db.example.com', port: 5432 });
    const { headers } = await put(id, { host: 'inner.example.com', port: 5432 }, operator()).expect(403);
    expect(headers['x-error-type']).toBe('connection_property_forbidden');
    await put(id, { host: 'db.example.com', port: 5434 }, operator()).expect(200);
    await put(id, { host: 'db.example.com', port: 5434 }, api.as({ roles: ['viewer'] })).expect(403);
    expect(await sent(id)).toMatchObject({ host: 'db.example.com', port: '5434' });
  });

  it('are refused when one is missing, or when such a probe exists already', async () => {
    const id = await givenProbe('TCP Probe', { host: 'db.example.com', port: 5432 });
    await givenProbe('TCP Probe', { host: 'db.example.com', port: 5433 });
    await put(id, { host: 'db.example.com' }).expect(406);
    await put(id, { host: 'db.example.com', port: 5433 }).expect(409);
    await api.put(`/rest/resource/${id}/configuration`).send({}).expect(406);
    await put(2_000_000_042, { host: 'x', port: 1 }).expect(404);
  });

  it('of what an agent discovered are those that it reports', async () => {
    await report('inventory', {
      roots: [{ ...aFind('Demo Server', 'srv', { pluginName: 'Demo' }), parentId: platform }],
    }).expect(200);
    const server = (await sync()).resources.find(({ key }) => key === 'srv')!.resourceId;
    await api.put(`/rest/resource/${server}`).send({ status: 'COMMITTED' }).expect(200);
    await put(server, { host: 'x' }).expect(406);
    await put(platform, { host: 'x' }).expect(406);
  });
});
