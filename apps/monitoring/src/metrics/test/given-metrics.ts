import type { Queryable } from '@wardstone/database';
import type { MetricDataType } from '@wardstone/dto/monitoring';
import { GIVEN_MS, givenResource, givenType } from '../../test/given-inventory';
import type { useMonitoring } from '../../test/use-monitoring';

interface GivenDefinition {
  type: { id: number };
  name: string;
  displayName: string;
  dataType: MetricDataType;
  numericType: string;
  isPerMinute: boolean;
  unit: string;
  intervalMs: number;
}

let serial = 0;

export async function givenDefinition(db: Queryable, over: Partial<GivenDefinition> = {}): Promise<{ id: number }> {
  const { name = `metric.${++serial}`, type = await givenType(db) } = over;
  const [row] = await db.query<{ id: number }>(
    `INSERT INTO metric_definition (resource_type_id, name, is_per_minute, position, display_name, unit, data_type,
                                    numeric_type, is_on_by_default, default_interval_ms)
     VALUES ($1, $2, $3, 0, $4, $5, $6, $7, true, $8) RETURNING id`,
    [
      type.id,
      name,
      over.isPerMinute ?? false,
      over.displayName ?? name,
      over.unit ?? 'NONE',
      over.dataType ?? 'MEASUREMENT',
      over.numericType ?? 'DYNAMIC',
      over.intervalMs ?? 600_000,
    ],
  );
  await registerAgain(db, type);
  return row!;
}

/** Leaves the row of the plugin as a registration does that changes a type or its metrics. */
export async function registerAgain(db: Queryable, type: { id: number }): Promise<void> {
  await db.query(
    `UPDATE plugin p SET modified_at = clock_timestamp() FROM resource_type t WHERE t.id = $1 AND p.id = t.plugin_id`,
    [type.id],
  );
}

interface GivenSchedule extends GivenDefinition {
  resource: { id: number };
  definition: { id: number };
  isEnabled: boolean;
}

/** A schedule, by default of its own resource and type. */
export async function givenSchedule(
  db: Queryable,
  over: Partial<GivenSchedule> = {},
): Promise<{ id: number; resourceId: number; definitionId: number }> {
  const resource = over.resource ?? (await givenResource(db, over.type ? { type: over.type } : {}));
  const [found] = await db.query<{ id: number }>(`SELECT resource_type_id AS id FROM resource WHERE id = $1`, [
    resource.id,
  ]);
  const definition = over.definition ?? (await givenDefinition(db, { ...over, type: found! }));
  const [row] = await db.query<{ id: number }>(
    `INSERT INTO metric_schedule (metric_definition_id, resource_id, is_enabled, collection_interval_ms, modified_ms)
     VALUES ($1, $2, $3, $4, ${GIVEN_MS}) RETURNING id`,
    [definition.id, resource.id, over.isEnabled ?? true, over.intervalMs ?? 600_000],
  );
  return { id: row!.id, resourceId: resource.id, definitionId: definition.id };
}

/** Submits values measured that many milliseconds before a time. */
export function submitterAt(api: Pick<ReturnType<typeof useMonitoring>, 'post'>, nowMs: number) {
  return (...points: [scheduleId: number, before: number, value: number][]) =>
    api
      .post('/rest/metric/data/raw')
      .send(points.map(([scheduleId, before, value]) => ({ scheduleId, timeStamp: nowMs - before, value })))
      .expect(204);
}

/** Ids of schedules of `count` metrics of one resource. */
export async function givenManySchedules(db: Queryable, count: number): Promise<number[]> {
  const type = await givenType(db);
  const resource = await givenResource(db, { type });
  const rows = await db.query<{ id: number }>(
    `WITH definitions AS (
       INSERT INTO metric_definition (resource_type_id, name, position, display_name, data_type, is_on_by_default,
                                      default_interval_ms)
       SELECT $1, 'm' || n, n, 'M' || n, 'MEASUREMENT', true, 60000 FROM generate_series(1, $3::int) AS n RETURNING id
     )
     INSERT INTO metric_schedule (metric_definition_id, resource_id, is_enabled, collection_interval_ms, modified_ms)
     SELECT d.id, $2, true, 60000, 0 FROM definitions d RETURNING id`,
    [type.id, resource.id, count],
  );
  return rows.map(({ id }) => id);
}
