import type { DeliveryState } from '@wardstone/terms';
import { cutText } from '@wardstone/units';
import { planNotices, UNHELD } from './notice-plan';

/**
 * Outcome of one recipient: `failed` is retried; `waiting` is sent at the end of quiet hours, unless the alert is over
 * (`skipped`); all others are final.
 */
export type Outcome = 'sent' | 'deferred' | 'refused' | 'failed' | 'waiting' | 'skipped';

/** One recipient of a notification, such as an e-mail address, and its outcome. */
export interface TargetOutcome {
  readonly target: string;
  readonly outcome: Outcome;
  readonly text: string;
  /** Response of the recipient's server. */
  readonly response?: string;
  /** End of the quiet hours of a waiting recipient. */
  readonly untilMs?: number;
}

/** Whether the recipient still has to be notified. */
export function isOpen({ outcome }: TargetOutcome): boolean {
  return outcome === 'failed' || outcome === 'waiting';
}

/** Outcomes to start another attempt with: it either notifies or drops each waiting recipient. */
export function beforeAttempt(outcomes: readonly TargetOutcome[]): readonly TargetOutcome[] {
  return outcomes.map(({ untilMs: _untilMs, ...known }) =>
    known.outcome === 'waiting'
      ? { ...known, outcome: 'skipped', text: `${known.target}: not sent, recovered or acknowledged by then` }
      : known,
  );
}

/**
 * Time of the next attempt of a notification, as `planNotices` decides it; undefined for never.
 * @param outcomes after its attempts
 * @param times when the notification was created, and when it was last attempted
 */
export function nextAttemptMs(
  outcomes: readonly TargetOutcome[],
  times: { attempts: number; attemptedMs: number; sinceMs: number; nowMs: number },
): number | undefined {
  const { attempts: failures, attemptedMs: failedMs, sinceMs, nowMs } = times;
  const attempted = { kind: 'ALERT' as const, thread: undefined, failures, failedMs };
  const open = outcomes.filter(isOpen).map(({ untilMs: quietUntilMs }) => ({ ...attempted, quietUntilMs }));
  const { sent } = planNotices({ ...UNHELD, sinceMs, nowMs }, open);
  return sent.length === 0 ? undefined : Math.min(...sent.map(({ atMs }) => atMs));
}

/** See rule alerts-18. */
const MAX_MESSAGE_LENGTH = 4000;

/** Outcomes after another attempt: the newest of each recipient, in the order of their first mention. */
export function mergeOutcomes(
  before: readonly TargetOutcome[],
  newest: readonly TargetOutcome[],
): readonly TargetOutcome[] {
  const merged = new Map(before.map((outcome) => [outcome.target, outcome]));
  for (const outcome of newest) merged.set(outcome.target, outcome);
  return [...merged.values()];
}

export function getDeliveryState(outcomes: readonly TargetOutcome[]): DeliveryState {
  const has = (...wanted: Outcome[]): boolean => outcomes.some(({ outcome }) => wanted.includes(outcome));
  const isReached = has('sent', 'deferred', 'waiting');
  if (has('refused', 'failed')) return isReached ? 'PARTIAL' : 'FAILURE';
  if (!isReached) return 'UNKNOWN';
  return has('sent') ? 'SUCCESS' : 'DEFERRED';
}

/** An attempt to deliver a notification, as it is stored. */
export interface AttemptMade {
  readonly madeMs: number;
  readonly state: DeliveryState;
  readonly message: string;
  readonly outcomes: readonly TargetOutcome[];
  readonly isSettled: boolean;
}

/**
 * An attempt that ends now, and the time of the next one; undefined for never.
 * @param before number of earlier attempts, and the time when the notification was created
 */
export function toAttempt(
  outcomes: readonly TargetOutcome[],
  { attempts, sinceMs }: { attempts: number; sinceMs: number },
  nowMs: number,
): { made: AttemptMade; nextMs: number | undefined } {
  const nextMs = nextAttemptMs(outcomes, { attempts: attempts + 1, attemptedMs: nowMs, sinceMs, nowMs });
  const state = getDeliveryState(outcomes);
  const message = describeOutcomes(outcomes, nextMs);
  return { made: { madeMs: nowMs, state, message, outcomes, isSettled: nextMs === undefined }, nextMs };
}

/**
 * Successes, then failures, as one text. See rule alerts-28.
 *
 * @param nextMs when what failed is tried again; undefined for never.
 */
export function describeOutcomes(outcomes: readonly TargetOutcome[], nextMs?: number): string {
  const isGood = ({ outcome }: TargetOutcome): boolean => outcome !== 'refused' && outcome !== 'failed';
  const sent = outcomes.filter(({ outcome }) => outcome === 'sent');
  const parts = [
    ...(sent.length === 0 ? [] : [`sent to [${sent.map(({ target }) => target).join(', ')}]`]),
    ...outcomes.filter((outcome) => isGood(outcome) && outcome.outcome !== 'sent').map(({ text }) => text),
    ...outcomes.filter((outcome) => !isGood(outcome)).map(({ text }) => text),
    ...(nextMs === undefined ? [] : [`tried again at ${new Date(nextMs).toISOString()}`]),
  ];
  return cutText(parts.join('; '), MAX_MESSAGE_LENGTH);
}

/**
 * Ids from a text such as `|1|7|12|`; fences may be missing. Undefined when a part is not a number. See rule alerts-27.
 */
export function parseIdList(text: string): number[] | undefined {
  const parts = text
    .split('|')
    .map((part) => part.trim())
    .filter((part) => part !== '');
  return parts.every((part) => /^[0-9]{1,9}$/.test(part)) ? [...new Set(parts.map(Number))] : undefined;
}
