import { backoffMs, pauseMs } from '../src/domain/backoff';

describe('the time between retries', () => {
  it('doubles up to half a minute, with jitter', () => {
    expect([1, 2, 3].map((failures) => backoffMs(failures, 1))).toEqual([500, 1000, 2000]);
    expect([backoffMs(1, 0), backoffMs(50, 0), backoffMs(50, 1)]).toEqual([250, 15_000, 30_000]);
  });

  it('respects the Retry-After of the server, with jitter', () => {
    expect([0, 0.5, 1].map((chance) => pauseMs(1, 5_000, chance))).toEqual([5_000, 7_500, 10_000]);
    expect(pauseMs(50, 5_000, 1)).toBe(30_000);
    expect(pauseMs(1, 0, 1)).toBe(500);
    expect(pauseMs(1, 3_600_000, 0)).toBe(60_000);
  });
});
