import { Injectable } from '@nestjs/common';
import { BucketAccumulator } from '../domain/buckets';
import { decodePoints } from '../domain/point-codec';
import { PointCollector, type Points, within } from '../domain/points';
import { HOUR_MS, type TimeWindow } from '../domain/time-window';
import type { LogSegment } from './log-segment';
import { MetricChunkQueries } from './metric-chunk.queries';
import type { Chunk } from './chunk';
import { MetricBuffer, collectFrom } from './metric-buffer';

/** A compaction between two statements of a read sends it back to its start; one such in a row is rare, this many is a bug. */
const MOST_ATTEMPTS = 20;

const RECENT_MS = 2 * HOUR_MS;
const RECENT_LOT = 2_000;
const OLD_LOT = 50;

/** The stored points of a moment: chunks by schedule, oldest first, and what had not been compacted into them. */
interface Stored {
  readonly chunksOf: ReadonlyMap<number, readonly Chunk[]>;
  readonly segments: readonly LogSegment[];
}

export interface NewestPoint {
  readonly time: number;
  readonly value: number;
}

/** Reads raw points, compacted or not, as of one moment: what was committed before the read began is in its answer. */
@Injectable()
export class MetricReader {
  constructor(
    private readonly chunks: MetricChunkQueries,
    private readonly buffer: MetricBuffer,
  ) {}

  /** The points of one schedule within the window, in the order of time. */
  async readPoints(scheduleId: number, window: TimeWindow): Promise<Points> {
    return (await this.readSeries([scheduleId], window))(scheduleId);
  }

  /** The same of each of several schedules, decoded when it is asked for: a schedule's points are much larger then. */
  async readSeries(scheduleIds: readonly number[], window: TimeWindow): Promise<(scheduleId: number) => Points> {
    const { chunksOf, segments } = await this.look(scheduleIds, window);
    return (scheduleId) => {
      const collector = new PointCollector();
      for (const { points } of chunksOf.get(scheduleId) ?? [])
        collector.addAll(within(decodePoints(points), window.start, window.end));
      collectFrom(segments, scheduleId, window, collector);
      return collector.toPoints();
    };
  }

  /** The newest point of each schedule that has one since `start`. */
  async readLatest(scheduleIds: readonly number[], { start, end }: TimeWindow): Promise<Map<number, NewestPoint>> {
    const latest = new Map<number, NewestPoint>();
    // Most have one within the last hours; few have so many chunks that they are read in small lots.
    for (const [from, lot] of [
      [Math.max(start, end - RECENT_MS), RECENT_LOT],
      [start, OLD_LOT],
    ] as const) {
      const missing = [...new Set(scheduleIds)].filter((id) => !latest.has(id));
      for (let at = 0; at < missing.length; at += lot) {
        await this.addLatest(missing.slice(at, at + lot), { start: from, end }, latest);
      }
    }
    return latest;
  }

  /** Fills an accumulator per schedule, by one statement for all of them. */
  async readBuckets(
    scheduleIds: readonly number[],
    window: TimeWindow,
    count: number,
  ): Promise<Map<number, BucketAccumulator>> {
    const ids = [...new Set(scheduleIds)];
    const stored = await this.look(ids, window);
    return new Map(
      ids.map((id) => {
        const accumulator = new BucketAccumulator(window, count);
        accumulate(stored, id, window, accumulator);
        return [id, accumulator];
      }),
    );
  }

  /** Fills one accumulator with the points of several schedules, as if they were one series. */
  async readTogether(scheduleIds: readonly number[], window: TimeWindow, count: number): Promise<BucketAccumulator> {
    const ids = [...new Set(scheduleIds)];
    const stored = await this.look(ids, window);
    const accumulator = new BucketAccumulator(window, count);
    for (const id of ids) accumulate(stored, id, window, accumulator);
    return accumulator;
  }

  private async addLatest(ids: readonly number[], window: TimeWindow, latest: Map<number, NewestPoint>): Promise<void> {
    const { chunksOf, segments } = await this.look(ids, window);
    for (const id of ids) {
      const collector = new PointCollector();
      const newest = chunksOf.get(id)?.at(-1);
      if (newest) collector.addAll(within(decodePoints(newest.points), window.start, window.end));
      collectFrom(segments, id, window, collector);
      const { times, values } = collector.toPoints();
      const last = values.length - 1;
      if (last >= 0) latest.set(id, { time: times[last]!, value: values[last]! });
    }
  }

  private async look(scheduleIds: readonly number[], window: TimeWindow): Promise<Stored> {
    for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
      const heldBefore = this.buffer.heldIds();
      const { chunks, uncompacted } = await this.chunks.findChunks(scheduleIds, window);
      this.buffer.forgetCompacted(heldBefore, uncompacted);
      const segments = await this.buffer.require(uncompacted);
      if (segments) return { chunksOf: bySchedule(chunks), segments };
    }
    throw new Error(`the metric log was compacted away ${MOST_ATTEMPTS} times during one read`);
  }
}

function bySchedule(chunks: readonly Chunk[]): Map<number, Chunk[]> {
  const chunksOf = new Map<number, Chunk[]>();
  for (const chunk of chunks) {
    const known = chunksOf.get(chunk.scheduleId);
    if (known) known.push(chunk);
    else chunksOf.set(chunk.scheduleId, [chunk]);
  }
  for (const known of chunksOf.values()) known.sort((a, b) => a.hour - b.hour);
  return chunksOf;
}

/** Chunks within one bucket count by their statistics, unless the log could replace one of their points. */
function accumulate(
  { chunksOf, segments }: Stored,
  scheduleId: number,
  window: TimeWindow,
  accumulator: BucketAccumulator,
): void {
  const uncompacted = new PointCollector();
  collectFrom(segments, scheduleId, window, uncompacted);
  const recent = uncompacted.toPoints();
  for (const { hour, statistics, points } of chunksOf.get(scheduleId) ?? []) {
    const start = hour * HOUR_MS;
    const end = start + HOUR_MS;
    const mayBeReplaced = within(recent, start, end).times.length > 0;
    if (mayBeReplaced) {
      const collector = new PointCollector();
      collector.addAll(decodePoints(points));
      collector.addAll(within(recent, start, end));
      accumulator.addPoints(collector.toPoints());
    } else if (accumulator.isInOneBucket(start, end)) accumulator.addStatistics(statistics);
    else accumulator.addPoints(decodePoints(points));
  }
  const hasChunk = new Set((chunksOf.get(scheduleId) ?? []).map(({ hour }) => hour));
  accumulator.addPoints(hasChunk.size === 0 ? recent : without(recent, hasChunk));
}

/** The points outside the hours given. */
function without({ times, values }: Points, hours: ReadonlySet<number>): Points {
  const collector = new PointCollector(times.length);
  times.forEach((time, i) => {
    if (!hours.has(Math.floor(time / HOUR_MS))) collector.add(time, values[i]!);
  });
  return collector.toPoints();
}
