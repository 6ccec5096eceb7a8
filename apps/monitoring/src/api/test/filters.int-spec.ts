import { Database } from '@wardstone/database';
import { givenResource, givenType } from '../../test/given-inventory';
import { useMonitoring } from '../../test/use-monitoring';

const RESOURCES = 30_000;
const DEFINITIONS = 3000;
const ALERTS = 60_000;
const SETUP_MS = 120_000;

interface Listed {
  id: number;
  name: string;
  ackBy: string | null;
  alertTime: number;
  alertDefinition: { priority: string };
  resource: { resourceName: string };
  resourceName: string;
  resourceId: number;
  availability: string;
  priority: string;
}

/** Filters and orders at a volume where indexes matter. */
describe('filters and orders of lists', () => {
  const api = useMonitoring();
  let parent: { id: number };
  let types: { common: number; rare: number };

  beforeAll(async () => {
    const db = api.database;
    const type = await givenType(db, { name: 'Filtered' });
    const rare = await givenType(db, { name: 'Rare' });
    types = { common: type.id, rare: rare.id };
    parent = await givenResource(db, { name: 'parent', availability: 'UP' });
    for (const name of ['b', 'a', 'c']) await givenResource(db, { name, type: rare });
    await db.query(
      `INSERT INTO resource (resource_type_id, category, parent_id, resource_key, name, inventory_status, availability,
                             created_ms, modified_ms)
       SELECT $1, 'SERVICE', CASE WHEN n <= 100 THEN $3::integer END, 'key ' || n, 'r ' || n * 7919 % $2::integer,
              'COMMITTED',
              CASE WHEN n % 500 = 0 THEN 'DOWN' WHEN n % 7 = 0 THEN 'UNKNOWN' ELSE 'UP' END, 0, 0
         FROM generate_series(1, $2::integer) n`,
      [type.id, RESOURCES, parent.id],
    );
    await db.query(
      `INSERT INTO alert_definition (resource_id, name, is_enabled, priority, recovery_id, condition_mode,
                                     dampening_category, dampening_count, dampening_period)
       SELECT r.id, 'd ' || r.id * 7919 % 1000, true,
              CASE WHEN r.id % 100 = 0 THEN 'HIGH' WHEN r.id % 3 = 0 THEN 'MEDIUM' ELSE 'LOW' END, 0, 'ANY', 'NONE', 0, 0
         FROM (SELECT id FROM resource ORDER BY id LIMIT $1) r`,
      [DEFINITIONS],
    );
    await db.query(
      `INSERT INTO alert (alert_definition_id, resource_id, fired_ms, description, ack_by, ack_ms, rules, occurrences)
       SELECT d.id, d.resource_id, 1700000000000 + n * 1000, '', CASE WHEN n % 400 = 0 THEN NULL ELSE 'ann' END, 1, '{}', '{}'
         FROM generate_series(1, $1::integer) n
         JOIN (SELECT id, resource_id, row_number() OVER (ORDER BY id) - 1 AS place FROM alert_definition) d
           ON d.place = n * 7919 % $2::integer`,
      [ALERTS, DEFINITIONS],
    );
    await db.query(`ANALYZE resource, alert_definition, alert`);
  }, SETUP_MS);

  const list = async (path: string): Promise<Listed[]> => {
    const { body, headers } = await api.get(path).expect(200);
    expect(headers['x-ignored-parameters']).toBeUndefined();
    return body as Listed[];
  };
  const sorted = <T>(values: readonly T[], descends = false): T[] =>
    [...values].sort((a, b) => (a === b ? 0 : a < b === descends ? 1 : -1));

  it('distinguish acknowledged alerts', async () => {
    const open = await api.get('/rest/alert?acknowledged=false&size=5').expect(200);
    expect((open.body as Listed[]).map(({ ackBy }) => ackBy)).toEqual([null, null, null, null, null]);
    expect(open.headers['x-collection-size']).toBe(String(ALERTS / 400));
    const seen = await api.get('/rest/alert?acknowledged=TRUE&size=5').expect(200);
    expect((seen.body as Listed[]).every(({ ackBy }) => ackBy === 'ann')).toBe(true);
    expect(seen.headers['x-collection-size']).toBe(String(ALERTS - ALERTS / 400));
  });

  it('find alerts by priority under both names', async () => {
    const high = await list('/rest/alert?priority=high&size=50');
    expect(high.map(({ alertDefinition }) => alertDefinition.priority)).toEqual(Array(50).fill('HIGH'));
    expect(await list('/rest/alert?prio=high&size=50')).toEqual(high);
    await api.get('/rest/alert?prio=high&priority=high').expect(406);
  });

  it('find resources by availability, children too', async () => {
    const down = await api.get('/rest/resource?availability=down&ps=100').expect(200);
    expect((down.body as Listed[]).every(({ availability }) => availability === 'DOWN')).toBe(true);
    expect(down.headers['x-collection-size']).toBe(String(RESOURCES / 500));
    const unknown = await list(`/rest/resource/${parent.id}/children?availability=UNKNOWN`);
    expect(unknown).toHaveLength(14);
  });

  it('find resources of one type', async () => {
    const { body, headers } = await api.get(`/rest/resource?typeId=${types.rare}&ps=2`).expect(200);
    expect((body as Listed[]).map(({ resourceName }) => resourceName)).toEqual(['a', 'b']);
    expect(headers['x-collection-size']).toBe('3');
    expect(await list(`/rest/resource?typeId=${types.rare}&q=C`)).toHaveLength(1);
    expect(await list('/rest/resource?typeId=99999999999')).toEqual([]);
  });

  it('read resources of a type from an index, however many there are', async () => {
    for (const type of [types.rare, types.common]) {
      expect(await toPlan(`/rest/resource?typeId=${type}`)).toContain('ix_resource_resource_type_id_name');
    }
  });

  it('sort alerts by time, name, resource and priority, both ways', async () => {
    const times = (await list('/rest/alert?sort=alertTime&size=20')).map(({ alertTime }) => alertTime);
    expect(times).toEqual(sorted(times));
    expect(times[0]).toBe(1_700_000_001_000);
    for (const [order, descends] of [
      ['asc', false],
      ['desc', true],
    ] as const) {
      const names = (await list(`/rest/alert?sort=name:${order}&size=200`)).map(({ name }) => name);
      expect(names).toEqual(sorted(names, descends));
      const resources = (await list(`/rest/alert?sort=resourceName:${order}&size=200`)).map(
        ({ resource }) => resource.resourceName,
      );
      expect(resources).toEqual(sorted(resources, descends));
      const [first] = await list(`/rest/alert?sort=priority:${order}&size=1`);
      expect(first!.alertDefinition.priority).toBe(descends ? 'LOW' : 'HIGH');
    }
  });

  it('sort resources and definitions', async () => {
    const ids = (await list('/rest/resource?sort=id:desc&ps=50')).map(({ resourceId }) => resourceId);
    expect(ids).toEqual(sorted(ids, true));
    const names = (await list('/rest/resource?sort=NAME:DESC&ps=50')).map(({ resourceName }) => resourceName);
    expect(names).toEqual(sorted(names, true));
    expect((await list('/rest/resource?sort=availability&ps=1'))[0]!.availability).toBe('DOWN');
    const kinds = (await list(`/rest/resource/${parent.id}/children?sort=availability:desc`)).map(
      ({ availability }) => availability,
    );
    expect(kinds).toEqual(sorted(kinds, true));
    const titles = (await list('/rest/alert/definitions?sort=name:desc&ps=50')).map(({ name }) => name);
    expect(titles).toEqual(sorted(titles, true));
    expect((await list('/rest/alert/definitions?sort=priority&ps=1'))[0]!.priority).toBe('HIGH');
    const newest = (await list('/rest/alert/definitions?sort=id:desc&ps=5')).map(({ id }) => id);
    expect(newest).toEqual(sorted(newest, true));
  });

  it('sort resources in natural order, near both ends of a list', async () => {
    const names = async (query: string): Promise<string[]> =>
      (await list(`/rest/resource?${query}&q=r+`)).map(({ resourceName }) => resourceName);

    expect(await names('sort=name&ps=3')).toEqual(['r 0', 'r 1', 'r 10']);
    expect(await names('sort=naturalName&ps=3')).toEqual(['r 0', 'r 1', 'r 2']);
    expect(await names('sort=naturalName:desc&ps=2')).toEqual(['r 29999', 'r 29998']);
    expect(await names('sort=naturalName&ps=1000&page=29')).toEqual(
      Array.from({ length: 1000 }, (_name, at) => `r ${29_000 + at}`),
    );
    const [last] = await list(`/rest/resource?category=SERVICE&sort=naturalName&ps=1&page=${RESOURCES + 3}`);
    expect(last!.resourceName).toBe('r 29999');
    const parts = await list(`/rest/resource/${parent.id}/children?sort=naturalName`);
    const numbers = parts.map(({ resourceName }) => Number(resourceName.slice(2)));
    expect(numbers).toEqual([...numbers].sort((one, other) => one - other));
  });

  it('stay in the links to other pages', async () => {
    const { headers } = await api.get('/rest/alert?acknowledged=false&sort=name:desc&size=5').expect(200);
    expect(headers.link).toContain('/rest/alert?acknowledged=false&sort=name:desc&size=5&page=1>; rel="next"');
    const { headers: down } = await api.get('/rest/resource?availability=DOWN&sort=id&ps=5').expect(200);
    expect(down.link).toContain('/rest/resource?availability=DOWN&sort=id&ps=5&page=1>; rel="next"');
  });

  it.each([
    ['/rest/alert?acknowledged=maybe', 'Parameter acknowledged must be true or false'],
    ['/rest/alert?priority=urgent', 'Parameter priority must be one of HIGH, MEDIUM, LOW, ALL'],
    ['/rest/resource?typeId=CPU', 'Parameter typeId must be'],
    ['/rest/resource?availability=SICK', 'Parameter availability must be one of UP, DOWN, DISABLED, UNKNOWN'],
    ['/rest/alert?sort=age', 'Parameter sort must be one of alertTime, name, resourceName, priority'],
    ['/rest/alert?sort=name:up', 'Parameter sort must be one of'],
    ['/rest/resource?sort=name:asc:asc', 'Parameter sort must be one of name, naturalName, id, availability'],
    ['/rest/alert/definitions?sort=owner', 'Parameter sort must be one of id, name, priority'],
  ])('are refused with the reason: %s', async (path, reason) => {
    const { body, headers } = await api.get(path).expect(406);
    expect((body as { message: string }).message).toContain(reason);
    expect(headers['x-error-type']).toBe('invalid_query');
  });

  /** The plan of the statement that reads the rows of a page. */
  const toPlan = async (path: string): Promise<string> => {
    const db = api.service.app.get(Database, { strict: false });
    const statements: { sql: string; params: readonly unknown[] }[] = [];
    const spies = (['query', 'queryOften'] as const).map((name) => {
      const original: (sql: string, params?: readonly unknown[]) => Promise<never[]> = db[name].bind(db);
      return jest.spyOn(db, name).mockImplementation((sql: string, params: readonly unknown[] = []) => {
        statements.push({ sql, params });
        return original(sql, params);
      });
    });
    await api.get(path).expect(200);
    for (const spy of spies) spy.mockRestore();
    const { sql, params } = statements.find(({ sql: text }) => text.includes('LIMIT'))!;
    const rows = await api.database.query<{ 'QUERY PLAN': string }>(`EXPLAIN (ANALYZE, COSTS off) ${sql}`, [...params]);
    return rows.map((row) => row['QUERY PLAN']).join('\n');
  };

  it.each([
    ['/rest/alert?acknowledged=false&size=20', 'ix_alert_unacknowledged'],
    ['/rest/alert?acknowledged=true&size=20', 'ix_alert_acknowledged'],
    ['/rest/alert?priority=high&size=20', 'ix_alert_definition_priority'],
    ['/rest/alert?sort=alertTime&size=20', 'ix_alert_fired_ms'],
    ['/rest/alert?sort=name&size=20', 'ix_alert_definition_name'],
    ['/rest/alert?sort=resourceName:desc&size=20', 'ix_resource_name_id'],
    ['/rest/alert?sort=priority&size=20', 'ix_alert_definition_priority'],
    ['/rest/resource?availability=DOWN', 'ix_resource_inventory_status_availability'],
    ['/rest/resource?sort=availability:desc', 'ix_resource_inventory_status_availability'],
    ['/rest/resource?sort=name:desc', 'ix_resource_inventory_status_name'],
    ['/rest/resource?sort=id:desc', 'pk_resource'],
    ['/rest/alert/definitions?sort=name', 'ix_alert_definition_name'],
    ['/rest/alert/definitions?sort=priority:desc', 'ix_alert_definition_priority'],
  ])('are read from an index: %s', async (path, index) => {
    const plan = await toPlan(path);
    if (process.env['SHOW_PLANS']) process.stderr.write(`${path}\n${plan}\n\n`);
    expect(plan).toContain(index);
  });
});
