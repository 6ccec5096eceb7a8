/** A notification of an alert, on one channel, that has not ended. */
export interface OpenNotice {
  /** Attempts that failed. */
  readonly failures: number;
  /** When the last of them did. */
  readonly failedMs: number | undefined;
}

/** What decides about the notifications of one alert, all of it as it is at `nowMs`. */
export interface NoticeSituation {
  /** Since when there is something to tell: attempts end a day later. */
  readonly sinceMs: number;
  readonly nowMs: number;
}

/** Every notification is in one of the lists. */
export interface NoticePlan<N> {
  readonly told: readonly { readonly notice: N; readonly atMs: number }[];
  /** Not told, at no time. */
  readonly dropped: readonly N[];
}

const SECOND_MS = 1000;
const FIRST_WAIT_MS = 5 * SECOND_MS;
const LONGEST_WAIT_MS = 3600 * SECOND_MS;
const GIVE_UP_AFTER_MS = 24 * 3600 * SECOND_MS;

/**
 * The one place that decides who is told of an alert, when, and through which channel: asked when an alert fires, and before
 * and after each attempt. Every further rule is an input of it. See rule alerts-31.
 */
export function planNotices<N extends OpenNotice>(situation: NoticeSituation, notices: readonly N[]): NoticePlan<N> {
  const plans = notices.map((notice) => ({ notice, atMs: nextAttemptMs(notice, situation) }));
  return {
    told: plans.flatMap(({ notice, atMs }) => (atMs === undefined ? [] : [{ notice, atMs }])),
    dropped: plans.filter(({ atMs }) => atMs === undefined).map(({ notice }) => notice),
  };
}

/** At once, then after waits that double from 5 seconds to an hour. Undefined when it is given up. */
function nextAttemptMs({ failures, failedMs }: OpenNotice, { sinceMs, nowMs }: NoticeSituation): number | undefined {
  if (failures === 0 || failedMs === undefined) return nowMs;
  const dueMs = failedMs + Math.min(FIRST_WAIT_MS * 2 ** (failures - 1), LONGEST_WAIT_MS);
  return dueMs - sinceMs > GIVE_UP_AFTER_MS ? undefined : Math.max(nowMs, dueMs);
}
