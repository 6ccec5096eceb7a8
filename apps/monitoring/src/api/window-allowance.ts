import type { Clock } from '@wardstone/clock';
import { LRUCache } from 'lru-cache';

interface AllowanceOptions {
  /** Maximum number of units per window. */
  readonly most: number;
  readonly windowMs: number;
  /** Maximum number of keys counted at a time. */
  readonly capacity: number;
}

/** Rate limiter with fixed windows, by key. Counts per process. */
export class WindowAllowance {
  private readonly taken: LRUCache<string, { sinceMs: number; count: number }>;

  constructor(
    private readonly clock: Clock,
    private readonly options: AllowanceOptions,
  ) {
    this.taken = new LRUCache({ max: options.capacity });
  }

  /** Grants as many of the requested units as remain in the window. */
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
