export interface TimeRange {
  /** In ms. */
  start: number;
  end: number;
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;
export const WEEK = 7 * DAY;

/** Periods of charts, by their name in the address. */
export const SPANS = {
  '1h': HOUR,
  '8h': 8 * HOUR,
  '1d': DAY,
  '7d': WEEK,
  '30d': 30 * DAY,
  '90d': 90 * DAY,
  '1y': 365 * DAY,
  '2y': 730 * DAY,
} as const;
export type SpanName = keyof typeof SPANS;
const SPAN_NAMES = Object.keys(SPANS) as SpanName[];
/** Periods for metrics, which are measured every minute. */
export const METRIC_SPANS: readonly SpanName[] = ['1h', '8h', '1d', '7d', '30d', '1y'];
/** Periods for data with one value per day. */
export const DAY_SPANS: readonly SpanName[] = ['30d', '90d', '1y', '2y'];

/** The days that overlap a period, in UTC, and the time from the start of the first to the end of the last. Pure. */
export function overlappingDays({ start, end }: TimeRange): TimeRange & { from: string; to: string; count: number } {
  const [from, to] = [start, end - 1].map((at) => new Date(at).toISOString().slice(0, 10)) as [string, string];
  const whole = { start: Date.parse(from), end: Date.parse(to) + DAY };
  return { from, to, ...whole, count: Math.round((whole.end - whole.start) / DAY) };
}

export interface ChartTime extends TimeRange {
  /** Undefined for a period that was zoomed or panned to. */
  span?: SpanName;
}

/** The live period moves in steps of this length, so that each tick does not refetch the same data. */
const STEP = 30_000;

/** The period in the address: `start` and `end` of a zoomed chart, otherwise a `span` until now. Pure. */
export function readChartTime(query: URLSearchParams, now: number, usual: SpanName = '8h'): ChartTime {
  const [start, end] = [query.get('start'), query.get('end')].map((text) =>
    /^\d{1,15}$/.test(text ?? '') ? Number(text) : NaN,
  );
  if (start! < end!) return { start: start!, end: end! };
  const span = SPAN_NAMES.find((name) => name === query.get('span')) ?? usual;
  const last = Math.ceil(now / STEP) * STEP;
  return { start: last - SPANS[span], end: last, span };
}

/** The previous or next period, overlapping by half, and never beyond now. Pure. */
export function panRange({ start, end }: TimeRange, direction: -1 | 1, now: number): TimeRange {
  const step = Math.round((end - start) / 2) * direction;
  const shift = Math.min(step, Math.max(0, now - end));
  return { start: start + shift, end: end + shift };
}
