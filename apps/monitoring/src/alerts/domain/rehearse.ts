import { type CoveringSilence, type GroupingTimes, planNotices, type Thread, UNHELD } from './notice-plan';

/** A notification of the definition that is tried out. */
export interface RehearsedNotice {
  readonly senderName: string;
  /** Whether its recipients see the alerts of an incident as one. */
  readonly gathers: boolean;
}

export interface RehearsalRules {
  readonly silences: readonly CoveringSilence[];
  readonly grouping: GroupingTimes;
  /** After so long without another alert an incident takes no more. */
  readonly windowMs: number;
}

/** What would have become of one notification of one alert. */
export interface Rehearsed {
  readonly senderName: string;
  /** Held until then at least, told then, or told then along with an alert before. */
  readonly outcome: 'HELD' | 'TOLD' | 'JOINED';
  readonly atMs: number;
}

/**
 * Who would have been told of alerts of one definition on one resource, and when, by the function that decides about real ones; as
 * if each delivery succeeded at once. What holds an alert back may outlast it. Pure. See rule alerts-49.
 *
 * @param firedMs in the order of time
 */
export function rehearse(
  firedMs: readonly number[],
  notices: readonly RehearsedNotice[],
  { silences, grouping, windowMs }: RehearsalRules,
): Rehearsed[][] {
  const threads = new Map<RehearsedNotice, { dueMs: number | undefined; toldMs: number | undefined }>();
  let lastMs = -Infinity;
  return firedMs.map((nowMs) => {
    if (nowMs - lastMs > windowMs) threads.clear();
    lastMs = nowMs;
    return notices.map((notice): Rehearsed => {
      const { senderName, gathers } = notice;
      const known = threads.get(notice);
      const isWaiting = known?.dueMs !== undefined && known.dueMs > nowMs;
      const toldMs = isWaiting ? known.toldMs : (known?.dueMs ?? known?.toldMs);
      const thread: Thread = { leaderId: isWaiting ? 1 : undefined, toldMs };
      const situation = { ...UNHELD, sinceMs: nowMs, nowMs, silences, grouping };
      const open = { kind: 'ALERT', failures: 0, failedMs: undefined, thread: gathers ? thread : undefined } as const;
      const { hold, joined, told } = planNotices(situation, [open]);
      if (hold) return { senderName, outcome: 'HELD', atMs: hold.untilMs };
      if (joined.length > 0) return { senderName, outcome: 'JOINED', atMs: known!.dueMs! };
      const { atMs } = told[0]!;
      threads.set(notice, { dueMs: atMs, toldMs });
      return { senderName, outcome: 'TOLD', atMs };
    });
  });
}
