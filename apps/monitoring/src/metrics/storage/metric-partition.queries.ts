import { Queries, type Transaction } from '@wardstone/database';
import { DAY_MS } from '@wardstone/metric-points';
import { arrayText } from './array-text.sql';

/** Advisory lock that serialises compaction, roll-up steps and new partitions over all replicas. */
const CHUNK_LOCK = 'wardstone metric fold';
const HOURS_PER_DAY = 24;
/** Raw points are kept for 7 days, plus the day that is ending; the next two get partitions in advance. */
const DAYS_BACK = 8;
const DAYS_AHEAD = 2;

interface Hour {
  readonly scheduleId: number;
  readonly hour: number;
}

export class MetricPartitionQueries extends Queries {
  /** Tries to take the lock on chunks until the transaction ends. */
  async tryLock(transaction: Transaction): Promise<boolean> {
    const [lock] = await transaction.query<{ is_ours: boolean }>(
      `SELECT pg_try_advisory_xact_lock(hashtextextended($1, 0)) AS is_ours`,
      [CHUNK_LOCK],
    );
    return lock!.is_ours;
  }

  /** Waits for the lock on chunks. */
  async lock(transaction: Transaction): Promise<void> {
    await transaction.query(`SELECT pg_advisory_xact_lock(hashtextextended($1, 0))`, [CHUNK_LOCK]);
  }

  /**
   * Creates partitions for the days of the hours, if they are near the present. Requires the compaction lock; committed
   * before the compaction, because readers wait while a partition is attached.
   */
  async ensureDays(hours: readonly Hour[]): Promise<void> {
    const days = [...new Set(hours.map(({ hour }) => Math.floor(hour / HOURS_PER_DAY)))];
    const missing = await this.db.query<{ day: number }>(
      `SELECT d.day
         FROM unnest($1::int[]) AS d (day),
              LATERAL (SELECT floor(extract(epoch FROM now()) / 86400)::int AS today) AS t
        WHERE d.day BETWEEN t.today - $2::int AND t.today + $3::int
          AND to_regclass('metric_chunk_' || d.day) IS NULL
        ORDER BY d.day`,
      [days, DAYS_BACK, DAYS_AHEAD],
    );
    for (const { day } of missing) await this.db.transaction((transaction) => createDayOfChunks(day, transaction));
  }

  /** Creates partitions of native histograms for the next days, and for near ones whose histograms came earlier. */
  async ensureHistogramDays(now: number): Promise<void> {
    await this.db.transaction(async (transaction) => {
      await this.lock(transaction);
      const missing = await transaction.query<{ day: number }>(
        `SELECT d.day FROM generate_series($1::int - $2::int, $1::int + $3::int) AS d (day)
          WHERE to_regclass('metric_histogram_' || d.day) IS NULL
            AND (d.day >= $1 OR EXISTS (
                  SELECT 1 FROM metric_histogram_default h
                   WHERE h.time_ms >= d.day * ${DAY_MS}::bigint AND h.time_ms < (d.day + 1) * ${DAY_MS}::bigint))
          ORDER BY d.day`,
        [Math.floor(now / DAY_MS), DAYS_BACK, DAYS_AHEAD],
      );
      if (missing.length === 0) return;
      // Writers wait here, because one that has chosen the default partition fails once the other is attached.
      await transaction.query('LOCK TABLE metric_histogram IN SHARE ROW EXCLUSIVE MODE');
      for (const { day } of missing)
        await createPartition({ table: 'metric_histogram', day, column: 'time_ms', unitsPerDay: DAY_MS }, transaction);
    });
  }

  /**
   * Records the hours for the first roll-up after their end, without duplicates. Requires the compaction lock, so that
   * nobody else adds any: excluding existing ones takes a quarter of the time of ON CONFLICT.
   */
  async noteRollUpsDue(hours: readonly Hour[], transaction: Transaction): Promise<void> {
    await transaction.query(
      `INSERT INTO metric_roll_up_due (tier, hour, schedule_id)
       SELECT '1h', h.hour, h.schedule_id FROM unnest($1::int[], $2::int[]) AS h (hour, schedule_id)
        WHERE (h.hour, h.schedule_id) NOT IN (
                SELECT q.hour, q.schedule_id FROM metric_roll_up_due q WHERE q.tier = '1h' AND q.hour = ANY ($3::int[]))`,
      [
        arrayText(hours.map(({ hour }) => hour)),
        arrayText(hours.map(({ scheduleId }) => scheduleId)),
        arrayText([...new Set(hours.map(({ hour }) => hour))]),
      ],
    );
  }
}

/**
 * Every compaction updates the chunks of its hour: free space on the page avoids index updates, and halves the time.
 */
async function createDayOfChunks(day: number, transaction: Transaction): Promise<void> {
  const partition = { table: 'metric_chunk', day, column: 'hour', unitsPerDay: HOURS_PER_DAY } as const;
  await createPartition({ ...partition, options: 'WITH (fillfactor = 70)' }, transaction);
}

interface NewPartition {
  readonly table: 'metric_chunk' | 'metric_histogram';
  readonly day: number;
  /** Time column; its unit is a day divided by `unitsPerDay`. */
  readonly column: 'hour' | 'time_ms';
  readonly unitsPerDay: number;
  readonly options?: string;
}

/** Moves rows of the day out of the default partition. */
async function createPartition(
  { table, day, column, unitsPerDay, options = '' }: NewPartition,
  transaction: Transaction,
): Promise<void> {
  const name = `${table}_${day}`;
  const [from, to] = [day * unitsPerDay, (day + 1) * unitsPerDay];
  // Created separately and attached last, so that readers wait only for a moment. Storage settings are copied as well.
  await transaction.query(`CREATE TABLE ${name} (LIKE ${table} INCLUDING ALL) ${options}`);
  await transaction.query(
    `WITH moved AS (DELETE FROM ${table}_default WHERE ${column} >= ${from} AND ${column} < ${to} RETURNING *)
     INSERT INTO ${name} SELECT * FROM moved`,
  );
  await transaction.query(`ALTER TABLE ${table} ATTACH PARTITION ${name} FOR VALUES FROM (${from}) TO (${to})`);
}
