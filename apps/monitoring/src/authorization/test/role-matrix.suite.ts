import type { PermissionName } from '@wardstone/auth';
import type { Requests } from '@wardstone/testing';
import { givenSchedule } from '../../metrics/test/given-metrics';
import {
  givenAlert,
  givenAlertDefinition,
  givenChangeSet,
  givenExecution,
  givenUpdate,
} from '../../reports/test/given-records';
import { givenGroup, givenResource, givenType } from '../../test/given-inventory';
import { useMonitoring } from '../../test/use-monitoring';

/** Records that belong to one resource; the resource itself is a platform. */
interface Belongings {
  resource: number;
  child: number;
  schedule: number;
  definition: number;
  condition: number;
  notification: number;
  alert: number;
  source: number;
  job: string;
  group: number;
  change: number;
  scheduled: number;
}

type Method = 'get' | 'put' | 'post' | 'delete';

/** Paths of all reads of a single record. */
const READS: readonly ((of: Belongings) => string)[] = [
  ({ resource }) => `/rest/resource/${resource}`,
  ({ resource }) => `/rest/resource/${resource}/hierarchy`,
  ({ resource }) => `/rest/resource/${resource}/children`,
  ({ resource }) => `/rest/resource/${resource}/availability`,
  ({ resource }) => `/rest/resource/${resource}/availability/history`,
  ({ resource }) => `/rest/resource/${resource}/availability/summary`,
  ({ resource }) => `/rest/resource/${resource}/schedules`,
  ({ resource }) => `/rest/resource/${resource}/alerts`,
  ({ resource }) => `/rest/resource/${resource}/drift`,
  ({ resource, change }) => `/rest/resource/${resource}/drift/${change}/difference`,
  ({ schedule }) => `/rest/metric/schedule/${schedule}`,
  ({ schedule }) => `/rest/metric/data/${schedule}`,
  ({ schedule }) => `/rest/metric/data?sid=${schedule}`,
  ({ schedule }) => `/rest/metric/data/${schedule}/raw`,
  ({ schedule }) => `/rest/metric/data/${schedule}/callTime`,
  ({ resource }) => `/rest/metric/data/resource/${resource}`,
  ({ group }) => `/rest/metric/data/group/${group}`,
  ({ definition }) => `/rest/alert/definition/${definition}`,
  ({ condition }) => `/rest/alert/condition/${condition}`,
  ({ notification }) => `/rest/alert/notification/${notification}`,
  ({ resource }) => `/rest/event/${resource}/sources`,
  ({ resource }) => `/rest/event/${resource}/definitions`,
  ({ resource }) => `/rest/event/${resource}/events`,
  ({ source }) => `/rest/event/source/${source}`,
  ({ source }) => `/rest/event/source/${source}/events`,
  ({ resource }) => `/rest/operation/definitions?resourceId=${resource}`,
  ({ group }) => `/rest/group/${group}`,
  ({ group }) => `/rest/group/${group}/resources`,
  ({ group }) => `/rest/group/${group}/metricDefinitions`,
];

/** Look-ups among visible records, which are otherwise unknown (rules http-3, operations-6). */
const LOOK_UPS: readonly ((of: Belongings) => string)[] = [
  ({ alert }) => `/rest/alert/${alert}`,
  ({ alert }) => `/rest/alert/${alert}/conditions`,
  ({ alert }) => `/rest/alert/${alert}/notifications`,
  ({ alert }) => `/rest/alert/${alert}/definition`,
  ({ job }) => `/rest/operation/history/${job}`,
  ({ scheduled }) => `/rest/operation/schedules/${scheduled}`,
  ({ scheduled }) => `/rest/operation/schedules/${scheduled}/members`,
];

