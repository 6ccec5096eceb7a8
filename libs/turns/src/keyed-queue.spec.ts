import { setImmediate as eventLoopTurn } from 'node:timers/promises';
import FakeTimers from '@sinonjs/fake-timers';
import { KeyedQueue } from './keyed-queue';
import { TurnRefused } from './turns';

/** Work in a queue, which lasts until it is ended. */
class Line {
  readonly begun: string[] = [];
  readonly refused: string[] = [];
  private readonly endings = new Map<string, () => void>();
  private readonly queue: KeyedQueue;

  constructor(limits: { concurrency: number; maxWaiting?: number; maxWaitingOfKey?: number }) {
    this.queue = new KeyedQueue({ maxWaiting: 100, maxWaitingOfKey: 10, patienceMs: 10_000, ...limits });
  }

  /** Each name starts with its key, e.g. `a1`. */
  async add(...names: string[]): Promise<void> {
    for (const name of names) {
      const work = (): Promise<void> => {
        this.begun.push(name);
        return new Promise((resolve) => this.endings.set(name, resolve));
      };
      this.queue.run(name[0]!, work).catch((error: unknown) => {
        this.refused.push(`${name}: ${error instanceof TurnRefused ? error.reason : String(error)}`);
      });
    }
    await eventLoopTurn();
  }

  async end(...names: string[]): Promise<void> {
    for (const name of names) {
      this.endings.get(name)!();
      await eventLoopTurn();
    }
  }
}

describe('a queue by keys', () => {
  it('runs limited work at a time, in the order in which it came', async () => {
    const line = new Line({ concurrency: 2 });
    await line.add('a', 'b', 'c', 'd');
    expect(line.begun).toEqual(['a', 'b']);
    await line.end('b', 'a');
    expect(line.begun).toEqual(['a', 'b', 'c', 'd']);
  });

  it('runs the work of a key one after the other', async () => {
    const line = new Line({ concurrency: 3 });
    await line.add('a1', 'a2', 'a3', 'b1');
    expect(line.begun).toEqual(['a1', 'b1']);
    await line.end('a1', 'a2');
    expect(line.begun).toEqual(['a1', 'b1', 'a2', 'a3']);
  });

  it('lets keys with much work wait behind the others', async () => {
    const line = new Line({ concurrency: 1 });
    await line.add('a1', 'a2', 'a3', 'b1', 'c1', 'b2');
    await line.end('a1', 'a2', 'b1', 'c1', 'a3');
    expect(line.begun).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2']);
  });

  it('continues after failed work', async () => {
    const queue = new KeyedQueue({ concurrency: 1, maxWaiting: 1, maxWaitingOfKey: 1, patienceMs: 10_000 });
    await expect(queue.run('a', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(await queue.run('a', () => Promise.resolve(1))).toBe(1);
  });

  it('refuses work beyond the maximum that waits, of a key and in all', async () => {
    const line = new Line({ concurrency: 1, maxWaiting: 3, maxWaitingOfKey: 2 });
    await line.add('a1', 'a2', 'a3', 'a4', 'b1', 'c1');
    expect(line.refused).toEqual(['a4: account', 'c1: queue']);
    await line.end('a1');
    await line.add('c2');
    expect(line.refused).toHaveLength(2);
  });

  it('refuses work that may not begin in time, and no other', async () => {
    const clock = FakeTimers.install({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const line = new Line({ concurrency: 1 });
      await line.add('a', 'b', 'c');
      await line.end('a');
      clock.tick(10_000);
      await eventLoopTurn();
      expect(line.refused).toEqual(['c: time']);
      expect(clock.countTimers()).toBe(0);
      await line.add('d');
      await line.end('b');
      expect(line.begun).toEqual(['a', 'b', 'd']);
    } finally {
      clock.uninstall();
    }
  });
});
