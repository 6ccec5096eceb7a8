import type { Queryable } from '@wardstone/database';
import type { AvailabilityType } from '@wardstone/dto/monitoring';
import { overTen } from './alerts/alert-fixture';
import { MetricFacts } from '../alert-engine/metric-facts.service';
import { givenSchedule } from '../metrics/test/given-metrics';
import { givenGroup, givenResource, givenType } from './given-inventory';
import type { TestMonitoring } from './use-monitoring';

/** A name that would run as a script if a page forgot to escape it. */
export const HOSTILE_NAME = `<img src=x onerror="document.title='broken in'">`;

/** A name without a place to break it. */
const LONG_NAME = 'unbreakable-'.repeat(16);

const DAY_MS = 86_400_000;

/** Pages that a walk along all links reaches. */
export const EVERY_KIND = [
  '/rest/resource/platforms.html',
  '/rest/resource/platforms.html?page=#',
  '/rest/resource/#.html',
  '/rest/resource/#/children.html',
  '/rest/resource/#/schedules.html',
  '/rest/resource/#/availability.html',
  '/rest/resource/#/availability/history.html',
  '/rest/resource/#/alerts.html',
  '/rest/alert.html?resourceId=#&descendants=true',
  '/rest/alert.html',
  '/rest/alert/#.html',
  '/rest/alert/#/definition.html',
  '/rest/alert/#/conditions.html',
  '/rest/alert/#/notifications.html',
  '/rest/alert/definitions.html',
  '/rest/operation/history.html',
  '/rest/operation/history.html?resourceId=#',
  '/rest/metric/data/#.html',
  '/rest/metric/data/#/raw.html',
  '/rest/group.html',
  '/rest/group/#.html',
  '/rest/status.html',
  '/rest/user/favorites/resource.html',
  '/rest/reports.html',
];

/** Start pages of the walk along all links. */
function startsOfWalk({ host }: ConsoleFixture): string[] {
  return [
    `/rest/resource/${host.id}/schedules.html`,
    `/rest/resource/${host.id}/hierarchy.html`,
    `/rest/resource/${host.id}/hierarchy.html?tree=true`,
    `/rest/resource/${host.id}/availability/summary.html`,
    `/rest/metric/data/resource/${host.id}.html`,
    '/rest/',
    '/rest/resource.html?ps=5&status=ALL',
    '/rest/alert/definitions.html',
    '/rest/operation/history.html',
  ];
}

/**
 * Visits every kind of page that can be reached, `visit` answering where a page leads to; returns the kinds. Pages that
 * differ by an id are of one kind; three of each are enough.
 */
export async function walkConsole(
  fixture: ConsoleFixture,
  visit: (path: string) => Promise<readonly string[]>,
): Promise<ReadonlySet<string>> {
  const visited = new Map<string, number>();
  const ahead = startsOfWalk(fixture);
  for (let path = ahead.shift(); path !== undefined; path = ahead.shift()) {
    const kind = path.replace(/\d+/g, '#');
    const count = visited.get(kind) ?? 0;
    if (count === 3 || (count > 0 && !kind.includes('#'))) continue;
    visited.set(kind, count + 1);
    ahead.push(...(await visit(path)));
  }
  return new Set(visited.keys());
}

export interface ConsoleFixture {
  host: { id: number };
  app: { id: number };
  pool: { id: number };
  hostile: { id: number };
}

/** An inventory with edge cases of pages: a tree, two pages of platforms, long and hostile names. */
export async function givenConsoleFixture(api: TestMonitoring): Promise<ConsoleFixture> {
  const db = api.database;
  const linux = await givenType(db, { plugin: 'Acme', name: 'Linux host', category: 'PLATFORM' });
  const server = await givenType(db, { plugin: 'Acme', name: 'Application Server', category: 'SERVER' });
  const service = await givenType(db, { plugin: 'Acme', name: 'Connection Pool', category: 'SERVICE' });
  const host = await givenResource(db, {
    name: 'alpha-host',
    type: linux,
    availability: 'UP',
    description: 'Linux operating system\nin the second rack',
    location: 'Berlin, hall 2',
  });
  const app = await givenResource(db, { name: 'App One', type: server, parent: host, availability: 'UP' });
  const pool = await givenResource(db, { name: 'orders pool', type: service, parent: app, availability: 'DOWN' });
  await givenResource(db, { name: 'reports pool', type: service, parent: app, availability: 'DISABLED' });
  await givenResource(db, { name: LONG_NAME, type: service, parent: host });
  const hostile = await givenResource(db, {
    name: HOSTILE_NAME,
    type: server,
    parent: host,
    description: '</table></main><script>document.title="broken in"</script>',
  });
  await givenResource(db, { name: 'a service', type: service, parent: hostile });
  for (let index = 1; index <= 24; index++) {
    const name = `node-${String(index).padStart(2, '0')}`;
    await givenResource(db, { name, type: linux, availability: index % 5 === 0 ? 'DOWN' : 'UP' });
  }
  await givenHistory(db, host, api.clock.now());
  await givenSchedules(api, host);
  await givenAlerts(api, pool, hostile);
  await givenOperations(db, [pool, hostile], api.clock.now());
  await givenGroup(db, { name: 'pools <of> all', members: [pool] });
  return { host, app, pool, hostile };
}

