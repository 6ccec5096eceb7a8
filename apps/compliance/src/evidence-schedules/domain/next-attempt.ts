const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const GIVEN_UP_AFTER_MS = 24 * HOUR_MS;

/** When to try again after an attempt whose outcome is unknown; undefined a day after the mail was due. Pure. */
export function retryMs({
  dueMs,
  attempts,
  nowMs,
}: {
  dueMs: number;
  attempts: number;
  nowMs: number;
}): number | undefined {
  if (nowMs - dueMs >= GIVEN_UP_AFTER_MS) return undefined;
  return nowMs + Math.min(HOUR_MS, MINUTE_MS * 2 ** Math.min(attempts - 1, 10));
}
