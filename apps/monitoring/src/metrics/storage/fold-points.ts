import { encodePoints } from '../domain/point-codec';
import { inOrder } from '../domain/points';
import type { Points } from '../domain/points';
import { HOUR_MS } from '../domain/time-window';
import type { PointBatch } from './log-segment';
import type { Chunk } from './metric-chunk.queries';

/** Points of one schedule and hour on their way into a chunk; of several at one time the last stored. */
export interface HourOfPoints {
  readonly scheduleId: number;
  readonly hour: number;
  readonly points: Points;
}

/** Room for the index of a point beside its schedule id in one double. */
const MOST_POINTS = 2 ** 22;

/**
 * Splits points by schedule and hour. A sort of one column of doubles: maps of collectors take several times as long.
 *
 * Shape: by schedule and hour, ascending: the order in which every fold locks rows.
 * @param batches in the order they were stored.
 */
export function splitByHour(batches: readonly PointBatch[]): HourOfPoints[] {
  const length = batches.reduce((sum, { times }) => sum + times.length, 0);
  if (length > MOST_POINTS) throw new RangeError(`${length} points are too many to sort at once`);
  const order = new Float64Array(length);
  const times = new Float64Array(length);
  const values = new Float64Array(length);
  let at = 0;
  for (const batch of batches) {
    times.set(batch.times, at);
    values.set(batch.values, at);
    for (const scheduleId of batch.scheduleIds) order[at] = scheduleId * MOST_POINTS + at++;
  }
  order.sort();
  // From here on the points of each schedule lie together, in the order they were stored.
  const sortedTimes = new Float64Array(length);
  const sortedValues = new Float64Array(length);
  const hours: HourOfPoints[] = [];
  let from = 0;
  let current = -1;
  for (let i = 0; i < length; i++) {
    const scheduleId = Math.floor(order[i]! / MOST_POINTS);
    const index = order[i]! - scheduleId * MOST_POINTS;
    if (scheduleId !== current) {
      if (i > from) splitSchedule(current, sortedTimes.subarray(from, i), sortedValues.subarray(from, i), hours);
      current = scheduleId;
      from = i;
    }
    sortedTimes[i] = times[index]!;
    sortedValues[i] = values[index]!;
  }
  if (length > from) splitSchedule(current, sortedTimes.subarray(from), sortedValues.subarray(from), hours);
  return hours;
}

function splitSchedule(scheduleId: number, times: Float64Array, values: Float64Array, hours: HourOfPoints[]): void {
  const points = inOrder(times, values);
  let from = 0;
  while (from < points.times.length) {
    const hour = Math.floor(points.times[from]! / HOUR_MS);
    const end = (hour + 1) * HOUR_MS;
    let to = from + 1;
    while (to < points.times.length && points.times[to]! < end) to++;
    const part = { times: points.times.subarray(from, to), values: points.values.subarray(from, to) };
    hours.push({ scheduleId, hour, points: part });
    from = to;
  }
}

/** The chunk that holds these points, of which there is one at least. */
export function toChunk(scheduleId: number, hour: number, points: Points): Chunk {
  const { times, values } = points;
  let sum = 0;
  let min = Infinity;
  let max = -Infinity;
  for (let i = 0; i < values.length; i++) {
    const value = values[i]!;
    sum += value;
    if (value < min) min = value;
    if (value > max) max = value;
  }
  const statistics = { count: times.length, sum, min, max, first: times[0]!, last: times[times.length - 1]! };
  return { scheduleId, hour, statistics, points: encodePoints(points) };
}
