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
