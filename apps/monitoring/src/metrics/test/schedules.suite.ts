import { withTurnsSpent } from '@wardstone/testing';
import { givenGroup, givenResource, givenType } from '../../test/given-inventory';
import { PUBLIC_URL, useMonitoring } from '../../test/use-monitoring';

describe('GET /rest/resource/{id}/schedules', () => {
  const api = useMonitoring();
  let id = 0;
  let scheduleIds: number[] = [];

  beforeAll(async () => {
    const type = await givenType(api.database);
    ({ id } = await givenResource(api.database, { type }));
    await api.database.query(
      `INSERT INTO metric_definition (resource_type_id, name, position, display_name, unit, data_type, is_on_by_default,
                                      default_interval_ms)
       VALUES ($1, 'mem.free', 1, 'Free Memory', 'BYTES', 'MEASUREMENT', true, 600000),
              ($1, 'cpu.idle', 2, 'Idle', 'PERCENTAGE', 'MEASUREMENT', false, 1200000),
              ($1, 'host', 3, 'Host name', 'NONE', 'TRAIT', true, 86400000),
              ($1, 'availability', 4, 'Availability', 'NONE', 'AVAILABILITY', true, 600000)`,
      [type.id],
    );
    const rows = await api.database.query<{ id: number }>(
      `INSERT INTO metric_schedule (metric_definition_id, resource_id, is_enabled, collection_interval_ms, modified_ms)
       SELECT d.id, $2, d.is_on_by_default, d.default_interval_ms, 1700000000000 FROM metric_definition d
        WHERE d.resource_type_id = $1 ORDER BY d.id RETURNING id`,
      [type.id, id],
    );
    scheduleIds = rows.map((row) => row.id);
  });
  const names = async (query: string): Promise<string[]> =>
    ((await api.get(`/rest/resource/${id}/schedules${query}`).expect(200)).body as { scheduleName: string }[]).map(
      ({ scheduleName }) => scheduleName,
    );

  it('returns each schedule with its links, cacheable for a minute', async () => {
    const { body, headers } = await api.get(`/rest/resource/${id}/schedules?name=mem.free`).expect(200);
    const [free] = scheduleIds;
    expect(body).toEqual([
      {
        scheduleId: free,
        scheduleName: 'mem.free',
        enabled: true,
        collectionInterval: 600000,
        displayName: 'Free Memory',
        unit: 'B',
        type: 'MEASUREMENT',
        definitionId: expect.any(Number),
        mtime: 1_700_000_000_000,
        links: [
          { metric: { href: `${PUBLIC_URL}/rest/metric/data/${free}` } },
          { 'metric-raw': { href: `${PUBLIC_URL}/rest/metric/data/${free}/raw` } },
          { resource: { href: `${PUBLIC_URL}/rest/resource/${id}` } },
        ],
      },
    ]);
    expect(headers['cache-control']).toBe('private, no-cache');
  });

  it('writes no time of change in XML', async () => {
    const { text } = await api.get(`/rest/resource/${id}/schedules.xml?type=trait`).expect(200);
    const [definitionId] = /(?<=<definitionId>)\d+/.exec(text) ?? [];
    expect(text).toBe(
      '<?xml version="1.0" encoding="UTF-8" standalone="yes"?><collection><metricSchedule>' +
        `<scheduleId>${scheduleIds[2]}</scheduleId><scheduleName>host</scheduleName><enabled>true</enabled>` +
        '<collectionInterval>86400000</collectionInterval><displayName>Host name</displayName><unit/><type>TRAIT</type>' +
        `<definitionId>${definitionId}</definitionId>` +
        `<links rel="resource" href="${PUBLIC_URL}/rest/resource/${id}"/></metricSchedule></collection>`,
    );
  });

  it.each([
    ['', ['mem.free', 'host', 'availability']],
    ['?type=', ['mem.free', 'host', 'availability']],
    ['?type=ALL&enabledOnly=false', ['mem.free', 'cpu.idle', 'host', 'availability']],
    ['?enabledOnly=no', ['mem.free', 'cpu.idle', 'host', 'availability']],
    ['?type=metric', ['mem.free']],
    ['?type=Measurement&enabledOnly=false', ['mem.free', 'cpu.idle']],
    ['?type=trait', ['host']],
    ['?type=availability', ['availability']],
    ['?type=calltime', []],
    ['?type=other', []],
    ['?name=host', ['host']],
    ['?name=Host', []],
    ['?name=cpu.idle', []],
  ])('returns the schedules that match the query "%s"', async (query, expected) => {
    expect(await names(query)).toEqual(expected);
  });

  it('is refused for unknown and hidden resources', async () => {
    const viewer = api.as({ roles: ['viewer'] });
    await api.get('/rest/resource/42/schedules').expect(404);
    await viewer.get(`/rest/resource/${id}/schedules`).expect(403);
    await givenGroup(api.database, { members: [{ id }], roles: ['viewer'] });
    await viewer.get(`/rest/resource/${id}/schedules`).expect(200);
  });

  it('reads very many of a resource block by block, in the same order and shape', async () => {
    const type = await givenType(api.database);
    const resource = await givenResource(api.database, { type });
    await api.database.query(
      `WITH definitions AS (
         INSERT INTO metric_definition (resource_type_id, name, position, display_name, data_type, is_on_by_default,
                                        default_interval_ms)
         SELECT $1, 'm' || n, n / 2, 'M' || n, 'MEASUREMENT', true, 60000 FROM generate_series(0, 2199) AS n RETURNING id
       )
       INSERT INTO metric_schedule (metric_definition_id, resource_id, is_enabled, collection_interval_ms, modified_ms)
       SELECT d.id, $2, true, 60000, 0 FROM definitions d ORDER BY d.id`,
      [type.id, resource.id],
    );
    const path = `/rest/resource/${resource.id}/schedules`;
    const { body, headers } = await api.get(path).expect(200);
    expect(headers['transfer-encoding']).toBe('chunked');
    expect((body as { scheduleName: string }[]).map(({ scheduleName }) => scheduleName)).toEqual(
      Array.from({ length: 2_200 }, (_, n) => `m${n}`),
    );
    expect((await api.get(`${path}?name=m2199`).expect(200)).body).toHaveLength(1);
    await withTurnsSpent(api, () => api.get(path).expect(429));
    const charts = await api.get(`/rest/metric/charts/resource/${resource.id}?ps=10&page=219`).expect(200);
    expect(charts.headers['x-collection-size']).toBe('2200');
    expect(charts.body).toHaveLength(10);
  });
});
