import { BatchedLookup } from '../src';

describe('batched look-ups', () => {
  const batches: number[][] = [];
  const lookup = new BatchedLookup((keys: readonly number[]) => {
    batches.push([...keys]);
    if (keys.includes(13)) return Promise.reject(new Error('unreachable'));
    return Promise.resolve(new Map(keys.filter((key) => key < 10).map((key) => [key, `row ${key}`])));
  });
  beforeEach(() => batches.splice(0));

  it('share one statement within a turn, each getting its own result', async () => {
    expect(await Promise.all([1, 2, 99, 2].map((key) => lookup.find(key)))).toEqual([
      'row 1',
      'row 2',
      undefined,
      'row 2',
    ]);
    expect(batches).toEqual([[1, 2, 99]]);
  });

  it('never join a running statement', async () => {
    const first = lookup.find(1);
    await new Promise((resolve) => setImmediate(resolve));
    const second = lookup.find(1);
    await Promise.all([first, second]);
    expect(batches).toEqual([[1], [1]]);
  });

  it('fail together, and the next ones are tried again', async () => {
    const both = await Promise.allSettled([lookup.find(1), lookup.find(13)]);
    expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(await lookup.find(1)).toBe('row 1');
  });
});
