import { runForEach } from './many';

describe('the same work for many items', () => {
  it('is done for each, also after a failure, and reports its progress', async () => {
    const progress: number[] = [];
    const outcome = await runForEach(
      [1, 2, 3, 4, 5, 6],
      (each) => (each === 2 ? Promise.reject(new Error('two')) : Promise.resolve()),
      ({ done }) => progress.push(done),
    );

    expect(outcome).toEqual({ done: 6, failures: [new Error('two')] });
    expect(progress).toEqual([1, 2, 3, 4, 5, 6]);
  });

  it('keeps the order where one is done at a time', async () => {
    const order: string[] = [];
    const work = async (each: string): Promise<void> => {
      order.push(`start ${each}`);
      await Promise.resolve();
      order.push(`end ${each}`);
    };
    await runForEach(['a', 'b'], work, undefined, 1);

    expect(order).toEqual(['start a', 'end a', 'start b', 'end b']);
  });
});
