import { TurnRefused } from './turns';

export interface QueueLimits {
  /** Pieces of work that run at a time, each of another key. */
  readonly concurrency: number;
  /** Pieces of work that wait, in all and of one key. */
  readonly maxWaiting: number;
  readonly maxWaitingOfKey: number;
  /** How long work waits before it is refused. */
  readonly patienceMs: number;
}

/**
 * Limits concurrent work of which each piece may wait for others of its key, e.g. for a lock: one piece of a key runs at
 * a time, and keys take turns in the order in which they began to wait. For expensive work of accounts there is `Turns`.
 */
export class KeyedQueue {
  private readonly running = new Set<string>();
  /** Starts of waiting work; the key first in the map comes next. */
  private readonly waiting = new Map<string, (() => void)[]>();
  private waitingCount = 0;

  constructor(private readonly limits: QueueLimits) {}

  /** Pieces of work that wait. */
  get length(): number {
    return this.waitingCount;
  }

  /**
   * Runs the work as soon as it may. It must not run other work in the same queue, for which it would wait.
   * @throws TurnRefused when too much work waits or the work may not begin in time, and what the work throws
   */
  async run<T>(key: string, work: () => Promise<T>): Promise<T> {
    if (this.canStart(key)) this.running.add(key);
    else await this.wait(key);
    try {
      return await work();
    } finally {
      this.running.delete(key);
      this.startNext();
    }
  }

  private canStart(key: string): boolean {
    return this.running.size < this.limits.concurrency && !this.running.has(key);
  }

  private wait(key: string): Promise<void> {
    const ofKey = this.waiting.get(key) ?? [];
    if (ofKey.length >= this.limits.maxWaitingOfKey) throw new TurnRefused('account');
    if (this.waitingCount >= this.limits.maxWaiting) throw new TurnRefused('queue');
    this.waiting.set(key, ofKey);
    this.waitingCount++;
    return new Promise((resolve, reject) => {
      const start = (): void => {
        clearTimeout(timer);
        resolve();
      };
      const giveUp = (): void => {
        this.remove(key, start);
        reject(new TurnRefused('time'));
      };
      const timer = setTimeout(giveUp, this.limits.patienceMs).unref();
      ofKey.push(start);
    });
  }

  private startNext(): void {
    for (const [key, ofKey] of this.waiting) {
      if (this.running.size === this.limits.concurrency) return;
      if (this.running.has(key)) continue;
      const [next] = ofKey;
      this.remove(key, next!);
      // Its further work comes after that of other keys.
      if (this.waiting.delete(key)) this.waiting.set(key, ofKey);
      this.running.add(key);
      next!();
    }
  }

  private remove(key: string, start: () => void): void {
    const ofKey = this.waiting.get(key)!;
    ofKey.splice(ofKey.indexOf(start), 1);
    if (ofKey.length === 0) this.waiting.delete(key);
    this.waitingCount--;
  }
}
