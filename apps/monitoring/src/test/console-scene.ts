import type { Queryable } from '@wardstone/database';
import type { AvailabilityType } from '../resources/resource.shape';
import { givenGroup, givenResource, givenType } from './given-inventory';

/** A name that would run as a script if a page forgot to escape it. */
export const HOSTILE_NAME = `<img src=x onerror="document.title='broken in'">`;

/** A name without a place to break it. */
const LONG_NAME = 'unbreakable-'.repeat(16);

const DAY_MS = 86_400_000;

export interface ConsoleScene {
  host: { id: number };
  app: { id: number };
  pool: { id: number };
  hostile: { id: number };
}

/** An inventory with all that pages have to cope with: a tree, two pages of platforms, long and hostile names. */
export async function givenConsoleScene(db: Queryable, nowMs: number): Promise<ConsoleScene> {
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
  await givenHistory(db, host, nowMs);
  await givenSchedules(db, linux, host);
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

async function givenSchedules(db: Queryable, type: { id: number }, { id }: { id: number }): Promise<void> {
  await db.query(
    `INSERT INTO metric_definition (resource_type_id, name, position, display_name, unit, data_type, is_on_by_default,
                                    default_interval_ms)
     VALUES ($1, 'Native.MemoryInfo.free', 1, 'Free Memory', 'BYTES', 'MEASUREMENT', true, 600000),
            ($1, 'CpuPerc.idle', 2, 'Idle', 'PERCENTAGE', 'MEASUREMENT', true, 1200000),
            ($1, 'Trait.hostname', 3, 'Host name', 'NONE', 'TRAIT', true, 86400000)`,
    [type.id],
  );
  await db.query(
    `INSERT INTO metric_schedule (metric_definition_id, resource_id, is_enabled, collection_interval_ms, modified_ms)
     SELECT d.id, $2, d.is_on_by_default, d.default_interval_ms, 1700000000000 FROM metric_definition d
      WHERE d.resource_type_id = $1`,
    [type.id, id],
  );
}
