import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { Database, type Transaction } from '@wardstone/database';
import { decodePoints, isOfSchedule, PointCollector, type Points } from '@wardstone/metric-points';
import type { Chunk } from './chunk';
import { type HourOfPoints, splitByHour, toChunk } from './compact-points';
import type { LogSegment } from './log-segment';
import { MetricChunkQueries } from './metric-chunk.queries';
import { MetricLogQueries } from './metric-log.queries';
import { MetricPartitionQueries } from './metric-partition.queries';
import { MetricBuffer } from './metric-buffer';

/** Size of a compaction step: rows of the log, points in them, chunks per statement. */
const MAX_SEGMENTS = 2_000;
const MAX_POINTS = 500_000;
const CHUNKS_PER_STATEMENT = 2_000;

/** Result of a compaction step. */
export interface Compacted {
  readonly segments: number;
  readonly points: number;
  readonly chunks: number;
}

const NOTHING: Compacted = { segments: 0, points: 0, chunks: 0 };

/**
 * Moves points from the log into chunks, oldest rows first. They are deleted from the log after their chunks are
 * committed, so that a reader of the log always finds each point, even if chunks and log are on different servers. A
 * killed compaction can be repeated.
 */
@Injectable()
export class MetricCompaction {
  constructor(
    private readonly db: Database,
    private readonly log: MetricLogQueries,
    private readonly chunks: MetricChunkQueries,
    private readonly partitions: MetricPartitionQueries,
    private readonly buffer: MetricBuffer,
  ) {}

  /**
   * Compacts the log up to its present end: with later points it might never finish. Ends early if another process is
   * compacting, unless `waits` is set.
   */
  async compactAll({ waits = false }: { waits?: boolean } = {}): Promise<Compacted> {
    const upTo = (await this.log.findBounds())?.newest;
    let total = NOTHING;
    while (upTo !== undefined) {
      const step = await this.compactStep(upTo, waits);
      if (step.segments === 0) break;
      total = {
        segments: total.segments + step.segments,
        points: total.points + step.points,
        chunks: total.chunks + step.chunks,
      };
    }
    return total;
  }

  private async compactStep(upTo: number, waits: boolean): Promise<Compacted> {
    const { segments, chunks } = await this.mergeSegments(upTo, waits);
    const ids = segments.map(({ id }) => id);
    if (ids.length > 0) await this.log.remove(ids);
    this.buffer.forget(ids);
    return { segments: segments.length, points: pointsIn(segments), chunks };
  }

  private mergeSegments(upTo: number, waits: boolean): Promise<{ segments: LogSegment[]; chunks: number }> {
    return this.db.transaction(async (transaction) => {
      const nothing = { segments: [], chunks: 0 };
      if (waits) await this.partitions.lock(transaction);
      else if (!(await this.partitions.tryLock(transaction))) return nothing;
      const segments = await this.nextSegments(upTo, transaction);
      if (segments.length === 0) return nothing;
      const hours = splitByHour(segments.map(({ batch }) => batch));
      await yieldToEventLoop();
      await this.partitions.ensureDays(hours);
      for (const part of inParts(hours)) {
        await this.merge(part, transaction);
        await yieldToEventLoop();
      }
      const rolled = hours.filter(({ scheduleId }) => isOfSchedule(scheduleId));
      await this.partitions.noteRollUpsDue(rolled, transaction);
      return { segments, chunks: hours.length };
    });
  }

  private async nextSegments(upTo: number, transaction: Transaction): Promise<LogSegment[]> {
    const ids: number[] = [];
    let points = 0;
    for (const { id, pointCount } of await this.log.listOldest({ upTo, limit: MAX_SEGMENTS }, transaction)) {
      if (ids.length > 0 && points + pointCount > MAX_POINTS) break;
      ids.push(id);
      points += pointCount;
    }
    const held = this.buffer.find(ids);
    const missing = ids.filter((id) => !held.has(id));
    for (const segment of missing.length > 0 ? await this.log.findSegments(missing, transaction) : []) {
      held.set(segment.id, segment);
    }
    // Missing segments were compacted by another process.
    return ids.map((id) => held.get(id)).filter((segment) => segment !== undefined);
  }

  /** @param hours parts of one hour */
  private async merge(hours: readonly HourOfPoints[], transaction: Transaction): Promise<void> {
    const ids = hours.map(({ scheduleId }) => scheduleId);
    const existing = await this.chunks.findOfHour(hours[0]!.hour, ids, transaction);
    const [added, replaced]: [Chunk[], Chunk[]] = [[], []];
    for (const { scheduleId, hour, points } of hours) {
      const stored = existing.get(scheduleId);
      if (stored) replaced.push(toChunk(scheduleId, hour, joined(decodePoints(stored.points), points)));
      else added.push(toChunk(scheduleId, hour, points));
    }
    if (added.length > 0) await this.chunks.insert(added, transaction);
    if (replaced.length > 0) await this.chunks.replaceOfHour(hours[0]!.hour, replaced, transaction);
  }
}

const pointsIn = (segments: readonly LogSegment[]): number =>
  segments.reduce((sum, { pointCount }) => sum + pointCount, 0);

/** Later points replace stored ones. */
function joined(stored: Points, later: Points): Points {
  const all = new PointCollector(stored.times.length + later.times.length);
  all.addAll(stored);
  all.addAll(later);
  return all.toPoints();
}

/** Splits by hour, and into parts of limited size. */
function* inParts(hours: readonly HourOfPoints[]): Generator<HourOfPoints[]> {
  let from = 0;
  for (let to = 1; to <= hours.length; to++) {
    if (to < hours.length && hours[to]!.hour === hours[from]!.hour && to - from < CHUNKS_PER_STATEMENT) continue;
    yield hours.slice(from, to);
    from = to;
  }
}
