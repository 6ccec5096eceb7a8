import { givenResource, givenType } from '../../test/given-inventory';
import { PUBLIC_URL, useMonitoring } from '../../test/use-monitoring';
import { givenDefinition, givenSchedule } from './given-metrics';

describe('GET /rest/metric/definition/{id}', () => {
  const api = useMonitoring();

  it('returns the defaults of a metric in the form of a schedule, to everyone with a login', async () => {
    const type = await givenType(api.database);
    const { id } = await givenDefinition(api.database, { type, unit: 'BYTES' });
    const { body } = await api
      .as({ roles: ['viewer'] })
      .get(`/rest/metric/definition/${id}`)
      .expect(200);
    expect(body).toMatchObject({
      scheduleId: id,
      definitionId: id,
      enabled: true,
      collectionInterval: expect.any(Number),
      unit: 'B',
      type: 'MEASUREMENT',
      mtime: 0,
      links: [
        { self: { href: `${PUBLIC_URL}/rest/metric/definition/${id}` } },
        { resourceType: { href: `${PUBLIC_URL}/rest/resource/type/${type.id}` } },
      ],
    });
    const xml = await api.get(`/rest/metric/definition/${id}.xml`).buffer(true).expect(200);
    expect(xml.text).toContain(`<definitionId>${id}</definitionId>`);
    await api.get(`/rest/metric/definition/${id}.html`).expect(200);
    await api.anonymous.get(`/rest/metric/definition/${id}`).expect(401);
  });

  it('returns 404 for an unknown one and for one of a deleted type', async () => {
    await api.get('/rest/metric/definition/1').expect(404).expect('X-Error-Type', 'metric_definition_not_found');
    const type = await givenType(api.database, { is_deleted: true });
    const { id } = await givenDefinition(api.database, { type });
    await api.get(`/rest/metric/definition/${id}`).expect(404);
  });
});

describe('GET /rest/metric/definitions', () => {
  const api = useMonitoring();
  const listed = (typeId: number) =>
    api.as({ roles: ['viewer'] }).get(`/rest/metric/definitions?resourceTypeId=${typeId}`);

  it('returns those of a type as each is returned by itself, and none that came with received series', async () => {
    const type = await givenType(api.database);
    const [first, second] = [
      await givenDefinition(api.database, { type, name: 'b' }),
      await givenDefinition(api.database, { type, name: 'a' }),
    ];
    await givenDefinition(api.database, { type: await givenType(api.database) });
    const received = await givenDefinition(api.database, { type, name: 'c' });
    await api.database.query('UPDATE metric_definition SET is_received = true WHERE id = $1', [received.id]);
    const one = async (id: number) => (await api.get(`/rest/metric/definition/${id}`).expect(200)).body as unknown;

    expect((await listed(type.id).expect(200)).body).toEqual([await one(first.id), await one(second.id)]);
  });

  it('returns none of a type without metrics, and 404 for an unknown or deleted one', async () => {
    expect((await listed((await givenType(api.database)).id).expect(200)).body).toEqual([]);
    const deleted = await givenType(api.database, { is_deleted: true });
    for (const id of [1, deleted.id]) await listed(id).expect(404).expect('X-Error-Type', 'resource_type_not_found');
  });
});

describe('PUT /rest/metric/definition/{id}', () => {
  const api = useMonitoring();
  const DAY_MS = 86_400_000;
  const getSchedule = async (id: number) => (await api.get(`/rest/metric/schedule/${id}`).expect(200)).body;

  it('changes the defaults of resources that enter the inventory from then on', async () => {
    const type = await givenType(api.database, { category: 'PLATFORM' });
    const { id } = await givenDefinition(api.database, { type });
    const before = await givenSchedule(api.database, { type, definition: { id } });
    const path = `/rest/metric/definition/${id}`;
    const put = await api.put(path).send({ collectionInterval: DAY_MS, enabled: false }).expect(200);
    expect(put.body).toMatchObject({ definitionId: id, collectionInterval: DAY_MS, enabled: false });
    expect((await api.get(path).expect(200)).body).toEqual(put.body);
    expect(await getSchedule(before.id)).toMatchObject({ collectionInterval: 600_000, enabled: true });

    // Absent fields stay, and too short intervals are raised.
    expect((await api.put(path).send({ enabled: true }).expect(200)).body).toMatchObject({
      collectionInterval: DAY_MS,
    });
    expect((await api.put(path).send({ collectionInterval: 1 }).expect(200)).body).toMatchObject({
      collectionInterval: 30_000,
      enabled: true,
    });
  });

  it('changes all schedules of the metric with updateExisting, and no others', async () => {
    const type = await givenType(api.database);
    const { id } = await givenDefinition(api.database, { type });
    const resource = await givenResource(api.database, { type });
    const [first, second] = [
      await givenSchedule(api.database, { resource, definition: { id } }),
      await givenSchedule(api.database, { type, definition: { id }, isEnabled: false, intervalMs: 60_000 }),
    ];
    const other = await givenSchedule(api.database, { resource });
    const put = (body: object) => api.put(`/rest/metric/definition/${id}?updateExisting=true`).send(body).expect(200);
    const { mtime } = await getSchedule(first.id);

    await put({ collectionInterval: 120_000 });
    expect(await getSchedule(first.id)).toMatchObject({ collectionInterval: 120_000, enabled: true });
    expect(await getSchedule(second.id)).toMatchObject({ collectionInterval: 120_000, enabled: false });
    expect((await getSchedule(first.id)).mtime).toBeGreaterThan(mtime);
    await put({ enabled: true });
    expect(await getSchedule(second.id)).toMatchObject({ collectionInterval: 120_000, enabled: true });
    expect(await getSchedule(other.id)).toMatchObject({ collectionInterval: 600_000, mtime });
  });

  it('is for administrators, and checks caller, id, precondition and body in this order', async () => {
    const { id } = await givenDefinition(api.database);
    const path = `/rest/metric/definition/${id}`;
    const bad = { collectionInterval: 'often' };
    await api.anonymous.put('/rest/metric/definition/42').send(bad).expect(401);
    await api
      .as({ roles: ['operator'] })
      .put('/rest/metric/definition/42')
      .send(bad)
      .expect(403);
    await api
      .put('/rest/metric/definition/42')
      .send(bad)
      .expect(404)
      .expect('X-Error-Type', 'metric_definition_not_found');
    await api.put(path).send(bad).expect(406);
    await api.put(path).set('If-Match', '"old"').send({ enabled: false }).expect(412);
    const { headers } = await api.get(path).expect(200);
    await api.put(path).set('If-Match', headers['etag']!).send({ enabled: false }).expect(200);
  });
});
