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

/** A server is not waited for any longer because of what it asks for, but for the spread. */
const LONGEST_ASKED_MS = 60_000;

/**
 * How long to wait before the next try where the server may have asked for a time, 0 if it has not: no less than that, and spread
 * over as long again, since it asks all that it refuses for the same.
 */
export function pauseMs(failures: number, askedMs: number, chance: number): number {
  return Math.max(backoffMs(failures, chance), Math.min(askedMs, LONGEST_ASKED_MS) * (1 + chance));
}
