import { Queries, type Transaction } from '@wardstone/database';
import { arrayText } from './array-text.sql';

/** Advisory lock that serialises compaction and roll-up steps over all replicas. */
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
    for (const { day } of missing) await this.db.transaction((transaction) => createDay(day, transaction));
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

async function createDay(day: number, transaction: Transaction): Promise<void> {
  const name = `metric_chunk_${day}`;
  const [from, to] = [day * HOURS_PER_DAY, (day + 1) * HOURS_PER_DAY];
  // Created separately and attached last, so that readers wait only for a moment. Every compaction updates the chunks
  // of its hour: free space on the page avoids index updates, and halves the time.
  await transaction.query(`CREATE TABLE ${name} (LIKE metric_chunk INCLUDING ALL) WITH (fillfactor = 70)`);
  await transaction.query(`ALTER TABLE ${name} ALTER points SET STORAGE EXTERNAL`);
  await transaction.query(
    `WITH moved AS (DELETE FROM metric_chunk_default WHERE hour >= ${from} AND hour < ${to} RETURNING *)
     INSERT INTO ${name} SELECT * FROM moved`,
  );
  await transaction.query(`ALTER TABLE metric_chunk ATTACH PARTITION ${name} FOR VALUES FROM (${from}) TO (${to})`);
}
