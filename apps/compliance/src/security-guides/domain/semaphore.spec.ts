import { Semaphore } from './semaphore';

const turn = (): Promise<void> => new Promise(setImmediate);

describe('Semaphore', () => {
  it('lets no more than their number work at once, in the order they came', async () => {
    const semaphore = new Semaphore(2);
    const started: number[] = [];
    let working = 0;
    let most = 0;
    const work = async (n: number): Promise<number> => {
      started.push(n);
      most = Math.max(most, ++working);
      await turn();
      working--;
      return n;
    };
    const results = await Promise.all([1, 2, 3, 4, 5].map((n) => semaphore.run(() => work(n))));
    expect(results).toEqual([1, 2, 3, 4, 5]);
    expect(started).toEqual([1, 2, 3, 4, 5]);
    expect(most).toBe(2);
  });

  it('gives the place of a failed piece of work to the next', async () => {
    const semaphore = new Semaphore(1);
    const failed = semaphore.run(() => Promise.reject(new Error('no')));
    const next = semaphore.run(() => Promise.resolve('done'));
    await expect(failed).rejects.toThrow('no');
    await expect(next).resolves.toBe('done');
    await expect(semaphore.run(() => Promise.resolve('again'))).resolves.toBe('again');
  });
});