/** Lists, and how one finds the resource in them. */
const LISTS: readonly (readonly [string, (of: Belongings) => string])[] = [
  ['/rest/resource?ps=1000', ({ child }) => `"resourceId":${child},`],
  ['/rest/resource/platforms?ps=1000', ({ resource }) => `"resourceId":${resource},`],
  ['/rest/group?ps=1000', ({ group }) => `/group/${group}"`],
  ['/rest/alert', ({ alert }) => `/alert/${alert}"`],
  ['/rest/alert/definitions?ps=1000', ({ definition }) => `{"id":${definition},"name":"gw down"`],
  ['/rest/operation/history?ps=1000', ({ job }) => `"jobId":"${job}"`],
  ['/rest/operation/schedules?ps=1000', ({ scheduled }) => `"id":${scheduled},`],
  ['/rest/reports/recentAlerts', ({ alert }) => `/console/alerts/${alert}\n`],
  ['/rest/reports/alertDefinitions', ({ definition }) => `/console/alerts/definitions/${definition},`],
  ['/rest/reports/recentOperations', ({ resource }) => `/console/inventory/${resource}/operations`],
  ['/rest/reports/configurationHistory', ({ resource }) => `/console/inventory/${resource}`],
  ['/rest/reports/platformUtilization', ({ resource }) => `platform of ${resource},`],
];

/** Every operation that changes one named record, and the permission it needs besides a role that sees it. */
const WRITES: readonly (readonly [PermissionName, Method, (of: Belongings) => string, object?])[] = [
  ['SUBMIT_METRICS', 'put', ({ schedule }) => `/rest/metric/data/${schedule}/raw/1768478400000`, { value: 1 }],
  ['VIEW_RESOURCE', 'put', ({ resource }) => `/rest/user/favorites/resource/${resource}`],
  ['VIEW_RESOURCE', 'put', ({ group }) => `/rest/user/favorites/group/${group}`],
  ['MODIFY_RESOURCE', 'put', ({ resource }) => `/rest/resource/${resource}`, { description: 'changed' }],
  [
    'CREATE_CHILD_RESOURCES',
    'post',
    ({ resource }) => `/rest/resource/made?plugin=Given&parentId=${resource}`,
    { value: 'Part' },
  ],
  [
    'MANAGE_MEASUREMENTS',
    'put',
    ({ schedule }) => `/rest/metric/schedule/${schedule}`,
    { enabled: true, collectionInterval: 60_000 },
  ],
  [
    'MANAGE_MEASUREMENTS',
    'put',
    ({ schedule }) => `/rest/metric/data/${schedule}/baseline`,
    { min: 1, mean: 2, max: 3 },
  ],
  [
    'MANAGE_ALERTS',
    'post',
    ({ resource }) => `/rest/alert/definitions?resourceId=${resource}`,
    { name: 'new', priority: 'LOW' },
  ],
  [
    'MANAGE_ALERTS',
    'put',
    ({ definition }) => `/rest/alert/definition/${definition}`,
    { name: 'renamed', priority: 'LOW' },
  ],
  [
    'MANAGE_ALERTS',
    'post',
    ({ definition }) => `/rest/alert/definition/${definition}/conditions`,
    { category: 'RESOURCE_CONFIG' },
  ],
  [
    'MANAGE_ALERTS',
    'post',
    ({ group }) => `/rest/alert/definitions?groupId=${group}`,
    { name: 'new', priority: 'LOW' },
  ],
  ['MANAGE_EVENTS', 'post', ({ resource }) => `/rest/event/${resource}/sources`, { name: 'log', location: '/x' }],
  [
    'MANAGE_EVENTS',
    'post',
    ({ source }) => `/rest/event/source/${source}/events`,
    [{ detail: 'x', severity: 'INFO', timestamp: 1 }],
  ],
  ['MANAGE_EVENTS', 'delete', ({ source }) => `/rest/event/source/${source}`],
  ['CONTROL', 'post', ({ job }) => `/rest/operation/history/${job}/approve`],
  ['CONTROL', 'post', ({ job }) => `/rest/operation/history/${job}/reject`],
  ['CONTROL', 'post', ({ job }) => `/rest/operation/history/${job}/cancel`],
  ['CONTROL', 'post', ({ scheduled }) => `/rest/operation/schedules/${scheduled}/approve`],
  ['CONTROL', 'post', ({ scheduled }) => `/rest/operation/schedules/${scheduled}/reject`],
  ['CONTROL', 'post', ({ scheduled }) => `/rest/operation/schedules/${scheduled}/cancel`],
  ['CONTROL', 'delete', ({ scheduled }) => `/rest/operation/schedules/${scheduled}?validate=true`],
  ['CONTROL', 'delete', ({ job }) => `/rest/operation/history/${job}`],
  ['DELETE_RESOURCE', 'delete', ({ child }) => `/rest/resource/${child}`],
];

