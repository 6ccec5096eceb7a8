import { Injectable } from '@nestjs/common';
import {
  type BucketAccumulator,
  decodePoints,
  HOUR_MS,
  PointCollector,
  type Points,
  type TimeWindow,
  slicePoints,
} from '@wardstone/metric-points';
import { Pace } from '@wardstone/turns';
import type { Collectors } from './log-segment';
import { type FoundChunks, MetricChunkQueries } from './metric-chunk.queries';
import type { IdRanges } from './id-ranges';
import { MetricBuffer } from './metric-buffer';
import { MetricLogQueries } from './metric-log.queries';

/** A compaction between two statements of a read restarts it; once in a row is rare, this often is a bug. */
const MAX_ATTEMPTS = 20;

/** A consistent state of stored points: chunks, and points not yet compacted into them. */
interface Stored extends FoundChunks {
  readonly recentOf: (scheduleId: number) => Points;
}

/** State of the log at the start of a read. */
export interface BegunRead {
  /** Segments held in memory before the read. */
  readonly held: ReturnType<MetricBuffer['heldIds']>;
  readonly uncompacted: Promise<IdRanges>;
}

/** Returns the points of a schedule. */
type SeriesReader = (scheduleId: number) => Points;

const NO_POINTS: Points = { times: new Float64Array(), values: new Float64Array() };

export interface NewestPoint {
  readonly time: number;
  readonly value: number;
}

/**
 * Reads raw points, compacted or not, including everything committed before the read. The log is read first, so that a
 * point being compacted is found in at least one place.
 */
@Injectable()
export class MetricReader {
  private looking: Promise<IdRanges> | undefined;
  private nextLook: Promise<IdRanges> | undefined;

  constructor(
    private readonly log: MetricLogQueries,
    private readonly chunks: MetricChunkQueries,
    private readonly buffer: MetricBuffer,
  ) {}

  /** Starts a read before its schedules are known, because reading the log takes as long as finding them. */
  begin(): BegunRead {
    const held = this.buffer.heldIds();
    const uncompacted = this.lookAtLog();
    // A failing read rejects on its own.
    uncompacted.catch(() => undefined);
    return { held, uncompacted };
  }

  /** The points of one schedule within the window, in order of time. */
  async readPoints(scheduleId: number, window: TimeWindow): Promise<Points> {
    return (await this.readSeries([scheduleId], window))(scheduleId);
  }

  /** Like `readPoints`, for several schedules and decoded on demand, because decoded points are much larger. */
  async readSeries(scheduleIds: readonly number[], window: TimeWindow): Promise<SeriesReader> {
    return toSeries(await this.look(scheduleIds, (ids) => this.chunks.findChunks(ids, window), window), window);
  }

  /**
   * Like `readSeries`, unless there are more points than approximately `most` within the window, over all schedules;
   * those of the last minutes are not counted.
   */
  async readSeriesUpTo(
    most: number,
    scheduleIds: readonly number[],
    window: TimeWindow,
    begun?: BegunRead,
  ): Promise<SeriesReader | undefined> {
    const spanMs = (Math.ceil(window.end / HOUR_MS) - Math.floor(window.start / HOUR_MS)) * HOUR_MS;
    const mostInChunks = (most * spanMs) / (window.end - window.start);
    const stored = await this.look(
      scheduleIds,
      (ids) => this.chunks.findChunks(ids, window, mostInChunks),
      window,
      begun,
    );
    return (stored.points ?? 0) > mostInChunks ? undefined : toSeries(stored, window);
  }

  /** The newest point of each schedule within the window, if any. */
  async readLatest(scheduleIds: readonly number[], window: TimeWindow): Promise<Map<number, NewestPoint>> {
    const { chunksOf, recentOf } = await this.look(scheduleIds, (ids) => this.chunks.findNewest(ids, window), window);
    const latest = new Map<number, NewestPoint>();
    for (const id of scheduleIds) {
      const [chunk] = chunksOf.get(id) ?? [];
      const newest = [
        chunk ? slicePoints(decodePoints(chunk.points), window.start, window.end) : NO_POINTS,
        recentOf(id),
      ];
      for (const { times, values } of newest) {
        const [time, value] = [times.at(-1), values.at(-1)];
        // Of equal times, the point stored later counts.
        if (time !== undefined && time >= (latest.get(id)?.time ?? -Infinity)) latest.set(id, { time, value: value! });
      }
    }
    return latest;
  }

