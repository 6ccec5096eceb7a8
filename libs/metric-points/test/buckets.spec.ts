import fc from 'fast-check';
import { type Bucket, BucketAccumulator } from '../src/buckets';
import type { Points } from '../src/points';

const toPoints = (pairs: readonly (readonly [number, number])[]): Points => ({
  times: Float64Array.from(pairs, ([time]) => time),
  values: Float64Array.from(pairs, ([, value]) => value),
});

function getBuckets(pairs: [number, number][], start: number, end: number, count: number): BucketAccumulator {
  const accumulator = new BucketAccumulator({ start, end }, count);
  accumulator.addPoints(toPoints(pairs));
  return accumulator;
}

const EMPTY = { value: null, high: null, low: null };

describe('buckets', () => {
  it('equal the worked example of the spec', () => {
    const accumulator = getBuckets(
      [
        [1000000, 4],
        [1000165, 8],
        [1000166, 10],
        [1000995, 2],
        [1000996, 50],
        [1001000, 70],
      ],
      1000000,
      1001000,
      6,
    );
    expect(accumulator.toBuckets()).toEqual([
      { timeStamp: 1000000, value: 6, high: 8, low: 4 },
      { timeStamp: 1000166, value: 10, high: 10, low: 10 },
      { timeStamp: 1000332, ...EMPTY },
      { timeStamp: 1000498, ...EMPTY },
      { timeStamp: 1000664, ...EMPTY },
      { timeStamp: 1000830, value: 26, high: 50, low: 2 },
    ]);
    expect(accumulator.toSummary()).toEqual({
      min: 2,
      max: 50,
      avg: 14.8,
      minTimeStamp: 1000000,
      maxTimeStamp: 1000996,
    });
  });

  it('put every point of a window shorter than their number into the last one', () => {
    const accumulator = getBuckets([[10, 1]], 10, 12, 3);
    expect(accumulator.toBuckets().map(({ value }) => value)).toEqual([null, null, 1]);
  });

  it('are empty without points', () => {
    expect(getBuckets([], 0, 0, 1).toBuckets()).toEqual([{ timeStamp: 0, ...EMPTY }]);
    expect(getBuckets([], 0, 10, 2).toSummary()).toEqual({
      min: null,
      avg: null,
      max: null,
      minTimeStamp: 0,
      maxTimeStamp: 0,
    });
  });

  it('count a row of a roll-up once, by its own minimum and maximum', () => {
    const accumulator = new BucketAccumulator({ start: 0, end: 100 }, 2);
    accumulator.addRow({ start: 0, avg: 10, min: 8, max: 12 });
    accumulator.addRow({ start: 10, avg: 20, min: 15, max: 30 });
    accumulator.addRow({ start: 100, avg: 99, min: 99, max: 99 });
    expect(accumulator.toBuckets()[0]).toEqual({ timeStamp: 0, value: 15, high: 30, low: 8 });
    expect(accumulator.toSummary()).toMatchObject({ min: 8, avg: 15, max: 30 });
  });

  it.each([
    [{ start: 5, end: 4 }, 1],
    [{ start: 5, end: 9 }, 0],
  ])('cannot be made of %j x %d', (window, count) => {
    expect(() => new BucketAccumulator(window, count)).toThrow(RangeError);
  });

  it('agree with the definition, point by point', () => {
    const anyCase = fc.record({
      start: fc.integer({ min: 0, max: 50 }),
      length: fc.integer({ min: 0, max: 60 }),
      count: fc.integer({ min: 1, max: 9 }),
      pairs: fc
        .array(fc.tuple(fc.integer({ min: 0, max: 120 }), fc.integer({ min: -9, max: 9 })))
        .map((pairs) => pairs.sort(([a], [b]) => a - b)),
    });
    fc.assert(
      fc.property(anyCase, ({ start, length, count, pairs }) => {
        const end = start + length;
        expect(getBuckets(pairs, start, end, count).toBuckets()).toEqual(slowBuckets(pairs, start, end, count));
      }),
      { seed: 7, numRuns: 2000 },
    );
  });

  it('are the same from the statistics of points that share a bucket as from the points', () => {
    const pairs: [number, number][] = [
      [20, 1.5],
      [25, -3],
      [29, 8],
    ];
    const exact = getBuckets(pairs, 0, 60, 6);
    const summed = new BucketAccumulator({ start: 0, end: 60 }, 6);
    expect(summed.isInOneBucket(20, 30)).toBe(true);
    expect(summed.isInOneBucket(20, 31)).toBe(false);
    expect(summed.isInOneBucket(55, 65)).toBe(false);
    summed.addStatistics({ count: 3, sum: 6.5, min: -3, max: 8, first: 20, last: 29 });
    expect(summed.toBuckets()).toEqual(exact.toBuckets());
    expect(summed.toSummary()).toEqual(exact.toSummary());
  });
});

/** The definition of rule metrics-5, word for word. */
function slowBuckets(pairs: [number, number][], start: number, end: number, count: number): Bucket[] {
  const width = Math.floor((end - start) / count);
  return Array.from({ length: count }, (_, i) => {
    const from = start + i * width;
    const to = i === count - 1 ? end : from + width;
    const values = pairs.filter(([time]) => time >= from && time < to).map(([, value]) => value);
    if (values.length === 0) return { timeStamp: from, ...EMPTY };
    const sum = values.reduce((a, b) => a + b);
    return { timeStamp: from, value: sum / values.length, high: Math.max(...values), low: Math.min(...values) };
  });
}
