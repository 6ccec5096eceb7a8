import type { Clock } from '@wardstone/clock';
import { LRUCache } from 'lru-cache';

interface AllowanceOptions {
  /** Within a window. */
  readonly most: number;
  readonly windowMs: number;
  /** Keys that are counted at a time. */
  readonly capacity: number;
}

/** Counts what keys take within windows of a fixed length. Counted per process. */
export class WindowAllowance {
  private readonly taken: LRUCache<string, { sinceMs: number; count: number }>;

  constructor(
    private readonly clock: Clock,
    private readonly options: AllowanceOptions,
  ) {
    this.taken = new LRUCache({ max: options.capacity });
  }

  /** Takes as many as are left of those wanted. */
  take(key: string, wanted = 1): { granted: number; retryAfterSeconds: number } {
    const { most, windowMs } = this.options;
    const nowMs = this.clock.now();
    const known = this.taken.get(key);
    const window = known && nowMs < known.sinceMs + windowMs ? known : { sinceMs: nowMs, count: 0 };
    const granted = Math.min(wanted, most - window.count);
    this.taken.set(key, { ...window, count: window.count + granted });
    return { granted, retryAfterSeconds: Math.ceil((window.sinceMs + windowMs - nowMs) / 1000) };
  }
}
