import { DAY_MS } from '@wardstone/metric-points';
import { MetricJobs } from '../../metrics/metric-jobs.service';
import { MetricCompaction } from '../../metrics/storage/metric-compaction';
import { useMonitoring } from '../../test/use-monitoring';
import {
  aFirstMessage,
  aSecondMessage,
  FIRST_HEADERS,
  packed,
  SECOND_HEADERS,
  type SentHistogram,
  type SentSeries,
} from '../../../../../libs/series-formats/test/write-request.builder';

const NOW = Date.UTC(2026, 0, 15, 12);

interface Sample {
  metric: Record<string, string>;
  value?: [number, string];
  histogram?: [number, unknown];
  values?: [number, string][];
  histograms?: [number, { count: string }][];
}

describe('native histograms', () => {
  const api = useMonitoring(() => ({ PROMETHEUS_SAMPLES: '80000' }));
  const send = (body: Buffer, headers: Record<string, string>) =>
    api
      .as({ roles: ['operator'] })
      .post('/prometheus/api/v1/write')
      .set(headers)
      .serialize((sent: unknown) => sent as string)
      .send(body);
  const first = (...series: SentSeries[]) => send(packed(aFirstMessage(series)), FIRST_HEADERS);
  const second = (...series: SentSeries[]) => send(packed(aSecondMessage(series)), SECOND_HEADERS);
  const read = async (path: string, params: Record<string, string>): Promise<Sample[]> => {
    const search = new URLSearchParams(params).toString();
    const { body } = await api.get(`/prometheus/api/v1/${path}?${search}`).expect(200);
    return (body as { data: { result: Sample[] } }).data.result;
  };
  const query = (text: string, timeMs = NOW): Promise<Sample[]> =>
    read('query', { query: text, time: String(timeMs / 1000) });
  const value = async (text: string, timeMs = NOW) => (await query(text, timeMs)).map((one) => one.value?.[1]);

  /** Observations of (0.5, 1], (1, 2] and (4, 8], and some of zero. */
  const histogram = (time: number, scale = 1, over: Partial<SentHistogram> = {}): SentHistogram => ({
    time,
    count: 10 * scale,
    sum: 20 * scale,
    zeroThreshold: 0.001,
    zeroCount: scale,
    positive: [
      [0, [2 * scale, 3 * scale]],
      [1, [4 * scale]],
    ],
    ...over,
  });
  const series = (name: string, ...histograms: SentHistogram[]): SentSeries => ({
    labels: { __name__: name, job: 'api', instance: 'web-1' },
    samples: [],
    histograms,
  });
  const shown = {
    count: '10',
    sum: '20',
    buckets: [
      [3, '-0.001', '0.001', '1'],
      [0, '0.5', '1', '2'],
      [0, '1', '2', '3'],
      [0, '4', '8', '4'],
    ],
  };

  beforeEach(() => api.clock.set(NOW));

  it.each([
    ['1.0', first],
    ['2.0', second],
  ] as const)(
    'of version %s are stored, and returned at an instant, at steps and as a range',
    async (version, write) => {
      const name = `latency_${version}`;
      const sent = series(name, histogram(NOW - 60_000), histogram(NOW - 1_000, 2));
      const { headers } = await write(sent).expect(204);
      if (version === '2.0') {
        expect(headers).toMatchObject({
          'x-prometheus-remote-write-samples-written': '0',
          'x-prometheus-remote-write-histograms-written': '2',
        });
      }
      // The same after the log was compacted.
      for (let round = 0; round < 2; round++) {
        const metric = { __name__: name, job: 'api', instance: 'web-1' };
        expect(await query(`{__name__="${name}"}`, NOW - 30_000)).toEqual([
          { metric, histogram: [(NOW - 30_000) / 1000, shown] },
        ]);
        const twice = { ...shown, count: '20', sum: '40', buckets: expect.any(Array) as unknown };
        const at = [(NOW - 60_000) / 1000, NOW / 1000] as const;
        expect(
          await read('query_range', {
            query: `{__name__="${name}"}`,
            start: String(at[0]),
            end: String(at[1]),
            step: '60',
          }),
        ).toEqual([
          {
            metric,
            histograms: [
              [at[0], shown],
              [at[1], twice],
            ],
          },
        ]);
        expect(await query(`{__name__="${name}"}[5m]`)).toEqual([
          {
            metric,
            histograms: [
              [at[0], shown],
              [(NOW - 1_000) / 1000, twice],
            ],
          },
        ]);
        await api.service.app.get(MetricCompaction, { strict: false }).compactAll();
      }
    },
  );

  it('have custom bounds, or float counts', async () => {
    const custom = histogram(NOW - 1_000, 1, {
      schema: -53,
      bounds: [0.1, 0.5, 2],
      zeroThreshold: 0,
      zeroCount: 0,
      positive: [[1, [4, 5, 1]]],
    });
    const float = histogram(NOW - 1_000, 0.5, { isFloat: true, hint: 3, negative: [[1, [0.25]]], positive: [] });
    await second(series('custom', custom), series('float', float)).expect(204);
    expect((await query('custom'))[0]!.histogram![1]).toEqual({
      count: '10',
      sum: '20',
      buckets: [
        [0, '0.1', '0.5', '4'],
        [0, '0.5', '2', '5'],
        [0, '2', '+Inf', '1'],
      ],
    });
    expect((await query('float'))[0]!.histogram![1]).toEqual({
      count: '5',
      sum: '10',
      buckets: [
        [1, '-2', '-1', '0.25'],
        [3, '-0.001', '0.001', '0.5'],
      ],
    });
  });

  it('are queried: rates, sums, quantiles and fractions', async () => {
    const steps = [0, 1, 2, 3, 4].map((i) => histogram(NOW - 60_000 * (4 - i), i + 1));
    await first(series('steady_seconds', ...steps)).expect(204);
    expect(await value('histogram_count(increase(steady_seconds[4m]))')).toEqual(['40']);
    expect(await value('histogram_avg(sum(rate(steady_seconds[4m])))')).toEqual(['2']);
    expect(await value('histogram_quantile(1, steady_seconds)')).toEqual(['8']);
    expect(await value('histogram_fraction(1, 2, steady_seconds)')).toEqual(['0.3']);
    expect(await value('count(steady_seconds) + count(up or steady_seconds)')).toEqual(['2']);
    // Numbers are not expected where there are histograms.
    expect(await query('abs(steady_seconds) or steady_seconds > 1')).toEqual([]);
  });

  it('end at a staleness marker, and are replaced at their time', async () => {
    await second(series('ending', histogram(NOW - 4_000), histogram(NOW - 2_000, 1, { sum: null }))).expect(204);
    expect(await query('ending', NOW - 3_000)).toHaveLength(1);
    expect(await query('ending')).toEqual([]);
    expect(await value('count_over_time(ending[1m])')).toEqual(['1']);
    await first(series('ending', histogram(NOW - 4_000, 3))).expect(204);
    expect(await value('histogram_count(last_over_time(ending[1m]))')).toEqual(['30']);
    // A number beside it counts more, as it does beside other special values.
    await first({ ...series('ending'), samples: [[NOW - 4_000, 7]], histograms: [] }).expect(204);
    expect(await value('ending', NOW - 3_000)).toEqual(['7']);
  });

  it.each([
    ['a count of other buckets', { count: 11 }, '10 observations in its buckets, but the count 11'],
    ['a schema of the future', { schema: 53 }, 'schema 53'],
    ['a time before all that is kept', { time: NOW - 8 * DAY_MS }, '7 days'],
    [
      'more buckets than may be',
      { positive: [[0, Array<number>(2_001).fill(1)]] as const, count: 2_002 },
      '2000 buckets',
    ],
    ['bounds that do not ascend', { schema: -53, zeroCount: 0, zeroThreshold: 0, bounds: [2, 1] }, 'ascend'],
  ])('with %s are refused, and others stored', async (what, over, reason) => {
    const name = `refused_${what}`;
    const { body, headers } = await second(
      series(name, histogram(NOW - 1_000), { ...histogram(NOW - 500), ...over }),
    ).expect(400);
    expect(headers['x-prometheus-remote-write-histograms-written']).toBe('1');
    expect((body as { error: string }).error).toMatch(new RegExp(`1 sample not stored: .*(${reason})`));
    expect(await query(`{__name__="${name}"}`)).toHaveLength(1);
  });

  it('count towards the samples of a query by their buckets', async () => {
    const many = Array.from({ length: 60 }, (_, i) =>
      histogram(NOW - 1_000 * i, 1, { positive: [[0, Array<number>(1_500).fill(1)]], count: 1_501 }),
    );
    await first(series('large', ...many)).expect(204);
    expect(await value('histogram_count(sum_over_time(large[30s]))')).toEqual([String(30 * 1_501)]);
    const search = new URLSearchParams({ query: 'large[2m]', time: String(NOW / 1000) });
    const { body } = await api.get(`/prometheus/api/v1/query?${search.toString()}`).expect(422);
    expect(body).toMatchObject({
      errorType: 'execution',
      error: expect.stringContaining('too many samples') as unknown,
    });
  });

  it('are deleted after seven days', async () => {
    await first(series('old', histogram(NOW - 1_000))).expect(204);
    const count = async () =>
      (await api.database.query<{ count: number }>(`SELECT count(*)::int AS count FROM metric_histogram`))[0]!.count;
    expect(await count()).toBeGreaterThan(0);
    api.clock.set(NOW + 8 * DAY_MS);
    await api.service.app.get(MetricJobs, { strict: false }).forget();
    expect(await count()).toBe(0);
  });
});
