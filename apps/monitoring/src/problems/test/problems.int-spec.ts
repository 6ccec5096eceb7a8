import { Database } from '@wardstone/database';
import type { ProblemRest, ProblemSummary } from '@wardstone/dto/monitoring';
import { givenOpenAlerts } from '../../test/given-alerts';
import { givenGroup, givenResource, givenType } from '../../test/given-inventory';
import { useMonitoring } from '../../test/use-monitoring';

const NOW = Date.UTC(2026, 0, 15, 12);
const HOUR = 3_600_000;

describe('problems', () => {
  const api = useMonitoring();
  const db = () => api.database;
  const list = async (query = '', by: Pick<typeof api, 'get'> = api) => {
    const { body, headers } = await by.get(`/rest/problem?${query}`).expect(200);
    return { rows: body as ProblemRest[], total: Number(headers['x-collection-size']) };
  };
  const summary = async (by: Pick<typeof api, 'get'> = api) =>
    (await by.get('/rest/problem/summary').expect(200)).body as ProblemSummary;

  interface Defined {
    name: string;
    priority?: string;
    resource?: { id: number };
    parent?: number;
    recovers?: number;
  }

  async function define(over: Defined) {
    const type = over.resource ? undefined : await givenType(db());
    const [row] = await db().query<{ id: number }>(
      `INSERT INTO alert_definition (resource_id, resource_type_id, parent_id, name, condition_mode, is_enabled, priority,
                                     recovery_id, dampening_category, dampening_count, dampening_period)
       VALUES ($1, $2, $3, $4, 'ANY', true, $5, $6, 'NONE', 0, 0) RETURNING id`,
      [
        over.resource?.id ?? null,
        type?.id ?? null,
        over.parent ?? null,
        over.name,
        over.priority ?? 'MEDIUM',
        over.recovers ?? 0,
      ],
    );
    return row!.id;
  }

  async function fire(definition: number, resource: { id: number }, firedMs: number, ackBy: string | null = null) {
    const [row] = await db().query<{ id: number }>(
      `INSERT INTO alert (alert_definition_id, resource_id, fired_ms, description, ack_by, ack_ms, rules, occurrences)
       VALUES ($1, $2, $3::bigint, 'value ' || $3::text, $4, 0, '{}', '{}') RETURNING id`,
      [definition, resource.id, firedMs, ackBy],
    );
    await givenOpenAlerts(db());
    return row!.id;
  }

  const over = (id: number) => db().query(`UPDATE alert_hold SET ended_ms = $2 WHERE alert_id = $1`, [id, NOW]);

  async function down(resource: { id: number }, sinceMs: number) {
    await db().query(`UPDATE resource SET availability = 'DOWN' WHERE id = $1`, [resource.id]);
    await db().query(`UPDATE availability_record SET until_ms = $2 WHERE resource_id = $1`, [resource.id, sinceMs]);
    await db().query(`INSERT INTO availability_record (resource_id, type, since_ms) VALUES ($1, 'DOWN', $2)`, [
      resource.id,
      sinceMs,
    ]);
  }

  async function run(resource: { id: number }, status: string, atMs: number, name = 'restart') {
    await db().query(
      `INSERT INTO operation_history (resource_id, operation_name, operation_display_name, job_name, job_group, status,
                                      requested_by, timeout_seconds, parameters, error_message, created_ms, modified_ms)
       VALUES ($1, $2, initcap($2), gen_random_uuid()::text, 'g', $3, 'admin', 60, '{}', 'boom ' || $4::text, $4::bigint, $4::bigint)`,
      [resource.id, name, status, atMs],
    );
  }

  const made = { host: { id: 0 }, disk: { id: 0 }, other: { id: 0 }, template: 0, newest: 0, recovered: 0 };

  beforeAll(async () => {
    const linux = await givenType(db(), { name: 'Linux', category: 'PLATFORM' });
    const disk = await givenType(db(), { name: 'Disk' });
    made.host = await givenResource(db(), { name: 'node-10', type: linux });
    made.disk = await givenResource(db(), { name: '/', type: disk, parent: made.host });
    made.other = await givenResource(db(), { name: 'node-2', type: linux });
    const otherDisk = await givenResource(db(), { name: '/var', type: disk, parent: made.other });
    made.template = await define({ name: 'Disk almost full', priority: 'HIGH' });
    const [first, second] = [
      await define({ name: 'Disk almost full', priority: 'HIGH', resource: made.disk, parent: made.template }),
      await define({ name: 'Disk almost full', priority: 'HIGH', resource: otherDisk, parent: made.template }),
    ];
    await over(await fire(first, made.disk, NOW - 2 * HOUR, 'admin'));
    for (let index = 0; index < 5; index++) {
      await over(made.newest);
      made.newest = await fire(first, made.disk, NOW - HOUR + index);
    }
    await db().query(`UPDATE alert_hold SET since_ms = $2, times = 5 WHERE alert_id = $1`, [made.newest, NOW - HOUR]);
    await fire(second, otherDisk, NOW - 2 * HOUR);
    made.recovered = await fire(
      await define({ name: 'Disk almost full: recovered', resource: made.disk, recovers: first }),
      made.disk,
      NOW,
    );
    await down(made.other, NOW - 3 * HOUR);
    await down(otherDisk, NOW - 3 * HOUR);
    await run(made.disk, 'FAILURE', NOW - 5 * HOUR);
    await run(made.disk, 'FAILURE', NOW - 4 * HOUR);
    await run(made.disk, 'FAILURE', NOW - 5 * HOUR, 'clean');
    await run(made.disk, 'SUCCESS', NOW - 4 * HOUR, 'clean');
    await run(made.disk, 'FAILURE', NOW - 8 * 24 * HOUR, 'ancient');
  });

  it('are grouped by cause and resource, with host, count and times', async () => {
    const { rows, total } = await list();
    expect(total).toBe(5);
    expect(rows[0]).toEqual({
      kind: 'ALERT',
      severity: 'HIGH',
      name: 'Disk almost full',
      definitionId: made.template,
      alertId: made.newest,
      resourceId: made.disk.id,
      resourceName: '/',
      hostId: made.host.id,
      hostName: 'node-10',
      count: 5,
      firstTime: NOW - HOUR,
      lastTime: NOW - HOUR + 4,
      description: `value ${NOW - HOUR + 4}`,
      state: 'FIRING',
      acknowledgedBy: null,
      silenceId: null,
      silencedUntil: null,
      causeId: null,
      causeName: null,
      endTime: null,
      endReason: null,
      endedBy: null,
      seesRecovery: true,
      suppresses: 0,
    });
    expect(rows.map(({ kind, severity, hostName, resourceName }) => [kind, severity, hostName, resourceName])).toEqual([
      ['ALERT', 'HIGH', 'node-10', '/'],
      ['RESOURCE', 'HIGH', 'node-2', 'node-2'],
      ['OPERATION', 'LOW', 'node-10', '/'],
      // These two are behind a host that is down.
      ['ALERT', 'HIGH', 'node-2', '/var'],
      ['RESOURCE', 'MEDIUM', 'node-2', '/var'],
    ]);
    expect(rows[1]).toMatchObject({
      name: 'Linux',
      firstTime: NOW - 3 * HOUR,
      count: 1,
      alertId: null,
      state: 'FIRING',
      suppresses: 2,
    });
    expect(rows[3]).toMatchObject({ state: 'SUPPRESSED', causeId: made.other.id, causeName: 'node-2' });
    expect(rows[2]).toMatchObject({ name: 'Restart', count: 2, description: `boom ${NOW - 4 * HOUR}` });
  });

  it.each([
    ['kind=resource', ['node-2', '/var']],
    ['severity=low', ['/']],
    ['kind=alert&severity=medium', []],
    ['state=suppressed', ['/var', '/var']],
    ['state=silenced', []],
    ['q=NODE-10', ['/', '/']],
    ['q=linux', ['node-2']],
    ['q=%25', []],
    ['q=restart', ['/']],
    ['q=nothing', []],
  ])('are narrowed by %s', async (query, names) => {
    const { rows, total } = await list(query);
    expect(rows.map(({ resourceName }) => resourceName)).toEqual(names);
    expect(total).toBe(names.length);
  });

  it.each(['state', 'severity', 'kind', 'name', 'hostName', 'resourceName', 'count', 'firstTime', 'lastTime'])(
    'are paged consistently, in the order of %s and in reverse',
    async (field) => {
      const whole = (await list(`sort=${field}`)).rows;
      const pages = await Promise.all([0, 1, 2, 3].map((page) => list(`sort=${field}&ps=2&page=${page}`)));
      expect(pages.flatMap(({ rows }) => rows)).toEqual(whole);
      expect(pages.map(({ total }) => total)).toEqual([5, 5, 5, 5]);
      const values = (rows: readonly ProblemRest[]) => rows.map((row) => row[field as keyof ProblemRest]);
      const back = values((await list(`sort=${field}:desc`)).rows);
      expect(back).toEqual(values(whole).toReversed());
    },
  );

  it('order names naturally', async () => {
    const { rows } = await list('sort=hostName');
    expect(rows.map(({ hostName }) => hostName)).toEqual(['node-2', 'node-2', 'node-2', 'node-10', 'node-10']);
  });

  it('exclude alerts that are over', async () => {
    expect((await list('q=recovered')).total).toBe(0);
    const { body } = await api.get(`/rest/resource/${made.host.id}/overview`).expect(200);
    expect(body).toMatchObject({ openAlertCount: 1, openAlerts: [{ name: 'Disk almost full', count: 5 }] });
    const group = await givenGroup(db(), { members: [made.host] });
    const members = await api.get(`/rest/group/${group.id}/members`).expect(200);
    expect(members.body).toMatchObject([{ openAlerts: 1 }]);
    expect((await api.get(`/rest/alert/${made.recovered}`).expect(200)).body).toMatchObject({ ackTime: 0 });
  });

  it('notify nobody before a definition has a notification', async () => {
    const notifications = [{ senderName: 'Direct Emails', config: { emailAddress: 'ops@example.com' } }];
    const definition = { name: 'notifies', enabled: false, conditions: [], notifications };
    const path = `/rest/alert/definitions?resourceId=${made.host.id}`;
    const { id } = (await api.post(path).send(definition).expect(201)).body as { id: number };
    expect(await summary()).toMatchObject({ definitions: 1 });
    await api.delete(`/rest/alert/definition/${id}`).expect(204);
    expect(await summary()).toMatchObject({ definitions: 0 });
  });

  it('are summarised with the worst hosts first', async () => {
    expect(await summary()).toEqual({
      high: 2,
      medium: 0,
      low: 1,
      acknowledged: 0,
      silenced: 0,
      suppressed: 2,
      recovered: 0,
      down: 2,
      unknown: 2,
      up: 0,
      definitions: 0,
      waiting: 0,
      waitingHosts: [],
      hosts: [
        {
          hostId: made.host.id,
          hostName: 'node-10',
          high: 1,
          medium: 0,
          low: 1,
          acknowledged: 0,
          held: 0,
          worst: 'Disk almost full',
          worstKind: 'ALERT',
        },
        {
          hostId: made.other.id,
          hostName: 'node-2',
          high: 1,
          medium: 0,
          low: 0,
          acknowledged: 0,
          held: 2,
          worst: 'Linux',
          worstKind: 'RESOURCE',
        },
      ],
    });
  });

  it('include hosts waiting for import, the newest first', async () => {
    const type = await givenType(db(), { category: 'PLATFORM' });
    const found = [];
    for (const name of ['w-1', 'w-2', 'w-3']) {
      found.push(await givenResource(db(), { name, type, status: 'NEW' }));
    }
    const part = await givenResource(db(), { name: 'part', parent: found[0]!, status: 'NEW' });
    const sample = await givenResource(db(), { name: 'no agent', type, status: 'NEW' });
    await db().query(
      `INSERT INTO agent (name, owner, owner_subject, registered_ms, last_seen_ms, is_silent)
       VALUES ('w', 'x', 'x', 1, 1, false)`,
    );
    await db().query(`UPDATE resource SET agent_name = 'w' WHERE id = ANY ($1)`, [found.map(({ id }) => id)]);
    const { waiting, waitingHosts } = await summary();
    expect([waiting, waitingHosts.map(({ hostName }) => hostName)]).toEqual([3, ['w-3', 'w-2', 'w-1']]);
    expect(waitingHosts[0]).toEqual({ hostId: found[2]!.id, hostName: 'w-3', since: expect.any(Number) });
    expect(await summary(api.as({ roles: ['viewer'] }))).toMatchObject({ waiting: 0, waitingHosts: [] });
    await db().query(`DELETE FROM resource WHERE id = ANY ($1)`, [[part.id, sample.id, ...found.map(({ id }) => id)]]);
  });

  it('are shown to a viewer for resources of its groups only', async () => {
    await givenGroup(db(), { members: [made.disk], roles: ['viewer'] });
    const viewer = api.as({ roles: ['viewer'] });
    const { rows, total } = await list('', viewer);
    expect(rows.map(({ kind, resourceId }) => [kind, resourceId])).toEqual([
      ['ALERT', made.disk.id],
      ['OPERATION', made.disk.id],
    ]);
    expect(total).toBe(2);
    expect(await list('q=node-2', viewer)).toEqual({ rows: [], total: 0 });
    expect(await summary(viewer)).toMatchObject({ high: 1, medium: 0, low: 1, down: 0, unknown: 1, up: 0 });
    expect((await list('', api.as({ roles: ['agent'] }))).total).toBe(0);
    await api.anonymous.get('/rest/problem').expect(401);
  });

  it.each(['kind=compliance', 'severity=worst', 'sort=why', 'ps=x'])('refuse %s', async (query) => {
    const { status } = await api.get(`/rest/problem?${query}`);
    expect(status).toBeGreaterThanOrEqual(400);
    expect(status).toBeLessThan(500);
  });

  describe('among many', () => {
    beforeAll(async () => {
      await db().query(
        `WITH host AS (
           INSERT INTO resource (resource_type_id, category, resource_key, name, inventory_status, availability, created_ms,
                                 modified_ms)
           SELECT r.resource_type_id, 'PLATFORM', 'many' || n, 'many-' || n, 'COMMITTED',
                  CASE WHEN n % 20 = 0 THEN 'DOWN' ELSE 'UP' END, 0, 0
             FROM resource r, generate_series(1, 2000) n WHERE r.id = $1 RETURNING id, name),
         part AS (
           INSERT INTO resource (resource_type_id, category, parent_id, resource_key, name, inventory_status, availability,
                                 created_ms, modified_ms)
           SELECT r.resource_type_id, 'SERVICE', host.id, 'part' || n, 'part ' || n, 'COMMITTED', 'UP', 0, 0
             FROM resource r, host, generate_series(1, 4) n WHERE r.id = $2 RETURNING id)
         INSERT INTO alert_definition (resource_id, name, condition_mode, is_enabled, priority, recovery_id,
                                       dampening_category, dampening_count, dampening_period)
         SELECT part.id, 'busy', 'ANY', true, 'LOW', 0, 'NONE', 0, 0 FROM part`,
        [made.host.id, made.disk.id],
      );
      await db().query(
        `INSERT INTO alert (alert_definition_id, resource_id, fired_ms, description, ack_by, ack_ms, rules, occurrences)
         SELECT d.id, d.resource_id, n, 'busy', CASE WHEN n < 13 OR d.id % 40 > 0 THEN 'admin' END, 0, '{}', '{}'
           FROM alert_definition d, generate_series(1, 13) n WHERE d.name = 'busy'`,
      );
      await givenOpenAlerts(db());
      await db().query(
        `UPDATE alert_hold h SET ended_ms = 20
           FROM alert a WHERE a.id = h.alert_id AND a.description = 'busy' AND a.ack_by IS NOT NULL`,
      );
      await db().query(`ANALYZE`);
    });

    /** Plan of the statement for a page. */
    async function toPlan(query: string): Promise<string> {
      const database = api.service.app.get(Database, { strict: false });
      const sent = jest.spyOn(database, 'query');
      await list(query);
      const [sql, params] = sent.mock.calls.find(([text]) => text.includes('shown AS MATERIALIZED'))!;
      sent.mockRestore();
      const lines = await db().query<{ 'QUERY PLAN': string }>(`EXPLAIN (ANALYZE, COSTS off) ${sql}`, [
        ...(params ?? []),
      ]);
      return lines.map((row) => row['QUERY PLAN']).join('\n');
    }

    it('are found by the indexes of open alerts and of resources that are DOWN', async () => {
      const { rows, total } = await list('ps=50');
      expect(rows).toHaveLength(50);
      expect(total).toBe(5 + 200 + 100);
      const plan = await toPlan('ps=50');
      expect(plan).toContain('ix_alert_hold_open');
      expect(plan).toContain('ix_resource_inventory_status_availability');
      expect(plan).not.toContain('Seq Scan on alert a');
      expect(plan).not.toContain('Seq Scan on resource r\n');
    });

    it('are found quickly by a part of many names', async () => {
      const plan = await toPlan('q=many');
      expect(plan).toMatch(/(Hash|Merge) (Left|Right) Join/);
      // Names are compared once, not for each row.
      expect(plan).not.toMatch(/SubPlan[^]*~~/);
      expect((await list('q=many')).total).toBe(300);
    });

    it('include a host whose parts match its name', async () => {
      const { rows } = await list('q=many-1999');
      expect(new Set(rows.map(({ hostName }) => hostName))).toEqual(new Set(['many-1999']));
    });
  });
});
