import type { Client } from 'pg';
import { withClient } from './bench-server';

export interface AlertInventory {
  /** Ids for each resource, in the order of its metrics. */
  schedules: number[][];
  /** Number of watched metrics for each resource, the first ones. */
  watched: number;
  definitionIds: number[];
}

/** Values beyond it are markers of the bench. */
export const SIGN = 1_000_000;
/** Half of the values lie beyond it. */
export const MIDDLE = 50;

const FILLED = [
  'plugin',
  'resource_type',
  'metric_definition',
  'resource',
  'metric_schedule',
  'alert_definition',
  'alert_condition',
  'alert_progress',
];

/** Resources of one type with `metrics` metrics each, all collected. */
export async function fillMetrics(
  client: Client,
  { resources, metrics }: { resources: number; metrics: number },
): Promise<void> {
  await client.query(
    `INSERT INTO plugin (name, display_name, version, file_name, md5, content, descriptor, modified_at)
     VALUES ('Bench', 'Bench', '1', 'bench.xml', '', '', '', now())`,
  );
  await client.query(
    `INSERT INTO resource_type (plugin_id, name, category, create_policy, creation_data_type, missing_policy,
                                is_singleton, supports_manual_add, is_deleted)
     SELECT id, 'Bench', 'SERVICE', 'BOTH', 'CONFIGURATION', 'DOWN', false, false, false FROM plugin
      WHERE name = 'Bench'`,
  );
  await client.query(
    `INSERT INTO metric_definition (resource_type_id, name, position, display_name, data_type, numeric_type,
                                    is_on_by_default, default_interval_ms)
     SELECT t.id, 'm' || n, n, 'M' || n, 'MEASUREMENT', 'DYNAMIC', true, 60000
       FROM resource_type t, generate_series(1, $1::int) AS n WHERE t.name = 'Bench'`,
    [metrics],
  );
  await client.query(
    `INSERT INTO resource (resource_type_id, category, resource_key, name, inventory_status, created_ms, modified_ms)
     SELECT t.id, 'SERVICE', 'bench ' || n, 'bench ' || n, 'COMMITTED', 0, 0
       FROM resource_type t, generate_series(1, $1::int) AS n WHERE t.name = 'Bench'`,
    [resources],
  );
  await client.query(
    `INSERT INTO metric_schedule (metric_definition_id, resource_id, is_enabled, collection_interval_ms, modified_ms)
     SELECT d.id, r.id, true, 60000, 0 FROM resource r, metric_definition d
      WHERE r.name LIKE 'bench %' AND d.resource_type_id = r.resource_type_id`,
  );
}

/** Removes the definitions of `fillAlerts`, to measure the cost of ingest only. */
export async function dropAlerts(url: string): Promise<void> {
  await withClient(url, async (client) => {
    await client.query('DELETE FROM alert_progress');
    await client.query('DELETE FROM alert_definition');
  });
}

/** Silences in force, each of one resource; those of more silences than resources cover several times. */
export async function fillSilences(url: string, count: number): Promise<void> {
  await withClient(url, async (client) => {
    await client.query(
      `INSERT INTO silence (resource_id, reason, author, created_ms, start_ms, end_ms, over_ms)
       SELECT r.id, 'bench', 'bench', 0, 1, $2, $2
         FROM generate_series(1, $1::int) AS n
         JOIN (SELECT id, row_number() OVER (ORDER BY id) AS place, count(*) OVER () AS total FROM resource WHERE name LIKE 'bench %') r
           ON r.place = n % r.total + 1`,
      [count, Date.now() + 86_400_000],
    );
    await client.query('ANALYZE silence');
  });
}

/**
 * Resources of one type with `metrics` metrics each, every other one with a definition. One definition in five counts
 * `inARow` values above the middle, so that each value changes its state; the others wait for a marker.
 */
export async function fillAlerts(
  url: string,
  { resources, metrics, inARow = 3 }: { resources: number; metrics: number; inARow?: number },
): Promise<AlertInventory> {
  const watched = metrics / 2;
  return withClient(url, async (client) => {
    await client.query('BEGIN');
    await fillMetrics(client, { resources, metrics });
    await client.query(
      `WITH made AS (
         INSERT INTO alert_definition (resource_id, name, is_enabled, priority, recovery_id, condition_mode,
                                       dampening_category, dampening_count, dampening_period)
         SELECT r.id, 'bench ' || d.id, true, 'LOW', 0, 'ANY',
                CASE WHEN d.position % 5 = 0 THEN 'CONSECUTIVE_COUNT' ELSE 'NONE' END, $4, 0
           FROM resource r JOIN metric_definition d ON d.resource_type_id = r.resource_type_id AND d.position <= $1
          WHERE r.name LIKE 'bench %' RETURNING id, name, dampening_category)
       INSERT INTO alert_condition (alert_definition_id, category, name, comparator, threshold, metric_definition_id)
       SELECT m.id, 'THRESHOLD', 'M', '>', CASE WHEN m.dampening_category = 'NONE' THEN $2 - 1 ELSE $3 END,
              split_part(m.name, ' ', 2)::integer
         FROM made m`,
      [watched, SIGN, MIDDLE, inARow],
    );
    await client.query(
      `INSERT INTO alert_progress (resource_id, version)
       SELECT r.id, nextval('alert_version') FROM resource r WHERE r.name LIKE 'bench %'`,
    );
    await client.query('COMMIT');
    // Not those that are empty still: plans would take them to stay so.
    await client.query(`ANALYZE ${FILLED.join()}`);
    const schedules = await client.query<{ ids: number[] }>(
      `SELECT array_agg(s.id ORDER BY d.position) AS ids
         FROM metric_schedule s JOIN metric_definition d ON d.id = s.metric_definition_id
        GROUP BY s.resource_id ORDER BY s.resource_id`,
    );
    const definitions = await client.query<{ id: number }>(`SELECT id FROM alert_definition ORDER BY id`);
    return {
      schedules: schedules.rows.map(({ ids }) => ids),
      watched,
      definitionIds: definitions.rows.map(({ id }) => id),
    };
  });
}