  /** Fills accumulators with the points of schedules, with one statement. */
  async readForBuckets(
    scheduleIds: readonly number[],
    window: TimeWindow,
  ): Promise<(scheduleId: number, accumulator: BucketAccumulator) => void> {
    const stored = await this.look(scheduleIds, (ids) => this.chunks.findChunks(ids, window), window);
    return (id, accumulator) => accumulate(stored, id, accumulator);
  }

  /**
   * One read of the log at a time. Reads that arrive during one share the next, because the present one may miss
   * earlier commits.
   */
  private lookAtLog(): Promise<IdRanges> {
    const begin = (): Promise<IdRanges> => {
      this.nextLook = undefined;
      const look = this.log.findIds().finally(() => {
        if (this.looking === look) this.looking = undefined;
      });
      return (this.looking = look);
    };
    if (!this.looking) return begin();
    return (this.nextLook ??= this.looking.then(begin, begin));
  }

  private async look(
    scheduleIds: readonly number[],
    find: (ids: readonly number[]) => Promise<FoundChunks>,
    window: TimeWindow,
    begun = this.begin(),
  ): Promise<Stored> {
    const wanted = new Set(scheduleIds);
    for (let attempt = 0, at = begun; attempt < MAX_ATTEMPTS; attempt++, at = this.begin()) {
      const uncompacted = await at.uncompacted;
      const found = await find([...wanted]);
      this.buffer.forgetCompacted(at.held, uncompacted);
      const segments = await this.buffer.require(uncompacted);
      if (!segments) continue;
      const collectors: Collectors = new Map();
      const pace = new Pace();
      for (const segment of segments) {
        if (pace.isDue) await pace.rest();
        segment.collect(wanted, window.start, window.end, collectors);
      }
      return { ...found, recentOf: (id) => collectors.get(id)?.toPoints() ?? NO_POINTS };
    }
    throw new Error(`the metric log was compacted away ${MAX_ATTEMPTS} times during one read`);
  }
}

function toSeries({ chunksOf, recentOf }: Stored, { start, end }: TimeWindow): SeriesReader {
  return (scheduleId) => {
    const chunks = chunksOf.get(scheduleId) ?? [];
    const recent = recentOf(scheduleId);
    const most = chunks.reduce((sum, { statistics }) => sum + statistics.count, recent.times.length);
    const collector = new PointCollector(most);
    for (const { points } of chunks) collector.addAll(slicePoints(decodePoints(points), start, end));
    collector.addAll(recent);
    return collector.toPoints();
  };
}

/** Chunks within one bucket count by their statistics, unless the log may replace one of their points. */
function accumulate({ chunksOf, recentOf }: Stored, scheduleId: number, accumulator: BucketAccumulator): void {
  const recent = recentOf(scheduleId);
  const chunks = chunksOf.get(scheduleId) ?? [];
  for (const { hour, statistics, points } of chunks) {
    const start = hour * HOUR_MS;
    const end = start + HOUR_MS;
    const mayBeReplaced = slicePoints(recent, start, end).times.length > 0;
    if (mayBeReplaced) {
      const collector = new PointCollector();
      collector.addAll(decodePoints(points));
      collector.addAll(slicePoints(recent, start, end));
      accumulator.addPoints(collector.toPoints());
    } else if (accumulator.isInOneBucket(start, end)) accumulator.addStatistics(statistics);
    else accumulator.addPoints(decodePoints(points));
  }
  if (recent.times.length > 0) accumulator.addPoints(without(recent, new Set(chunks.map(({ hour }) => hour))));
}

/** The points outside of the given hours. */
function without({ times, values }: Points, hours: ReadonlySet<number>): Points {
  const collector = new PointCollector(times.length);
  times.forEach((time, i) => {
    if (!hours.has(Math.floor(time / HOUR_MS))) collector.add(time, values[i]!);
  });
  return collector.toPoints();
}
