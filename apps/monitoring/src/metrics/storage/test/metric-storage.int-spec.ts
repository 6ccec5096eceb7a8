import { DAY_MS, HOUR_MS } from '@wardstone/metric-points';
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
