import type { DeliveryState } from '@wardstone/dto/monitoring';

/** The outcome of one addressee: `failed` is tried again, everything else stays. */
export type Outcome = 'sent' | 'deferred' | 'refused' | 'failed';

/** One addressee of a notification, such as an e-mail address, and what is to be said of it. */
export interface TargetOutcome {
  readonly target: string;
  readonly outcome: Outcome;
  readonly text: string;
  /** What the other side said. */
  readonly response?: string;
}

/** See rule alerts-18. */
const LONGEST_MESSAGE = 4000;

const SECOND_MS = 1000;
const FIRST_WAIT_MS = 5 * SECOND_MS;
const LONGEST_WAIT_MS = 3600 * SECOND_MS;
const GIVE_UP_AFTER_MS = 24 * 3600 * SECOND_MS;

/** What is known after another attempt: of each addressee the newest, in the order of their first mention. */
export function mergeOutcomes(
  before: readonly TargetOutcome[],
  newest: readonly TargetOutcome[],
): readonly TargetOutcome[] {
  const merged = new Map(before.map((outcome) => [outcome.target, outcome]));
  for (const outcome of newest) merged.set(outcome.target, outcome);
  return [...merged.values()];
}

export function stateOf(outcomes: readonly TargetOutcome[]): DeliveryState {
  const has = (...wanted: Outcome[]): boolean => outcomes.some(({ outcome }) => wanted.includes(outcome));
  const isReached = has('sent', 'deferred');
  if (has('refused', 'failed')) return isReached ? 'PARTIAL' : 'FAILURE';
  if (!isReached) return 'UNKNOWN';
  return has('sent') ? 'SUCCESS' : 'DEFERRED';
}

/**
 * Successes, then failures, as one text. See rule alerts-28.
 *
 * @param nextMs when what failed is tried again; undefined for never.
 */
export function describeOutcomes(outcomes: readonly TargetOutcome[], nextMs?: number): string {
  const isGood = ({ outcome }: TargetOutcome): boolean => outcome === 'sent' || outcome === 'deferred';
  const sent = outcomes.filter(({ outcome }) => outcome === 'sent');
  const parts = [
    ...(sent.length === 0 ? [] : [`sent to [${sent.map(({ target }) => target).join(', ')}]`]),
    ...outcomes.filter((outcome) => isGood(outcome) && outcome.outcome !== 'sent').map(({ text }) => text),
    ...outcomes.filter((outcome) => !isGood(outcome)).map(({ text }) => text),
    ...(nextMs === undefined ? [] : [`tried again at ${new Date(nextMs).toISOString()}`]),
  ];
  return parts.join('; ').slice(0, LONGEST_MESSAGE);
}

/**
 * When to try again: the waits double from 5 seconds to an hour.
 *
 * @param attempt number of the attempt that has failed, from 1.
 * @param firedMs time of the alert; a day later it is given up, and the answer is undefined.
 */
export function nextAttemptMs(attempt: number, firedMs: number, nowMs: number): number | undefined {
  const waitMs = Math.min(FIRST_WAIT_MS * 2 ** (attempt - 1), LONGEST_WAIT_MS);
  const nextMs = nowMs + waitMs;
  return nextMs - firedMs > GIVE_UP_AFTER_MS ? undefined : nextMs;
}

/**
 * Ids from a text such as `|1|7|12|`; fences may be missing. Undefined when a part is no number.
 * See rule alerts-27.
 */
export function parseIdList(text: string): number[] | undefined {
  const parts = text
    .split('|')
    .map((part) => part.trim())
    .filter((part) => part !== '');
  return parts.every((part) => /^[0-9]{1,9}$/.test(part)) ? [...new Set(parts.map(Number))] : undefined;
}
