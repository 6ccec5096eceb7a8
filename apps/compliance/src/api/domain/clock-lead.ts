/**
 * Maximum lead of a reporter's clock. The latest time wins, so a time in the far future would block every later report,
 * including corrections.
 */
const MAX_LEAD_MS = 24 * 3_600_000;

export const isTooFarAhead = (nowMs: number, timeMs: number): boolean => timeMs > nowMs + MAX_LEAD_MS;
