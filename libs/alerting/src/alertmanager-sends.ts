/** An instance of a rule, as far as it decides whether Alertmanagers are sent its state. */
export interface SentInstance {
  readonly state: 'PENDING' | 'FIRING' | 'RESOLVED';
  /** Times of the evaluations that fired and resolved it. */
  readonly firedMs: number | null;
  readonly resolvedMs: number | null;
  /** Time of the evaluation whose state was sent last; null if none was. */
  readonly sentMs: number | null;
}

/** How long Alertmanagers are sent that an alert was resolved. */
const RESOLVED_FOR_MS = 15 * 60_000;
/** An alert ends this many repeats after the last one, unless it is sent again. */
const REPEATS_UNTIL_END = 4;

/**
 * Whether Alertmanagers are sent the state of an instance after an evaluation: each change, then repeatedly, and for a
 * while once it is resolved. See rule alerts-71.
 */
export function isSendDue(
  { state, firedMs, resolvedMs, sentMs }: SentInstance,
  { atMs, resendMs }: { readonly atMs: number; readonly resendMs: number },
): boolean {
  const changedMs = state === 'FIRING' ? firedMs : resolvedMs;
  if (state === 'PENDING' || changedMs === null) return false;
  // The end of an alert that was never sent is not sent either.
  if (sentMs === null) return state === 'FIRING';
  if (sentMs < changedMs) return true;
  if (state === 'RESOLVED' && atMs - changedMs >= RESOLVED_FOR_MS) return false;
  // If the clock was set back, the last time lies in the future.
  return atMs - sentMs >= resendMs || atMs < sentMs;
}

/** When an Alertmanager considers an alert to be over if nothing is sent any more. */
export function endsAt(
  { state, resolvedMs, sentMs }: SentInstance,
  { intervalMs, resendMs }: { readonly intervalMs: number; readonly resendMs: number },
): number {
  if (state === 'RESOLVED' && resolvedMs !== null) return resolvedMs;
  return (sentMs ?? 0) + REPEATS_UNTIL_END * Math.max(intervalMs, resendMs);
}
