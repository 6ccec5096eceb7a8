import { givenGroup, givenResource, givenType } from '../../test/given-inventory';
import { useMonitoring } from '../../test/use-monitoring';

const NOW = Date.UTC(2026, 0, 15, 12);
const MINUTE = 60_000;
const QUERY = '/prometheus/api/v1/query';

type Found = { metric: Record<string, string>; value: [number, string]; values: [number, string][] }[];

interface Listed {
  alerts: { labels: Record<string, string> }[];
  groups: { name: string; file: string; rules: { name: string; query: string; state: string }[] }[];
}

describe('open alerts as series', () => {
  const api = useMonitoring(() => ({ PROMETHEUS_SERIES: '8' }));
  const viewer = () => api.as({ username: 'looks-on', roles: ['viewer'], permissions: ['VIEW_RESOURCE'] });
  let web: { id: number };

  async function define(resource: { id: number }, name: string, over: { priority?: string; recovers?: number } = {}) {
    const [row] = await api.database.query<{ id: number }>(
      `INSERT INTO alert_definition (resource_id, name, condition_mode, is_enabled, priority, recovery_id,
                                     dampening_category, dampening_count, dampening_period)
       VALUES ($1, $2, 'ANY', true, $3, $4, 'NONE', 0, 0) RETURNING id`,
      [resource.id, name, over.priority ?? 'HIGH', over.recovers ?? 0],
    );
    return row!.id;
  }

  /** All are acknowledged at once, which ends nothing. */
  async function fire(definition: number, resource: { id: number }, firedMs: number, endedMs?: number) {
    await api.database.query(
      `WITH fired AS (
         INSERT INTO alert (alert_definition_id, resource_id, fired_ms, description, ack_by, ack_ms, rules, occurrences)
         VALUES ($1, $2, $3, '', 'a', $3, '{}', '{}') RETURNING id)
       INSERT INTO alert_hold (alert_id, is_held, reason, until_ms, ended_ms) SELECT f.id, false, NULL, $3, $4 FROM fired f`,
      [definition, resource.id, firedMs, endedMs ?? null],
    );
  }

  const get = async (path: string, params: Record<string, string>, by: Pick<typeof api, 'get'> = api) =>
    (await by.get(`${path}?${new URLSearchParams(params).toString()}`).expect(200)).body as { data: { result: Found } };
  const instant = async (query: string, atMs = NOW, by?: Pick<typeof api, 'get'>): Promise<Found> =>
    (await get(QUERY, { query, time: String(atMs / 1000) }, by)).data.result;

  beforeAll(async () => {
    api.clock.set(NOW);
    const db = api.database;
    const type = await givenType(db, { name: 'Server', plugin: 'Web', category: 'PLATFORM' });
    web = await givenResource(db, { type, name: 'web' });
    const hidden = await givenResource(db, { type, name: 'db' });
    await givenGroup(db, { name: 'front', members: [web], roles: ['viewer'] });
    const disk = await define(web, 'Disk "/" full');
    await fire(disk, web, NOW - 60 * MINUTE, NOW - 50 * MINUTE);
    // Two overlapping ones are one.
    await fire(disk, web, NOW - 30 * MINUTE, NOW - 10 * MINUTE);
    await fire(disk, web, NOW - 25 * MINUTE, NOW - 20 * MINUTE);
    await fire(disk, web, NOW - 2 * MINUTE);
    const slow = await define(hidden, 'Slow', { priority: 'LOW' });
    await fire(slow, hidden, NOW - 20 * MINUTE);
    // A recovery is not an open alert.
    await fire(await define(hidden, 'Fast again', { recovers: slow }), hidden, NOW - 5 * MINUTE);
  });

  it('are 1 until they are over, acknowledged or not, with the labels of their resource', async () => {
    const labels = { __name__: 'ALERTS', alertstate: 'firing', category: 'platform', plugin: 'Web', type: 'Server' };
    const found = await instant('ALERTS{resource="web"}');
    expect(found).toEqual([
      {
        metric: {
          ...labels,
          alertname: 'Disk "/" full',
          severity: 'high',
          group: ',front,',
          resource: 'web',
          resource_id: String(web.id),
          platform: 'web',
        },
        value: [NOW / 1000, '1'],
      },
    ]);
    const open = async (minutesAgo: number): Promise<number> =>
      (await instant('ALERTS{resource="web"}', NOW - minutesAgo * MINUTE)).length;
    const at = [61, 60, 50, 49, 30, 15, 10, 9, 2, -5];
    expect(await Promise.all(at.map(open))).toEqual([0, 1, 1, 0, 1, 1, 1, 0, 1, 1]);
  });

  it('are counted, over time and by severity, and absent where nothing matches', async () => {
    const params = { query: 'count by (severity) (ALERTS)', start: String((NOW - 15 * MINUTE) / 1000) };
    const { data } = await get('/prometheus/api/v1/query_range', { ...params, end: String(NOW / 1000), step: '5m' });
    expect(data.result.map(({ metric, values }) => [metric.severity, values.map(([, value]) => value)])).toEqual([
      ['high', ['1', '1', '1']],
      ['low', ['1', '1', '1', '1']],
    ]);
    const value = async (query: string) => (await instant(query)).map(({ value: [, text] }) => text);
    expect(await value('count_over_time(ALERTS{alertname=~"Disk.*"}[1h])')).toEqual(['3']);
    expect(await value('absent(ALERTS{severity="medium"})')).toEqual(['1']);
    expect(await value('ALERTS{resource="web"} * on (resource) group_left () count by (resource) (ALERTS)')).toEqual([
      '1',
    ]);
  });

  it('are listed, federated, and visible only to callers who see the resource', async () => {
    const list = async (path: string, by: Pick<typeof api, 'get'> = api) =>
      ((await by.get(`/prometheus/api/v1/${path}`).expect(200)).body as { data: unknown }).data;
    expect(await list('label/__name__/values')).toContain('ALERTS');
    expect(await list('label/alertname/values')).toEqual(['Disk "/" full', 'Slow']);
    expect(await list('label/alertname/values?match[]=ALERTS', viewer())).toEqual(['Disk "/" full']);
    expect(await list('series?match[]=ALERTS{severity="low"}')).toEqual([expect.objectContaining({ resource: 'db' })]);
    expect(await instant('ALERTS', NOW, viewer())).toHaveLength(1);
    const { text } = await viewer().get('/prometheus/federate?match[]=ALERTS').expect(200);
    expect(text).toMatch(
      /^# TYPE ALERTS untyped\nALERTS\{alertname="Disk \\"\/\\" full",alertstate="firing",.*\} 1 \d+\n$/,
    );
  });

  it('are listed with the definitions that report them, as rules of Prometheus', async () => {
    const list = async (path: string, by: Pick<typeof api, 'get'> = api) =>
      ((await by.get(`/prometheus/api/v1/${path}`).expect(200)).body as { data: Listed }).data;
    const full = {
      labels: expect.objectContaining({
        alertname: 'Disk "/" full',
        severity: 'high',
        resource: 'web',
        platform: 'web',
      }),
      annotations: { description: '' },
      state: 'firing',
      activeAt: new Date(NOW - 2 * MINUTE).toISOString(),
      value: '1e+00',
    };
    const { alerts } = await list('alerts');
    expect(alerts).toEqual([expect.objectContaining({ activeAt: new Date(NOW - 20 * MINUTE).toISOString() }), full]);
    expect(alerts[1]!.labels).not.toHaveProperty('alertstate');
    expect((await list('alerts', viewer())).alerts).toEqual([full]);
    const { groups } = await list('rules', viewer());
    expect(groups).toMatchObject([
      {
        name: 'web',
        file: `resource/${web.id}`,
        rules: [
          {
            name: 'Disk "/" full',
            query: 'ALERTS{alertname="Disk \\"/\\" full"}',
            state: 'firing',
            type: 'alerting',
            health: 'ok',
            labels: { severity: 'high' },
            alerts: [full],
          },
        ],
      },
    ]);
    // The query of a rule finds its alerts.
    expect(await instant(groups[0]!.rules[0]!.query, NOW, viewer())).toHaveLength(1);
    const toNames = async (search: string) =>
      (await list(`rules?${search}`)).groups.flatMap(({ rules }) => rules.map(({ name }) => name));
    expect(await toNames('')).toEqual(['Disk "/" full', 'Slow']);
    expect(await toNames('type=alert&rule_name[]=Slow')).toEqual(['Slow']);
    expect(await toNames('rule_group[]=web&rule_group[]=other')).toEqual(['Disk "/" full']);
    expect(await toNames(`file[]=resource/${web.id}`)).toEqual(['Disk "/" full']);
    expect(await toNames('type=record')).toEqual([]);
    expect((await list('rules?exclude_alerts=true')).groups[0]!.rules[0]).toMatchObject({
      state: 'firing',
      alerts: [],
    });
    const { body } = await api.get('/prometheus/api/v1/rules?type=strange').expect(400);
    expect(body).toMatchObject({
      errorType: 'bad_data',
      error: 'invalid parameter "type": not supported value "strange"',
    });
    await api.get('/prometheus/api/v1/rules?exclude_alerts=perhaps').expect(400);
  });

  it('are listed below their own resource for callers who do not see the group of their template', async () => {
    const db = api.database;
    const group = await givenGroup(db, { name: 'secret', members: [web], roles: [] });
    const [template] = await db.query<{ id: number }>(
      `INSERT INTO alert_definition (resource_group_id, name, condition_mode, is_enabled, priority, recovery_id,
                                     dampening_category, dampening_count, dampening_period)
       VALUES ($1, 'Hot', 'ANY', true, 'LOW', 0, 'NONE', 0, 0) RETURNING id`,
      [group.id],
    );
    const child = await define(web, 'Hot', { priority: 'LOW' });
    await db.query(`UPDATE alert_definition SET parent_id = $2 WHERE id = $1`, [child, template!.id]);
    await fire(child, web, NOW - MINUTE);
    const getFiles = async (by: Pick<typeof api, 'get'>) => {
      const { body } = await by.get('/prometheus/api/v1/rules?rule_name[]=Hot').expect(200);
      return (body as { data: Listed }).data.groups.map(({ file, name, rules }) => [file, name, rules[0]!.state]);
    };
    expect(await getFiles(api)).toEqual([[`group/${group.id}`, 'secret', 'firing']]);
    expect(await getFiles(viewer())).toEqual([[`resource/${web.id}`, 'web', 'firing']]);
    await db.query(
      `UPDATE alert_hold SET ended_ms = $1 WHERE ended_ms IS NULL AND alert_id IN
                      (SELECT id FROM alert WHERE alert_definition_id = $2)`,
      [NOW - MINUTE, child],
    );
  });

  it('are limited like other series', async () => {
    const definition = await define(web, 'Often');
    for (let i = 0; i < 9; i++) await fire(definition, web, NOW - 600 * MINUTE, NOW - 590 * MINUTE);
    const params = new URLSearchParams({ query: 'ALERTS', time: String((NOW - 595 * MINUTE) / 1000) });
    const { body } = await api.get(`${QUERY}?${params.toString()}`).expect(422);
    expect(body).toMatchObject({ errorType: 'execution', error: expect.stringContaining('more than 8 alerts') });
  });
});
