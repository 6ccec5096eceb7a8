import { planNotices } from '../notice-plan';

const DAY_MS = 86_400_000;

/** When the next attempt is made after so many that failed, the last of them at that time, of an alert of time 0. */
function nextAttemptMs(failures: number, failedMs: number): number | undefined {
  return planNotices({ sinceMs: 0, nowMs: failedMs }, [{ failures, failedMs }]).told[0]?.atMs;
}

it('tells every channel of an alert at once', () => {
  const notices = [1, 2].map((id) => ({ id, failures: 0, failedMs: undefined }));
  const told = notices.map((notice) => ({ notice, atMs: 1000 }));
  expect(planNotices({ sinceMs: 1000, nowMs: 1000 }, notices)).toEqual({ told, dropped: [] });
});

describe('the next attempt', () => {
  it.each([
    [1, 5_000],
    [2, 10_000],
    [8, 640_000],
    [11, 3_600_000],
    [30, 3_600_000],
  ])('after number %d comes %d ms later', (attempt, waitMs) => {
    expect(nextAttemptMs(attempt, 1000)).toBe(1000 + waitMs);
  });

  it('does not come later than a day after the alert', () => {
    expect(nextAttemptMs(30, DAY_MS - 3_600_000)).toBe(DAY_MS);
    expect(nextAttemptMs(30, DAY_MS - 3_599_999)).toBeUndefined();
  });

  it('is one of 33 in all', () => {
    const times = [0];
    for (;;) {
      const next = nextAttemptMs(times.length, times.at(-1)!);
      if (next === undefined) break;
      times.push(next);
    }
    expect(times).toHaveLength(33);
  });

  it('is made at once when it is overdue', () => {
    const notice = { failures: 1, failedMs: 1000 };
    expect(planNotices({ sinceMs: 0, nowMs: 9000 }, [notice]).told).toEqual([{ notice, atMs: 9000 }]);
  });
});
