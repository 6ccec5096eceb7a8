/** Free space of a file system at a time. */
export interface SpaceReading {
  timeMs: number;
  freeBytes: number;
}

const HOUR_MS = 60 * 60_000;
/** Look-back of the forecast; older readings are dropped. */
export const HISTORY_MS = 6 * HOUR_MS;
/** Minimum interval between stored readings. */
export const READING_EVERY_MS = 5 * 60_000;
/** Minimum for a trend: with fewer readings, a single large file would look like one. */
const MIN_READINGS = 12;
const MIN_SPAN_MS = 50 * 60_000;
/** Upper bound of the forecast, a month; also its value while free space is stable or grows. */
export const MAX_HOURS = 720;

/**
 * Minimum coefficient of determination; excludes builds that fill a disk and empty it again, and single steps (0.75).
 */
const MIN_EXPLAINED = 0.85;

/**
 * Hours until a file system is full by the trend of its last six hours, at most a month; undefined before an hour is
 * known. The slope is the median of those between all pairs of readings (Theil-Sen), so one file written or deleted
 * does not affect it. Pure.
 * @param readings oldest first
 */
export function hoursUntilFull(readings: readonly SpaceReading[], nowMs: number): number | undefined {
  const recent = readings.filter(({ timeMs }) => nowMs - timeMs <= HISTORY_MS && timeMs <= nowMs);
  const [first, last] = [recent[0], recent.at(-1)];
  if (!first || !last || recent.length < MIN_READINGS || last.timeMs - first.timeMs < MIN_SPAN_MS) return undefined;
  if (last.freeBytes === 0) return 0;
  const slope = median(getRates(recent));
  if (slope >= 0 || explainedBy(slope, recent) < MIN_EXPLAINED) return MAX_HOURS;
  return Math.min(MAX_HOURS, last.freeBytes / (-slope * HOUR_MS));
}

/** Coefficient of determination of a line with this slope; may be negative. */
function explainedBy(slope: number, readings: readonly SpaceReading[]): number {
  const rests = readings.map(({ timeMs, freeBytes }) => freeBytes - slope * timeMs);
  const middle = median(rests);
  const mean = readings.reduce((sum, { freeBytes }) => sum + freeBytes, 0) / readings.length;
  const unexplained = rests.reduce((sum, rest) => sum + (rest - middle) ** 2, 0);
  const whole = readings.reduce((sum, { freeBytes }) => sum + (freeBytes - mean) ** 2, 0);
  return whole === 0 ? 0 : 1 - unexplained / whole;
}

/** Bytes per millisecond between all pairs of readings. */
function getRates(readings: readonly SpaceReading[]): number[] {
  return readings.flatMap((later, at) =>
    readings.slice(0, at).map(({ timeMs, freeBytes }) => (later.freeBytes - freeBytes) / (later.timeMs - timeMs)),
  );
}

function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((one, other) => one - other);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

/**
 * Appends a reading; drops readings older than the window, and later ones after the clock was set back. Ignores a reading too
 * close to the last. Pure.
 */
export function withReading(history: readonly SpaceReading[], reading: SpaceReading): readonly SpaceReading[] {
  const kept = history.filter(({ timeMs }) => timeMs <= reading.timeMs && reading.timeMs - timeMs <= HISTORY_MS);
  const last = kept.at(-1);
  const isDue = !last || reading.timeMs - last.timeMs >= READING_EVERY_MS * 0.9;
  return isDue ? [...kept, reading] : kept;
}
