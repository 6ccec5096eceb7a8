import { givenGroup, givenResource, givenType } from '../../test/given-inventory';
import { PUBLIC_URL, useMonitoring } from '../../test/use-monitoring';
import { watchEventLoop } from '@wardstone/testing';
import { countStatements } from '../../metrics/test/count-statements';
import { givenMeasured, givenMetric, overTen } from '../../test/alerts/alert-fixture';

interface Definition {
  id: number;
  name: string;
  conditions: { id: number }[];
  notifications: { id: number }[];
  links: Record<string, { href: string }>[];
}

describe('alert definitions', () => {
  const api = useMonitoring();
  const db = () => api.database;
  const keeper = (...permissions: string[]) => api.as({ roles: ['viewer'], permissions });
  const mail = { senderName: 'Direct Emails', config: { emailAddress: 'ops@example.test' } };

  async function create(query: string, body: object): Promise<Definition> {
    const response = await api.post(`/rest/alert/definitions?${query}`).send(body).expect(201);
    return response.body as Definition;
  }
  const read = async (id: number): Promise<Definition> =>
    (await api.get(`/rest/alert/definition/${id}`).expect(200)).body as Definition;

  describe('POST /rest/alert/definitions', () => {
    it('stores a definition with its conditions and notifications, and shows it as GET does', async () => {
      const { resource, metric } = await givenMeasured(db());
      const response = await api.post(`/rest/alert/definitions?resourceId=${resource.id}`).send({
        name: 'cpu high',
        enabled: true,
        priority: 'medium',
        dampeningCategory: 'consecutive_count',
        dampeningCount: 3,
        conditions: [{ ...overTen(metric), name: 'ignored' }],
        notifications: [mail],
      });
      expect(response.status).toBe(201);
      const { id, conditions, notifications } = response.body as Definition;
      expect(response.headers['location']).toBe(`${PUBLIC_URL}/rest/alert/definition/${id}`);
      expect(response.body).toEqual({
        id,
        name: 'cpu high',
        enabled: true,
        priority: 'MEDIUM',
        recoveryId: 0,
        conditionMode: 'ANY',
        conditions: [
          {
            id: conditions[0]!.id,
            name: 'CPU Utilisation',
            category: 'THRESHOLD',
            threshold: 10,
            option: null,
            triggerId: null,
            comparator: '>',
            measurementDefinition: metric.id,
          },
        ],
        notifications: [{ id: notifications[0]!.id, ...mail }],
        dampeningCategory: 'CONSECUTIVE_COUNT',
        dampeningCount: 3,
        dampeningPeriod: 0,
        dampeningUnit: null,
        links: [{ resource: { href: `${PUBLIC_URL}/rest/resource/${resource.id}` } }],
      });
      expect(await read(id)).toEqual(response.body);
      expect((await api.get(`/rest/alert/definition/${id}?include=owner`).expect(200)).body).toEqual({
        ...response.body,
        owner: { kind: 'RESOURCE', id: resource.id, name: expect.any(String) as string, ancestry: null },
      });
      expect([id, conditions[0]!.id, notifications[0]!.id].every((given) => given > 10_000)).toBe(true);
    });

    it('gives the fields their defaults', async () => {
      const { id: resourceId } = await givenResource(db());
      expect(await create(`resourceId=${resourceId}`, { name: 'bare' })).toMatchObject({
        enabled: false,
        priority: 'LOW',
        recoveryId: 0,
        conditionMode: 'ANY',
        dampeningCategory: 'NONE',
        conditions: [],
        notifications: [],
      });
    });

    it('accepts XML and returns it', async () => {
      const { resource, metric } = await givenMeasured(db());
      const xml = `<definition><name>x</name><enabled>true</enabled><conditions><category>THRESHOLD</category>
        <comparator>&gt;</comparator><threshold>1.5</threshold>
        <measurementDefinition>${metric.id}</measurementDefinition></conditions></definition>`;
      const { text } = await api
        .post(`/rest/alert/definitions.xml?resourceId=${resource.id}`)
        .set('Content-Type', 'application/xml')
        .send(xml)
        .expect(201);
      expect(text).toContain('<definition>');
      expect(text).toContain(`<measurementDefinition>${metric.id}</measurementDefinition>`);
    });

    it.each([
      ['', 406],
      ['resourceId=1&groupId=1', 406],
      ['resourceId=1', 404],
      ['groupId=1', 404],
      ['resourceTypeId=1', 404],
      ['resourceId=99999999999', 404],
      ['resourceId=x', 406],
    ])('responds to the query "%s" with %d before it reads the body', async (query, status) => {
      await api.post(`/rest/alert/definitions?${query}`).send({}).expect(status);
    });

    it.each([
      ['no name', {}, 406],
      ['a long name', { name: 'x'.repeat(101) }, 406],
      ['a name of 101 characters outside the basic plane', { name: '🚨'.repeat(101) }, 406],
      ['an unknown priority', { name: 'x', priority: 'URGENT' }, 406],
      ['an unknown mode', { name: 'x', conditionMode: 'SOME' }, 406],
      ['an unknown dampening', { name: 'x', dampeningCategory: 'SOMETIMES' }, 406],
      ['a negative count', { name: 'x', dampeningCount: -1 }, 406],
      ['a negative period', { name: 'x', dampeningPeriod: -1 }, 406],
      ['an unknown unit', { name: 'x', dampeningUnit: 'YEARS' }, 406],
      ['a recovered definition that is not there', { name: 'x', recoveryId: 14 }, 404],
      ['ONCE and a recovery', { name: 'x', recoveryId: 14, dampeningCategory: 'ONCE' }, 406],
      ['ONCE and once until recovered', { name: 'x', onceUntilRecovered: true, dampeningCategory: 'ONCE' }, 406],
      ['an unknown sender', { name: 'x', notifications: [{ senderName: 'Pigeon' }] }, 404],
      ['no sender', { name: 'x', notifications: [{}] }, 406],
      ['a bad condition', { name: 'x', conditions: [{ category: 'ALERT' }] }, 406],
    ])('refuses %s', async (_case, body, status) => {
      const { id } = await givenResource(db());
      await api.post(`/rest/alert/definitions?resourceId=${id}`).send(body).expect(status);
      expect(await db().query(`SELECT 1 FROM alert_definition WHERE resource_id = $1`, [id])).toEqual([]);
    });

    it('refuses a mixed group, even an empty one, and accepts an empty one with a declared type', async () => {
      const members = [await givenResource(db()), await givenResource(db())];
      const mixed = await givenGroup(db(), { members });
      await api.post(`/rest/alert/definitions?groupId=${mixed.id}`).send({ name: 'x' }).expect(406);
      const untyped = await givenGroup(db());
      expect((await api.get(`/rest/group/${untyped.id}`).expect(200)).body).toMatchObject({ category: 'MIXED' });
      await api.post(`/rest/alert/definitions?groupId=${untyped.id}`).send({ name: 'x' }).expect(406);
      const { id: resourceTypeId } = await givenType(db());
      const { body: typed } = await api.post('/rest/group').send({ name: 'typed', resourceTypeId }).expect(201);
      const { id } = typed as { id: number };
      const { links } = await create(`groupId=${id}`, { name: 'x' });
      expect(links).toEqual([{ group: { href: `${PUBLIC_URL}/rest/group/${id}` } }]);
    });

    it('serves more concurrent clients than there are connections', async () => {
      const resource = await givenResource(db());
      const made = await Promise.all(
        Array.from({ length: 40 }, (_none, n) =>
          api.post(`/rest/alert/definitions?resourceId=${resource.id}`).send({ name: `x${n}` }),
        ),
      );
      expect(made.map(({ status }) => status)).toEqual(made.map(() => 201));
    });

    it('needs MANAGE_ALERTS on a visible resource, and MANAGE_SETTINGS for a type', async () => {
      const seen = await givenResource(db());
      const hidden = await givenResource(db());
      const type = await givenType(db());
      await givenGroup(db(), { members: [seen], roles: ['viewer'] });
      const post = (query: string, ...permissions: string[]) =>
        keeper(...permissions)
          .post(`/rest/alert/definitions?${query}`)
          .send({ name: 'x' });
      await post(`resourceId=${seen.id}`, 'MANAGE_ALERTS').expect(201);
      await post(`resourceId=${seen.id}`).expect(403);
      await post(`resourceId=${hidden.id}`, 'MANAGE_ALERTS').expect(403);
      await post(`resourceTypeId=${type.id}`, 'MANAGE_ALERTS').expect(403);
      await post(`resourceTypeId=${type.id}`, 'MANAGE_SETTINGS').expect(201);
    });
  });

  it('have at most 100 conditions and 100 notifications, stored in a few statements', async () => {
    const { resource, metric } = await givenMeasured(db());
    const place = `/rest/alert/definitions?resourceId=${resource.id}`;
    const body = (conditions: number, notifications: number) => ({
      // Characters, not units of UTF-16.
      name: '🚨'.repeat(100),
      conditions: Array.from({ length: conditions }, (_, i) => ({ ...overTen(metric), threshold: i })),
      notifications: Array.from({ length: notifications }, () => mail),
    });
    for (const [conditions, notifications] of [
      [101, 0],
      [2_000, 0],
      [0, 101],
    ] as const) {
      const refused = await api.post(place).send(body(conditions, notifications)).expect(406);
      expect(refused.headers['x-error-type']).toBe('invalid_content');
    }
    await api.post('/rest/alert/definitions/dry-run').query({ resourceId: resource.id }).send(body(101, 0)).expect(406);
    let response: { id: number; conditions: { threshold: number }[] } | undefined;
    const statements = await countStatements(async () => {
      response = (await api.post(place).send(body(100, 100)).expect(201)).body as typeof response;
    });
    expect(statements).toBeLessThan(40);
    expect(response!.conditions.map(({ threshold }) => threshold)).toEqual(Array.from({ length: 100 }, (_, i) => i));
    await api.post(`/rest/alert/definition/${response!.id}/conditions`).send(overTen(metric)).expect(406);
    await api.post(`/rest/alert/definition/${response!.id}/notifications`).send(mail).expect(406);
  });

  it('refuse patterns that would block the service, at once', async () => {
    const { resource } = await givenMeasured(db());
    const condition = { category: 'EVENT', name: 'INFO', option: '(?:a?){1000}'.repeat(200) };
    const loop = watchEventLoop();
    const { body } = await api
      .post(`/rest/alert/definitions?resourceId=${resource.id}`)
      .send({ name: 'slow', conditions: [condition] })
      .expect(406);
    expect(loop.stop().longestTurnMs).toBeLessThan(500);
    expect((body as { message: string }).message).toContain('at most 1000 elements');
  });

  describe('the rules of conditions', () => {
    it.each<[string, object, number]>([
      ['AVAILABILITY', { name: 'AVAIL_GOES_DOWN' }, 201],
      ['availability', { name: 'AVAIL_GOES_DOWN' }, 201],
      ['AVAILABILITY', { name: 'avail_goes_down' }, 406],
      ['AVAILABILITY', {}, 406],
      ['AVAIL_DURATION', { name: 'AVAIL_DURATION_NOT_UP', option: '300' }, 201],
      ['AVAIL_DURATION', { name: 'AVAIL_DURATION_NOT_UP', option: '300 sec' }, 406],
      ['AVAIL_DURATION', { name: 'AVAIL_DURATION_NOT_UP', option: '0' }, 406],
      ['AVAIL_DURATION', { name: 'AVAIL_DURATION_NOT_UP' }, 406],
      ['BASELINE', { metric: 'number', option: 'mean', comparator: '<', threshold: 0.1 }, 201],
      ['BASELINE', { metric: 'trending', option: 'mean', comparator: '<' }, 406],
      ['BASELINE', { metric: 'number', option: 'median', comparator: '<' }, 406],
      ['CHANGE', { metric: 'number' }, 201],
      ['CHANGE', { metric: 'trait' }, 406],
      ['CHANGE', {}, 406],
      ['CONTROL', { name: 'no such operation', option: 'FAILURE' }, 201],
      ['CONTROL', { name: 'restart', option: 'failure' }, 406],
      ['CONTROL', { option: 'FAILURE' }, 406],
      ['DRIFT', {}, 201],
      ['DRIFT', { name: '(' }, 406],
      ['EVENT', { name: 'WARN', option: 'time(out|d out)' }, 201],
      ['EVENT', { name: 'WARN', option: '(' }, 406],
      ['EVENT', { name: 'TRACE' }, 406],
      ['RANGE', { metric: 'number', threshold: 1, option: '2', comparator: '<=' }, 201],
      ['RANGE', { metric: 'number', threshold: 3, option: '2', comparator: '<=' }, 406],
      ['RANGE', { metric: 'number', threshold: 1, option: 'two', comparator: '<=' }, 406],
      ['RANGE', { metric: 'number', threshold: 1, option: '2', comparator: '<>' }, 406],
      ['RESOURCE_CONFIG', {}, 201],
      ['THRESHOLD', { metric: 'number', comparator: '>' }, 201],
      ['THRESHOLD', { metric: 'number', comparator: '>=' }, 406],
      ['THRESHOLD', { comparator: '>', threshold: 1 }, 406],
      ['THRESHOLD', { metric: 'unknown', comparator: '>=' }, 404],
      ['THRESHOLD', { metric: 'foreign', comparator: '>' }, 406],
      ['TRAIT', { metric: 'trait', option: '10.*' }, 201],
      ['TRAIT', { metric: 'number' }, 406],
      ['TRAIT', { metric: 'trait', option: '[' }, 406],
      ['ALERT', {}, 406],
    ])('%s with %j is answered %d', async (category, { metric, ...fields }: { metric?: string }, status) => {
      const { type, resource, metric: number } = await givenMeasured(db());
      const metrics: Record<string, { id: number }> = {
        number,
        trait: await givenMetric(db(), type, { data_type: 'TRAIT' }),
        trending: await givenMetric(db(), type, { numeric_type: 'TRENDSUP' }),
        foreign: await givenMetric(db(), await givenType(db())),
        unknown: { id: 13 },
      };
      const { id } = await create(`resourceId=${resource.id}`, { name: 'x' });
      const measurementDefinition = metric === undefined ? undefined : metrics[metric]!.id;
      const condition = { category, ...fields, measurementDefinition };
      await api.post(`/rest/alert/definition/${id}/conditions`).send(condition).expect(status);
    });
  });

  describe('PUT /rest/alert/definition/{id}', () => {
    it('replaces its four groups of fields, and nothing else', async () => {
      const { resource, metric } = await givenMeasured(db());
      const recovered = await create(`resourceId=${resource.id}`, { name: 'recovered' });
      const { id, conditions } = await create(`resourceId=${resource.id}`, {
        name: 'kept',
        enabled: true,
        priority: 'HIGH',
        conditionMode: 'ALL',
        dampeningCategory: 'ONCE',
        conditions: [overTen(metric)],
      });
      const { body, headers } = await api
        .put(`/rest/alert/definition/${id}`)
        .send({ name: 'other', conditionMode: 'ANY', recoveryId: recovered.id, conditions: [] })
        .expect(200);
      expect(body).toMatchObject({
        name: 'kept',
        enabled: false,
        priority: 'LOW',
        conditionMode: 'ALL',
        recoveryId: recovered.id,
        dampeningCategory: 'NONE',
      });
      expect(body).not.toHaveProperty('conditions');
      expect(headers['etag']).toMatch(/^"/);
      expect((await read(id)).conditions).toEqual(conditions);
    });

    it('refuses recovering itself or an unknown one, and returns 404 before it reads the body', async () => {
      const { id } = await create(`resourceId=${(await givenResource(db())).id}`, { name: 'x' });
      await api.put(`/rest/alert/definition/${id}`).send({ recoveryId: id }).expect(406);
      await api.put(`/rest/alert/definition/${id}`).send({ recoveryId: 15 }).expect(404);
      await api.put('/rest/alert/definition/123').expect(404);
      await api.put(`/rest/alert/definition/${id}`).expect(406);
    });

    it('honours If-Match', async () => {
      const { id } = await create(`resourceId=${(await givenResource(db())).id}`, { name: 'x' });
      const { headers } = await api.get(`/rest/alert/definition/${id}`);
      const put = () =>
        api.put(`/rest/alert/definition/${id}`).set('If-Match', headers['etag']!).send({ enabled: true });
      await put().expect(200);
      await put().expect(412);
    });
  });

  it('GET returns 304 for an unchanged record, and 404 for an unknown one', async () => {
    const { id } = await create(`resourceId=${(await givenResource(db())).id}`, { name: 'x' });
    const { headers, body } = await api.get(`/rest/alert/definition/${id}?full=false`);
    expect(body).not.toHaveProperty('conditions');
    await api.get(`/rest/alert/definition/${id}?full=false`).set('If-None-Match', headers['etag']!).expect(304);
    await api.get('/rest/alert/definition/14').expect(404);
    await api.get('/rest/alert/definition/abc').expect(404);
  });

  it('lists what the caller sees, page by page, and by resource', async () => {
    const resource = await givenResource(db());
    await givenGroup(db(), { members: [resource], roles: ['viewer'] });
    const ids = [];
    for (const name of ['a', 'b', 'c']) ids.push((await create(`resourceId=${resource.id}`, { name })).id);
    const url = `/rest/alert/definitions?resourceId=${resource.id}`;
    const { body, headers } = await keeper().get(`${url}&ps=2`).expect(200);
    expect((body as Definition[]).map(({ id }) => id)).toEqual(ids.slice(0, 2));
    expect(headers['x-collection-size']).toBe('3');
    expect(body).not.toHaveProperty([0, 'conditions']);
    const full = await api.get(`${url}&full=true`);
    expect(full.body).toMatchObject([{ conditions: [], notifications: [] }, {}, {}]);
    const other = await api.as({ roles: ['auditor'] as never, permissions: [] }).get(url);
    expect(other.body).toEqual([]);
    await api.get('/rest/alert/definitions?page=-1').expect(406);
  });

  it('/alert/definition redirects to the list, with query and suffix', async () => {
    const { headers } = await api.get('/rest/alert/definition.json?full=true').expect(303);
    expect(headers['location']).toBe(`${PUBLIC_URL}/rest/alert/definitions.json?full=true`);
  });

  describe('DELETE', () => {
    it('removes a definition with its conditions and notifications; repeating it is an error only with validate', async () => {
      const { resource, metric } = await givenMeasured(db());
      const { id, conditions, notifications } = await create(`resourceId=${resource.id}`, {
        name: 'x',
        conditions: [overTen(metric)],
        notifications: [mail],
      });
      await api.delete(`/rest/alert/definition/${id}`).expect(204);
      await api.get(`/rest/alert/definition/${id}`).expect(404);
      await api.get(`/rest/alert/condition/${conditions[0]!.id}`).expect(404);
      await api.get(`/rest/alert/notification/${notifications[0]!.id}`).expect(404);
      await api.delete(`/rest/alert/definition/${id}`).expect(204);
      await api.delete(`/rest/alert/definition/${id}?validate=true`).expect(404);
    });

    it('is forbidden without the permission', async () => {
      const resource = await givenResource(db());
      await givenGroup(db(), { members: [resource], roles: ['viewer'] });
      const { id } = await create(`resourceId=${resource.id}`, { name: 'x' });
      await keeper().delete(`/rest/alert/definition/${id}`).expect(403);
      await keeper('MANAGE_ALERTS').delete(`/rest/alert/definition/${id}`).expect(204);
    });
  });

  it('conditions get another id with each change', async () => {
    const { resource, metric } = await givenMeasured(db());
    const { id } = await create(`resourceId=${resource.id}`, { name: 'x', conditions: [{ category: 'DRIFT' }] });
    const added = await api.post(`/rest/alert/definition/${id}/conditions`).send(overTen(metric)).expect(201);
    const { id: cid } = added.body as { id: number };
    expect(added.headers['location']).toBe(`${PUBLIC_URL}/rest/alert/condition/${cid}`);
    const changed = await api
      .put(`/rest/alert/condition/${cid}`)
      .send({ category: 'AVAILABILITY', name: 'AVAIL_GOES_UP' })
      .expect(200);
    const { id: newId } = changed.body as { id: number };
    expect(changed.headers['location']).toBe(`${PUBLIC_URL}/rest/alert/condition/${newId}`);
    expect(newId).not.toBe(cid);
    await api.get(`/rest/alert/condition/${cid}`).expect(404);
    await api.put(`/rest/alert/condition/${cid}`).expect(404);
    await api.put(`/rest/alert/condition/${newId}`).send({ category: 'AVAILABILITY' }).expect(406);
    expect((await read(id)).conditions).toHaveLength(2);
    await api.delete(`/rest/alert/condition/${newId}`).expect(204);
    await api.delete(`/rest/alert/condition/${newId}?validate=true`).expect(404);
  });
});
