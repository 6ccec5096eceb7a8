import { eventually } from '@wardstone/testing';
import { useMonitoring } from '../../test/use-monitoring';
import { givenSchedule } from './given-metrics';
import { MetricWriter } from '../storage/metric-writer';
import { MetricJobs } from '../metric-jobs.service';

const NOW = Date.UTC(2026, 0, 15, 12);
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

describe('the jobs of metrics', () => {
  const api = useMonitoring();
  const db = () => api.database;
  const jobs = (): MetricJobs => api.service.app.get(MetricJobs, { strict: false });
  /** Submits the values of each hour, starting `hoursAgo` hours ago. */
  const submit = async (id: number, hoursAgo: number, ...hours: number[][]): Promise<void> => {
    const points = hours.flatMap((values, hour) =>
      values.map((value, i) => ({ scheduleId: id, timeStamp: NOW - (hoursAgo - hour) * HOUR + i * 60_000, value })),
    );
    await api.post('/rest/metric/data/raw').send(points).expect(204);
  };
  const baseline = async (id: number): Promise<unknown> => (await api.get(`/rest/metric/data/${id}/baseline`)).body;
  const outOfBounds = async (id: number): Promise<number[]> => {
    const rows = await db().query<{ factor: number; time_ms: string }>(
      `SELECT factor, time_ms FROM metric_out_of_bounds WHERE schedule_id = $1`,
      [id],
    );
    return rows.flatMap(({ factor, time_ms }) => [factor, Number(time_ms) - NOW]);
  };
  beforeEach(() => api.clock.set(NOW));

  it('compute baselines from the hours that have ended, as in the example of the spec', async () => {
    const { id } = await givenSchedule(db());
    await submit(id, 3, [8, 12], [15, 30, 15], [9, 14, 13], [1000]);
    await jobs().rollUp();
    expect(await baseline(id)).toEqual({ min: 8, max: 30, mean: 14, computeTime: NOW });
  });

  it('compute them again at their age, but not those of users, of disabled schedules or of counters', async () => {
    const [computed, entered, disabled, counter] = [
      await givenSchedule(db()),
      await givenSchedule(db()),
      await givenSchedule(db(), { isEnabled: false }),
      await givenSchedule(db(), { numericType: 'TRENDSUP' }),
    ];
    for (const { id } of [computed, entered, disabled, counter]) await submit(id, 2, [1, 3]);
    await api.put(`/rest/metric/data/${entered.id}/baseline`).send({ min: 5, mean: 6, max: 7 }).expect(201);
    await jobs().rollUp();
    expect(await baseline(computed.id)).toEqual({ min: 1, max: 3, mean: 2, computeTime: NOW });
    await submit(computed.id, 1, [9]);
    for (const [later, expected] of [
      [3 * DAY, { min: 1, max: 3, mean: 2, computeTime: NOW }],
      [3 * DAY + HOUR, { min: 1, max: 9, mean: 5.5, computeTime: NOW + 3 * DAY + HOUR }],
    ] as const) {
      api.clock.set(NOW + later);
      await jobs().rollUp();
      expect(await baseline(computed.id)).toEqual(expected);
    }
    expect(await baseline(entered.id)).toEqual({ min: 5, max: 7, mean: 6, computeTime: NOW });
    for (const { id } of [disabled, counter]) await api.get(`/rest/metric/data/${id}/baseline`).expect(404);
  });

  it('store how far an hour was outside of the baseline, of several hours the last', async () => {
    const { id } = await givenSchedule(db());
    await api.put(`/rest/metric/data/${id}/baseline`).send({ min: 10, mean: 20, max: 30 }).expect(201);
    await submit(id, 4, [28, 40, 37]);
    await jobs().rollUp();
    expect(await outOfBounds(id)).toEqual([50, -4 * HOUR]);
    await submit(id, 3, [4, 20, 12], [10, 30]);
    await jobs().rollUp();
    expect(await outOfBounds(id)).toEqual([30, -3 * HOUR]);
  });

  it('remove data past its retention', async () => {
    const { id } = await givenSchedule(db());
    const trait = await givenSchedule(db(), { dataType: 'TRAIT' });
    await submit(id, 6 * 24, [1]);
    await db().query(`INSERT INTO trait_value (schedule_id, time_ms, value) VALUES ($1, 1, 'a'), ($1, 2, 'b')`, [
      trait.id,
    ]);
    await jobs().rollUp();
    const counts = async (): Promise<unknown> =>
      (
        await db().query(
          `SELECT (SELECT count(*)::int FROM metric_chunk WHERE schedule_id = $1) AS chunks,
                  (SELECT count(*)::int FROM metric_1h WHERE schedule_id = $1) AS hours,
                  (SELECT string_agg(value, '') FROM trait_value WHERE schedule_id = $2) AS traits`,
          [id, trait.id],
        )
      )[0];
    await jobs().forget();
    expect(await counts()).toEqual({ chunks: 1, hours: 1, traits: 'b' });
    api.clock.set(NOW + DAY + HOUR);
    await jobs().forget();
    expect(await counts()).toEqual({ chunks: 0, hours: 1, traits: 'b' });
    api.clock.set(NOW + 9 * DAY);
    await jobs().forget();
    expect(await counts()).toEqual({ chunks: 0, hours: 0, traits: 'b' });
  });
});

describe('a service that runs', () => {
  const api = useMonitoring(() => ({ JOBS_PER_PROCESS: '2' }));
  const db = () => api.database;

  it('runs its jobs on schedule', async () => {
    const rows = await db().query<{ identifier: string }>(
      `SELECT identifier FROM graphile_worker._private_known_crontabs WHERE identifier LIKE 'metric.%' ORDER BY 1`,
    );
    expect(rows.map(({ identifier }) => identifier)).toEqual(['metric.fold', 'metric.forget', 'metric.roll-up']);
  });

  it('compacts by itself when many points have arrived', async () => {
    const { id } = await givenSchedule(db());
    const writer = api.service.app.get(MetricWriter, { strict: false });
    for (let request = 0; request < 9; request++) {
      const perRequest = 130_000;
      await writer.write({
        scheduleIds: new Int32Array(perRequest).fill(id),
        times: Float64Array.from({ length: perRequest }, (_, i) => NOW - (request * perRequest + i) * 100),
        values: Float64Array.from({ length: perRequest }, (_, i) => i),
      });
    }
    const compacted = async (): Promise<number> => {
      const [row] = await db().query<{ points: number }>(
        `SELECT coalesce(sum(point_count), 0)::int AS points FROM metric_chunk WHERE schedule_id = $1`,
        [id],
      );
      return row!.points;
    };
    // The job of the minute may have been faster with the points, and then there is less left for this one.
    const isDone = async (): Promise<boolean> =>
      (await api.get('/metrics')).text.includes('task="metric.fold-now",outcome="done"');
    // Points that arrived during the compaction wait for the next one.
    await eventually('a million compacted points', async () => (await compacted()) >= 1_000_000 && (await isDone()), {
      everyMs: 50,
      withinMs: 100_000,
    });
  }, 120_000);
});
