/** start <= time < end, in ms since the epoch. */
export interface TimeWindow {
  readonly start: number;
  readonly end: number;
}

export const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;
/** Without a start a read begins this long before its end (rule metrics-4). */
export const DEFAULT_WINDOW_MS = 8 * HOUR_MS;
/** Raw points can be submitted and read for this long (rule metrics-16). */
export const RAW_RETENTION_MS = 7 * DAY_MS;
/**
 * How far the clocks of senders may be ahead. Points beyond would remain the newest value and outlive the retention.
 */
export const MAX_LEAD_MS = 24 * HOUR_MS;

/** Source of a read. See rules metrics-4, metrics-16. */
export type Tier = 'raw' | '1h' | '6h' | '24h';

/** Each tier is stored for `keptMs`, and serves reads that start within it. */
export const TIERS: readonly { readonly tier: Tier; readonly keptMs: number; readonly sliceMs: number }[] = [
  { tier: 'raw', keptMs: RAW_RETENTION_MS, sliceMs: 0 },
  { tier: '1h', keptMs: 14 * DAY_MS, sliceMs: HOUR_MS },
  { tier: '6h', keptMs: 31 * DAY_MS, sliceMs: 6 * HOUR_MS },
  { tier: '24h', keptMs: 365 * DAY_MS, sliceMs: DAY_MS },
];

/** Bounds of a bucketed read; 0 and undefined mean the default. */
export function resolveWindow(bounds: { startTime?: number; endTime?: number }, now: number): TimeWindow {
  const end = bounds.endTime || now;
  return { start: bounds.startTime || end - DEFAULT_WINDOW_MS, end };
}

/** The tier for a read that begins at `start`; undefined if that is 365 days or more in the past. */
export function tierFor(start: number, now: number): Tier | undefined {
  return TIERS.find(({ keptMs }) => now - start < keptMs)?.tier;
}

/** A part of a window, and the tier it is read from. */
export interface TierPart extends TimeWindow {
  readonly tier: Tier;
  readonly sliceMs: number;
}

/** Splits the window where the retention of a tier ends, at a slice boundary; oldest part first. */
export function tierParts({ start, end }: TimeWindow, now: number): TierPart[] {
  const parts: TierPart[] = [];
  let until = end;
  for (const [index, { tier, sliceMs, keptMs }] of TIERS.entries()) {
    const coarser = TIERS[index + 1]?.sliceMs ?? sliceMs;
    const oldest = Math.ceil((now - keptMs) / coarser) * coarser;
    const from = Math.max(start, tier === 'raw' ? oldest : Math.min(oldest, until));
    if (from < until) parts.unshift({ tier, sliceMs, start: from, end: until });
    until = Math.min(until, from);
    if (until <= start) break;
  }
  return parts;
}

export interface RawWindowRequest {
  startTime?: number;
  endTime?: number;
  /** In ms. */
  duration?: number;
}

/** The window of a raw read; an empty one is extended by a millisecond. See rule metrics-8. */
export function resolveRawWindow({ startTime, endTime, duration }: RawWindowRequest, now: number): TimeWindow {
  const end = endTime || now;
  const isSpan = duration !== undefined && duration > 0;
  const start = isSpan || !startTime ? end - (isSpan ? duration : DEFAULT_WINDOW_MS) : startTime;
  return { start, end: start === end ? end + 1 : end };
}

/** Window of newest values: the last day, and the permitted future of senders' clocks. Pure. */
export function newestWindow(now: number): TimeWindow {
  return { start: now - DAY_MS, end: now + MAX_LEAD_MS };
}

/** Minimum look-back of the newest value, and the look-back in intervals of its schedule. */
const LOOKBACK_MS = 300_000;
const LOOKBACK_INTERVALS = 2;

/** Look-back of the newest value of a schedule, in ms. See rule prometheus-6. */
export function getLookbackMs(intervalMs: number): number {
  return Math.max(LOOKBACK_MS, LOOKBACK_INTERVALS * intervalMs);
}
