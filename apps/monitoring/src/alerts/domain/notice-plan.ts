import { type SilenceTimes, windowAt } from './silence-times';

/** A notification of an alert, on one channel, that has not ended. */
export interface OpenNotice {
  /** Attempts that failed. */
  readonly failures: number;
  /** When the last of them did. */
  readonly failedMs: number | undefined;
}

/** A silence that covers the resource and the definition of an alert, whether it is in force or not. */
export interface CoveringSilence extends SilenceTimes {
  readonly id: number;
}

/** What decides about the notifications of one alert, all of it as it is at `nowMs`. */
export interface NoticeSituation {
  /** Since when there is something to tell: attempts end a day later. */
  readonly sinceMs: number;
  readonly nowMs: number;
  readonly silences: readonly CoveringSilence[];
  /** What it reports is over, or another alert reports it, before anything was told of this one. */
  readonly isOver: boolean;
}

/** Why an alert is not told for the time being. */
export interface Hold {
  readonly silenceId: number;
  /** When to decide again. */
  readonly untilMs: number;
}

/** Every notification is told or dropped, or all of them are held. */
export interface NoticePlan<N> {
  readonly told: readonly { readonly notice: N; readonly atMs: number }[];
  /** Not told, at no time. */
  readonly dropped: readonly N[];
  readonly hold: Hold | undefined;
}

const SECOND_MS = 1000;
const FIRST_WAIT_MS = 5 * SECOND_MS;
const LONGEST_WAIT_MS = 3600 * SECOND_MS;
const GIVE_UP_AFTER_MS = 24 * 3600 * SECOND_MS;
/** Silences change, and so does what they cover: what is held is decided again after so long at the latest. */
const LONGEST_HOLD_MS = 600 * SECOND_MS;

/**
 * The one place that decides who is told of an alert, when, and through which channel: asked when an alert fires, before
 * and after each attempt, and when what held it may have ended. Every further rule is an input of it. See rules alerts-31,
 * alerts-32.
 */
export function planNotices<N extends OpenNotice>(situation: NoticeSituation, notices: readonly N[]): NoticePlan<N> {
  if (situation.isOver) return { told: [], dropped: notices, hold: undefined };
  const hold = holdOf(situation);
  if (hold) return { told: [], dropped: [], hold };
  const plans = notices.map((notice) => ({ notice, atMs: nextAttemptMs(notice, situation) }));
  return {
    told: plans.flatMap(({ notice, atMs }) => (atMs === undefined ? [] : [{ notice, atMs }])),
    dropped: plans.filter(({ atMs }) => atMs === undefined).map(({ notice }) => notice),
    hold: undefined,
  };
}

/** Of several silences the one that ends last. */
function holdOf({ silences, nowMs }: NoticeSituation): Hold | undefined {
  let longest: { id: number; endMs: number } | undefined;
  for (const silence of silences) {
    const window = windowAt(silence, nowMs);
    if (window && window.endMs > (longest?.endMs ?? 0)) longest = { id: silence.id, endMs: window.endMs };
  }
  return longest && { silenceId: longest.id, untilMs: Math.min(longest.endMs, nowMs + LONGEST_HOLD_MS) };
}

/** At once, then after waits that double from 5 seconds to an hour. Undefined when it is given up. */
function nextAttemptMs({ failures, failedMs }: OpenNotice, { sinceMs, nowMs }: NoticeSituation): number | undefined {
  if (failures === 0 || failedMs === undefined) return nowMs;
  const dueMs = failedMs + Math.min(FIRST_WAIT_MS * 2 ** (failures - 1), LONGEST_WAIT_MS);
  return dueMs - sinceMs > GIVE_UP_AFTER_MS ? undefined : Math.max(nowMs, dueMs);
}
