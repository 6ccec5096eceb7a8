import fc from 'fast-check';
import { decodePoints, encodePoints } from '../src/point-codec';
import type { Points } from '../src/points';

const points = (times: number[], values: number[]): Points => ({
  times: Float64Array.from(times),
  values: Float64Array.from(values),
});

/** Ascending distinct times and finite values of every kind, minus zero and the least double included. */
const anyPoints = fc
  .uniqueArray(fc.oneof(fc.integer({ min: 0, max: 1000 }), fc.integer({ min: -(2 ** 51), max: 2 ** 51 })), {
    maxLength: 60,
  })
  .chain((times) =>
    fc.record({
      times: fc.constant(times.sort((a, b) => a - b)),
      values: fc.array(
        fc.oneof(
          fc.double({ noNaN: true, noDefaultInfinity: true }),
          fc.integer().map((n) => n / 100),
          fc.maxSafeInteger(),
        ),
        { minLength: times.length, maxLength: times.length },
      ),
    }),
  );

describe('the codec of points', () => {
  it('returns the same bits for any points', () => {
    fc.assert(
      fc.property(anyPoints, ({ times, values }) => {
        const decoded = decodePoints(encodePoints(points(times, values)));
        expect([...decoded.times]).toEqual(times);
        decoded.values.forEach((value, i) => expect(Object.is(value, values[i])).toBe(true));
      }),
      { seed: 7, numRuns: 2000 },
    );
  });

  it.each([
    ['no point', [], []],
    ['one point', [1_700_000_000_000], [1.5]],
    ['zero and minus zero', [1, 2], [0, -0]],
    ['a value that a greater power of ten would spoil', [1, 2], [2 ** 49 + 1, 0.1]],
    ['the extremes', [0, 8.64e15], [Number.MAX_VALUE, Number.MIN_VALUE]],
  ])('preserves %s', (_case, times, values) => {
    const decoded = decodePoints(encodePoints(points(times, values)));
    expect([...decoded.times]).toEqual(times);
    expect([...decoded.values]).toEqual(values);
  });

  it('takes under 4 bytes for a point of two decimals every 30 seconds, give or take 20 ms', () => {
    const count = 120;
    const times = Array.from({ length: count }, (_, i) => 1_700_000_000_000 + i * 30_000 + ((i * 37) % 41) - 20);
    const values = Array.from({ length: count }, (_, i) => Math.round(5000 + 300 * Math.sin(i / 7) + (i % 5)) / 100);
    expect(encodePoints(points(times, values)).length / count).toBeLessThan(4);
  });

  it('refuses truncated bytes', () => {
    const bytes = encodePoints(points([1, 2, 3], [0.1, 1 / 3, 7]));
    for (let length = 0; length < bytes.length; length++) {
      expect(() => decodePoints(bytes.subarray(0, length))).toThrow(RangeError);
    }
  });

  it('reads or refuses bytes of any other origin, in limited time', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 40 }), (bytes) => {
        try {
          const { times, values } = decodePoints(bytes);
          expect(times.length).toBe(values.length);
        } catch (error) {
          expect(error).toBeInstanceOf(RangeError);
        }
      }),
      { seed: 7, numRuns: 2000 },
    );
  });
});
