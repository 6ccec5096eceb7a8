import { givenSchedule } from '../../metrics/test/given-metrics';
import { givenAlert } from '../../reports/test/given-records';
import { givenOpenAlerts } from '../../test/given-alerts';
import { givenGroup, givenResource, givenType } from '../../test/given-inventory';
import { useMonitoring } from '../../test/use-monitoring';

describe('removing resources together', () => {
  const api = useMonitoring();
  const db = () => api.database;
  const toStatus = async (id: number): Promise<string> =>
    ((await api.get(`/rest/resource/${id}`).expect(200)).body as { status: string }).status;
  const preview = async (query: string, by: Pick<typeof api, 'get'> = api): Promise<object> =>
    (await by.get(`/rest/resource/removal?${query}`).expect(200)).body as object;
  const remove = (query: string, by: Pick<typeof api, 'delete'> = api) => by.delete(`/rest/resource?${query}`);
  /** Sees its group and has the named permissions. */
  const keeper = (...permissions: string[]) => api.as({ roles: ['viewer'], permissions });

  const type = { platform: { id: 0 }, service: { id: 0 } };
  beforeAll(async () => {
    type.platform = await givenType(db(), { category: 'PLATFORM' });
    type.service = await givenType(db(), { category: 'SERVICE' });
  });

  /** Some hosts that are down, each with two parts. */
  async function givenHosts(name: string, count: number): Promise<{ id: number; parts: { id: number }[] }[]> {
    const hosts: { id: number; parts: { id: number }[] }[] = [];
    for (let at = 1; at <= count; at += 1) {
      const { id } = await givenResource(db(), { name: `${name}-${at}`, type: type.platform, availability: 'DOWN' });
      const parts = [1, 2].map((part) =>
        givenResource(db(), { name: `part ${part}`, parent: { id }, type: type.service, availability: 'DOWN' }),
      );
      hosts.push({ id, parts: await Promise.all(parts) });
    }
    return hosts;
  }

  it('counts the affected resources, and removes them with their parts', async () => {
    const hosts = await givenHosts('dead', 3);
    const other = await givenResource(db(), { name: 'living', type: type.platform, availability: 'UP' });
    const query = 'category=PLATFORM&availability=DOWN&q=dead';

    expect(await preview(query)).toEqual({ resources: 3, parts: 6, openAlerts: 0, schedules: 0 });
    const { body } = await remove(`${query}&expected=3`).expect(200);
    expect(body).toEqual({ resources: 3, parts: 6, openAlerts: 0, schedules: 0 });
    for (const { id, parts } of hosts) {
      for (const gone of [id, ...parts.map((part) => part.id)]) expect(await toStatus(gone)).toBe('UNINVENTORIED');
    }
    expect(await toStatus(other.id)).toBe('COMMITTED');
    expect(await preview(query)).toMatchObject({ resources: 0, parts: 0 });
  });

  it('counts alerts and schedules of all of them, and a part that is chosen with its host once', async () => {
    const [host] = await givenHosts('busy', 1);
    const [part] = host!.parts;
    for (const ackBy of ['ann', null, null]) await givenAlert(db(), { resource: part!, ackBy });
    await givenOpenAlerts(db());
    await givenSchedule(db(), { resource: host! });

    expect(await preview(`ids=${host!.id},${part!.id}`)).toEqual({
      resources: 2,
      parts: 1,
      openAlerts: 3,
      schedules: 1,
    });
    expect(await preview(`ids=${host!.id}`)).toMatchObject({ resources: 1, parts: 2, openAlerts: 3 });
    expect(await preview(`ids=${host!.id},${part!.id}&q=part`)).toMatchObject({ resources: 1, parts: 0 });
  });

  it('removes nothing when the number of matches has changed', async () => {
    const hosts = await givenHosts('flapping', 2);
    const { body, headers } = await remove('q=flapping&expected=1').expect(412);
    expect(body).toEqual({ message: '2 resources match, not 1: nothing was removed' });
    expect(headers['x-error-type']).toBe('precondition_failed');
    for (const { id } of hosts) expect(await toStatus(id)).toBe('COMMITTED');
    await remove('q=flapping&expected=2').expect(200);
    await remove('q=flapping&expected=2').expect(412);
  });

  it('removes discovered resources from the queue', async () => {
    const found = await givenResource(db(), { name: 'unwanted', type: type.platform, status: 'NEW' });
    expect(await preview('q=unwanted')).toMatchObject({ resources: 0 });
    await remove('status=NEW&q=unwanted&expected=1').expect(200);
    expect(await toStatus(found.id)).toBe('UNINVENTORIED');
  });

  it('removes only what the caller sees, with DELETE_RESOURCE', async () => {
    const [mine, theirs] = await givenHosts('guarded', 2);
    await givenGroup(db(), { members: [mine!], roles: ['viewer'] });
    const ids = `ids=${mine!.id},${theirs!.id}`;
    await keeper('VIEW_RESOURCE').get(`/rest/resource/removal?${ids}`).expect(403);
    await remove(`${ids}&expected=2`, keeper('VIEW_RESOURCE')).expect(403);
    await remove(`${ids}&expected=2`, keeper('DELETE_RESOURCE')).expect(412);
    expect(await preview(ids, keeper('DELETE_RESOURCE'))).toMatchObject({ resources: 1, parts: 2 });
    await remove(`${ids}&expected=1`, keeper('DELETE_RESOURCE')).expect(200);
    expect(await toStatus(mine!.id)).toBe('UNINVENTORIED');
    expect(await toStatus(theirs!.id)).toBe('COMMITTED');
    await api.anonymous.delete(`/rest/resource?${ids}&expected=1`).expect(401);
  });

  it.each([
    ['', 'Parameter expected must be given'],
    ['expected=-1', 'Parameter expected must be'],
    ['expected=0&nme=x', 'Unknown parameter nme'],
    ['expected=0&ids=x', 'Parameter ids'],
    ['expected=0&status=ALL', 'Parameter status must be one of NEW, IGNORED, COMMITTED'],
  ])('is refused with "%s"', async (query, reason) => {
    const { body } = await remove(query).expect(406);
    expect((body as { message: string }).message).toContain(reason);
  });

  it('is quick for thousands, and refuses more than fifty thousand', async () => {
    await db().query(
      `WITH host AS (
         INSERT INTO resource (resource_type_id, category, resource_key, name, inventory_status, availability, created_ms,
                               modified_ms)
         SELECT $1, 'PLATFORM', 'many' || n, 'many-' || n, 'COMMITTED', 'DOWN', 0, 0
           FROM generate_series(1, 10001) n RETURNING id)
       INSERT INTO resource (resource_type_id, category, parent_id, resource_key, name, inventory_status, availability,
                             created_ms, modified_ms)
       SELECT $2, 'SERVICE', host.id, 'part' || n, 'part ' || n, 'COMMITTED', 'DOWN', 0, 0
         FROM host, generate_series(1, 4) n`,
      [type.platform.id, type.service.id],
    );
    await db().query('ANALYZE resource');
    const { body } = await remove('q=many-&expected=10001').expect(406);
    expect(body).toEqual({ message: 'More than 50000 resources match, parts included' });
    const before = performance.now();
    expect(await preview('q=many-1')).toMatchObject({ resources: 1113, parts: 4452 });
    const seen = performance.now();
    await remove('q=many-1&expected=1113').expect(200);
    if (process.env['SHOW_PLANS']) {
      process.stderr.write(`preview ${seen - before} ms, removal ${performance.now() - seen} ms\n`);
    }
    expect(await preview('q=many-')).toMatchObject({ resources: 8888 });
  });
});
