import { Pace } from '@wardstone/turns';
import { Budget } from '../src/budget';
import { pacedSort } from '../src/paced-sort';

type Item = readonly [key: number, at: number];

describe('a sort that gives way', () => {
  let [since, most] = [0, 0];
  const now = (): number => (since = 0);
  const budget = new Budget({ mostSamples: 1, timeLimitMs: 1, now, pace: new Pace({ now }), isAbandoned: () => false });
  const compare = ([a]: Item, [b]: Item): number => {
    most = Math.max(most, ++since);
    return a - b;
  };

  it.each([0, 1, 499, 500, 501, 1_000, 20_000])(
    'sorts %d items as "toSorted" does, equal ones in their order',
    async (count) => {
      const items = Array.from({ length: count }, (_none, at): Item => [(at * 7_919) % 997, at]);
      expect(await pacedSort(items, compare, budget)).toEqual(items.toSorted(compare));
    },
  );

  it('checks the time after some thousand comparisons', async () => {
    most = 0;
    await pacedSort(
      Array.from({ length: 20_000 }, (_none, at): Item => [(at * 7_919) % 19_997, at]),
      compare,
      budget,
    );
    expect(most).toBeLessThan(6_000);
  });
});
