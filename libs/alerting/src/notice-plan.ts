import type { NoticeKind } from '@wardstone/terms';
import { type SilenceTimes, windowAt } from './silence-times';

export type { NoticeKind };

/** A pending notification of an alert on one channel. */
export interface OpenNotice {
  readonly kind: NoticeKind;
  /** Number of failed attempts. */
  readonly failures: number;
  /** Time of the last failed attempt. */
  readonly failedMs: number | undefined;
  /** Due time of a notification that was decided before. */
  readonly dueMs?: number | undefined;
  /** End of the quiet hours that delay it; undefined if none do. */
  readonly quietUntilMs?: number | undefined;
  /** Undefined where each alert is notified separately, e.g. for operations. */
  readonly thread: Thread | undefined;
}

/** Notifications of one incident on one channel, shown to recipients as one. */
export interface Thread {
  /** Id of the notification that waits to be sent and includes the others. */
  readonly leaderId: number | undefined;
  /** When the newest notification was sent. */
  readonly notifiedMs: number | undefined;
  /** Set when the recipient has reached its limit of notifications an hour. */
  readonly limit?: RecipientLimit | undefined;
}

/** A thread without notifications. */
export const EMPTY_THREAD: Thread = { leaderId: undefined, notifiedMs: undefined };

export interface RecipientLimit {
  /** When the recipient may get the next one. */
  readonly untilMs: number;
  /** Id of the waiting digest, which may cover several incidents. */
  readonly leaderId: number | undefined;
}

/** A silence that covers the resource and the definition of an alert, whether it is in force or not. */
export interface CoveringSilence extends SilenceTimes {
  readonly id: number;
}

/** How alerts of one incident are grouped in time. */
export interface GroupingTimes {
  /** From the first alert of an incident to its notification. */
  readonly waitMs: number;
  /** From one notification of an incident to the next on the same channel. */
  readonly intervalMs: number;
}

/** The escalation policy of an open incident, and its progress. */
export interface EscalationState {
  /** Delays of the steps after `sinceMs`, ascending. */
  readonly afterMs: readonly number[];
  /** Interval between repeats of the last step. */
  readonly repeatMs: number;
  readonly repeatTimes: number;
  /** Number of steps already notified, repeats included. */
  readonly notifiedSteps: number;
  /** The number of steps sent when the newest one reached nobody: the next step is due at once. */
  readonly unreachedAt?: number | undefined;
}

/** Input for decisions about the notifications of one alert, as of `nowMs`. */
export interface NoticeSituation {
  /** Start of the notification: attempts end a day later. */
  readonly sinceMs: number;
  readonly nowMs: number;
  readonly silences: readonly CoveringSilence[];
  /** Id of the resource that is DOWN and on which the resource of the alert depends. */
  readonly causeId: number | undefined;
  /** End of flapping of the definition on the resource. */
  readonly flapsUntilMs: number | undefined;
  readonly grouping: GroupingTimes;
  /** A recovery, which is notified at once. */
  readonly isRecovery: boolean;
  /** Current hold; undefined for none, or when the alert has just fired. */
  readonly heldBy: Pick<Hold, 'reason' | 'causeId'> | undefined;
  /** Recipients have been notified of the flapping. */
  readonly isFlappingNotified: boolean;
  /** The alert ended, or another alert reports the same, before anything was sent. */
  readonly isOver: boolean;
  /** Undefined without a policy, or once the alert is acknowledged. */
  readonly escalation?: EscalationState | undefined;
}

/** A situation in which nothing holds a notification back and it waits for no other. */
export const UNHELD: Omit<NoticeSituation, 'sinceMs' | 'nowMs'> = {
  silences: [],
  causeId: undefined,
  flapsUntilMs: undefined,
  grouping: { waitMs: 0, intervalMs: 0 },
  isRecovery: false,
  heldBy: undefined,
  isFlappingNotified: false,
  isOver: false,
};

/** `GROUPED`: its carrier could not be sent, so the alert is decided again at once. */
export const HOLD_REASONS = ['SILENCED', 'SUPPRESSED', 'FLAPPING', 'GROUPED'] as const;
export type HoldReason = (typeof HOLD_REASONS)[number];

/** Why an alert is held at present. */
export interface Hold {
  readonly reason: HoldReason;
  /** Id of the silence of a silenced alert. */
  readonly silenceId?: number | undefined;
  /** Id of the DOWN resource that suppresses a suppressed alert. */
  readonly causeId?: number | undefined;
  /** When to decide again. */
  readonly untilMs: number;
}

