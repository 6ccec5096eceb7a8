const MIN_MS = 30_000;
const MAX_MS = 5 * 60_000;
const JITTER = 0.2;

/**
 * When to ask again for a host that is not in inventory: after half of the time that it has waited, in bounds, and not all at
 * once that began at once.
 *
 * @param random from 0 to 1
 */
export function askAgainAtMs(sinceMs: number, nowMs: number, random: number): number {
  const pauseMs = Math.min(MAX_MS, Math.max(MIN_MS, (nowMs - sinceMs) / 2));
  return nowMs + pauseMs * (1 - JITTER * random);
}
