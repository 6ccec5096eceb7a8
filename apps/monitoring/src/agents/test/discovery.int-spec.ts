import { aFind, useAgents } from './use-agents';

describe('a discovery report', () => {
  const { api, login, path, report, discover, sync, givenMachine } = useAgents();

  const statuses = async () =>
    Object.fromEntries((await sync()).resources.map(({ key, status }) => [key, status] as const));
  const commit = (id: number) => api.put(`/rest/resource/${id}`).send({ status: 'COMMITTED' }).expect(200);

  it('stores what it finds as NEW', async () => {
    const { body } = await discover(
      aFind('Linux', 'host-new', {
        version: 'Linux 6.1',
        location: 'rack 4',
        children: [aFind('CPU', 'CPU 0'), aFind('File System', '/', { pluginConfig: { free: 'text' } })],
      }),
    ).expect(200);

    expect(body).toMatchObject({
      resync: false,
      rejected: [],
      resources: [
        { path: '/roots/0', status: 'NEW', created: true },
        { path: '/roots/0/children/0', status: 'NEW', created: true },
        { path: '/roots/0/children/1', status: 'NEW', created: true },
      ],
    });
    const { resources, schedules } = await sync();
    expect(resources.map(({ key, parentId }) => [key, parentId === null])).toEqual([
      ['host-new', true],
      ['CPU 0', false],
      ['/', false],
    ]);
    // Resources outside the inventory are not measured.
    expect(schedules).toEqual([]);
  });

  it('responds to a repeat as before, whatever else the repeat contains', async () => {
    const first = await report('inventory', { reportId: 'd-1', roots: [aFind('Linux', 'host-once')] }).expect(200);
    const again = await report('inventory', { reportId: 'd-1', roots: [aFind('Linux', 'host-twice')] }).expect(200);

    expect(again.body).toEqual(first.body);
    expect(await statuses()).toEqual({ 'host-once': 'NEW' });
  });

  it('is accepted once when two reports have one id at the same time', async () => {
    const send = () => report('inventory', { reportId: 'd-2', roots: [aFind('Linux', 'host-race')] });

    const [one, other] = await Promise.all([send(), send()]);

    expect([one.status, other.status]).toEqual([200, 200]);
    expect(one.body).toEqual(other.body);
    expect((one.body as { resources: { created: boolean }[] }).resources[0]!.created).toBe(true);
  });

  it('finds the platform again under any key, because an agent has one', async () => {
    await discover(aFind('Linux', 'old-name')).expect(200);
    const { body } = await discover(aFind('Linux', 'new-name', { name: 'renamed' })).expect(200);

    expect(body).toMatchObject({ resources: [{ created: false }] });
    expect((await sync()).resources).toMatchObject([{ key: 'old-name', name: 'renamed' }]);
  });

  it('updates NEW resources; of imported ones only the version and a missing description', async () => {
    const find = (version: string, over: object) => aFind('Linux', 'host-v', { version, ...over });
    await discover(find('1', { name: 'first' })).expect(200);
    const { body } = await discover(find('2', { name: 'second' })).expect(200);
    const { resourceId } = (body as { resources: { resourceId: number }[] }).resources[0]!;
    await commit(resourceId);
    await api.put(`/rest/resource/${resourceId}`).send({ resourceName: 'mine', location: 'here' }).expect(200);

    await discover(find('3', { name: 'third', description: 'found', location: 'there' })).expect(200);
    await discover(find('3', { name: 'third', description: 'changed' })).expect(200);

    const read = await api.get(`/rest/resource/${resourceId}`).expect(200);
    expect(read.body).toMatchObject({ resourceName: 'mine', location: 'here', description: 'found' });
  });

  it('cuts long texts between characters', async () => {
    const long = (most: number): string => `${'x'.repeat(most - 2)}🔥🔥`;
    const given = { version: long(100), description: long(1_000), location: long(500) };
    const { body } = await discover(aFind('Linux', 'host-long', given)).expect(200);
    const { resourceId } = (body as { resources: { resourceId: number }[] }).resources[0]!;

    const read = await api.get(`/rest/resource/${resourceId}`).expect(200);
    expect(read.body).toMatchObject({ description: `${'x'.repeat(998)}…`, location: `${'x'.repeat(498)}…` });
  });

  it('commits services below committed parents, but leaves servers to be imported', async () => {
    const { platform = 0 } = await givenMachine();
    const [{ key = '' } = {}] = (await sync()).resources;

    await discover(
      aFind('Linux', key, {
        children: [aFind('File System', '/later'), aFind('Demo Server', 'srv', { pluginName: 'Demo', children: [] })],
      }),
    ).expect(200);

    expect(await statuses()).toMatchObject({ '/later': 'COMMITTED', srv: 'NEW', '/data': 'COMMITTED' });
    const { schedules } = await sync();
    expect(schedules.some(({ resourceId }) => resourceId === platform)).toBe(true);
  });

  it('refuses invalid resources with their descendants, and accepts the rest', async () => {
    const { body } = await discover(
      aFind('Linux', 'host-partly', {
        children: [
          aFind('No Such Type', 'x', { children: [aFind('CPU', 'below')] }),
          aFind('Windows', 'nested'),
          aFind('CPU', 'CPU 0'),
        ],
      }),
    ).expect(200);

    expect(body).toMatchObject({
      resources: [{ path: '/roots/0' }, { path: '/roots/0/children/2' }],
      rejected: [
        { path: '/roots/0/children/0', reason: expect.stringContaining('No Such Type') as string },
        { path: '/roots/0/children/1', reason: 'type Windows not allowed here' },
      ],
    });
  });

  it('adds below a resource of the agent that it names, but not below one of another agent', async () => {
    const { platform = 0 } = await givenMachine();
    const found = { ...aFind('CPU', 'CPU 7'), parentId: platform };
    const { body } = await report('inventory', { roots: [found] }).expect(200);
    expect(body).toMatchObject({ resources: [{ created: true, status: 'COMMITTED' }] });

    await login('thief').put('/rest/agent/thief').send({}).expect(201);
    const theft = await login('thief')
      .post('/rest/agent/thief/inventory')
      .send({ reportId: 'r', roots: [{ ...aFind('CPU', 'CPU 8'), parentId: platform }] })
      .expect(200);
    expect(theft.body).toMatchObject({ resources: [], rejected: [{ reason: `unknown resource ${platform}` }] });
  });

  it('takes over no platform that a user created, whatever key it sends', async () => {
    const platform = await api
      .post('/rest/resource/platforms')
      .send({ resourceName: 'by hand', typeName: 'Linux' })
      .expect(201);
    const { resourceId } = platform.body as { resourceId: number };
    const [row] = await api.database.query<{ key: string }>(
      `SELECT r.resource_key AS key FROM resource r WHERE r.id = $1`,
      [resourceId],
    );

    const { body } = await discover(aFind('Linux', row!.key)).expect(200);

    expect(body).toMatchObject({ resources: [{ created: true, status: 'NEW' }] });
    expect((await sync()).resources.map((known) => known.resourceId)).not.toContain(resourceId);
  });

  it('distinguishes machines of one name by their agents', async () => {
    await discover(aFind('Linux', 'twin')).expect(200);
    await login('late').put('/rest/agent/late').send({}).expect(201);
    const send = (reportId: string) =>
      login('late')
        .post('/rest/agent/late/inventory')
        .send({ reportId, roots: [aFind('Linux', 'twin', { children: [aFind('CPU', 'CPU 0')] })] });

    const { body } = await send('r-1').expect(200);
    expect(body).toMatchObject({ resources: [{ created: true }, { created: true }], rejected: [] });
    expect((await send('r-2').expect(200)).body).toMatchObject({ resources: [{ created: false }, { created: false }] });
    expect(await statuses()).toEqual({ twin: 'NEW' });
  });

  it('leaves ignored resources and their descendants unchanged', async () => {
    const { platform = 0, eth0 = 0 } = await givenMachine();
    await api.database.query(`UPDATE resource SET inventory_status = 'IGNORED' WHERE id = $1`, [eth0]);
    const { body } = await report('inventory', {
      roots: [{ ...aFind('Network Adapter', 'eth0', { name: 'other' }), parentId: platform }],
    }).expect(200);

    expect(body).toMatchObject({ resources: [{ resourceId: eth0, status: 'IGNORED', created: false }] });
    expect((await sync()).resources.find(({ resourceId }) => resourceId === eth0)).toMatchObject({ name: 'eth0' });
  });

  it('rediscovers uninventoried resources as new', async () => {
    const { platform = 0 } = await givenMachine();
    const [{ key = '' } = {}] = (await sync()).resources;
    await api.delete(`/rest/resource/${platform}`).expect(204);
    expect((await sync()).resources).toEqual([]);

    const { body } = await discover(aFind('Linux', key)).expect(200);

    expect(body).toMatchObject({ resources: [{ status: 'NEW', created: true }] });
  });

  it.each([
    ['no report id', { reportId: undefined }],
    ['an empty report id', { reportId: '' }],
    ['a long report id', { reportId: 'x'.repeat(65) }],
    ['no key', { roots: [{ ...aFind('Linux', 'h'), key: undefined }] }],
    ['an empty name', { roots: [aFind('Linux', 'h', { name: '' })] }],
    ['a long key', { roots: [aFind('Linux', 'x'.repeat(501))] }],
    ['two platforms', { roots: [aFind('Linux', 'h'), aFind('Linux', 'i')] }],
    ['a root that is no platform and names no parent', { roots: [aFind('CPU', 'CPU 0')] }],
    ['roots that are no list', { roots: 'host' }],
    ['a null character', { roots: [aFind('Linux', 'h\0')] }],
  ])('is refused whole with %s', async (_case, over) => {
    const response = await report('inventory', { roots: [aFind('Linux', 'h')], ...over });

    expect([response.status, response.headers['x-error-type']]).toEqual([406, 'invalid_content']);
    expect((await sync()).resources).toEqual([]);
  });

  it('is refused when it is too large or not JSON', async () => {
    const send = () => login().post(path('/inventory'));
    await send().set('Content-Type', 'application/json').send('{"reportId"').expect(406);
    await send().set('Content-Type', 'application/xml').send('<a/>').expect(415);
    const many = Array.from({ length: 10_001 }, (_, at) => aFind('CPU', `CPU ${at}`));
    await discover(aFind('Linux', 'h', { children: many })).expect(413);
    await discover(aFind('Linux', 'h', { padding: 'x'.repeat(8 * 1024 * 1024) })).expect(413);
  });
});

describe('the synchronisation', () => {
  const { login, path, sync, givenMachine } = useAgents();

  it('lists schedules of committed resources, with their intervals', async () => {
    const { platform = 0, eth0 = 0 } = await givenMachine();
    const { schedules } = await sync();
    const of = (id: number, metric: string) =>
      schedules.filter(({ resourceId, name }) => resourceId === id && name === metric);

    expect(of(platform, 'CpuPerc.user')).toMatchObject([
      { type: 'MEASUREMENT', perMinute: false, collectionInterval: 600_000, enabled: true },
    ]);
    expect(of(eth0, 'rxBytes')).toMatchObject([
      { perMinute: false, enabled: false },
      { perMinute: true, enabled: true },
    ]);
    expect(of(eth0, 'rhq.availability')).toMatchObject([{ type: 'AVAILABILITY', collectionInterval: 600_000 }]);
  });

  it('returns 304 while nothing changes', async () => {
    await givenMachine();
    const first = await login().get(path('/sync')).expect(200);
    const etag = first.headers['etag'] as string;

    await login().get(path('/sync')).set('If-None-Match', etag).expect(304);
    await givenMachine();
  });
});