/** Either every notification is sent, joined or dropped, or all of them are held. */
export interface NoticePlan<N> {
  readonly sent: readonly { readonly notice: N; readonly atMs: number }[];
  /** Sent together with another one. */
  readonly joined: readonly { readonly notice: N; readonly leaderId: number }[];
  /** Dropped for good. */
  readonly dropped: readonly N[];
  readonly hold: Hold | undefined;
  /** Held, but another notification on their channels announces it. */
  readonly announced: readonly { readonly notice: N; readonly atMs: number }[];
  readonly steps: StepPlan;
}

/** The steps of an escalation policy. */
export interface StepPlan {
  /** Positions in the policy of the steps that are due now, without duplicates. */
  readonly due: readonly number[];
  /** Number of steps notified after this, repeats included. */
  readonly notifiedSteps: number;
  /** When to decide again; undefined for never. */
  readonly nextMs: number | undefined;
}

const SECOND_MS = 1000;
const FIRST_WAIT_MS = 5 * SECOND_MS;
const MAX_WAIT_MS = 3600 * SECOND_MS;
const GIVE_UP_AFTER_MS = 24 * 3600 * SECOND_MS;
/** Maximum time between two decisions about a held alert, since it may recover, and silences and their scope change. */
const MAX_HOLD_MS = 120 * SECOND_MS;
/** The same while an escalation step is overdue; shorter because people wait for it. */
const MAX_STEP_HOLD_MS = 60 * SECOND_MS;

/**
 * The one place that decides who is notified of an alert, when, and through which channel: called when an alert fires,
 * before and after each attempt, when a hold may have ended, and when its incident is over. Every further rule is an
 * input of it. See rules alerts-31, alerts-32, alerts-35 to alerts-39.
 */
export function planNotices<N extends OpenNotice>(situation: NoticeSituation, notices: readonly N[]): NoticePlan<N> {
  const nothing = { sent: [], joined: [], dropped: [], announced: [], hold: undefined, steps: NO_STEPS };
  if (situation.isOver) return { ...nothing, dropped: notices };
  const hold = getHold(situation);
  if (hold) {
    const { escalation } = situation;
    const steps = escalation ? { due: [], notifiedSteps: escalation.notifiedSteps, nextMs: hold.untilMs } : NO_STEPS;
    return { ...nothing, hold, announced: findAnnounced(hold, situation, notices), steps };
  }
  const joined = notices.flatMap((notice) => {
    const leaderId = getLeader(notice);
    return leaderId === undefined ? [] : [{ notice, leaderId }];
  });
  const plans = notices
    .filter((notice) => getLeader(notice) === undefined)
    .map((notice) => ({ notice, atMs: nextAttemptMs(notice, situation) }));
  return {
    ...nothing,
    sent: plans.flatMap(({ notice, atMs }) => (atMs === undefined ? [] : [{ notice, atMs }])),
    joined,
    steps: toSteps(situation),
    dropped: plans.filter(({ atMs }) => atMs === undefined).map(({ notice }) => notice),
  };
}

const NO_STEPS: StepPlan = { due: [], notifiedSteps: 0, nextMs: undefined };

/** The steps of an incident, and the alert that decides about them. */
export interface IncidentSteps<T> {
  /** Undefined while all alerts are held. */
  readonly decider: T | undefined;
  readonly steps: StepPlan;
}

/**
 * Of the escalated alerts of an incident that are not held, the one notified first decides about its steps; a held alert
 * holds back only its own. Held alerts are decided again each minute while one of their steps is overdue. Pure. See
 * rule alerts-41.
 * @param alerts by their first notification, with the input for each decision
 */
export function planIncidentSteps<T>(
  alerts: readonly { readonly alert: T; readonly situation: NoticeSituation }[],
): IncidentSteps<T> {
  let heldUntilMs: number | undefined;
  for (const { alert, situation } of alerts) {
    const { hold, steps } = planNotices(situation, []);
    if (!hold) return { decider: alert, steps: { ...steps, nextMs: earliest(steps.nextMs, heldUntilMs) } };
    heldUntilMs = earliest(heldUntilMs, lookAtHeldMs(situation, hold));
  }
  return { decider: undefined, steps: { ...NO_STEPS, nextMs: heldUntilMs } };
}

/** The next time to check whether an escalation step of a held alert may be sent: once it is due, soon after the hold ends. */
function lookAtHeldMs(situation: NoticeSituation, hold: Hold): number | undefined {
  const { due, nextMs } = toSteps(situation);
  return due.length === 0 ? nextMs : Math.min(hold.untilMs, situation.nowMs + MAX_STEP_HOLD_MS);
}

function earliest(a: number | undefined, b: number | undefined): number | undefined {
  return a === undefined || b === undefined ? (a ?? b) : Math.min(a, b);
}