async function givenHistory(db: Queryable, { id }: { id: number }, nowMs: number): Promise<void> {
  const changes: [AvailabilityType, number, number | null][] = [
    ['UNKNOWN', 0, nowMs - 20 * DAY_MS],
    ['UP', nowMs - 20 * DAY_MS, nowMs - 6 * DAY_MS],
    ['DOWN', nowMs - 6 * DAY_MS, nowMs - 6 * DAY_MS + 5_400_000],
    ['DISABLED', nowMs - 6 * DAY_MS + 5_400_000, nowMs - 5 * DAY_MS],
    ['UP', nowMs - 5 * DAY_MS, null],
  ];
  await db.query(`DELETE FROM availability_record WHERE resource_id = $1`, [id]);
  for (const [type, since, until] of changes) {
    await db.query(`INSERT INTO availability_record (resource_id, type, since_ms, until_ms) VALUES ($1, $2, $3, $4)`, [
      id,
      type,
      since,
      until,
    ]);
  }
}

async function givenSchedules(api: TestMonitoring, resource: { id: number }): Promise<void> {
  const db = api.database;
  const memory = await givenSchedule(db, { resource, name: 'mem.free', displayName: 'Free Memory', unit: 'BYTES' });
  await givenSchedule(db, { resource, name: 'cpu.idle', displayName: 'Idle', unit: 'PERCENTAGE' });
  const trait = await givenSchedule(db, { resource, name: 'hostname', displayName: 'Host name', dataType: 'TRAIT' });
  const now = api.clock.now();
  const points = Array.from({ length: 48 }, (_none, index) => ({
    scheduleId: memory.id,
    timeStamp: now - index * 600_000 - 1,
    value: 4e9 + 1e9 * Math.sin(index / 4),
  }));
  await api.post('/rest/metric/data/raw').send(points).expect(204);
  await api
    .put(`/rest/metric/data/${trait.id}/trait/${now - 1000}`)
    .send({ value: 'alpha <host>' })
    .expect(200);
  await api.put(`/rest/metric/data/${memory.id}/baseline`).send({ min: 3e9, max: 5e9, mean: 4e9 }).expect(201);
}

/** Definitions of a part that has fired, of one that never does, and with names that are hard to show. */
async function givenAlerts(api: TestMonitoring, part: { id: number }, hostile: { id: number }): Promise<void> {
  const schedule = await givenSchedule(api.database, {
    resource: part,
    name: 'queue',
    displayName: 'Length of the Queue',
  });
  const above = overTen({ id: schedule.definitionId });
  const define = async (resource: { id: number }, body: object): Promise<void> => {
    await api.post(`/rest/alert/definitions?resourceId=${resource.id}`).send(body).expect(201);
  };
  const mail = { senderName: 'Direct Emails', config: { emailAddress: 'operations-of-the-second-rack@example.test' } };
  await define(part, { name: 'queue is long', enabled: true, conditions: [above], notifications: [mail] });
  const states = ['DOWN', 'UNKNOWN', 'DISABLED', 'UP'].map((state) => ({
    category: 'AVAILABILITY',
    name: `AVAIL_GOES_${state}`,
  }));
  await define(hostile, { name: LONG_NAME.slice(0, 100), conditionMode: 'ALL', conditions: states });
  await define(hostile, { name: HOSTILE_NAME });
  const timeStamp = api.clock.now() - 1000;
  await api
    .post('/rest/metric/data/raw')
    .send([{ scheduleId: schedule.id, timeStamp, value: 12 }])
    .expect(204);
  await api.service.app.get(MetricFacts, { strict: false }).drain();
}

async function givenOperations(db: Queryable, resources: readonly { id: number }[], nowMs: number): Promise<void> {
  for (const { id } of resources) {
    for (const status of ['SUCCESS', 'FAILURE', 'INPROGRESS', 'CANCELED']) {
      await db.query(
        `INSERT INTO operation_history (resource_id, operation_name, operation_display_name, job_name, job_group, status,
                                        requested_by, timeout_seconds, parameters, results, error_message, created_ms,
                                        started_ms, modified_ms)
         VALUES ($1, 'restart', 'Restart the Pool', $2, 'monitoring', $3, 'ann', 600, $4, $5, $6, $7, $7, $7)`,
        [
          id,
          `${id}-${status}-${LONG_NAME}`,
          status,
          JSON.stringify({ reason: LONG_NAME, detail: 'as planned' }),
          JSON.stringify({ operationResult: HOSTILE_NAME }),
          status === 'FAILURE' ? `${LONG_NAME} could not be reached` : null,
          nowMs - 60_000,
        ],
      );
    }
  }
}
