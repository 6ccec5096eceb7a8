const MIN_MS = 30_000;
const MAX_MS = 5 * 60_000;
const JITTER = 0.2;

/**
 * Time of the next retry for a host outside the inventory: half of the time waited so far, within bounds, and spread
 * over hosts that started together.
 * @param random from 0 to 1
 */
export function nextRetryMs(sinceMs: number, nowMs: number, random: number): number {
  const pauseMs = Math.min(MAX_MS, Math.max(MIN_MS, (nowMs - sinceMs) / 2));
  return nowMs + pauseMs * (1 - JITTER * random);
}
