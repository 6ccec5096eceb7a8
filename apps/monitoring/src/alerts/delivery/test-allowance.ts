import { Injectable } from '@nestjs/common';
import { Clock } from '@wardstone/clock';
import { ApiError, MonitoringError } from '@wardstone/errors';
import { LRUCache } from 'lru-cache';

const WINDOW_MS = 60_000;
const MOST_IN_WINDOW = 10;
const CAPACITY = 1000;

/** How many test notifications an account may still send: a test reaches people and machines outside. Counted per process. */
@Injectable()
export class TestAllowance {
  private readonly sent = new LRUCache<string, { sinceMs: number; count: number }>({ max: CAPACITY });

  constructor(private readonly clock: Clock) {}

  /** @throws too_many_tests */
  take(subject: string): void {
    const nowMs = this.clock.now();
    const known = this.sent.get(subject);
    const window = known && nowMs < known.sinceMs + WINDOW_MS ? known : { sinceMs: nowMs, count: 0 };
    if (window.count >= MOST_IN_WINDOW) {
      const seconds = Math.ceil((window.sinceMs + WINDOW_MS - nowMs) / 1000);
      throw new ApiError(
        MonitoringError.too_many_tests,
        `At most ${MOST_IN_WINDOW} test notifications a minute: try again in ${seconds} s`,
        { headers: { 'Retry-After': String(seconds) } },
      );
    }
    this.sent.set(subject, { ...window, count: window.count + 1 });
  }
}
