import fc from 'fast-check';
import { type EscalationState, planNotices, UNHELD } from '../src/notice-plan';

const POLICY: EscalationState = { afterMs: [10, 20], repeatMs: 60, repeatTimes: 2, notifiedSteps: 0 };
const at = (nowMs: number, over: Partial<EscalationState> = {}) =>
  planNotices({ ...UNHELD, sinceMs: 0, nowMs, escalation: { ...POLICY, ...over } }, []).steps;

describe('the steps of an escalation', () => {
  it.each([
    [9, 0, { due: [], notifiedSteps: 0, nextMs: 10 }],
    [10, 0, { due: [0], notifiedSteps: 1, nextMs: 20 }],
    [19, 1, { due: [], notifiedSteps: 1, nextMs: 20 }],
    [20, 1, { due: [1], notifiedSteps: 2, nextMs: 80 }],
    [80, 2, { due: [1], notifiedSteps: 3, nextMs: 140 }],
    [140, 3, { due: [1], notifiedSteps: 4, nextMs: undefined }],
    [25, 0, { due: [0, 1], notifiedSteps: 2, nextMs: 80 }], // both are late
    [9999, 0, { due: [0, 1], notifiedSteps: 4, nextMs: undefined }], // repeats that are late are one
    [9999, 9, { due: [], notifiedSteps: 9, nextMs: undefined }], // the policy has become shorter
  ])('at %d after %d were notified are %j', (nowMs, notifiedSteps, expected) => {
    expect(at(nowMs, { notifiedSteps: notifiedSteps })).toEqual(expected);
  });

  it.each([
    [0, { due: [0], notifiedSteps: 1, nextMs: 20 }],
    [1, { due: [1], notifiedSteps: 2, nextMs: 80 }],
    [2, { due: [], notifiedSteps: 2, nextMs: 80 }], // the last one is repeated at its time
  ])('are due at once when step number %d reached nobody', (unreachedAt, expected) => {
    expect(at(5, { notifiedSteps: unreachedAt, unreachedAt })).toEqual(expected);
  });

  it('wait for what holds the alert, and end with it', () => {
    const situation = { ...UNHELD, sinceMs: 0, nowMs: 15, escalation: POLICY };
    const silence = { id: 1, startMs: 0, endMs: 30, rule: null, timeZone: null, overMs: 30 };
    expect(planNotices({ ...situation, silences: [silence] }, []).steps).toEqual({
      due: [],
      notifiedSteps: 0,
      nextMs: 30,
    });
    expect(planNotices({ ...situation, isOver: true }, []).steps).toEqual({
      due: [],
      notifiedSteps: 0,
      nextMs: undefined,
    });
    expect(planNotices({ ...situation, escalation: undefined }, []).steps.nextMs).toBeUndefined();
  });

  it('equal those of a reference model that checks each moment', () => {
    const policies = fc.record({
      afterMs: fc
        .uniqueArray(fc.integer({ min: 0, max: 60 }), { minLength: 1, maxLength: 5 })
        .map((all) => all.sort((a, b) => a - b)),
      repeatMs: fc.integer({ min: 1, max: 30 }),
      repeatTimes: fc.integer({ min: 0, max: 6 }),
    });
    fc.assert(
      fc.property(policies, fc.array(fc.integer({ min: 1, max: 40 }), { maxLength: 30 }), (policy, pauses) => {
        const { afterMs, repeatMs, repeatTimes } = policy;
        const last = afterMs.length - 1;
        const slow: [atMs: number, place: number][] = [];
        const end = pauses.reduce((sum, pause) => sum + pause, 0);
        for (let ms = 0; ms <= end; ms++) {
          if (afterMs.includes(ms)) slow.push([ms, afterMs.indexOf(ms)]);
          const since = ms - afterMs[last]!;
          if (since > 0 && since % repeatMs === 0 && since / repeatMs <= repeatTimes) slow.push([ms, last]);
        }
        let [notifiedSteps, beforeMs, nowMs] = [0, -1, 0];
        for (const pause of [0, ...pauses]) {
          nowMs += pause;
          const steps = at(nowMs, { ...policy, notifiedSteps: notifiedSteps });
          const passed = slow.filter(([ms]) => ms > beforeMs && ms <= nowMs).map(([, place]) => place);
          expect(steps.due).toEqual([...new Set(passed)]);
          expect(steps.notifiedSteps).toBe(notifiedSteps + passed.length);
          const next = afterMs.length + repeatTimes > steps.notifiedSteps;
          expect(steps.nextMs !== undefined).toBe(next);
          if (next) expect(steps.nextMs).toBeGreaterThan(nowMs);
          [notifiedSteps, beforeMs] = [steps.notifiedSteps, nowMs];
        }
      }),
      { numRuns: 300 },
    );
  });
});
