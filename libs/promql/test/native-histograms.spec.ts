import { Labels, instantText, PromqlError } from '../src';
import { listBuckets, upperBound } from '../src/native-buckets';
import { aHistogram, type GivenSeries, listNotes, NOW, only, outcome, x, y } from './native-histograms.builder';

describe('buckets of native histograms', () => {
  it.each([
    [0, 0, 1],
    [0, 3, 8],
    [2, -8, 0.25],
    [1, 1, Math.SQRT2],
    [8, 1, 1.0027112750502025],
    [-4, 1, 65_536],
    [-1, -1, 0.25],
    [0, 1024, Number.MAX_VALUE],
    [3, 8 * 1024, Number.MAX_VALUE],
    [0, 1025, Infinity],
    [-4, 64, Number.MAX_VALUE],
    [0, -1074, 5e-324],
  ])('of schema %s have with index %s the bound %s', (schema, index, bound) => {
    expect(upperBound({ schema }, index)).toBe(bound);
  });

  it('are listed in order, those that overlap the zero bucket cut', () => {
    const histogram = aHistogram({ zeroThreshold: 0.75, zeroCount: 5, positive: { 0: 1, 2: 2 }, negative: { 0: 3 } });
    expect(listBuckets(histogram)).toEqual([
      { lower: -1, upper: -0.75, count: 3 },
      { lower: -0.75, upper: 0.75, count: 5 },
      { lower: 0.75, upper: 1, count: 1 },
      { lower: 2, upper: 4, count: 2 },
    ]);
  });
});

describe('functions of native histograms', () => {
  const mixed = aHistogram({ zeroThreshold: 0.5, zeroCount: 2, positive: { 1: 4, 2: 4 }, sum: 20 });

  it.each([
    ['histogram_count(x)', 10],
    ['histogram_sum(x)', 20],
    ['histogram_avg(x)', 2],
    ['histogram_quantile(0.2, x)', 0.5],
    // Half of the buckets' width on a logarithmic scale.
    ['histogram_quantile(0.4, x)', Math.SQRT2],
    ['histogram_quantile(0.1, x)', 0.25],
    ['histogram_quantile(1, x)', 4],
    ['histogram_quantile(-1, x)', -Infinity],
    ['histogram_fraction(1, 2, x)', 0.4],
    ['histogram_fraction(-Inf, 0.25, x)', 0.1],
    ['histogram_fraction(2, 1, x)', 0],
    ['histogram_stdvar(x)', (2 * 4 + 4 * (Math.SQRT2 - 2) ** 2 + 4 * (Math.sqrt(8) - 2) ** 2) / 10],
  ])('%s is %s', async (query, value) => expect(await only(query, x(mixed))).toBeCloseTo(value, 12));

  it('are linear within custom buckets', async () => {
    const custom = aHistogram({ bounds: [2, 4], positive: { 0: 2, 1: 2, 2: 1 }, sum: 15 });
    expect(await only('histogram_quantile(0.2, x)', x(custom))).toBe(1);
    expect(await only('histogram_quantile(0.6, x)', x(custom))).toBe(3);
    expect(await only('histogram_quantile(0.9, x)', x(custom))).toBe(4);
    expect(await only('histogram_fraction(-Inf, 3, x)', x(custom))).toBeCloseTo(0.6, 12);
  });

  it.each(['abs(x)', 'clamp(x, 0, 1)', 'sort(x)', 'hour(x)', 'histogram_count(vector(1))', 'x > 1', 'x % 2'])(
    '%s drops what it does not compute',
    async (query) => expect((await outcome(query, [x(mixed)])).values).toEqual({}),
  );

  it.each([
    ['count(x)', 1],
    ['group(x)', 1],
    ['timestamp(x)', NOW / 1000],
    ['timestamp(x * 2)', NOW / 1000],
    ['vector(scalar(x)) == bool 1', 0],
    ['count(label_replace(x, "a", "b", "", ""))', 1],
    ['count(x and on() vector(1))', 1],
    ['count(x unless on() y) or vector(0)', 1],
    ['count(limitk(1, x))', 1],
    ['x == bool x', 1],
    ['x != bool x', 0],
    ['count_over_time(x[5m])', 1],
    ['absent(y) + absent_over_time(y[5m])', 2],
  ])('%s is %s', async (query, value) => {
    expect(await only(query, x(mixed))).toBe(value);
  });

  it('count_values names a histogram by its buckets', async () => {
    expect(await outcome('count_values("h", x)', [x(aHistogram({ positive: { 1: 2 }, zeroCount: 1 }))])).toMatchObject({
      values: { '{h="{count:3, sum:3, [-0,0]:1, (1,2]:2}"}': 1 },
    });
  });

  it('warn of observations that are NaN', async () => {
    const skewed = aHistogram({ positive: { 1: 4 }, count: 5, sum: NaN });
    expect(await listNotes('histogram_quantile(0.5, x)', x(skewed))).toEqual([
      'PromQL info: input to histogram_quantile has NaN observations, result is skewed higher (1:25)',
    ]);
    expect(await listNotes('histogram_quantile(0.9, x)', x(skewed))).toEqual([
      'PromQL info: input to histogram_quantile has NaN observations, result is NaN (1:25)',
    ]);
    expect(await only('histogram_fraction(-Inf, +Inf, x)', x(skewed))).toBe(0.8);
  });

  it('find neither quantile where a series has buckets and native histograms', async () => {
    const series = [
      { labels: { __name__: 'x', le: '1' }, points: [1] },
      { labels: { __name__: 'x', le: '+Inf' }, points: [2] },
      x(mixed),
    ];
    expect(await outcome('histogram_quantiles(x, "q", 0.1, 0.9)', series)).toEqual({
      values: {},
      notes: ['PromQL warning: vector contains a mix of classic and native histograms (1:21)'],
    });
  });
});

