import type { Queryable } from '@wardstone/database';
import type { Unit } from '@wardstone/units';
import { givenResource, givenType } from '../given-inventory';

let serial = 0;

/** A metric definition of a type. */
export async function givenMetric(
  db: Queryable,
  type: { id: number },
  over: {
    data_type?: 'MEASUREMENT' | 'TRAIT';
    numeric_type?: 'DYNAMIC' | 'TRENDSUP';
    display_name?: string;
    unit?: Unit;
  } = {},
): Promise<{ id: number }> {
  const columns = {
    data_type: 'MEASUREMENT',
    numeric_type: 'DYNAMIC',
    display_name: 'CPU Utilisation',
    unit: 'NONE',
    ...over,
  };
  const [row] = await db.query<{ id: number }>(
    `INSERT INTO metric_definition (resource_type_id, name, position, display_name, data_type, numeric_type,
                                    is_on_by_default, default_interval_ms, unit)
     VALUES ($1, $2, $3, $4, $5, $6, true, 60000, $7) RETURNING id`,
    [
      type.id,
      `metric ${++serial}`,
      serial,
      columns.display_name,
      columns.data_type,
      columns.numeric_type,
      columns.unit,
    ],
  );
  return row!;
}

/** A resource with a metric of its own. */
export async function givenMeasured(
  db: Queryable,
): Promise<{ type: { id: number }; resource: { id: number }; metric: { id: number }; scheduleId: number }> {
  const type = await givenType(db);
  const resource = await givenResource(db, { type });
  const metric = await givenMetric(db, type);
  return { type, resource, metric, scheduleId: await givenSchedule(db, resource, metric) };
}

export async function givenSchedule(db: Queryable, resource: { id: number }, metric: { id: number }): Promise<number> {
  const [row] = await db.query<{ id: number }>(
    `INSERT INTO metric_schedule (metric_definition_id, resource_id, is_enabled, collection_interval_ms, modified_ms)
     VALUES ($1, $2, true, 60000, 0) RETURNING id`,
    [metric.id, resource.id],
  );
  return row!.id;
}

export const overTen = (metric: { id: number }): object => ({
  category: 'THRESHOLD',
  comparator: '>',
  threshold: 10,
  measurementDefinition: metric.id,
});
