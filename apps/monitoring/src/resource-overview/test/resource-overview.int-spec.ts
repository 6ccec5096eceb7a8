import type { ResourceOverview } from '@wardstone/dto/monitoring';
import { givenDefinition, givenSchedule, submitterAt } from '../../metrics/test/given-metrics';
import { countStatements } from '../../metrics/test/count-statements';
import { givenOpenAlerts } from '../../test/given-alerts';
import { GIVEN_MS, givenGroup, givenResource, givenType } from '../../test/given-inventory';
import { useMonitoring } from '../../test/use-monitoring';

const NOW = Date.UTC(2026, 0, 15, 12);
const MINUTE = 60_000;

describe('the overview of a resource', () => {
  const api = useMonitoring();
  const db = () => api.database;
  beforeEach(() => api.clock.set(NOW));

  const submit = submitterAt(api, NOW);
  const read = async (id: number, reader: Pick<typeof api, 'get'> = api): Promise<ResourceOverview> =>
    (await reader.get(`/rest/resource/${id}/overview`).expect(200)).body as ResourceOverview;

  async function fire(
    resource: { id: number },
    {
      priority,
      name = 'watch',
      before = 1,
      times = 1,
    }: { priority: string; name?: string; before?: number; times?: number },
  ): Promise<void> {
    const [definition] = await db().query<{ id: number }>(
      `INSERT INTO alert_definition (resource_id, name, is_enabled, priority, recovery_id, condition_mode,
                                     dampening_category, dampening_count, dampening_period)
       VALUES ($1, $2, true, $3, 0, 'ANY', 'NONE', 1, 1) RETURNING id`,
      [resource.id, name, priority],
    );
    await db().query(
      `INSERT INTO alert (alert_definition_id, resource_id, fired_ms, description, rules, occurrences)
       SELECT $1, $2, $3::bigint - n, 'why ' || n, '{}', '{}' FROM generate_series(1, $4) AS n`,
      [definition!.id, resource.id, NOW - before + 1, times],
    );
    await givenOpenAlerts(db());
  }
  const goDown = (resource: { id: number }) =>
    api
      .put(`/rest/resource/${resource.id}/availability`)
      .send({ resourceId: resource.id, type: 'DOWN', since: NOW - MINUTE, until: null })
      .expect(204);

  it('shows the problems of the machine and its parts, worst first', async () => {
    const host = await givenResource(db(), { name: 'node-137' });
    const server = await givenResource(db(), { name: 'database', parent: host });
    const pool = await givenResource(db(), { name: 'pool', parent: server });
    const gone = await givenResource(db(), { name: 'gone', parent: host, status: 'UNINVENTORIED' });
    await fire(host, { priority: 'LOW', name: 'load', before: 1 });
    await fire(pool, { priority: 'HIGH', name: 'exhausted', before: MINUTE, times: 3 });
    await fire(gone, { priority: 'HIGH' });
    await fire(await givenResource(db()), { priority: 'HIGH' });
    await goDown(pool);
    const overview = await read(host.id);
    expect(overview).toMatchObject({ resourceId: host.id, availability: 'UNKNOWN', openAlertCount: 2, downCount: 1 });
    expect(overview.openAlerts).toEqual([
      {
        alertId: expect.any(Number),
        definitionId: expect.any(Number),
        name: 'exhausted',
        priority: 'HIGH',
        resourceId: pool.id,
        resourceName: 'pool',
        description: 'why 1',
        count: 1,
        since: NOW - MINUTE,
        latest: NOW - MINUTE,
        state: 'FIRING',
        acknowledgedBy: null,
        endTime: null,
        endReason: null,
        endedBy: null,
        silenceId: null,
        silencedUntil: null,
        causeId: null,
        causeName: null,
        seesRecovery: false,
      },
      expect.objectContaining({ name: 'load', priority: 'LOW', resourceName: 'node-137', count: 1 }),
    ]);
    expect(overview.down).toEqual([
      { resourceId: pool.id, resourceName: 'pool', typeName: expect.any(String), since: NOW - MINUTE },
    ]);
    expect(overview.parts).toMatchObject([{ count: 1, worst: [{ resourceName: 'database', openAlerts: 1 }] }]);
    expect(await read(pool.id)).toMatchObject({ availability: 'DOWN', availabilitySince: NOW - MINUTE, downCount: 0 });
  });

  it('has the newest values of main metrics: watched ones, percentages, then the order of the plugin', async () => {
    const type = await givenType(db(), { category: 'PLATFORM' });
    const disk = await givenType(db(), { name: 'Disk' });
    const host = await givenResource(db(), { type });
    const declare = async (
      of: { id: number },
      displayName: string,
      position: number,
      unit: string,
      display: string,
    ) => {
      const definition = await givenDefinition(db(), { type: of, displayName, unit });
      await db().query(`UPDATE metric_definition SET position = $2, display_type = $3 WHERE id = $1`, [
        definition.id,
        position,
        display,
      ]);
      return definition;
    };
    const memory = await declare(type, 'Memory', 0, 'BYTES', 'SUMMARY');
    const detail = await declare(type, 'Detail', 1, 'PERCENTAGE', 'DETAIL');
    const load = await declare(type, 'Load', 2, 'PERCENTAGE', 'SUMMARY');
    const off = await declare(type, 'Off', 3, 'PERCENTAGE', 'SUMMARY');
    const used = await declare(disk, 'Used', 0, 'PERCENTAGE', 'SUMMARY');
    const { id: loadId } = await givenSchedule(db(), { resource: host, definition: load });
    await givenSchedule(db(), { resource: host, definition: memory });
    await givenSchedule(db(), { resource: host, definition: detail });
    await givenSchedule(db(), { resource: host, definition: off, isEnabled: false });
    await submit([loadId, 10 * MINUTE, 0.5], [loadId, MINUTE, 0.97]);
    for (const [name, value] of [
      ['/', 0.4],
      ['/var', 0.96],
    ] as const) {
      const resource = await givenResource(db(), { name, type: disk, parent: host });
      await submit([(await givenSchedule(db(), { resource, definition: used })).id, MINUTE, value]);
    }
    const { metrics, parts } = await read(host.id);
    expect(metrics.map(({ displayName, value, time }) => [displayName, value, time])).toEqual([
      ['Load', 0.97, NOW - MINUTE],
      ['Memory', 'NaN', 0],
    ]);
    expect(parts).toMatchObject([
      {
        typeName: 'Disk',
        count: 2,
        worst: [
          { resourceName: '/var', metrics: [{ displayName: 'Used', value: 0.96 }] },
          { resourceName: '/', metrics: [{ value: 0.4 }] },
        ],
      },
    ]);
  });

  it('names the agent with its last contact, traits and the latest changes', async () => {
    const host = await givenResource(db(), { name: 'with-agent' });
    await db().query(
      `INSERT INTO agent (name, owner, owner_subject, version, registered_ms, last_seen_ms, is_silent)
       VALUES ('a-1', 'x', 'x', '1.2', 1, $1, true)`,
      [NOW - MINUTE],
    );
    await db().query(`UPDATE resource SET agent_name = 'a-1' WHERE id = $1`, [host.id]);
    const trait = await givenSchedule(db(), { resource: host, dataType: 'TRAIT', displayName: 'OS Name' });
    await api.put(`/rest/metric/data/${trait.id}/trait/${NOW}`).send({ value: 'Linux' }).expect(200);
    await db().query(
      `INSERT INTO configuration_update (resource_id, status, configuration, requested_by, created_ms, modified_ms)
       VALUES ($1, 'SUCCESS', '{}', 'vera', $2, $2)`,
      [host.id, NOW - 2],
    );
    await db().query(
      `INSERT INTO operation_history (resource_id, operation_name, operation_display_name, job_name, job_group, status,
                                      requested_by, timeout_seconds, parameters, created_ms, modified_ms)
       VALUES ($1, 'restart', 'Restart', 'j', 'g', 'FAILURE', 'admin', 10, '{}', $2, $2)`,
      [host.id, NOW - 1],
    );
    const part = await givenResource(db(), { name: 'new part', parent: host });
    const { agent, traits, changes } = await read(host.id);
    expect(agent).toEqual({ name: 'a-1', version: '1.2', lastContact: NOW - MINUTE, silent: true, problems: [] });
    expect(traits).toEqual([{ displayName: 'OS Name', value: 'Linux' }]);
    const of = { resourceId: host.id, resourceName: 'with-agent' };
    expect(changes.slice(0, 2)).toEqual([
      { ...of, kind: 'OPERATION', time: NOW - 1, name: 'Restart', status: 'FAILURE', by: 'admin', job: 'j_=_g' },
      { ...of, kind: 'CONFIGURATION', time: NOW - 2, name: null, status: 'SUCCESS', by: 'vera', job: null },
    ]);
    expect(changes).toContainEqual(
      expect.objectContaining({ kind: 'MEMBER', resourceId: part.id, resourceName: 'new part', time: GIVEN_MS }),
    );
  });

  it('has nothing of parts that the viewer does not see, and nothing of hidden resources', async () => {
    const host = await givenResource(db(), { name: 'shared' });
    const hidden = await givenResource(db(), { name: 'hidden', parent: host });
    await fire(hidden, { priority: 'HIGH' });
    await goDown(hidden);
    await givenGroup(db(), { members: [host], roles: ['viewer'] });
    const viewer = api.as({ roles: ['viewer'] });
    const overview = await read(host.id, viewer);
    expect(overview).toMatchObject({ openAlertCount: 0, openAlerts: [], downCount: 0, down: [], parts: [] });
    expect(JSON.stringify(overview)).not.toContain('hidden');
    await viewer.get(`/rest/resource/${hidden.id}/overview`).expect(403);
    await api.get('/rest/resource/14/overview').expect(404);
  });

  it('is limited, and takes the same number of statements whatever its parts', async () => {
    const host = await givenResource(db(), { name: 'large' });
    const type = await givenType(db());
    const definition = await givenDefinition(db(), { type });
    await read(host.id);
    const few = await countStatements(() => read(host.id));
    for (let at = 0; at < 30; at += 1) {
      const resource = await givenResource(db(), { type, parent: host, name: `part ${at}` });
      await givenSchedule(db(), { resource, definition });
      await fire(resource, { priority: 'LOW' });
      await goDown(resource);
    }
    const many = await countStatements(() => read(host.id));
    expect(many).toBeLessThanOrEqual(few + 2);
    const overview = await read(host.id);
    expect(overview).toMatchObject({ openAlertCount: 30, downCount: 30 });
    expect([overview.openAlerts, overview.down, overview.changes].map(({ length }) => length)).toEqual([20, 20, 10]);
    expect(overview.parts).toMatchObject([{ count: 30, worst: { length: 5 } }]);
  });

  it('has representations for programs', async () => {
    const host = await givenResource(db(), { name: 'xml host' });
    expect((await api.get(`/rest/resource/${host.id}/overview.xml`).expect(200)).text).toContain('<resourceOverview');
  });
});
