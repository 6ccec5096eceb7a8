/** How late a value may be to still carry the time at which it was due. */
const PUNCTUAL_MS = 5_000;

/**
 * The last moment up to `nowMs` at which something with this interval was due. Moments are counted from the epoch plus
 * the phase: an agent that starts again finds the same ones, and agents of different phase do not report all at once.
 */
export function lastDueMs(nowMs: number, intervalMs: number, phaseMs: number): number {
  const phase = phaseMs % intervalMs;
  return Math.floor((nowMs - phase) / intervalMs) * intervalMs + phase;
}

/**
 * Whether something is due now, and the time it counts for: that at which it was due when it is punctual, else now;
 * undefined when it is not due. What was never done is due at once, and so is what was done in the future: the clock has
 * been set back since.
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

/** A phase of an agent, the same at every start: a hash (FNV-1a) of its name. */
export function phaseOf(name: string): number {
  let hash = 0x811c9dc5;
  for (const character of name) hash = Math.imul(hash ^ character.codePointAt(0)!, 0x01000193) >>> 0;
  return hash;
}
