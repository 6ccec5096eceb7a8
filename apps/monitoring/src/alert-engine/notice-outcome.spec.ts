import type { NoticePlan } from '@wardstone/alerting';
import { NoticeOutcome } from './notice-outcome';

const NOW = 1_800_000_000_000;
const MINUTE = 60_000;

type Plan = NoticePlan<{ readonly logId: number }>;

const EMPTY: Plan = {
  sent: [],
  joined: [],
  dropped: [],
  hold: undefined,
  announced: [],
  steps: { due: [], notifiedSteps: 0, nextMs: undefined },
};
const sentNotice = (logId: number, atMs = NOW) => ({ notice: { logId }, atMs });
const joined = (logId: number, leaderId: number) => ({ notice: { logId }, leaderId });
const held = (hold: Omit<NonNullable<Plan['hold']>, 'untilMs'>): Partial<Plan> => ({
  hold: { untilMs: NOW + 9, ...hold },
});

/** The outcome of plans for alerts 1, 2, ... of incidents 11, 12, ... */
function planOutcome(plans: readonly Partial<Plan>[], { isRecovery = false } = {}): NoticeOutcome {
  const outcome = new NoticeOutcome(NOW);
  plans.forEach((plan, index) =>
    outcome.take({
      alertId: 1 + index,
      incidentId: 11 + index,
      context: { isRecovery },
      plan: { ...EMPTY, ...plan },
      added: [],
    }),
  );
  return outcome;
}

describe('the outcome of decisions about notifications', () => {
  it('is a due time for each that is sent, and a carrier for each that joins another', () => {
    const outcome = planOutcome([{ sent: [sentNotice(5, NOW + 7)], joined: [joined(6, 5)] }]);
    expect(outcome.notices).toEqual([
      { logId: 5, incidentId: 11, dueMs: NOW + 7, carrierId: null },
      { logId: 6, incidentId: 11, dueMs: null, carrierId: 5 },
    ]);
    expect(outcome.due).toEqual([{ logId: 5, dueMs: NOW + 7 }]);
    expect(outcome.dropped).toEqual([]);
  });

  it('marks an alert as notified from now on, and checks it a minute later', () => {
    const known = { isHeld: false, reason: null, silenceId: null, causeId: null, untilMs: NOW + MINUTE, endedMs: null };
    expect(planOutcome([{ sent: [sentNotice(5)] }, { joined: [joined(6, 5)] }]).alerts).toEqual([
      { alertId: 1, incidentId: 11, ...known, notifiedMs: NOW },
      { alertId: 2, incidentId: 12, ...known, notifiedMs: NOW },
    ]);
  });

  it('leaves an alert unnotified only when all of its notifications are dropped', () => {
    const outcome = planOutcome([
      { dropped: [{ logId: 5 }] },
      { dropped: [{ logId: 6 }], sent: [sentNotice(7)] },
      { dropped: [{ logId: 8 }], joined: [joined(9, 7)] },
      { dropped: [{ logId: 10 }], sent: [sentNotice(11)], joined: [joined(12, 11)] },
      {},
    ]);
    expect(outcome.alerts.map(({ notifiedMs }) => notifiedMs)).toEqual([null, NOW, NOW, NOW, NOW]);
    expect(outcome.dropped).toEqual([5, 6, 8, 10]);
    expect(outcome.notifiedIncidents).toEqual([12, 13, 14, 15]);
  });

  it('holds an alert for its reason, until the planned time, and notifies nobody of its incident', () => {
    const outcome = planOutcome([
      held({ reason: 'SILENCED', silenceId: 3 }),
      held({ reason: 'SUPPRESSED', causeId: 4 }),
    ]);
    const hold = { isHeld: true, silenceId: null, causeId: null, untilMs: NOW + 9, notifiedMs: null, endedMs: null };
    expect(outcome.alerts).toEqual([
      { alertId: 1, incidentId: 11, ...hold, reason: 'SILENCED', silenceId: 3 },
      { alertId: 2, incidentId: 12, ...hold, reason: 'SUPPRESSED', causeId: 4 },
    ]);
    expect(outcome.notifiedIncidents).toEqual([]);
  });

  it('queues the notification that explains why an alert is held', () => {
    const outcome = new NoticeOutcome(NOW);
    outcome.take({
      alertId: 1,
      incidentId: 11,
      context: { isRecovery: false },
      plan: { ...EMPTY, ...held({ reason: 'FLAPPING' }) },
      added: [{ logId: 8, channel: 'mail', dueMs: NOW + 2 }],
    });
    expect(outcome.due).toMatchObject([{ logId: 8, dueMs: NOW + 2 }]);
    expect(outcome.notices).toEqual([]);
  });

  it('ends a recovery at once, unless it is held', () => {
    const outcome = planOutcome([{ sent: [sentNotice(5)] }, held({ reason: 'SILENCED' })], { isRecovery: true });
    expect(outcome.alerts.map(({ endedMs }) => endedMs)).toEqual([NOW, null]);
  });

  it('names each incident once', () => {
    const outcome = new NoticeOutcome(NOW);
    for (const alertId of [1, 2]) {
      const plan = { ...EMPTY, sent: [sentNotice(alertId)] };
      outcome.take({ alertId, incidentId: 11, context: { isRecovery: false }, plan, added: [] });
    }
    expect(outcome.notifiedIncidents).toEqual([11]);
  });

  it('is counted by its strongest part: held, sent, joined, dropped or none', () => {
    const all: Partial<Plan> = { sent: [sentNotice(5)], joined: [joined(6, 5)], dropped: [{ logId: 7 }] };
    const outcome = planOutcome([
      { ...all, ...held({ reason: 'FLAPPING' }) },
      all,
      { ...all, sent: [] },
      { ...all, sent: [], joined: [] },
      {},
    ]);
    expect(outcome.decisions).toEqual(['flapping', 'told', 'joined', 'dropped', 'none']);
  });
});
