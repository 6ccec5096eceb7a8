/** Maximum delay for which a value still gets the time at which it was due. */
const PUNCTUAL_MS = 5_000;

/**
 * The last time up to `nowMs` at which something with this interval was due. Times count from the epoch plus the phase,
 * so that an agent finds the same ones after a restart, and agents with different phases do not report at once.
 */
export function lastDueMs(nowMs: number, intervalMs: number, phaseMs: number): number {
  const phase = phaseMs % intervalMs;
  return Math.floor((nowMs - phase) / intervalMs) * intervalMs + phase;
}

/**
 * The due time to record: the scheduled time if the check is punctual, else now; undefined if nothing is due. Something
 * never done, or done in the future because the clock was set back, is due at once.
 */
export function dueFor(
  doneMs: number | undefined,
  { nowMs, intervalMs, phaseMs }: { nowMs: number; intervalMs: number; phaseMs: number },
): number | undefined {
  if (doneMs === undefined || doneMs > nowMs) return nowMs;
  const dueMs = lastDueMs(nowMs, intervalMs, phaseMs);
  if (dueMs <= doneMs) return undefined;
  return nowMs - dueMs <= PUNCTUAL_MS ? dueMs : nowMs;
}

/** Maximum pause between attempts that are refused. */
const MAX_PAUSE_MS = 24 * 3_600_000;

/** Time from an attempt to the next one after consecutive refusals (from 1): doubles up to a day. */
export function waitAfterRefusals(refusals: number, intervalMs: number): number {
  return Math.max(intervalMs, Math.min(intervalMs * 2 ** refusals, MAX_PAUSE_MS));
}

/** A fixed phase for an agent: a hash (FNV-1a) of its name. */
export function getPhase(name: string): number {
  let hash = 0x811c9dc5;
  for (const character of name) hash = Math.imul(hash ^ character.codePointAt(0)!, 0x01000193) >>> 0;
  return hash;
}
