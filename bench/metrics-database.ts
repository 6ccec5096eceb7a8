import { MIGRATIONS } from '../apps/monitoring/src/data-source';
import { type PostgresServer, waitUntil } from '@wardstone/host';
import { fillMetrics } from './alerts-data';
import { createDatabase, type DatabaseAddress, query, withClient } from './bench-server';

export interface MetricsDatabase extends DatabaseAddress {
  scheduleIds: number[];
}

const FOLD_LIMIT_MS = 300_000;

/** Creates and migrates a database with that many schedules, all of one resource. */
export async function makeMetricsDatabase(server: PostgresServer, schedules: number): Promise<MetricsDatabase> {
  const address = await createDatabase(server, 'metrics', MIGRATIONS);
  await withClient(address.url, (client) => fillMetrics(client, { resources: 1, metrics: schedules }));
  const rows = await query<{ id: number }>(address.url, 'SELECT id FROM metric_schedule ORDER BY id');
  return { ...address, scheduleIds: rows.map(({ id }) => id) };
}

/** Runs the service's compaction of each minute, and waits for its end. */
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
