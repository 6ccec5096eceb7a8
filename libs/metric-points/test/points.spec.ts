import fc from 'fast-check';
import { PointCollector, firstAtOrAfter, slicePoints } from '../src/points';

function collect(...added: [number, number][]): PointCollector {
  const collector = new PointCollector(1);
  for (const [time, value] of added) collector.add(time, value);
  return collector;
}

const toList = ({ times, values }: { times: Float64Array; values: Float64Array }): number[][] =>
  [...times].map((time, i) => [time, values[i]!]);

describe('gathered points', () => {
  it('are in order of time, with only the last of equal times', () => {
    const added = fc.array(fc.tuple(fc.integer({ min: 0, max: 20 }), fc.integer()), { maxLength: 40 });
    fc.assert(
      fc.property(added, (pairs) => {
        const expected = [...new Map(pairs)].sort(([a], [b]) => a - b);
        expect(toList(collect(...pairs).toPoints())).toEqual(expected);
      }),
      { seed: 7, numRuns: 1000 },
    );
  });

  it('accept whole series like single points', () => {
    const collector = collect([5, 1], [6, 1]);
    collector.addAll(collect([6, 2], [9, 2]).toPoints());
    collector.addAll({ times: new Float64Array(0), values: new Float64Array(0) });
    collector.addAll(collect([1, 3]).toPoints());
    expect(toList(collector.toPoints())).toEqual([
      [1, 3],
      [5, 1],
      [6, 2],
      [9, 2],
    ]);
  });

  it('are cut to a window with its start and without its end', () => {
    const points = collect([1, 1], [2, 2], [3, 3], [4, 4]).toPoints();
    expect(toList(slicePoints(points, 2, 4))).toEqual([
      [2, 2],
      [3, 3],
    ]);
    expect(toList(slicePoints(points, 5, 9))).toEqual([]);
    expect(slicePoints(points, 0, 9)).toEqual(points);
  });

  it.each([
    [0, 0],
    [1, 0],
    [2, 1],
    [7, 2],
    [8, 3],
  ])('find the first at or after %d at %d', (time, index) => {
    expect(firstAtOrAfter(Float64Array.of(1, 3, 7), time)).toBe(index);
  });
});