/**
 * Each step is due at its time and the last one repeats; of several missed repeats, as after an outage, one is sent.
 * See rule alerts-41.
 */
function toSteps({ escalation, sinceMs, nowMs }: NoticeSituation): StepPlan {
  if (!escalation) return NO_STEPS;
  const { afterMs, repeatMs, repeatTimes, notifiedSteps, unreachedAt } = escalation;
  const last = afterMs.length - 1;
  const most = afterMs.length + repeatTimes;
  const toTime = (step: number): number =>
    sinceMs + afterMs[Math.min(step, last)]! + Math.max(0, step - last) * repeatMs;
  const due = new Set<number>();
  let next = notifiedSteps;
  const isDue = (step: number): boolean => toTime(step) <= nowMs || (step === unreachedAt && step <= last);
  for (; next < most && isDue(next); next++) due.add(Math.min(next, last));
  return { due: [...due], notifiedSteps: next, nextMs: next < most ? toTime(next) : undefined };
}

/** Precedence of holds: silence, cause, flapping; a decision of people comes first. */
function getHold({ silences, causeId, flapsUntilMs, nowMs }: NoticeSituation): Hold | undefined {
  const latestMs = nowMs + MAX_HOLD_MS;
  const silence = findLongest(silences, nowMs);
  if (silence) return { reason: 'SILENCED', silenceId: silence.id, untilMs: Math.min(silence.endMs, latestMs) };
  if (causeId !== undefined) return { reason: 'SUPPRESSED', causeId, untilMs: latestMs };
  if (flapsUntilMs === undefined || flapsUntilMs <= nowMs) return undefined;
  return { reason: 'FLAPPING', untilMs: Math.min(flapsUntilMs, latestMs) };
}

/** The active silence that ends last. */
function findLongest(silences: readonly CoveringSilence[], nowMs: number): { id: number; endMs: number } | undefined {
  let longest: { id: number; endMs: number } | undefined;
  for (const silence of silences) {
    const window = windowAt(silence, nowMs);
    if (window && window.endMs > (longest?.endMs ?? 0)) longest = { id: silence.id, endMs: window.endMs };
  }
  return longest;
}

/** Silences are not announced; a cause is announced with each alert that it suppresses, flapping once. */
function findAnnounced<N extends OpenNotice>(
  { reason, causeId }: Hold,
  situation: NoticeSituation,
  notices: readonly N[],
): NoticePlan<N>['announced'] {
  const { heldBy, isFlappingNotified } = situation;
  const isNews =
    reason === 'SUPPRESSED'
      ? heldBy?.reason !== 'SUPPRESSED' || heldBy.causeId !== causeId
      : reason === 'FLAPPING' && heldBy?.reason !== 'FLAPPING' && !isFlappingNotified;
  if (!isNews) return [];
  return notices
    .filter(({ thread, kind }) => thread && thread.leaderId === undefined && kind === 'ALERT')
    .map((notice) => ({ notice, atMs: firstAttemptMs(notice, situation) }));
}

/** A waiting notification includes this one too; a retry is sent unchanged. */
function getLeader({ failures, thread }: OpenNotice): number | undefined {
  if (failures > 0 || !thread) return undefined;
  return thread.leaderId ?? thread.limit?.leaderId;
}

/**
 * The first attempt, then retries with delays that double from 5 seconds to an hour, for a day; undefined afterwards.
 */
function nextAttemptMs(notice: OpenNotice, situation: NoticeSituation): number | undefined {
  const { failures, failedMs, quietUntilMs } = notice;
  const { sinceMs, nowMs } = situation;
  if (quietUntilMs !== undefined) return Math.max(nowMs, quietUntilMs);
  if (failures === 0 || failedMs === undefined) return firstAttemptMs(notice, situation);
  const dueMs = failedMs + Math.min(FIRST_WAIT_MS * 2 ** (failures - 1), MAX_WAIT_MS);
  return dueMs - sinceMs > GIVE_UP_AFTER_MS ? undefined : Math.max(nowMs, dueMs);
}

/** At once if it ends a problem or has no thread; otherwise after the grouping time of its incident. */
function firstAttemptMs({ thread, kind, dueMs }: OpenNotice, situation: NoticeSituation): number {
  const { sinceMs, nowMs, isRecovery, grouping } = situation;
  const earliestMs = Math.max(nowMs, thread?.limit?.untilMs ?? nowMs);
  if (dueMs !== undefined) return Math.max(earliestMs, dueMs);
  if (!thread || isRecovery || kind === 'END') return earliestMs;
  const { notifiedMs } = thread;
  return Math.max(earliestMs, notifiedMs === undefined ? sinceMs + grouping.waitMs : notifiedMs + grouping.intervalMs);
}
