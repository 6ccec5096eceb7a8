/** A value of a counter at a time in ms. */
export interface CounterValue {
  timeMs: number;
  value: number;
}

const MINUTE_MS = 60_000;

/**
 * The rate per minute between two values of a counter; undefined for the first value, for one that is not newer, and
 * after a counter reset. See rule agents-6.
 */
export function ratePerMinute(
  before: CounterValue | undefined,
  now: CounterValue,
  trend: 'TRENDSUP' | 'TRENDSDOWN',
): number | undefined {
  if (!before || now.timeMs <= before.timeMs) return undefined;
  const change = trend === 'TRENDSUP' ? now.value - before.value : before.value - now.value;
  const rate = (MINUTE_MS / (now.timeMs - before.timeMs)) * change;
  return rate < 0 || !Number.isFinite(rate) ? undefined : rate;
}
