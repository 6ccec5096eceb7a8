import type { NativeHistogram } from '@wardstone/metric-points';
import { isReset } from '../src/native-histograms';
import { aHistogram, type Given, listNotes, only, type Point, x } from './native-histograms.builder';

describe('ranges of native histograms', () => {
  const counter = (count: number, over: Given = {}): NativeHistogram =>
    aHistogram({ positive: { 1: count }, sum: count, ...over });
  const gauge = (count: number): NativeHistogram => counter(count, { hint: 'gauge' });

  it.each([
    ['increase(x[4m])', '{count:40, sum:40, (1,2]:40}'],
    ['rate(x[4m]) * 240', '{count:40, sum:40, (1,2]:40}'],
    ['irate(x[4m]) * 60', '{count:10, sum:10, (1,2]:10}'],
    ['sum_over_time(x[150s])', '{count:120, sum:120, (1,2]:120}'],
    ['avg_over_time(x[150s])', '{count:40, sum:40, (1,2]:40}'],
    ['first_over_time(x[150s])', '{count:30, sum:30, (1,2]:30}'],
    ['last_over_time(x[150s])', '{count:50, sum:50, (1,2]:50}'],
    ['last_over_time((x * 2)[150s:1m])', '{count:100, sum:100, (1,2]:100}'],
  ])('%s is %s', async (query, text) => {
    expect(await only(query, x(...[10, 20, 30, 40, 50].map((count) => counter(count))))).toBe(text);
  });

  it('continue through resets of a counter', async () => {
    const counts = [10, 20, 30, 5, 15];
    // As for numbers.
    expect(await only('increase(x[5m])', x(...counts))).toBe(43.75);
    expect(await only('increase(x[5m])', x(...counts.map((count) => counter(count))))).toBe(
      '{count:43.75, sum:43.75, (1,2]:43.75}',
    );
    expect(await only('resets(x[5m])', x(counter(10), counter(5), counter(6, { hint: 'reset' }), counter(7)))).toBe(2);
    expect(await only('changes(x[5m])', x(counter(10), counter(10), counter(11), 3, counter(3)))).toBe(3);
  });

  it('have deltas of gauges', async () => {
    expect(await only('delta(x[150s]) * 2', x(gauge(10), gauge(30), gauge(20)))).toBe('{count:25, sum:25, (1,2]:25}');
    expect(await only('idelta(x[5m])', x(gauge(10), gauge(30), gauge(20)))).toBe('{count:-10, sum:-10, (1,2]:-10}');
  });

  it.each([
    ['rate(x[5m])', [gauge(1), gauge(2)], 'warning: this native histogram metric is not a counter: "x" (1:6)'],
    ['delta(x[5m])', [counter(1), counter(2)], 'warning: this native histogram metric is not a gauge: "x" (1:7)'],
    ['idelta(x[5m])', [counter(1), counter(2)], 'warning: this native histogram metric is not a gauge: "x" (1:8)'],
    ['rate(x[5m])', [1, counter(2)], 'warning: encountered a mix of histograms and floats for metric name "x" (1:6)'],
    [
      'sum_over_time(x[5m])',
      [1, counter(2)],
      'warning: encountered a mix of histograms and floats for metric name "x" (1:15)',
    ],
    ['irate(x[5m])', [1, counter(2)], 'warning: encountered a mix of histograms and floats for metric name "x" (1:7)'],
    [
      'max_over_time(x[5m])',
      [1, counter(2)],
      'info: ignored histograms in a range containing both floats and histograms for metric name "x" (1:15)',
    ],
    [
      'sum_over_time(x[5m])',
      [counter(1, { hint: 'reset' }), counter(2, { hint: 'not_reset' })],
      'warning: conflicting counter resets during histogram aggregation (1:15)',
    ],
    [
      'increase(x[5m])',
      [aHistogram({ bounds: [1], positive: { 0: 1 } }), aHistogram({ bounds: [1], positive: { 0: 2 } }), counter(3)],
      'warning: vector contains a mix of histograms with exponential and custom buckets schemas for metric name "x" (1:10)',
    ],
  ])('%s of %j adds a note', async (query, points, note) => {
    expect(await listNotes(query, x(...(points as Point[])))).toEqual([`PromQL ${note}`]);
  });

  it.each<[string, Given, Given, boolean]>([
    ['fewer observations', { positive: { 1: 5 } }, { positive: { 1: 4 } }, true],
    ['a bucket that is gone', { positive: { 1: 1 } }, { positive: { 2: 5 } }, true],
    ['a finer schema', { positive: { 1: 1 } }, { schema: 1, positive: { 1: 2 } }, true],
    ['a coarser schema', { schema: 1, positive: { 1: 1, 2: 1 } }, { positive: { 1: 2 } }, false],
    [
      'a wider zero bucket',
      { positive: { 0: 1, 2: 1 } },
      { zeroThreshold: 1, zeroCount: 1, positive: { 2: 1 } },
      false,
    ],
    [
      'a wider zero bucket with fewer',
      { positive: { 0: 2 } },
      { zeroThreshold: 1, zeroCount: 1, positive: { 2: 5 } },
      true,
    ],
    // Prometheus' clients take bounds from a table that differs in the last digit.
    [
      'a wider zero bucket up to a rounded bound',
      { schema: 1, positive: { 1: 1 } },
      { schema: 1, zeroThreshold: 1.414213562373095, zeroCount: 1 },
      false,
    ],
    ['custom instead of exponential buckets', { positive: { 1: 1 } }, { bounds: [2], positive: { 0: 1 } }, true],
    ['other custom bounds', { bounds: [1, 2], positive: { 1: 1 } }, { bounds: [2, 3], positive: { 0: 1 } }, false],
    [
      'fewer up to a common bound',
      { bounds: [1, 2], positive: { 1: 1 } },
      { bounds: [2, 3], positive: { 1: 1 } },
      true,
    ],
    ['a hint of a reset', { positive: { 1: 1 } }, { hint: 'reset', positive: { 1: 2 } }, true],
    ['a hint of none', { positive: { 1: 2 } }, { hint: 'not_reset', positive: { 1: 1 } }, false],
  ])('%s: reset or not', (_what, before, now, expected) => {
    expect(isReset(aHistogram(now), aHistogram(before))).toBe(expected);
  });
});
