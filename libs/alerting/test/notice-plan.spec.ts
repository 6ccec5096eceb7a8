import { type CoveringSilence, type NoticeSituation, type OpenNotice, planNotices, UNHELD } from '../src/notice-plan';

const DAY_MS = 86_400_000;
const UNSENT: OpenNotice = { kind: 'ALERT', failures: 0, failedMs: undefined, thread: undefined };

const NOTHING = {
  steps: { due: [], notifiedSteps: 0, nextMs: undefined },
  sent: [],
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

/** Time of the next attempt after that many failures, the last of them at that time, for an alert of time 0. */
function nextAttemptMs(failures: number, failedMs: number): number | undefined {
  return planNotices(aSituation({ nowMs: failedMs }), [{ ...UNSENT, failures, failedMs }]).sent[0]?.atMs;
}

it('notifies every channel of an alert at once', () => {
  const notices = [1, 2].map((id) => ({ id, ...UNSENT }));
  const sent = notices.map((notice) => ({ notice, atMs: 1000 }));
  expect(planNotices(aSituation({ sinceMs: 1000, nowMs: 1000 }), notices)).toEqual({ ...NOTHING, sent: sent });
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

  it('is one of 33 attempts in total', () => {
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
    expect(planNotices(aSituation({ nowMs: 9000 }), [notice]).sent).toEqual([{ notice, atMs: 9000 }]);
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

  it('is checked again after two minutes', () => {
    expect(held(1000, aSilence(7, 0, DAY_MS))).toEqual({ reason: 'SILENCED', silenceId: 7, untilMs: 121_000 });
  });

  it('holds retries back too', () => {
    const silences = [aSilence(7, 0, 9000)];
    expect(
      planNotices(aSituation({ nowMs: 6000, silences }), [{ ...UNSENT, failures: 1, failedMs: 1000 }]).sent,
    ).toEqual([]);
  });

  it('does not delay an alert that has ended', () => {
    const over = aSituation({ nowMs: 1000, silences: [aSilence(7, 500, 2000)], isOver: true });
    expect(planNotices(over, [UNSENT])).toEqual({ ...NOTHING, dropped: [UNSENT] });
  });
});

describe('a flapping definition', () => {
  const hold = (nowMs: number) => planNotices(aSituation({ nowMs, flapsUntilMs: 2000 }), [UNSENT]).hold;

  it('holds every notification back until it is stable', () => {
    expect([hold(1999), hold(2000)]).toEqual([{ reason: 'FLAPPING', untilMs: 2000 }, undefined]);
  });
});

describe('a cause', () => {
  const announced = (heldBy: NoticeSituation['heldBy']) => {
    const notice = { ...UNSENT, thread: { leaderId: undefined, notifiedMs: undefined } };
    return planNotices(aSituation({ causeId: 5, heldBy }), [notice]).announced.length;
  };

  it('is announced once, and another one again', () => {
    const causes = [undefined, { reason: 'SUPPRESSED', causeId: 4 }, { reason: 'SUPPRESSED', causeId: 5 }] as const;
    expect(causes.map(announced)).toEqual([1, 1, 0]);
  });
});

describe('the notifications of an incident on a channel', () => {
  const grouping = { waitMs: 30, intervalMs: 300 };
  const plan = (nowMs: number, over: Partial<OpenNotice>) =>
    planNotices(aSituation({ sinceMs: 1000, nowMs, grouping }), [{ ...UNSENT, ...over }]);

  it('wait for more alerts from the first one on, and then from one notification to the next', () => {
    const due = (notifiedMs: number | undefined) =>
      plan(1010, { thread: { leaderId: undefined, notifiedMs } }).sent[0]!.atMs;
    expect([due(undefined), due(900)]).toEqual([1030, 1200]);
  });

  it('join the waiting one, except for a retry', () => {
    const thread = { leaderId: 3, notifiedMs: undefined };
    expect(plan(1010, { thread })).toMatchObject({ joined: [{ leaderId: 3 }], sent: [] });
    expect(plan(1010, { thread, failures: 1, failedMs: 1005 })).toMatchObject({ joined: [], sent: [{ atMs: 6005 }] });
  });
});
