import { givenGroup, givenResource, givenType } from '../../test/given-inventory';
import { useMonitoring } from '../../test/use-monitoring';

describe('GET /rest/resource/search', () => {
  const api = useMonitoring();
  const ids = { HOST: 0, CPU: 0 };

  /** alpha-host > (App One > pool), cpu-0, a NEW server; beta-host; an uninventoried resource. */
  beforeAll(async () => {
    const db = api.database;
    const platform = await givenType(db, { plugin: 'Given', name: 'Unix', category: 'PLATFORM' });
    const server = await givenType(db, { name: 'App', category: 'SERVER' });
    const service = await givenType(db, { name: 'Part', category: 'SERVICE' });
    const host = await givenResource(db, { name: 'alpha-host', type: platform });
    await givenResource(db, { name: 'Beta_host', type: platform });
    const app = await givenResource(db, { name: 'App One', type: server, parent: host, availability: 'UP' });
    const cpu = await givenResource(db, { name: 'cpu-0', type: service, parent: host });
    await givenResource(db, { name: 'pool 100%', type: service, parent: app });
    await givenResource(db, { name: 'found', type: server, parent: host, status: 'NEW' });
    await givenResource(db, { name: 'gone', type: service, status: 'UNINVENTORIED' });
    Object.assign(ids, { HOST: host.id, CPU: cpu.id });
    await givenGroup(db, { members: [app], roles: ['viewer'] });
  });
  const viewer = () => api.as({ roles: ['viewer'] });
  const names = (body: unknown): string[] =>
    (body as { resourceName: string }[]).map(({ resourceName }) => resourceName);
  const list = async (address: string): Promise<string[]> => names((await api.get(address).expect(200)).body);

  it.each([
    ['nothing: what is in inventory', '', ['alpha-host', 'App One', 'Beta_host', 'cpu-0', 'pool 100%']],
    ['a parent', 'parentResourceId=HOST', ['App One', 'cpu-0']],
    ['a parent, in short', 'parentId=HOST&page=0&ps=5', ['App One', 'cpu-0']],
    ['a part of the name', 'name=cpu', ['cpu-0']],
    ['a part of the name that means something in patterns', 'name=100%25', ['pool 100%']],
    ['a part of the name as the whole', 'name=cpu&strict=true', []],
    ['the whole name', 'name=CPU-0&strict=TRUE', ['cpu-0']],
    ['a part of the type', 'resourceTypeName=ap', ['App One']],
    ['the whole type', 'type=part&strict=true&parentId=HOST', ['cpu-0']],
    ['another type', 'type=ap&strict=true', []],
    ['a plugin', 'pluginName=iven&parentId=HOST', ['App One', 'cpu-0']],
    ['another plugin', 'plugin=iven&strict=true', []],
    ['an id and a category', 'id=HOST&category=platform', ['alpha-host']],
    ['an id in another category', 'id=HOST&resourceCategories=SERVICE', []],
    ['an id that there cannot be', 'id=99999999999', []],
    ['a status', 'inventoryStatus=NEW', ['found']],
    ['a status, in short', 'status=uninventoried', ['gone']],
    ['an availability', 'currentAvailability=up', ['App One']],
    ['an availability, in short', 'availability=UNKNOWN&parentId=HOST', ['cpu-0']],
    [
      'all at once',
      'parentResourceId=HOST&type=pa&name=cpu&plugin=Given&category=SERVICE&status=COMMITTED&availability=UNKNOWN',
      ['cpu-0'],
    ],
  ])('finds by %s', async (_what, query, expected) => {
    const target = `/rest/resource/search?${query.replace('HOST', String(ids.HOST))}`;
    const { body, headers } = await api.get(target).expect(200);
    expect(names(body).sort()).toEqual([...expected].sort());
    expect(headers['x-collection-size']).toBe(String(expected.length));
    expect(headers['x-ignored-parameters']).toBeUndefined();
  });

  it('returns pages in the order of names, of what the caller sees', async () => {
    const found = await list('/rest/resource/search');
    expect(await list('/rest/resource/search?ps=2&page=1')).toEqual(found.slice(2, 4));
    const { body } = await viewer().get(`/rest/resource/search?parentId=${ids.HOST}`).expect(200);
    expect(names(body)).toEqual(['App One']);
    expect(names((await viewer().get(`/rest/resource/search?id=${ids.CPU}`).expect(200)).body)).toEqual([]);
  });

  it.each(['foo=foo', 'q=cpu', 'sort=id', 'foo=', 'id=foo', 'parentId=x', 'status=foo', 'status=ALL', 'category=x'])(
    'refuses %s instead of returning everything',
    async (query) => {
      await api.get(`/rest/resource/search?${query}`).expect(406).expect('X-Error-Type', 'invalid_query');
    },
  );

  it('refuses a criterion under both of its names, and unknown ones of anonymous callers with 401', async () => {
    await api.get('/rest/resource/search?type=a&resourceTypeName=a').expect(406);
    await api.anonymous.get('/rest/resource/search?foo=1').expect(401);
  });
});
