import { Database, type DatabaseOptions, dataSourceOptions, type Transaction } from '@wardstone/database';
import { DataSource } from 'typeorm';
import { MetricPartitionQueries } from './metric-partition.queries';

/** Location of a table in a distributed installation: distributed by a column, or on the coordinator. */
type Place = { readonly by: string } | { readonly stays: string };

const BY_SCHEDULE: Place = { by: 'schedule_id' };
const OF_MANY: Place = {
  stays: 'a row holds points of many schedules; divided, each flush were a commit of all workers',
};
const OF_INVENTORY: Place = { stays: 'statements join it with inventory, and it goes with its resource' };

/** All tables of metric data. Distributed ones are co-located, so that one statement can join them on a worker. */
export const METRIC_PLACES: Readonly<Record<string, Place>> = {
  metric_chunk: BY_SCHEDULE,
  metric_histogram: BY_SCHEDULE,
  metric_1h: BY_SCHEDULE,
  metric_6h: BY_SCHEDULE,
  metric_24h: BY_SCHEDULE,
  metric_roll_up_due: BY_SCHEDULE,
  metric_log: OF_MANY,
  metric_watched: OF_MANY,
  metric_schedule: OF_INVENTORY,
  metric_baseline: OF_INVENTORY,
  metric_out_of_bounds: OF_INVENTORY,
  trait_value: OF_INVENTORY,
  call_time: OF_INVENTORY,
};

/**
 * Number of shards of a table: the maximum number of workers that share the data, and of statements for a query over
 * all.
 */
const SHARDS = 16;

/** The database lacks a requirement. */
export class NotDistributable extends Error {}

/**
 * Distributes the tables of metric data, with their content, over the workers of the Citus cluster whose coordinator
 * this is. Readers and writers of points continue meanwhile; compactions and roll-ups wait. Run it after migrations; it
 * can be repeated.
 * @returns the tables distributed now
 * @throws NotDistributable
 */
export async function distributeMetrics(options: DatabaseOptions): Promise<string[]> {
  const dataSource = new DataSource(dataSourceOptions({ ...options, poolSize: 2, statementTimeoutMs: 0 }));
  await dataSource.initialize();
  try {
    return await divide(new Database(dataSource));
  } finally {
    await dataSource.destroy();
  }
}

async function divide(db: Database): Promise<string[]> {
  const divided = await db.transaction(async (transaction) => {
    await requireWorkers(transaction);
    await new MetricPartitionQueries(db).lock(transaction);
    const before = await listDivided(transaction);
    const [first, ...others] = dividedTables();
    const missing = [first!, ...others].filter(([table]) => !before.has(table));
    for (const [table, column] of missing) {
      await transaction.query(
        table === first![0]
          ? `SELECT create_distributed_table($1::regclass, $2, colocate_with => 'none', shard_count => ${SHARDS})`
          : `SELECT create_distributed_table($1::regclass, $2, colocate_with => '${first![0]}')`,
        [table, column],
      );
    }
    return missing.map(([table]) => table);
  });
  // Deletes rows of distributed tables that remain invisibly on the coordinator, even after an interrupted run.
  for (const [table] of dividedTables()) {
    await db.query(`SELECT truncate_local_data_after_distributing_table($1::regclass)`, [table]);
  }
  return divided;
}

function dividedTables(): [table: string, column: string][] {
  return Object.entries(METRIC_PLACES).flatMap(([table, place]) => ('by' in place ? [[table, place.by]] : []));
}

async function requireWorkers(transaction: Transaction): Promise<void> {
  if (!(await transaction.hasRow(`SELECT 1 FROM pg_extension WHERE extname = 'citus'`))) {
    throw new NotDistributable(
      'METRICS_DISTRIBUTED is citus, but the database has no extension citus: see docs/scale.md',
    );
  }
  const hasWorkers = await transaction.hasRow(
    `SELECT 1 FROM pg_dist_node n WHERE n.noderole = 'primary' AND n.isactive AND n.shouldhaveshards`,
  );
  if (!hasWorkers)
    throw new NotDistributable('METRICS_DISTRIBUTED is citus, but no node takes data: see docs/scale.md');
}

async function listDivided(transaction: Transaction): Promise<ReadonlySet<string>> {
  const rows = await transaction.query<{ name: string }>(
    `SELECT p.logicalrelid::text AS name FROM pg_dist_partition p WHERE p.partmethod = 'h'`,
  );
  return new Set(rows.map(({ name }) => name));
}
