const FIRST_MS = 500;
const MAX_MS = 30_000;

/**
 * Delay before the next try in ms, by the number of failures in a row (from 1): doubling, and spread by `chance` (0 to
 * 1) over the upper half, so that agents do not return simultaneously.
 */
export function backoffMs(failures: number, chance: number): number {
  const most = Math.min(MAX_MS, FIRST_MS * 2 ** (failures - 1));
  return most / 2 + (most / 2) * chance;
}

/** The longest Retry-After that is obeyed, before it is spread. */
const MAX_ASKED_MS = 60_000;

/**
 * The pause before the next try, in ms: the backoff, or if longer the Retry-After of the server (0 without one), spread over as long
 * again, because all refused agents get the same.
 */
export function pauseMs(failures: number, askedMs: number, chance: number): number {
  return Math.max(backoffMs(failures, chance), Math.min(askedMs, MAX_ASKED_MS) * (1 + chance));
}
