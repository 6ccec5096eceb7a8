const FIRST_MS = 500;
const MAX_MS = 30_000;

/**
 * Delay before the next attempt in ms, by the number of consecutive failures (from 1): doubles, and is spread over its
 * upper half by `chance` (0 to 1), so that agents do not return simultaneously.
 */
export function backoffMs(failures: number, chance: number): number {
  const most = Math.min(MAX_MS, FIRST_MS * 2 ** (failures - 1));
  return most / 2 + (most / 2) * chance;
}

/** Maximum Retry-After that is followed, before it is spread. */
const MAX_ASKED_MS = 60_000;

/**
 * The pause before the next attempt, in ms: the backoff or, if longer, the server's Retry-After (0 for none), spread
 * over twice the time because all refused agents get the same.
 */
export function pauseMs(failures: number, retryAfterMs: number, chance: number): number {
  return Math.max(backoffMs(failures, chance), Math.min(retryAfterMs, MAX_ASKED_MS) * (1 + chance));
}
