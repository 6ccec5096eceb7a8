import { countStatements } from '../../metrics/test/count-statements';
import { givenGroup, givenResource, givenType } from '../../test/given-inventory';
import { useMonitoring } from '../../test/use-monitoring';
import { givenMetric, overTen } from './alert-fixture';

describe('pages of alert definitions', () => {
  const api = useMonitoring();
  const page = async (path: string): Promise<string> => (await api.get(path).expect(200)).text;
  const goesDown = { category: 'AVAILABILITY', name: 'AVAIL_GOES_DOWN' };

  async function define(query: string, body: object): Promise<number> {
    const sent = { priority: 'HIGH', enabled: true, ...body };
    const { body: made } = await api.post(`/rest/alert/definitions?${query}`).send(sent).expect(201);
    return (made as { id: number }).id;
  }

  async function givenPart() {
    const host = await givenResource(api.database, { name: 'web-1' });
    const type = await givenType(api.database);
    const part = await givenResource(api.database, { name: 'orders', type, parent: host });
    return { host, type, part, metric: await givenMetric(api.database, type, { display_name: 'Backlog' }) };
  }

  it('name priority, conditions in words and the resource with its host', async () => {
    const { host, part, metric } = await givenPart();
    const id = await define(`resourceId=${part.id}`, {
      name: 'too slow',
      conditionMode: 'ALL',
      conditions: [overTen(metric), goesDown],
    });
    const list = await page(`/rest/alert/definitions.html?resourceId=${part.id}`);
    const own = await page(`/rest/alert/definition/${id}.html`);
    const brief = await page(`/rest/alert/definition/${id}.html?full=false`);
    for (const text of [list, own, brief]) {
      expect(text).toContain('HIGH');
      expect(text).toContain('Backlog &gt; 10 and availability goes DOWN');
      expect(text).toContain(`<a href="/rest/resource/${part.id}.html">orders</a>`);
      expect(text).toContain(`<a href="/rest/resource/${host.id}.html">web-1</a>`);
    }
    expect(own).toContain('<h1>too slow</h1>');
  });

  it('name the group or the type that a definition is for', async () => {
    const { part } = await givenPart();
    const type = await givenType(api.database, { name: 'Queue' });
    const group = await givenGroup(api.database, { name: 'all queues', members: [part] });
    await define(`groupId=${group.id}`, { name: 'of group', conditions: [goesDown] });
    await define(`resourceTypeId=${type.id}`, { name: 'of type', conditions: [goesDown] });
    const list = await page('/rest/alert/definitions.html?ps=1000');
    expect(list).toContain(`group <a href="/rest/group/${group.id}.html">all queues</a>`);
    expect(list).toMatch(/type (<a href="\/rest\/resource\/type\/\d+(.html)?">)?Queue/);
  });

  it('name in JSON what each is for, and are searched by name', async () => {
    const { host, part } = await givenPart();
    const group = await givenGroup(api.database, { name: 'some queues', members: [part] });
    const name = `needle 100 % ${crypto.randomUUID()}`;
    await define(`resourceId=${part.id}`, { name: `${name} A`, conditions: [goesDown] });
    await define(`groupId=${group.id}`, { name: `${name} B`, conditions: [goesDown] });
    const { body, headers } = await api.get(`/rest/alert/definitions?q=${encodeURIComponent(name.toUpperCase())}`);
    const owners = (body as { name: string; owner: { kind: string; name: string; ancestry: string | null } }[]).map(
      ({ owner }) => [owner.kind, owner.name, owner.ancestry?.includes(`_:_${host.id}_:_web-1`) ?? null],
    );
    // Of the group and of its member.
    expect(owners).toEqual([
      ['RESOURCE', 'orders', true],
      ['GROUP', 'some queues', null],
      ['RESOURCE', 'orders', true],
    ]);
    expect(headers['x-collection-size']).toBe('3');
  });

  it('take the same number of statements for one definition as for ten, and none more in JSON', async () => {
    const { part } = await givenPart();
    const query = `resourceId=${part.id}`;
    const cost = (path: string) => countStatements(() => page(path));
    await define(query, { name: 'first', conditions: [goesDown] });
    const [one, inJson] = [
      await cost(`/rest/alert/definitions.html?${query}`),
      await cost(`/rest/alert/definitions.json?${query}`),
    ];
    for (let index = 2; index <= 10; index++) await define(query, { name: `number ${index}`, conditions: [goesDown] });
    expect(await cost(`/rest/alert/definitions.html?${query}`)).toBe(one);
    expect(inJson).toBe(one - 1);
  });
});

