import { DAY_MS, HOUR_MS } from '@wardstone/metric-points';
import { untilSomebodyWaits } from '@wardstone/testing';
import { HistogramQueries } from '../histogram.queries';
import { MetricPartitionQueries } from '../metric-partition.queries';
import { MetricRetentionQueries } from '../metric-retention.queries';
import { itStoresPoints } from './metric-storage.suite';
import { useMonitoringDatabase } from '../../../test/monitoring-database';
import { aBatch, aReplica } from './use-metric-storage';

const db = useMonitoringDatabase({ isDistributed: false });
const SCHEDULE = 1_000_000;
/** Start of an hour some days ago, so that points lie in days with partitions of their own. */
const START = Math.floor((Date.now() - 3 * DAY_MS) / HOUR_MS) * HOUR_MS;

describe('stored points', () => {
  itStoresPoints(db);

  it('are in a partition of their day, or in the default one until their day is near', async () => {
    const replica = aReplica(db.database);
    const farAhead = START + 100 * DAY_MS;
    await replica.writer.write(aBatch([SCHEDULE, START, 1], [SCHEDULE, farAhead, 2]));
    await replica.compaction.compactAll();
    const rows = await db.query<{ name: string; hour: number }>(
      `SELECT tableoid::regclass::text AS name, hour FROM metric_chunk WHERE schedule_id = ${SCHEDULE} ORDER BY hour`,
    );
    expect(rows).toEqual([
      { name: `metric_chunk_${Math.floor(START / DAY_MS)}`, hour: START / HOUR_MS },
      { name: 'metric_chunk_default', hour: farAhead / HOUR_MS },
    ]);
    // Room to rewrite chunks where they are, so that no index changes.
    const [options] = await db.query<{ reloptions: string[] }>(
      `SELECT c.reloptions FROM pg_class c WHERE c.oid = $1::text::regclass`,
      [rows[0]!.name],
    );
    expect(options!.reloptions).toEqual(['fillfactor=70']);
  });
});

describe('stored native histograms', () => {
  const DAY = Math.floor(START / DAY_MS);
  const bytes = Buffer.of(1);
  const store = (...times: number[]) =>
    new HistogramQueries(db.database).store(times.map((timeMs) => ({ scheduleId: SCHEDULE, timeMs, bytes })));
  const ensureDays = (now: number) => new MetricPartitionQueries(db.database).ensureHistogramDays(now);
  const listPlaces = async (): Promise<[name: string, day: number][]> =>
    (
      await db.query<{ name: string; time: string }>(
        `SELECT tableoid::regclass::text AS name, time_ms AS time FROM metric_histogram ORDER BY time_ms`,
      )
    ).map(({ name, time }) => [name.replace('metric_histogram_', ''), Math.floor(Number(time) / DAY_MS) - DAY]);

  it('are in a partition of their day, with which they are dropped', async () => {
    await store(START - 30 * DAY_MS, START, START + DAY_MS, START + 100 * DAY_MS);
    for (let round = 0; round < 2; round++) await ensureDays(START + DAY_MS);
    // Days near the present have theirs in advance.
    await store(START + 1, START + 2 * DAY_MS, START + 3 * DAY_MS);
    const kept = [
      [String(DAY + 1), 1],
      [String(DAY + 2), 2],
      [String(DAY + 3), 3],
      ['default', 100],
    ];
    expect(await listPlaces()).toEqual([['default', -30], [String(DAY), 0], [String(DAY), 0], ...kept]);
    const window = { start: START, end: START + 4 * DAY_MS };
    expect(await new HistogramQueries(db.database).list([SCHEDULE], window, [0, 0], 10)).toHaveLength(5);
    const dropped = await new MetricRetentionQueries(db.database).dropChunks((DAY + 8) * DAY_MS);
    expect(dropped).toContain(`metric_histogram_${DAY}`);
    expect(await listPlaces()).toEqual(kept);
  });

  it('of writers that wait for a new partition are in it', async () => {
    const later = START + 20 * DAY_MS;
    const held = await db.database.transaction(async (transaction) => {
      await transaction.query(`INSERT INTO metric_histogram (schedule_id, time_ms, histogram) VALUES (1, $1, '')`, [
        later,
      ]);
      const ensured = ensureDays(later);
      await untilSomebodyWaits(db.database);
      const stored = store(later);
      await untilSomebodyWaits(db.database, 2);
      return [ensured, stored];
    });
    await Promise.all(held);
    expect((await listPlaces()).filter(([, day]) => day === 20)).toEqual(Array(2).fill([String(DAY + 20), 20]));
  });
});
