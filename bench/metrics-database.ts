import { MIGRATIONS } from '../apps/monitoring/src/data-source';
import type { PostgresServer } from '../tools/postgres/postgres-server';
import { waitUntil } from '../tools/processes';
import { createDatabase, type DatabaseAddress, query } from './bench-server';

export interface MetricsDatabase extends DatabaseAddress {
  scheduleIds: number[];
}

const FOLD_LIMIT_MS = 300_000;

/** Makes and migrates a database with so many schedules, all of one resource. */
export async function makeMetricsDatabase(server: PostgresServer, schedules: number): Promise<MetricsDatabase> {
  const address = await createDatabase(server, 'metrics', MIGRATIONS);
  const rows = await query<{ id: number }>(
    address.url,
    `WITH plugins AS (
       INSERT INTO plugin (name, display_name, version, file_name, md5, content, descriptor, modified_at)
       VALUES ('Bench', 'Bench', '1', 'bench.xml', '', '', '', now()) RETURNING id
     ), types AS (
       INSERT INTO resource_type (plugin_id, name, category, create_policy, creation_data_type, missing_policy,
                                  is_singleton, supports_manual_add, is_deleted)
       SELECT id, 'Bench', 'SERVICE', 'BOTH', 'CONFIGURATION', 'DOWN', false, false, false FROM plugins RETURNING id
     ), definitions AS (
       INSERT INTO metric_definition (resource_type_id, name, position, display_name, data_type, is_on_by_default,
                                      default_interval_ms)
       SELECT t.id, 'm' || n, n, 'M' || n, 'MEASUREMENT', true, 60000 FROM types t, generate_series(1, $1::int) AS n
       RETURNING id
     ), resources AS (
       INSERT INTO resource (resource_type_id, category, resource_key, name, inventory_status, created_ms, modified_ms)
       SELECT id, 'SERVICE', 'bench', 'bench', 'COMMITTED', 0, 0 FROM types RETURNING id
     )
     INSERT INTO metric_schedule (metric_definition_id, resource_id, is_enabled, collection_interval_ms, modified_ms)
     SELECT d.id, r.id, true, 60000, 0 FROM definitions d, resources r RETURNING id`,
    [schedules],
  );
  return { ...address, scheduleIds: rows.map(({ id }) => id).sort((a, b) => a - b) };
}

/** Starts what the service does by itself each minute, and waits for its end. */
export async function fold(url: string): Promise<void> {
  await query(
    url,
    `SELECT 1 FROM graphile_worker.add_job('metric.fold-now', '{}', 'metric.fold', job_key => 'metric.fold-now')`,
  );
  const isEmpty = async (): Promise<boolean> => (await query(url, `SELECT 1 FROM metric_log LIMIT 1`)).length === 0;
  if (!(await waitUntil(isEmpty, FOLD_LIMIT_MS, 25))) throw new Error('the log of points is not folded');
}

/** Deletes all measurements. */
export async function forgetPoints(url: string): Promise<void> {
  await query(url, `TRUNCATE metric_log, metric_chunk, metric_roll_up_due, metric_1h, metric_6h, metric_24h`);
}
