import type { GroupChart, GroupMember, MetricChart } from '@wardstone/dto/monitoring';
import { givenOpenAlerts } from '../../test/given-alerts';
import { givenGroup, givenResource, givenType } from '../../test/given-inventory';
import { useMonitoring } from '../../test/use-monitoring';
import { countStatements } from './count-statements';
import { givenDefinition, givenSchedule, submitterAt } from './given-metrics';

const NOW = Date.UTC(2026, 0, 15, 12);
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

describe('charts', () => {
  const api = useMonitoring();
  const db = () => api.database;
  beforeEach(() => api.clock.set(NOW));

  const submit = submitterAt(api, NOW);
  const charts = async (query: string, reader: Pick<typeof api, 'get'> = api): Promise<MetricChart[]> =>
    (await reader.get(`/rest/metric/charts?${query}`).expect(200)).body as MetricChart[];

  /** A definition that watches the resource by conditions, and alerts that it fired so long ago. */
  async function givenWatched(
    resourceId: number,
    conditions: readonly { metric: number; category?: string; threshold?: number; option?: string }[],
    {
      fired = [],
      name = 'watch',
      enabled = true,
      recovers = 0,
    }: { fired?: readonly number[]; name?: string; enabled?: boolean; recovers?: number } = {},
  ): Promise<number> {
    const [definition] = await db().query<{ id: number }>(
      `INSERT INTO alert_definition (resource_id, name, is_enabled, priority, recovery_id, condition_mode,
                                     dampening_category, dampening_count, dampening_period)
       VALUES ($1, $2, $3, 'HIGH', $4, 'ANY', 'NONE', 1, 1) RETURNING id`,
      [resourceId, name, enabled, recovers],
    );
    for (const { metric, category = 'THRESHOLD', threshold = 0.9, option = null } of conditions) {
      await db().query(
        `INSERT INTO alert_condition (alert_definition_id, category, comparator, threshold, option, metric_definition_id)
         VALUES ($1, $2, '>', $3, $4, $5)`,
        [definition!.id, category, threshold, option, metric],
      );
    }
    const rules = { conditions: conditions.map(({ metric }) => ({ id: 1, measurementDefinition: metric })) };
    for (const before of fired) {
      await db().query(
        `INSERT INTO alert (alert_definition_id, resource_id, fired_ms, description, rules, occurrences)
         VALUES ($1, $2, $3, 'it happened', $4, '{}')`,
        [definition!.id, resourceId, NOW - before, JSON.stringify(rules)],
      );
    }
    await givenOpenAlerts(db());
    return definition!.id;
  }

  describe('of schedules', () => {
    it('have data, baseline, limits and alerts of their own metric only', async () => {
      const type = await givenType(db());
      const resource = await givenResource(db(), { type, name: 'web-1' });
      const load = await givenDefinition(db(), { type, displayName: 'Load', unit: 'PERCENTAGE' });
      const memory = await givenDefinition(db(), { type, displayName: 'Memory', unit: 'BYTES' });
      const [one, other] = [
        await givenSchedule(db(), { resource, definition: load, intervalMs: 60_000 }),
        await givenSchedule(db(), { resource, definition: memory }),
      ];
      await submit([one.id, HOUR, 0.2], [one.id, 1, 0.95], [one.id, 2, 0.85], [other.id, 9 * HOUR, 5]);
      await api.put(`/rest/metric/data/${one.id}/baseline`).send({ min: 0.1, max: 0.3, mean: 0.2 }).expect(201);
      await givenWatched(resource.id, [{ metric: load.id }], { fired: [MINUTE, 9 * HOUR], name: 'CPU high' });
      await givenWatched(resource.id, [{ metric: memory.id, category: 'RANGE', threshold: 1, option: '7' }]);
      await givenWatched(resource.id, [{ metric: load.id, threshold: 0.5 }], { enabled: false });

      const [first, second, third] = await charts(`sid=${one.id},${other.id},${one.id}&dataPoints=8`);
      expect(first).toEqual({
        scheduleId: one.id,
        definitionId: load.id,
        resourceId: resource.id,
        resourceName: 'web-1',
        displayName: 'Load',
        unit: 'PERCENTAGE',
        perMinute: false,
        collectionInterval: 60_000,
        last: 0.95,
        min: 0.2,
        avg: expect.closeTo(2 / 3),
        max: 0.95,
        baseline: { min: 0.1, max: 0.3, mean: 0.2, computeTime: NOW },
        limits: [{ definitionId: expect.any(Number), name: 'CPU high', priority: 'HIGH', comparator: '>', value: 0.9 }],
        alerts: [{ id: expect.any(Number), name: 'CPU high', time: NOW - MINUTE }],
        dataPoints: [{ timeStamp: NOW - HOUR, value: expect.closeTo((0.2 + 0.95 + 0.85) / 3), high: 0.95, low: 0.2 }],
      });
      expect(second).toMatchObject({ displayName: 'Memory', baseline: null, last: 'NaN', alerts: [], dataPoints: [] });
      expect(second!.limits.map(({ value }) => value)).toEqual([1, 7]);
      expect(third).toEqual(first);
    });

    it('have the limit of a definition that waits for recovery, and none of what recovers it', async () => {
      const { id, resourceId, definitionId: metric } = await givenSchedule(db());
      const full = await givenWatched(resourceId, [{ metric }], { name: 'disk full', enabled: false });
      await givenWatched(resourceId, [{ metric, threshold: 0.8 }], { name: 'disk full: recovered', recovers: full });
      const [chart] = await charts(`sid=${id}`);
      expect(chart!.limits).toMatchObject([{ definitionId: full, value: 0.9 }]);
    });

    it('are read by a constant number of statements', async () => {
      const type = await givenType(db());
      const resource = await givenResource(db(), { type });
      const ids: number[] = [];
      for (let at = 0; at < 30; at += 1) ids.push((await givenSchedule(db(), { resource, type })).id);
      await charts(`sid=${ids.slice(0, 2).join()}`);
      const few = await countStatements(() => charts(`sid=${ids.slice(0, 2).join()}`));
      const many = await countStatements(() => charts(`sid=${ids.join()}`));
      expect(many).toBe(few);
    });

    it('are refused when one is hidden, unknown or not numeric, or when they are too many', async () => {
      const shown = await givenSchedule(db());
      const hidden = await givenSchedule(db());
      const trait = await givenSchedule(db(), { dataType: 'TRAIT' });
      await givenGroup(db(), { members: [{ id: shown.resourceId }], roles: ['viewer'] });
      const viewer = api.as({ roles: ['viewer'] });
      expect(await charts(`sid=${shown.id}`, viewer)).toHaveLength(1);
      await viewer.get(`/rest/metric/charts?sid=${shown.id},${hidden.id}`).expect(403);
      await api.get(`/rest/metric/charts?sid=${shown.id},14`).expect(404);
      await api.get(`/rest/metric/charts?sid=${trait.id}`).expect(406);
      await api.get('/rest/metric/charts').expect(406);
      expect(await charts(`sid=${Array(201).fill(shown.id).join()}`)).toHaveLength(201);
      const many = Array.from({ length: 201 }, (_, at) => at + 1).join();
      await api.get(`/rest/metric/charts?sid=${many}`).expect(406);
      await api.get(`/rest/metric/charts?sid=${Array(61).fill(shown.id).join()}&dataPoints=1000`).expect(406);
      await api.get(`/rest/metric/charts?sid=${shown.id}&dataPoints=1001`).expect(406);
    });
  });

  describe('of a resource', () => {
    it('are those of its enabled numeric metrics, in the order of its plugin, a page at a time', async () => {
      const type = await givenType(db());
      const resource = await givenResource(db(), { type });
      const ids: number[] = [];
      for (const displayName of ['Used Memory', 'Free Memory', 'Load']) {
        const definition = await givenDefinition(db(), { type, displayName });
        ids.push((await givenSchedule(db(), { resource, definition })).id);
      }
      await givenSchedule(db(), { resource, type, dataType: 'TRAIT' });
      const off = await givenSchedule(db(), { resource, type, isEnabled: false });
      await submit([ids[2]!, MINUTE, 0.5]);
      const found = async (query: string): Promise<[ids: number[], total: string | undefined]> => {
        const { body, headers } = await api.get(`/rest/metric/charts/resource/${resource.id}?${query}`).expect(200);
        return [(body as MetricChart[]).map(({ scheduleId }) => scheduleId), headers['x-collection-size']];
      };
      expect(await found('')).toEqual([ids, '3']);
      expect(await found('ps=2&page=1')).toEqual([[ids[2]], '3']);
      expect(await found('q=MEMORY')).toEqual([ids.slice(0, 2), '2']);
      expect(await found('q=disk')).toEqual([[], '0']);
      expect(await found('enabledOnly=false')).toEqual([[...ids, off.id], '4']);
      const { body } = await api.get(`/rest/metric/charts/resource/${resource.id}?q=load&dataPoints=8`).expect(200);
      expect(body).toEqual(await charts(`sid=${ids[2]}&dataPoints=8`));
    });

    it('are empty for a resource that measures nothing, and refused where it is hidden, unknown, or the time is wrong', async () => {
      const { id } = await givenResource(db());
      const path = `/rest/metric/charts/resource/${id}`;
      await api.get(path).expect(200, []);
      await api
        .as({ roles: ['viewer'] })
        .get(path)
        .expect(403);
      await api.get('/rest/metric/charts/resource/14').expect(404);
      await api.get(`${path}?startTime=2&endTime=1`).expect(406);
    });

    it('have the maximum page size of charts by schedule, and are 403 first for a hidden resource', async () => {
      const { id } = await givenResource(db());
      const path = `/rest/metric/charts/resource/${id}`;
      await api.get(`${path}?ps=200`).expect(200);
      const { body } = await api.get(`${path}?ps=201`).expect(406);
      expect(body).toEqual({ message: 'Parameter ps must be at most 200' });
      await api
        .as({ roles: ['viewer'] })
        .get(`${path}?ps=201`)
        .expect(403);
    });
  });

  describe('of a group', () => {
    async function givenHosts(): Promise<{ group: { id: number }; load: { id: number }; hosts: { id: number }[] }> {
      const type = await givenType(db(), { category: 'PLATFORM' });
      const load = await givenDefinition(db(), { type, displayName: 'Load', unit: 'PERCENTAGE' });
      await givenDefinition(db(), { type, displayName: 'Collected by none' });
      const hosts: { id: number }[] = [];
      for (const [at, value] of [0.2, 0.97, 0.1, undefined].entries()) {
        const resource = await givenResource(db(), { type, name: `host-${at + 8}` });
        const { id } = await givenSchedule(db(), { resource, definition: load });
        if (value !== undefined) await submit([id, MINUTE, value]);
        hosts.push(resource);
      }
      return { group: await givenGroup(db(), { members: hosts, roles: ['viewer'] }), load, hosts };
    }

    it('show the spread of the members and name the highest and the lowest', async () => {
      const { group, load } = await givenHosts();
      const { body } = await api.get(`/rest/metric/charts/group/${group.id}?dataPoints=4`).expect(200);
      const [chart, ...others] = body as GroupChart[];
      expect(others).toEqual([]);
      expect(chart).toMatchObject({ definitionId: load.id, displayName: 'Load', memberCount: 4, measuredCount: 3 });
      expect(chart!.highest.map(({ resourceName, value }) => [resourceName, value])).toEqual([
        ['host-9', 0.97],
        ['host-8', 0.2],
        ['host-10', 0.1],
      ]);
      expect(chart!.lowest[0]).toMatchObject({ resourceName: 'host-10' });
      expect(chart!.dataPoints).toEqual([
        { timeStamp: expect.any(Number), value: expect.closeTo(1.27 / 3), high: 0.97, low: 0.1 },
      ]);
    });

    it('list members by natural name, by value, alerts and availability', async () => {
      const { group, load, hosts } = await givenHosts();
      const part = await givenResource(db(), { parent: hosts[0]! });
      const { definitionId } = await givenSchedule(db(), { resource: part });
      await givenWatched(part.id, [{ metric: definitionId }], { fired: [1, 2] });
      const list = async (query: string): Promise<GroupMember[]> =>
        (await api.get(`/rest/group/${group.id}/members?${query}`).expect(200)).body as GroupMember[];
      const names = async (query: string): Promise<string[]> =>
        (await list(query)).map(({ resourceName }) => resourceName);
      expect(await names('')).toEqual(['host-8', 'host-9', 'host-10', 'host-11']);
      expect(await names(`metric=${load.id}&sort=value:desc`)).toEqual(['host-9', 'host-8', 'host-10', 'host-11']);
      expect(await names(`metric=${load.id}&sort=value`)).toEqual(['host-10', 'host-8', 'host-9', 'host-11']);
      expect(await names(`metric=${load.id}&sort=value:desc&ps=2&page=1`)).toEqual(['host-10', 'host-11']);
      expect(await names('availability=up')).toEqual([]);
      expect(await names('availability=unknown&ps=1')).toEqual(['host-8']);
      expect(await names('q=host-1')).toEqual(['host-10', 'host-11']);
      expect((await list('sort=alerts:desc'))[0]).toMatchObject({
        resourceName: 'host-8',
        openAlerts: 1,
        value: 'NaN',
      });
      expect((await list(`metric=${load.id}&sort=name:desc`))[0]).toMatchObject({
        resourceName: 'host-11',
        value: 'NaN',
      });
      await api.get(`/rest/group/${group.id}/members?sort=colour`).expect(406);
    });

    it('do not count alerts of parts that the viewer does not see', async () => {
      const { group, hosts } = await givenHosts();
      const part = await givenResource(db(), { parent: hosts[0]! });
      const { definitionId } = await givenSchedule(db(), { resource: part });
      await givenWatched(part.id, [{ metric: definitionId }], { fired: [1] });
      const viewer = api.as({ roles: ['viewer'] });
      const { body } = await viewer.get(`/rest/group/${group.id}/members`).expect(200);
      expect((body as GroupMember[]).map(({ openAlerts }) => openAlerts)).toEqual([0, 0, 0, 0]);
    });

    it('are refused where the group is hidden, unknown or of several types', async () => {
      const group = await givenGroup(db(), { members: [await givenResource(db()), await givenResource(db())] });
      await api.get(`/rest/metric/charts/group/${group.id}`).expect(406);
      await api.get('/rest/metric/charts/group/14').expect(404);
      const viewer = api.as({ roles: ['viewer'] });
      await viewer.get(`/rest/metric/charts/group/${group.id}`).expect(403);
      await viewer.get(`/rest/group/${group.id}/members`).expect(403);
    });
  });
});
