const FIRST_MS = 500;
const MAX_MS = 30_000;

/**
 * How long to wait before the next try, in ms, after so many failures in a row (1 for the first): doubling, and spread by
 * `chance` (0 to 1) over the upper half, so that many agents do not come back at the same moment.
 */
export function backoffMs(failures: number, chance: number): number {
  const most = Math.min(MAX_MS, FIRST_MS * 2 ** (failures - 1));
  return most / 2 + (most / 2) * chance;
}
