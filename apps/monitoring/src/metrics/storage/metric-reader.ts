import { Injectable } from '@nestjs/common';
import {
  type BucketAccumulator,
  decodePoints,
  HOUR_MS,
  PointCollector,
  type Points,
  type TimeWindow,
  within,
} from '@wardstone/metric-points';
import { Pace } from '@wardstone/turns';
import type { Collectors } from './log-segment';
import { type FoundChunks, MetricChunkQueries } from './metric-chunk.queries';
import type { IdRanges } from './id-ranges';
import { MetricBuffer } from './metric-buffer';
import { MetricLogQueries } from './metric-log.queries';

/** A compaction between two statements of a read sends it back to its start; one such in a row is rare, this many is a bug. */
const MAX_ATTEMPTS = 20;

/** The stored points of a moment: chunks, and what had not been compacted into them. */
interface Stored extends FoundChunks {
  readonly recentOf: (scheduleId: number) => Points;
}

/** The state of the log at the start of a read. */
export interface BegunRead {
  /** Segments in memory before the read. */
  readonly held: ReturnType<MetricBuffer['heldIds']>;
  readonly uncompacted: Promise<IdRanges>;
}

/** The points of a schedule. */
type SeriesReader = (scheduleId: number) => Points;

const NO_POINTS: Points = { times: new Float64Array(), values: new Float64Array() };

export interface NewestPoint {
  readonly time: number;
  readonly value: number;
}

/**
 * Reads raw points, compacted or not: everything committed before the read is included. The log is read first, so that
 * a point being compacted is found in at least one place.
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

  /** Begins a read before its schedules are known: reading the log takes as long as finding them. */
  begin(): BegunRead {
    const held = this.buffer.heldIds();
    const uncompacted = this.lookAtLog();
    // A failing read rejects on its own.
    uncompacted.catch(() => undefined);
    return { held, uncompacted };
  }

  /** The points of one schedule within the window, in the order of time. */
  async readPoints(scheduleId: number, window: TimeWindow): Promise<Points> {
    return (await this.readSeries([scheduleId], window))(scheduleId);
  }

  /** The same for several schedules, decoded on demand: decoded points are much larger. */
  async readSeries(scheduleIds: readonly number[], window: TimeWindow): Promise<SeriesReader> {
    return toSeries(await this.look(scheduleIds, (ids) => this.chunks.findChunks(ids, window), window), window);
  }

  /**
   * The same, unless there are about more points than `most` within the window, of all schedules together; those of the
   * last minutes are not counted.
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

  /** The newest point of each schedule that has one within the window. */
  async readLatest(scheduleIds: readonly number[], window: TimeWindow): Promise<Map<number, NewestPoint>> {
    const { chunksOf, recentOf } = await this.look(scheduleIds, (ids) => this.chunks.findNewest(ids, window), window);
    const latest = new Map<number, NewestPoint>();
    for (const id of scheduleIds) {
      const [chunk] = chunksOf.get(id) ?? [];
      const newest = [chunk ? within(decodePoints(chunk.points), window.start, window.end) : NO_POINTS, recentOf(id)];
      for (const { times, values } of newest) {
        const [time, value] = [times.at(-1), values.at(-1)];
        // At the same time what was stored later counts.
        if (time !== undefined && time >= (latest.get(id)?.time ?? -Infinity)) latest.set(id, { time, value: value! });
      }
    }
    return latest;
  }

  /** Fills accumulators with the points of schedules, by one statement. */
  async readForBuckets(
    scheduleIds: readonly number[],
    window: TimeWindow,
  ): Promise<(scheduleId: number, accumulator: BucketAccumulator) => void> {
    const stored = await this.look(scheduleIds, (ids) => this.chunks.findChunks(ids, window), window);
    return (id, accumulator) => accumulate(stored, id, accumulator);
  }

  /** One read of the log at a time: reads that arrive during one, which may miss earlier commits, share the next. */
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
    for (const { points } of chunks) collector.addAll(within(decodePoints(points), start, end));
    collector.addAll(recent);
    return collector.toPoints();
  };
}

/** Chunks within one bucket count by their statistics, unless the log could replace one of their points. */
function accumulate({ chunksOf, recentOf }: Stored, scheduleId: number, accumulator: BucketAccumulator): void {
  const recent = recentOf(scheduleId);
  const chunks = chunksOf.get(scheduleId) ?? [];
  for (const { hour, statistics, points } of chunks) {
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
  if (recent.times.length > 0) accumulator.addPoints(without(recent, new Set(chunks.map(({ hour }) => hour))));
}

/** The points outside the hours given. */
function without({ times, values }: Points, hours: ReadonlySet<number>): Points {
  const collector = new PointCollector(times.length);
  times.forEach((time, i) => {
    if (!hours.has(Math.floor(time / HOUR_MS))) collector.add(time, values[i]!);
  });
  return collector.toPoints();
}