describe('operations on native histograms', () => {
  const a = aHistogram({ positive: { 1: 4, 2: 2 }, sum: 8 });

  it.each([
    ['x * 2', '{count:12, sum:16, (1,2]:8, (2,4]:4}'],
    ['-1 * x', '{count:-6, sum:-8, (1,2]:-4, (2,4]:-2}'],
    ['-x', '{count:-6, sum:-8, (1,2]:-4, (2,4]:-2}'],
    ['x / 2', '{count:3, sum:4, (1,2]:2, (2,4]:1}'],
    ['x + x', '{count:12, sum:16, (1,2]:8, (2,4]:4}'],
    ['x - x', '{count:0, sum:0}'],
    ['x == x', '{count:6, sum:8, (1,2]:4, (2,4]:2}'],
    ['x </ 2', '{count:4, sum:5.656854249492381, (1,2]:4}'],
    ['x >/ 4', '{count:0, sum:0}'],
  ])('%s is %s', async (query, text) => expect(await only(query, x(a))).toBe(text));

  it('merge buckets down to the coarser schema', async () => {
    const fine = aHistogram({ schema: 1, positive: { 1: 1, 2: 2, 3: 4 } });
    expect(await only('x + on() group_left() y', x(a), y(fine))).toBe('{count:13, sum:15, (1,2]:7, (2,4]:6}');
    expect(await only('y - on() x', x(a), y(fine))).toBe('{count:1, sum:-1, (1,2]:-1, (2,4]:2}');
  });

  it('widen the narrower zero bucket, beyond buckets that it would cut', async () => {
    const wide = aHistogram({ zeroThreshold: 1.5, zeroCount: 3, positive: { 2: 1 } });
    expect(await only('x + on() y', x(a), y(wide))).toBe('{count:10, sum:12, [-2,2]:7, (2,4]:3}');
  });

  it('reduce custom buckets to the bounds that both have', async () => {
    const [p, q] = [
      aHistogram({ bounds: [1, 2, 3], positive: { 0: 1, 1: 2, 2: 3, 3: 4 } }),
      aHistogram({ bounds: [1, 3, 5], positive: { 0: 10, 1: 20, 3: 40 } }),
    ];
    expect(await outcome('x + on() y', [x(p), y(q)])).toEqual({
      values: { '{}': '{count:80, sum:80, [-Inf,1]:11, (1,3]:25, (3,+Inf]:44}' },
      notes: ['PromQL info: mismatched custom buckets were reconciled during addition (1:1)'],
    });
  });

  it.each([
    ['x + 1', 'info: incompatible sample types encountered for binary operator "+": histogram + float (1:1)'],
    ['1 / x', 'info: incompatible sample types encountered for binary operator "/": float / histogram (1:1)'],
    ['x * on() x', 'info: incompatible sample types encountered for binary operator "*": histogram * histogram (1:1)'],
    ['x + on() y', 'warning: incompatible bucket layout encountered for binary operator + (1:1)'],
    [
      'sum({__name__=~"x|y"})',
      'warning: vector contains a mix of histograms with exponential and custom buckets schemas for metric name "y" (1:5)',
    ],
    ['max(x)', 'info: ignored histogram in max aggregation (1:5)'],
    ['topk(1, x)', 'info: ignored histogram in topk aggregation (1:1)'],
  ])('%s has no result', async (query, note) => {
    const custom = aHistogram({ bounds: [1], positive: { 0: 1 } });
    expect(await outcome(query, [x(a), y(custom)])).toEqual({ values: {}, notes: [`PromQL ${note}`] });
  });

  it('sums and means of groups are histograms, unless there is a number', async () => {
    const series = [1, 2, 3].map((n): GivenSeries => ({
      labels: { __name__: 'x', n: String(n) },
      points: [aHistogram({ positive: { 1: n }, sum: n })],
    }));
    expect(await only('sum(x)', ...series)).toBe('{count:6, sum:6, (1,2]:6}');
    expect(await only('avg(x)', ...series)).toBe('{count:2, sum:2, (1,2]:2}');
    expect(await outcome('sum({__name__=~"x|y"})', [...series, y(1)])).toEqual({
      values: {},
      notes: ['PromQL warning: encountered a mix of histograms and floats for aggregation (1:5)'],
    });
  });

  it('means of huge counts do not overflow', async () => {
    const huge = { positive: { 1: 1e308 }, sum: 1e308, count: 1e308 };
    const series = ['1', '2', '3'].map((n): GivenSeries => ({
      labels: { __name__: 'x', n },
      points: [aHistogram(huge)],
    }));
    expect(await only('histogram_count(avg(x))', ...series)).toBeCloseTo(1e308, -300);
  });
});

describe('limits', () => {
  it('histograms of a result count towards the samples', async () => {
    const wide = aHistogram({ positive: Object.fromEntries(Array.from({ length: 1_000 }, (_, i) => [i, 1])) });
    const grid = { start: NOW, step: 1, count: 2_000 };
    await expect(outcome('x * 2', [x(wide)], grid)).rejects.toThrow(PromqlError);
  });

  it('the text of a response has histograms beside numbers', () => {
    const one = {
      labels: Labels.NONE,
      values: new Float64Array(1),
      present: new Uint8Array(1),
      histograms: [aHistogram({ positive: { 1: 2 }, negative: { 1: 1 }, sum: 0.5 })],
    };
    expect([...instantText([one], 1_500, { warnings: new Set(), infos: new Set() })].join('')).toContain(
      '"result":[{"metric":{},"histogram":[1.5,{"count":"3","sum":"0.5","buckets":[[1,"-2","-1","1"],[0,"1","2","2"]]}]}]',
    );
  });
});
