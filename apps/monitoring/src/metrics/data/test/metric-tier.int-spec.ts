import { HOUR_MS } from '@wardstone/metric-points';
import { useMonitoringDatabase } from '../../../test/monitoring-database';
import { MetricTierQueries } from '../metric-tier.queries';

const db = useMonitoringDatabase();

describe('rows of a roll-up', () => {
  const HOUR = 490_000;
  /** Schedule, hour, and average, minimum and maximum: extremes of doubles, and values in between. */
  const ROWS: [number, number, number, number, number][] = [
    [1, HOUR, 0.1, -0.3, 1 / 3],
    [1, HOUR + 1, -5e-324, -Number.MAX_VALUE, Number.MAX_VALUE],
    [1, HOUR + 2, 2 ** 53 - 1, 2 ** -53, 1e300],
    [2, HOUR + 1, 7, 6, 8],
    [3, HOUR + 1, 70, 60, 80],
  ];
  const find = async (scheduleIds: number[], start: number, end: number) => {
    const rows = await new MetricTierQueries(db.database).findRows('6h', scheduleIds, { start, end });
    return rows
      .map((row) => [row.scheduleId, row.start / HOUR_MS, row.avg, row.min, row.max])
      .sort(([a, b], [c, d]) => a! - c! || b! - d!);
  };

  beforeAll(async () => {
    for (const row of ROWS) {
      await db.query(`INSERT INTO metric_6h (schedule_id, hour, avg, min, max) VALUES ($1, $2, $3, $4, $5)`, row);
    }
  });

  it('are read to the last bit', async () => {
    expect(await find([1], HOUR * HOUR_MS, (HOUR + 3) * HOUR_MS)).toEqual(ROWS.slice(0, 3));
  });

  it('are read only for the requested schedules', async () => {
    expect(await find([1, 3, 4], HOUR * HOUR_MS, (HOUR + 3) * HOUR_MS)).toEqual([...ROWS.slice(0, 3), ROWS[4]]);
  });

  it('are read where their slice begins within the window', async () => {
    expect(await find([1], HOUR * HOUR_MS + 1, (HOUR + 2) * HOUR_MS)).toEqual([ROWS[1]]);
    expect(await find([1], HOUR * HOUR_MS, HOUR * HOUR_MS + 1)).toEqual([ROWS[0]]);
  });

  it('are empty without values', async () => {
    expect(await find([4], HOUR * HOUR_MS, (HOUR + 3) * HOUR_MS)).toEqual([]);
  });
});
