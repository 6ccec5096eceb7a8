import { TestClock } from '@wardstone/clock';
import { DAY_MS, HOUR_MS } from '@wardstone/metric-points';
import type { TestDatabase } from '@wardstone/testing';
import { MetricPartitionQueries } from '../metric-partition.queries';
import { MetricRetentionQueries } from '../metric-retention.queries';
import { MetricRollUp } from '../metric-roll-up';
import { MetricRollUpQueries } from '../metric-roll-up.queries';
import { aBatch, aReplica } from './use-metric-storage';

const MIDNIGHT = Math.floor((Date.now() - 3 * DAY_MS) / DAY_MS) * DAY_MS;

/** Behaviour of roll-ups, wherever the database keeps metric data. */
export function itRollsUp(db: TestDatabase): void {
  let schedule = 100_000;
  const clock = new TestClock(MIDNIGHT);
  const rollUp = (now: number): Promise<number> => {
    clock.set(now);
    return new MetricRollUp(
      db.database,
      new MetricRollUpQueries(),
      new MetricPartitionQueries(db.database),
      clock,
    ).rollUp();
  };
  const store = async (...points: [number, number][]): Promise<void> => {
    const { writer, compaction } = aReplica(db.database);
    await writer.write(aBatch(...points.map(([time, value]) => [schedule, MIDNIGHT + time, value] as const)));
    await compaction.compactAll();
  };
  const rows = async (tier: string): Promise<number[][]> => {
    const found = await db.query<{ hour: number; avg: number; min: number; max: number }>(
      `SELECT hour, avg, min, max FROM metric_${tier} WHERE schedule_id = $1 ORDER BY hour`,
      [schedule],
    );
    return found.map(({ hour, avg, min, max }) => [hour - MIDNIGHT / HOUR_MS, avg, min, max]);
  };
  beforeEach(() => ++schedule);

  it('weigh each hour equally, as in the example of the spec', async () => {
    await store([0, 2], [10, 4], [20, 6], [HOUR_MS, 10]);
    await rollUp(MIDNIGHT + 6 * HOUR_MS);
    expect(await rows('1h')).toEqual([
      [0, 4, 2, 6],
      [1, 10, 10, 10],
    ]);
    expect(await rows('6h')).toEqual([[0, 7, 2, 10]]);
    expect(await rows('24h')).toEqual([]);
    await rollUp(MIDNIGHT + DAY_MS);
    expect(await rows('24h')).toEqual([[0, 7, 2, 10]]);
  });

  it('wait for the end of the hour', async () => {
    await store([0, 2], [HOUR_MS + 1, 3]);
    await rollUp(MIDNIGHT + 2 * HOUR_MS - 1);
    expect(await rows('1h')).toEqual([[0, 2, 2, 2]]);
  });

  it('are recomputed, up to the day, when a point arrives late', async () => {
    await store([0, 2]);
    await rollUp(MIDNIGHT + DAY_MS);
    await store([5, 8]);
    await rollUp(MIDNIGHT + DAY_MS);
    for (const tier of ['1h', '6h', '24h']) expect(await rows(tier)).toEqual([[0, 5, 2, 8]]);
    expect(await rollUp(MIDNIGHT + DAY_MS)).toBe(0);
  });

  it('miss no point of a running compaction', async () => {
    await store([0, 2]);
    const { writer, compaction } = aReplica(db.database);
    await writer.write(aBatch([schedule, MIDNIGHT + 5, 8]));
    // Holds the compaction up after it has noted the slice, which was noted before already, and before it commits.
    const held = await db.transaction(async (transaction) => {
      await transaction.query(`LOCK TABLE metric_log IN SHARE MODE`);
      const compacted = compaction.compactAll();
      const waits = async (): Promise<boolean> =>
        (
          await db.query(
            `SELECT 1 FROM pg_stat_activity a
              WHERE a.datname = current_database() AND a.wait_event_type = 'Lock' AND a.query LIKE 'DELETE FROM metric_log%'`,
          )
        ).length > 0;
      while (!(await waits())) await new Promise((resolve) => setTimeout(resolve, 10));
      const rolledUp = rollUp(MIDNIGHT + 2 * HOUR_MS);
      await new Promise((resolve) => setTimeout(resolve, 100));
      return [compacted, rolledUp];
    });
    await Promise.all(held);
    expect(await rows('1h')).toEqual([[0, 5, 2, 8]]);
  });

  it('are deleted at their age', async () => {
    await store([0, 2]);
    await rollUp(MIDNIGHT + DAY_MS);
    const retention = new MetricRetentionQueries(db.database);
    const chunks = async (): Promise<number> =>
      (await db.query(`SELECT 1 FROM metric_chunk WHERE schedule_id = $1`, [schedule])).length;

    expect(await retention.dropChunks(MIDNIGHT + 8 * DAY_MS - 1)).toEqual([]);
    expect(await chunks()).toBe(1);
    expect(await retention.dropChunks(MIDNIGHT + 8 * DAY_MS)).toEqual([`metric_chunk_${MIDNIGHT / DAY_MS}`]);
    expect(await chunks()).toBe(0);

    await retention.removeRolledUp(MIDNIGHT + 14 * DAY_MS + HOUR_MS);
    expect(await rows('1h')).toEqual([]);
    expect(await rows('6h')).toHaveLength(1);
    await retention.removeRolledUp(MIDNIGHT + 365 * DAY_MS + HOUR_MS);
    expect(await rows('24h')).toEqual([]);
  });
}
