import { Database, type Transaction } from '@wardstone/database';
import { HOUR_MS } from '@wardstone/metric-points';
import { describeWithCitus, readSqlOwners } from '@wardstone/testing';
import { useMonitoringDatabase } from '../../../test/monitoring-database';
import { MetricTierQueries } from '../../data/metric-tier.queries';
import { distributeMetrics, METRIC_PLACES } from '../metric-distribution.queries';
import { itRollsUp } from './metric-roll-up.suite';
import { itStoresPoints } from './metric-storage.suite';
import { aBatch, aReplica, readBuckets } from './use-metric-storage';

const NOW = Date.now();
const WINDOW = { start: NOW - 8 * HOUR_MS, end: NOW };

/** Records sent statements, to explain them. */
class Watched extends Database {
  sent: { sql: string; params: readonly unknown[] }[] = [];

  override queryPrepared<Row extends unknown[]>(
    name: string,
    sql: string,
    params: readonly unknown[] = [],
    within?: Transaction,
  ): Promise<Row[]> {
    this.sent.push({ sql, params });
    return super.queryPrepared(name, sql, params, within);
  }
}

describe('a table of measured data', () => {
  it('is divided over workers or stays on the coordinator, by decision', () => {
    const tables = [...readSqlOwners('monitoring')].filter(([, room]) => room === 'metrics').map(([table]) => table);
    expect(Object.keys(METRIC_PLACES).sort()).toEqual(tables.sort());
  });
});

describe('a database without the extension', () => {
  const db = useMonitoringDatabase({ isDistributed: false });

  it('is not distributed, and reports why', async () => {
    const dividing = distributeMetrics({ url: db.url, applicationName: 'spec' });
    await expect(dividing).rejects.toThrow('the database has no extension citus');
  });
});

describeWithCitus('measured data on several servers', () => {
  const db = useMonitoringDatabase({ isDistributed: true });

  describe('its points', () => itStoresPoints(db));

  describe('its roll-ups', () => itRollsUp(db));

  describe('its statements', () => {
    /** Number of shards that each statement of the work reads: none for tables of the coordinator. */
    const listQueriedShards = async (work: (watched: Watched) => Promise<unknown>): Promise<number[]> => {
      const watched = new Watched(db.dataSource);
      await work(watched);
      return Promise.all(
        watched.sent.map(async ({ sql, params }) => {
          const [plan] = await db.query<Record<string, unknown>>(`EXPLAIN (FORMAT JSON) ${sql}`, params);
          const counts = [...JSON.stringify(plan).matchAll(/"Task Count":(\d+)/g)].map(([, count]) => Number(count));
          return counts.reduce((sum, count) => sum + count, 0);
        }),
      );
    };

    it('store points on the coordinator only', async () => {
      const write = async (watched: Watched): Promise<void> => {
        const { writer } = aReplica(watched);
        await writer.write(aBatch([1, NOW, 1], [2, NOW, 2]));
        await writer.drain();
      };
      expect(await listQueriedShards(write)).toEqual([0, 0]);
    });

    it('read one schedule from one shard after the log', async () => {
      const { compaction } = aReplica(db.database);
      await compaction.compactAll();
      expect(await listQueriedShards((watched) => aReplica(watched).reader.readPoints(1, WINDOW))).toEqual([0, 1]);
      expect(await listQueriedShards((watched) => readBuckets(aReplica(watched).reader, [1], WINDOW, 60))).toEqual([
        0, 1,
      ]);
      expect(await listQueriedShards((watched) => aReplica(watched).reader.readSeriesUpTo(9, [1], WINDOW))).toEqual([
        0, 1,
      ]);
      expect(await listQueriedShards((watched) => aReplica(watched).reader.readLatest([1], WINDOW))).toEqual([0, 1]);
      for (const tier of ['1h', '6h', '24h'] as const) {
        expect(
          await listQueriedShards((watched) => new MetricTierQueries(watched).findRows(tier, [1], WINDOW)),
        ).toEqual([1]);
      }
    });

    it('read several schedules from no more shards than those have', async () => {
      const three = await listQueriedShards((watched) => readBuckets(aReplica(watched).reader, [1, 2, 3], WINDOW, 60));
      expect(three[0]).toBe(0);
      expect(three[1]).toBeLessThanOrEqual(3);
    });
  });

  it('are distributed once, with existing data', async () => {
    expect(await distributeMetrics({ url: db.url, applicationName: 'spec' })).toEqual([]);
    const [divided] = await db.query<{ tables: string }>(
      `SELECT string_agg(p.logicalrelid::text, ' ' ORDER BY p.logicalrelid::text) AS tables FROM pg_dist_partition p
        WHERE p.partmethod = 'h' AND p.logicalrelid::text !~ '^metric_(chunk|histogram)_'`,
    );
    expect(divided!.tables).toBe('metric_1h metric_24h metric_6h metric_chunk metric_histogram metric_roll_up_due');
  });
});

describeWithCitus('an installation of one server', () => {
  const db = useMonitoringDatabase({ isDistributed: true, distribute: () => Promise.resolve() });

  it('is distributed while points arrive, are read and are compacted', async () => {
    const { writer, reader, compaction } = aReplica(db.database);
    const start = Math.floor(NOW / HOUR_MS) * HOUR_MS - 3 * HOUR_MS;
    const window = { start, end: start + 3 * HOUR_MS };
    let written = 0;
    const step = async (): Promise<void> => {
      const time = start + written * 1000;
      await writer.write(aBatch(...[1, 2, 3, 4, 5].map((id) => [id, time, written] as const)));
      written++;
      const { times } = await reader.readPoints(1 + (written % 5), window);
      expect(times).toHaveLength(written);
      if (written % 7 === 0) await compaction.compactAll();
    };
    while (written < 50) await step();
    let isDivided = false;
    const divided = distributeMetrics({ url: db.url, applicationName: 'spec' }).finally(() => (isDivided = true));
    while (!isDivided) await step();
    expect(await divided).toContain('metric_chunk');
    const until = written + 50;
    while (written < until) await step();
    await compaction.compactAll();
    for (const id of [1, 2, 3, 4, 5]) expect((await reader.readPoints(id, window)).times).toHaveLength(written);
  });
});
