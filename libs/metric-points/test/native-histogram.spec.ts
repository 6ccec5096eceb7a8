import fc from 'fast-check';
import {
  CUSTOM_SCHEMA,
  decodeHistogram,
  encodeHistogram,
  isStorable,
  mergeBuckets,
  type NativeHistogram,
  NO_BUCKETS,
  RESET_HINTS,
} from '../src/native-histogram';

const whole = fc.integer({ min: 0, max: 2 ** 50 });
const float = fc.double();
const buckets = (count: fc.Arbitrary<number>) =>
  fc.dictionary(fc.integer({ min: -(2 ** 30), max: 2 ** 30 }).map(String), count, { maxKeys: 40 }).map((byIndex) => {
    const sorted = Object.entries(byIndex).sort(([a], [b]) => Number(a) - Number(b));
    return {
      indexes: Int32Array.from(sorted, ([index]) => Number(index)),
      counts: Float64Array.from(sorted, ([, each]) => each),
    };
  });
const histograms = fc.boolean().chain((isWhole) => {
  const count = isWhole ? whole : float;
  return fc.record(
    {
      schema: fc.constantFrom(-4, 0, 3, 8, CUSTOM_SCHEMA),
      hint: fc.constantFrom(...RESET_HINTS),
      count,
      sum: float,
      zeroThreshold: fc.constantFrom(0, 1e-128, 0.5),
      zeroCount: count,
      positive: buckets(count),
      negative: buckets(count),
      bounds: fc.array(float, { maxLength: 20 }).map((list) => Float64Array.from(list)),
    },
    { requiredKeys: ['schema', 'hint', 'count', 'sum', 'zeroThreshold', 'zeroCount', 'positive', 'negative'] },
  );
});

describe('the codec of native histograms', () => {
  it('returns the same histogram for any', () => {
    fc.assert(
      fc.property(histograms, (histogram) => {
        const decoded = decodeHistogram(encodeHistogram(histogram));
        expect(decoded).toEqual({ ...histogram });
      }),
    );
  });

  it('keeps the sign of a zero count', () => {
    const histogram: NativeHistogram = {
      schema: 0,
      hint: 'unknown',
      count: 0,
      sum: 0,
      zeroThreshold: 0,
      zeroCount: -0,
      positive: NO_BUCKETS,
      negative: NO_BUCKETS,
    };
    expect(decodeHistogram(encodeHistogram(histogram))).toEqual(histogram);
  });

  it('takes few bytes for a counter of 60 neighbouring buckets', () => {
    const indexes = Int32Array.from({ length: 60 }, (_, i) => i - 20);
    const counts = Float64Array.from(indexes, (index) => 1_000 + 50 * Math.abs(index));
    const histogram: NativeHistogram = {
      schema: 3,
      hint: 'unknown',
      count: counts.reduce((sum, count) => sum + count, 0),
      sum: 1234.5,
      zeroThreshold: 0,
      zeroCount: 0,
      positive: { indexes, counts },
      negative: NO_BUCKETS,
    };
    expect(encodeHistogram(histogram).length).toBeLessThan(200);
  });

  it('stores histograms of 2,000 buckets, and no larger sums', () => {
    const sized = (size: number): NativeHistogram => ({
      schema: 8,
      hint: 'gauge',
      count: size,
      sum: 0,
      zeroThreshold: 0,
      zeroCount: 0,
      positive: { indexes: Int32Array.from({ length: size }, (_, i) => i), counts: new Float64Array(size).fill(1) },
      negative: NO_BUCKETS,
    });
    expect([isStorable(sized(2_000)), isStorable(sized(2_001))]).toEqual([true, false]);
    expect(decodeHistogram(encodeHistogram(sized(2_000)))).toEqual(sized(2_000));
  });

  it.each([
    ['no bytes', Buffer.alloc(0)],
    ['a truncated histogram', Buffer.of(4, 0, 0)],
    ['more buckets than any has', Buffer.from([4, 0, ...Buffer.alloc(8), 1, 0xff, 0xff, 0xff, 0xff, 0x7f])],
  ])('refuses %s', (_what, bytes) => expect(() => decodeHistogram(bytes)).toThrow(RangeError));
});

describe('merging buckets', () => {
  it('joins those that a coarser schema does not distinguish', () => {
    const { indexes, counts } = mergeBuckets(
      { indexes: Int32Array.of(-3, -2, -1, 0, 1, 2, 3, 4, 5), counts: Float64Array.of(1, 2, 3, 4, 5, 6, 7, 8, 9) },
      2,
    );
    // Of schema 2 the buckets 1 to 4 end at 2, as bucket 1 of schema 0 does.
    expect([...indexes]).toEqual([0, 1, 2]);
    expect([...counts]).toEqual([10, 26, 9]);
  });
});