describe('the alerts of a host', () => {
  const api = useMonitoring();
  const db = () => api.database;
  const page = async (path: string, by = api as Pick<typeof api, 'get'>): Promise<string> =>
    (await by.get(path).expect(200)).text;

  async function fire(resource: { id: number }, count = 1): Promise<void> {
    const [definition] = await db().query<{ id: number }>(
      `INSERT INTO alert_definition (resource_id, name, condition_mode, is_enabled, priority, recovery_id,
                                     dampening_category, dampening_count, dampening_period)
       VALUES ($1, 'of a part', 'ANY', true, 'HIGH', 0, 'NONE', 0, 0) RETURNING id`,
      [resource.id],
    );
    await db().query(
      `INSERT INTO alert (alert_definition_id, resource_id, fired_ms, description, rules, occurrences)
       SELECT $1, $2, 1700000000000 + n, 'it happened', '{}', '{}' FROM generate_series(1, $3) AS n`,
      [definition!.id, resource.id, count],
    );
  }

  it('are those of all its parts, counted at the link that lists them', async () => {
    const host = await givenResource(db(), { name: 'web-1' });
    const server = await givenResource(db(), { name: 'server', parent: host });
    const pool = await givenResource(db(), { name: 'pool', parent: server });
    const gone = await givenResource(db(), { name: 'gone', parent: server, status: 'UNINVENTORIED' });
    for (const resource of [host, server, pool, pool, gone, await givenResource(db())]) await fire(resource);

    const link = `/rest/alert.html?resourceId=${host.id}&amp;descendants=true`;
    for (const place of ['', '/children', '/schedules']) {
      expect(await page(`/rest/resource/${host.id}${place}.html`)).toContain(`<a href="${link}">Alerts (4)</a>`);
    }
    expect(await page(`/rest/resource/${pool.id}.html`)).toContain('>Alerts (2)<');
    const listed = async (query: string) => {
      const { body } = await api.get(`/rest/alert?${query}`).expect(200);
      return (body as { resource: { resourceName: string } }[]).map(({ resource }) => resource.resourceName).sort();
    };
    expect(await listed(`resourceId=${host.id}&descendants=true`)).toEqual(['pool', 'pool', 'server', 'web-1']);
    expect(await listed(`resourceId=${host.id}`)).toEqual(['web-1']);
    await api.get('/rest/alert?descendants=true').expect(406);
  });

  it('are those of the members of a group, for those who see it', async () => {
    const host = await givenResource(db(), { name: 'grouped' });
    await fire(host);
    await fire(await givenResource(db()));
    const group = await givenGroup(db(), { members: [host], roles: ['viewer'] });
    const hidden = await givenGroup(db(), { members: [host] });
    const viewer = api.as({ roles: ['viewer'] });
    const count = async (id: number, reader: Pick<typeof api, 'get'> = api): Promise<number> =>
      ((await reader.get(`/rest/alert?groupId=${id}`).expect(200)).body as unknown[]).length;
    expect([await count(group.id), await count(group.id, viewer)]).toEqual([1, 1]);
    expect([await count(hidden.id), await count(hidden.id, viewer)]).toEqual([1, 0]);
    await api.get(`/rest/alert?groupId=${group.id}&resourceId=${host.id}`).expect(406);
  });

  it('count as far as the reader sees them', async () => {
    const host = await givenResource(db(), { name: 'shared' });
    const part = await givenResource(db(), { name: 'hidden', parent: host });
    await fire(host);
    await fire(part, 2);
    await givenGroup(db(), { members: [host], roles: ['viewer'] });
    const viewer = api.as({ roles: ['viewer'] });
    expect(await page(`/rest/resource/${host.id}.html`, viewer)).toContain('>Alerts (1)<');
    const { body } = await viewer.get(`/rest/alert?resourceId=${host.id}&descendants=true`).expect(200);
    expect(body).toHaveLength(1);
  });

  it('are counted no further than a label needs', async () => {
    const host = await givenResource(db(), { name: 'busy' });
    await fire(host, 1200);
    expect(await page(`/rest/resource/${host.id}.html`)).toContain('>Alerts (999+)<');
  });
});
