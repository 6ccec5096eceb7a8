import { encodePoints } from '../domain/point-codec';
import { PointCollector } from '../domain/points';
import type { Points } from '../domain/points';
import { HOUR_MS } from '../domain/time-window';
import type { PointBatch } from './log-segment';
import type { Chunk } from './metric-chunk.queries';

/** Points of one schedule and hour on their way into a chunk, in the order they were stored. */
export interface HourOfPoints {
  readonly scheduleId: number;
  readonly hour: number;
  readonly collector: PointCollector;
}

/** Sorts points by schedule and hour. Batches must be added in the order they were stored. */
export class PointsByHour {
  private readonly bySchedule = new Map<number, Map<number, PointCollector>>();

  /** Adds the points from..to of a batch, so that the caller can stop for breath. */
  add({ scheduleIds, times, values }: PointBatch, from: number, to: number): void {
    for (let i = from; i < to; i++) {
      const scheduleId = scheduleIds[i]!;
      const time = times[i]!;
      this.collectorOf(scheduleId, Math.floor(time / HOUR_MS)).add(time, values[i]!);
    }
  }

  /** By schedule and hour, ascending: the order in which every fold locks rows. */
  toHours(): HourOfPoints[] {
    const hours: HourOfPoints[] = [];
    for (const [scheduleId, byHour] of this.bySchedule) {
      for (const [hour, collector] of byHour) hours.push({ scheduleId, hour, collector });
    }
    return hours.sort((a, b) => a.scheduleId - b.scheduleId || a.hour - b.hour);
  }

  private collectorOf(scheduleId: number, hour: number): PointCollector {
    let byHour = this.bySchedule.get(scheduleId);
    if (!byHour) this.bySchedule.set(scheduleId, (byHour = new Map<number, PointCollector>()));
    let collector = byHour.get(hour);
    if (!collector) byHour.set(hour, (collector = new PointCollector(16)));
    return collector;
  }
}

/** The chunk that holds these points, of which there is one at least. */
export function toChunk(scheduleId: number, hour: number, points: Points): Chunk {
  const { times, values } = points;
  let sum = 0;
  let min = Infinity;
  let max = -Infinity;
  for (const value of values) {
    sum += value;
    if (value < min) min = value;
    if (value > max) max = value;
  }
  const statistics = { count: times.length, sum, min, max, first: times[0]!, last: times[times.length - 1]! };
  return { scheduleId, hour, statistics, points: encodePoints(points) };
}
