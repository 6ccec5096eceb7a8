import { DAY_MS, HOUR_MS } from '@wardstone/metric-points';
import { givenDefinition, givenSchedule } from '../../metrics/test/given-metrics';
import { givenResource, givenType } from '../../test/given-inventory';
import { useMonitoring } from '../../test/use-monitoring';

const NOW = Date.UTC(2026, 0, 15, 12);
const BORDER = NOW - 7 * DAY_MS;
const INTERVAL_MS = 10 * 60_000;

interface QueryResponse {
  data: { result: { metric: Record<string, string>; values: [number, string][] }[] };
  warnings?: string[];
  infos?: string[];
}

/** Measured value at a time. */
const valueAt = (time: number): number => 50 + 40 * Math.sin(time / HOUR_MS) + ((time / INTERVAL_MS) % 7);

/** The values of a time, both ends included. */
function toValues(start: number, end: number): number[] {
  const values: number[] = [];
  for (let time = Math.ceil(start / INTERVAL_MS) * INTERVAL_MS; time <= end; time += INTERVAL_MS)
    values.push(valueAt(time));
  return values;
}

const mean = (values: number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

describe('values that are rolled up', () => {
  const api = useMonitoring();

  const read = async (query: string, over: { start: number; end: number; step: number }): Promise<QueryResponse> => {
    const { start, end, step } = over;
    const params = { query, start: String(start / 1000), end: String(end / 1000), step: String(step / 1000) };
    const { body } = await api
      .get(`/prometheus/api/v1/query_range?${new URLSearchParams(params).toString()}`)
      .expect(200);
    return body as QueryResponse;
  };
  const points = async (query: string, over: Parameters<typeof read>[1]): Promise<[number, number][]> => {
    const { data } = await read(query, over);
    return (data.result[0]?.values ?? []).map(([time, value]) => [time * 1000, Number(value)]);
  };

  beforeAll(async () => {
    api.clock.set(NOW);
    const db = api.database;
    const type = await givenType(db, { name: 'Server' });
    const resource = await givenResource(db, { type, name: 'web' });
    const definition = await givenDefinition(db, { type, name: 'load' });
    const schedule = await givenSchedule(db, { resource, definition, intervalMs: INTERVAL_MS });
    const raw: object[] = [];
    for (let time = BORDER; time < BORDER + 6 * HOUR_MS; time += INTERVAL_MS)
      raw.push({ scheduleId: schedule.id, timeStamp: time, value: valueAt(time) });
    await api.post('/rest/metric/data/raw').send(raw).expect(204);
    const rolled = async (table: string, hours: number, start: number, end: number): Promise<void> => {
      for (let slice = start; slice < end; slice += hours * HOUR_MS) {
        const values = toValues(slice, slice + hours * HOUR_MS - 1);
        const row = [schedule.id, slice / HOUR_MS, mean(values), Math.min(...values), Math.max(...values)];
        await db.query(`INSERT INTO ${table} (schedule_id, hour, avg, min, max) VALUES ($1, $2, $3, $4, $5)`, row);
      }
    };
    // Rows of finer slices remain a while where coarser ones are read.
    await rolled('metric_1h', 1, BORDER - 12 * HOUR_MS, BORDER + 6 * HOUR_MS);
    await rolled('metric_1h', 1, NOW - 14 * DAY_MS - 12 * HOUR_MS, NOW - 14 * DAY_MS + 12 * HOUR_MS);
    await rolled('metric_6h', 6, NOW - 14 * DAY_MS - 24 * HOUR_MS, NOW - 14 * DAY_MS);
    await rolled('metric_24h', 24, Date.UTC(2025, 8, 1), Date.UTC(2025, 8, 4));
  });

  const AROUND = { start: BORDER - 8 * HOUR_MS, end: BORDER + 5 * HOUR_MS, step: HOUR_MS };

  it('are averages of their slices, and single values from the boundary on', async () => {
    const found = await points('load', AROUND);
    expect(found).toHaveLength(14);
    for (const [time, value] of found) {
      const before = toValues(time - HOUR_MS, time - 1);
      expect(value).toBeCloseTo(time < BORDER ? mean(before) : valueAt(time), 9);
      // As documented: between the minimum and the maximum of the slice.
      expect(value).toBeGreaterThanOrEqual(Math.min(...before, valueAt(time)));
      expect(value).toBeLessThanOrEqual(Math.max(...before, valueAt(time)));
    }
    expect(await points('sum(load) * 2', AROUND)).toEqual(found.map(([time, value]) => [time, value * 2]));
  });

  it('are averages, minimums and maximums of whole slices in a range, over the boundary, too', async () => {
    const window = (time: number): number[] => {
      const start = time - 3 * HOUR_MS;
      return toValues(start < BORDER ? start : start + 1, time - 1);
    };
    // A range includes its end and excludes its start.
    const exact = (time: number): number[] => toValues(Math.max(time - 3 * HOUR_MS + 1, BORDER), time);
    for (const [name, of] of [
      ['min_over_time', (values: number[]) => Math.min(...values)],
      ['max_over_time', (values: number[]) => Math.max(...values)],
    ] as const) {
      const found = await points(`${name}(load[3h])`, AROUND);
      expect(found).toHaveLength(14);
      for (const [time, value] of found) {
        const values = time < BORDER ? window(time) : [...window(time), ...exact(time)];
        expect([time, value]).toEqual([time, of(values)]);
      }
    }
    for (const [time, value] of await points('avg_over_time(load[3h])', AROUND)) {
      if (time < BORDER) expect(value).toBeCloseTo(mean(window(time)), 3);
      else if (time >= BORDER + 3 * HOUR_MS) expect(value).toBeCloseTo(mean(exact(time)), 9);
      else {
        expect(value).toBeGreaterThanOrEqual(Math.min(...window(time), valueAt(time)));
        expect(value).toBeLessThanOrEqual(Math.max(...window(time), valueAt(time)));
      }
    }
  });

  it('weigh slices by their part of a range, in which newer ones are finer', async () => {
    const border = NOW - 14 * DAY_MS;
    const at = { start: border + 2 * HOUR_MS, end: border + 2 * HOUR_MS, step: HOUR_MS };
    const [[, value]] = (await points('avg_over_time(load[5h])', at)) as [[number, number]];
    const [six, two] = [mean(toValues(border - 6 * HOUR_MS, border - 1)), toValues(border, border + 2 * HOUR_MS - 1)];
    expect(value).toBeCloseTo((3 * six + 2 * mean(two)) / 5, 3);
  });

  it('are found at any age, and empty if there are none', async () => {
    const day = Date.UTC(2025, 8, 2);
    const found = await points('load', { start: day + HOUR_MS, end: day + 5 * DAY_MS, step: DAY_MS });
    // A slice counts as long as its last value could.
    expect(found.map(([time]) => (time - day - HOUR_MS) / DAY_MS)).toEqual([0, 1]);
    expect(found[0]![1]).toBeCloseTo(mean(toValues(day, day + DAY_MS - 1)), 9);
    expect(await points('load', { start: NOW - 400 * DAY_MS, end: NOW - 399 * DAY_MS, step: DAY_MS })).toEqual([]);
  });

  it('are noted in the response, as are missing values', async () => {
    const raw = await read('load', { start: BORDER + 2 * HOUR_MS, end: BORDER + 3 * HOUR_MS, step: HOUR_MS });
    expect(Object.keys(raw)).toEqual(['status', 'data']);
    const rolled = await read('load', AROUND);
    expect(rolled).toMatchObject({ infos: [expect.stringContaining('averages, minima and maxima of 1 h')] });
    expect(rolled).not.toHaveProperty('warnings');
    for (const query of ['delta(load[2h])', 'quantile_over_time(0.5, load[2h])', 'timestamp(load)']) {
      const response = await read(query, AROUND);
      expect(response).toMatchObject({ warnings: [expect.stringContaining('values older than 7 days are missing')] });
      expect(response).not.toHaveProperty('infos');
      expect(response.data.result[0]!.values[0]![0] * 1000).toBeGreaterThanOrEqual(BORDER);
    }
  });
});