describe('visibility by role', () => {
  const api = useMonitoring();
  const db = () => api.database;
  const things = {} as { seen: Belongings; hidden: Belongings };

  const give = async (roles: readonly 'viewer'[]): Promise<Belongings> => {
    const type = await givenType(db(), { category: 'PLATFORM' });
    const partType = await givenType(db());
    await db().query(`INSERT INTO event_definition (resource_type_id, name, display_name) VALUES ($1, 'log', 'Log')`, [
      type.id,
    ]);
    const resource = await givenResource(db(), { type });
    await db().query(`UPDATE resource SET name = 'platform of ' || id WHERE id = $1`, [resource.id]);
    const child = await givenResource(db(), { type: partType, parent: resource });
    const schedule = await givenSchedule(db(), { resource });
    const definition = await givenAlertDefinition(db(), { resource });
    const alert = await givenAlert(db(), { definition, resource });
    const execution = await givenExecution(db(), { resource });
    await givenUpdate(db(), { resource });
    const { definition: watched, drifts } = await givenChangeSet(db(), {
      resource,
      drifts: [['FILE_CHANGED', 'motd']],
    });
    await db().query(`INSERT INTO drift_text VALUES ($1, $2, 'before', 'after')`, [drifts[0]!.id, watched.id]);
    const [scheduled] = await db().ids(
      `WITH operation AS (
         INSERT INTO operation_definition (resource_type_id, name, position, display_name)
         VALUES ($1, 'restart', 1, 'Restart') RETURNING id)
       INSERT INTO operation_schedule (resource_id, operation_definition_id, parameters, stop_on_failure, start_ms, over_ms,
                                       next_ms, requested_by, requested_subject, awaits_approval, created_ms)
       SELECT $2, operation.id, '{}', false, 4000000000000, 4000000060000, 4000000000000, 'requester', 'requester', true, 0
         FROM operation RETURNING id`,
      [type.id, resource.id],
    );
    const group = await givenGroup(db(), { members: [resource], isRecursive: true, roles });
    await db().query(
      `INSERT INTO resource_group_member (resource_group_id, resource_id, is_explicit) VALUES ($1, $2, false)`,
      [group.id, child.id],
    );
    const [rows] = await db().query<{ condition: number; notification: number; source: number; job: string }>(
      `WITH condition AS (
         INSERT INTO alert_condition (alert_definition_id, category) VALUES ($1, 'RESOURCE_CONFIG') RETURNING id),
       notification AS (
         INSERT INTO alert_notification (alert_definition_id, sender_name, config) VALUES ($1, 'Log', '{}') RETURNING id),
       source AS (
         INSERT INTO event_source (resource_id, event_definition_id, location)
         SELECT r.id, d.id, '/log' FROM resource r JOIN event_definition d ON d.resource_type_id = r.resource_type_id
          WHERE r.id = $2 RETURNING id),
       job AS (
         UPDATE operation_history SET job_name = 'job-' || id, job_group = 'matrix' WHERE id = $3
         RETURNING job_name || '_=_' || job_group AS name)
       SELECT condition.id AS condition, notification.id AS notification, source.id AS source, job.name AS job
         FROM condition, notification, source, job`,
      [definition.id, resource.id, execution.id],
    );
    return {
      resource: resource.id,
      child: child.id,
      schedule: schedule.id,
      definition: definition.id,
      alert: alert.id,
      group: group.id,
      change: drifts[0]!.id,
      scheduled: scheduled!,
      ...rows!,
    };
  };

  beforeAll(async () => {
    await givenType(db(), { name: 'Part' });
    things.seen = await give(['viewer']);
    things.hidden = await give([]);
  });

  const toStatus = async (as: Requests, method: Method, path: string, body?: object): Promise<number> => {
    const request = as[method](path);
    return (await (body ? request.send(body) : request)).status;
  };
  /** Paths with unexpected responses, and these responses. */
  const exceptions = async (
    as: Requests,
    paths: readonly ((of: Belongings) => string)[],
    { of, status }: { of: Belongings; status: number },
  ): Promise<string[]> => {
    const found: string[] = [];
    for (const path of paths) {
      const readStatus = await toStatus(as, 'get', path(of));
      if (readStatus !== status) found.push(`${path(of)}: ${readStatus}`);
    }
    return found;
  };

  const EVERYTHING = ['admin', 'operator'] as const;

  it.each(EVERYTHING)('shows everything to the role %s, which manages the inventory', async (role) => {
    const as = api.as({ roles: [role] });
    for (const its of [things.seen, things.hidden]) {
      expect(await exceptions(as, [...READS, ...LOOK_UPS], { of: its, status: 200 })).toEqual([]);
      for (const [path, mark] of LISTS) {
        expect([path, (await as.get(path).expect(200)).text]).toEqual([path, expect.stringContaining(mark(its))]);
      }
    }
  });

  it('shows a role the members of its groups with their descendants, and nothing else', async () => {
    const as = api.as({ roles: ['viewer'] });
    expect(await exceptions(as, [...READS, ...LOOK_UPS], { of: things.seen, status: 200 })).toEqual([]);
    expect(await exceptions(as, READS, { of: things.hidden, status: 403 })).toEqual([]);
    expect(await exceptions(as, LOOK_UPS, { of: things.hidden, status: 404 })).toEqual([]);
    for (const [path, mark] of LISTS) {
      const { text } = await as.get(path).expect(200);
      expect([path, text]).toEqual([path, expect.stringContaining(mark(things.seen))]);
      expect([path, text]).toEqual([path, expect.not.stringContaining(mark(things.hidden))]);
    }
    expect((await as.get('/rest/alert/count').expect(200)).body).toEqual({ value: 1 });
    expect((await api.get('/rest/alert/count').expect(200)).body).toEqual({ value: 2 });
    expect((await as.get(`/rest/alert?resourceId=${things.hidden.resource}`).expect(200)).body).toEqual([]);
    expect((await as.get(`/rest/operation/history?resourceId=${things.hidden.resource}`).expect(200)).body).toEqual([]);
    expect((await as.get('/rest/resource?ps=1000').expect(200)).headers['x-collection-size']).toBe('2');
  });

  it('shows nothing without a role, regardless of permissions', async () => {
    const as = api.as({ roles: [], permissions: [...new Set(WRITES.map(([permission]) => permission))] });
    for (const its of [things.seen, things.hidden]) {
      expect(await exceptions(as, READS, { of: its, status: 403 })).toEqual([]);
      expect(await exceptions(as, LOOK_UPS, { of: its, status: 404 })).toEqual([]);
    }
    for (const [path, mark] of LISTS) {
      expect((await as.get(path).expect(200)).text).not.toContain(mark(things.seen));
    }
  });

  it('follows the groups of a role at once', async () => {
    const as = api.as({ roles: ['viewer'] });
    const member = `/rest/group/${things.seen.group}/resource/${things.hidden.resource}`;
    await api.put(member).expect(200);
    expect(
      await exceptions(as, [({ child }) => `/rest/resource/${child}`], { of: things.hidden, status: 200 }),
    ).toEqual([]);
    await api.delete(member).expect(204);
    expect(await exceptions(as, READS.slice(0, 3), { of: things.hidden, status: 403 })).toEqual([]);
  });

  it('lets only holders of the permission change what they see', async () => {
    const wrong: string[] = [];
    for (const [permission, method, path, body] of WRITES) {
      const all = [...new Set(WRITES.map(([name]) => name))];
      // All permissions except this one and MANAGE_ALERTS, which may imply it.
      const without = all.filter((name) => name !== permission && name !== 'MANAGE_ALERTS');
      const holder = api.as({ roles: ['viewer'], permissions: ['VIEW_RESOURCE', permission] });
      const others = api.as({ roles: ['viewer'], permissions: without });
      const check = async (who: string, as: Requests, of: Belongings, isAllowed: boolean): Promise<void> => {
        const status = await toStatus(as, method, path(of), body);
        const isRefused = status === 403 || (status === 404 && /\/operation\/(history|schedules)\//.test(path(of)));
        if (isRefused === isAllowed || status >= 500) wrong.push(`${method} ${path(of)} by ${who}: ${status}`);
      };
      await check('holders, of what they do not see', holder, things.hidden, false);
      if (permission !== 'VIEW_RESOURCE') await check('others', others, things.seen, false);
      await check('holders', holder, things.seen, true);
    }
    expect(wrong).toEqual([]);
  });
});
