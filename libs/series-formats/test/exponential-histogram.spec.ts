import fc from 'fast-check';
import { toNativeHistogram } from '../src/otlp/exponential-histogram';
import type { ExponentialPoint } from '../src/otlp/otlp-metrics';

const aPoint = (over: Partial<ExponentialPoint>): ExponentialPoint => ({
  attributes: new Map(),
  timeMs: 1,
  isEmpty: false,
  count: 0,
  sum: undefined,
  scale: 0,
  zeroCount: 0,
  zeroThreshold: 0,
  positive: { offset: 0, counts: [] },
  negative: { offset: 0, counts: [] },
  ...over,
});

describe('exponential histograms of OpenTelemetry', () => {
  it('have the same buckets, named by their upper bounds', () => {
    const point = aPoint({
      count: 12,
      sum: 3,
      scale: 3,
      zeroCount: 1,
      zeroThreshold: 0.25,
      positive: { offset: -2, counts: [1, 0, 2, 5] },
      negative: { offset: 4, counts: [3] },
    });
    expect(toNativeHistogram(point, 'cumulative')).toEqual({
      schema: 3,
      hint: 'unknown',
      count: 12,
      sum: 3,
      zeroThreshold: 0.25,
      zeroCount: 1,
      positive: { indexes: Int32Array.of(-1, 1, 2), counts: Float64Array.of(1, 2, 5) },
      negative: { indexes: Int32Array.of(5), counts: Float64Array.of(3) },
    });
  });

  it('are gauges if they are deltas', () => {
    expect(toNativeHistogram(aPoint({}), 'delta')).toMatchObject({ hint: 'gauge', zeroThreshold: 1e-128, sum: 0 });
  });

  it('lose no value where fine buckets are merged', () => {
    const buckets = fc.record({
      offset: fc.integer({ min: -4_000, max: 4_000 }),
      counts: fc.array(fc.nat({ max: 9 }), { maxLength: 200 }),
    });
    fc.assert(
      fc.property(fc.integer({ min: -4, max: 20 }), buckets, buckets, (scale, positive, negative) => {
        const histogram = toNativeHistogram(aPoint({ scale, positive, negative }), 'cumulative');
        const total = (counts: Iterable<number>): number => [...counts].reduce((sum, count) => sum + count, 0);
        expect(total(histogram.positive.counts)).toBe(total(positive.counts));
        expect(total(histogram.negative.counts)).toBe(total(negative.counts));
        expect(histogram.schema).toBe(Math.min(8, scale));
        const { indexes } = histogram.positive;
        expect([...indexes]).toEqual([...new Set(indexes)].sort((a, b) => a - b));
      }),
      { numRuns: 300 },
    );
  });
});
