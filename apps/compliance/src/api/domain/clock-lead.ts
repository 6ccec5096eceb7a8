/**
 * How far the clock of a reporter may be ahead of ours. Newer times win over older ones, so a time of the far future
 * would keep every later report out, those that correct it too.
 */
const MAX_LEAD_MS = 24 * 3_600_000;

export const isAheadOf = (nowMs: number, timeMs: number): boolean => timeMs > nowMs + MAX_LEAD_MS;
