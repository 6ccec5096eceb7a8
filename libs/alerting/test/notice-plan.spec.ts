import { type CoveringSilence, type NoticeSituation, type OpenNotice, planNotices, UNHELD } from '../src/notice-plan';

const DAY_MS = 86_400_000;
const UNSENT: OpenNotice = { kind: 'ALERT', failures: 0, failedMs: undefined, thread: undefined };

const NOTHING = {
  steps: { due: [], told: 0, nextMs: undefined },
  told: [],
  joined: [],
  dropped: [],
  announced: [],
  hold: undefined,
};

const aSituation = (over: Partial<NoticeSituation>): NoticeSituation => ({
  ...UNHELD,
  sinceMs: 0,
  nowMs: 0,
  ...over,
});

/** In force from one time to before the other. */
const aSilence = (id: number, startMs: number, endMs: number): CoveringSilence => ({
  id,
  startMs,
  endMs,
  rule: null,
  timeZone: null,
  overMs: endMs,
});

/** When the next attempt is made after so many that failed, the last of them at that time, of an alert of time 0. */
function nextAttemptMs(failures: number, failedMs: number): number | undefined {
  return planNotices(aSituation({ nowMs: failedMs }), [{ ...UNSENT, failures, failedMs }]).told[0]?.atMs;
}

it('tells every channel of an alert at once', () => {
  const notices = [1, 2].map((id) => ({ id, ...UNSENT }));
  const told = notices.map((notice) => ({ notice, atMs: 1000 }));
  expect(planNotices(aSituation({ sinceMs: 1000, nowMs: 1000 }), notices)).toEqual({ ...NOTHING, told });
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
    const notice = { ...UNSENT, failures: 1, failedMs: 1000 };
    expect(planNotices(aSituation({ nowMs: 9000 }), [notice]).told).toEqual([{ notice, atMs: 9000 }]);
  });
});

describe('a silence', () => {
  const held = (nowMs: number, ...silences: CoveringSilence[]) =>
    planNotices(aSituation({ nowMs, silences }), [UNSENT]).hold;

  it('holds every notification back while it is in force', () => {
    const plan = planNotices(aSituation({ nowMs: 1000, silences: [aSilence(7, 500, 2000)] }), [UNSENT, UNSENT]);
    expect(plan).toEqual({ ...NOTHING, hold: { reason: 'SILENCED', silenceId: 7, untilMs: 2000 } });
  });

  it('holds nothing back before and after', () => {
    expect([499, 2000].map((nowMs) => held(nowMs, aSilence(7, 500, 2000)))).toEqual([undefined, undefined]);
  });

  it('is the one of several that ends last', () => {
    expect(held(1000, aSilence(7, 500, 2000), aSilence(8, 0, 3000), aSilence(9, 900, 1100))?.silenceId).toBe(8);
  });

  it('is looked at again after two minutes', () => {
    expect(held(1000, aSilence(7, 0, DAY_MS))).toEqual({ reason: 'SILENCED', silenceId: 7, untilMs: 121_000 });
  });

  it('holds retries back too', () => {
    const silences = [aSilence(7, 0, 9000)];
    expect(
      planNotices(aSituation({ nowMs: 6000, silences }), [{ ...UNSENT, failures: 1, failedMs: 1000 }]).told,
    ).toEqual([]);
  });

  it('keeps nothing of what is over', () => {
    const over = aSituation({ nowMs: 1000, silences: [aSilence(7, 500, 2000)], isOver: true });
    expect(planNotices(over, [UNSENT])).toEqual({ ...NOTHING, dropped: [UNSENT] });
  });
});
