import { doInHalves } from './do-apart';

describe('work for many', () => {
  const bad = (...numbers: number[]) => {
    const done: number[] = [];
    const rounds: number[] = [];
    const work = (some: readonly number[]): Promise<void> => {
      rounds.push(some.length);
      if (some.some((each) => numbers.includes(each))) return Promise.reject(new Error('refused'));
      done.push(...some);
      return Promise.resolve();
    };
    return { done, rounds, work };
  };
  const items = Array.from({ length: 500 }, (_item, at) => at);

  it('runs once if nothing fails, and not at all without items', async () => {
    const { done, rounds, work } = bad();
    await doInHalves(items, work, () => Promise.reject(new Error('none fails')));
    await doInHalves([], work, () => Promise.reject(new Error('none fails')));
    expect([done, rounds]).toEqual([items, [500]]);
  });

  it('runs for all items in order, except for those that fail on their own', async () => {
    const { done, rounds, work } = bad(0, 137, 499);
    const failed: unknown[] = [];
    await doInHalves(items, work, (item, error) => {
      failed.push([item, (error as Error).message]);
      return Promise.resolve();
    });
    expect(failed).toEqual([0, 137, 499].map((item) => [item, 'refused']));
    expect(done).toEqual(items.filter((item) => ![0, 137, 499].includes(item)));
    expect(rounds.length).toBeLessThan(3 * 2 * Math.ceil(Math.log2(items.length)));
  });

  it('stops at a failure that affects everything', async () => {
    const { done, rounds, work } = bad(...items);
    await expect(doInHalves(items, work, (_item, error) => Promise.reject(error as Error))).rejects.toThrow('refused');
    expect(done).toEqual([]);
    expect(rounds.length).toBeLessThan(11);
  });
});
