import { setImmediate as breathe } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import { Database } from '@wardstone/database';
import type { Transaction } from '@wardstone/database';
import { decodePoints } from '../domain/point-codec';
import { PointCollector } from '../domain/points';
import { splitByHour, toChunk } from './fold-points';
import type { HourOfPoints } from './fold-points';
import type { LogSegment } from './log-segment';
import { MetricChunkQueries } from './metric-chunk.queries';
import { MetricLogQueries } from './metric-log.queries';
import { MetricPartitionQueries } from './metric-partition.queries';
import { MetricTail } from './metric-tail';

/** One step of a fold: rows of the log, points in them, chunks written per statement. */
const MOST_SEGMENTS = 2_000;
const MOST_POINTS = 500_000;
const CHUNKS_PER_STATEMENT = 2_000;

/** What a step of the fold did. */
export interface Folded {
  readonly segments: number;
  readonly points: number;
  readonly chunks: number;
}

const NOTHING: Folded = { segments: 0, points: 0, chunks: 0 };

/**
 * Moves points from the log into chunks, the oldest rows first and each step in one transaction: a reader sees a point
 * in the one place or in the other, and a fold that is killed has done nothing.
 */
@Injectable()
export class MetricFold {
  constructor(
    @Inject(Database) private readonly db: Database,
    @Inject(MetricLogQueries) private readonly log: MetricLogQueries,
    @Inject(MetricChunkQueries) private readonly chunks: MetricChunkQueries,
    @Inject(MetricPartitionQueries) private readonly partitions: MetricPartitionQueries,
    @Inject(MetricTail) private readonly tail: MetricTail,
  ) {}

  /** Folds until the log is empty or another process folds. */
  async foldAll(): Promise<Folded> {
    let total = NOTHING;
    for (;;) {
      const step = await this.foldStep();
      if (step.segments === 0) return total;
      total = {
        segments: total.segments + step.segments,
        points: total.points + step.points,
        chunks: total.chunks + step.chunks,
      };
    }
  }

  /** One step; nothing when the log is empty or another process is folding. */
  foldStep(): Promise<Folded> {
    return this.db.transaction(async (transaction) => {
      if (!(await this.partitions.tryLockFold(transaction))) return NOTHING;
      const segments = await this.nextSegments(transaction);
      if (segments.length === 0) return NOTHING;
      const hours = splitByHour(segments.map(({ batch }) => batch));
      await breathe();
      await this.partitions.ensureDays(hours);
      for (let at = 0; at < hours.length; at += CHUNKS_PER_STATEMENT) {
        await this.merge(hours.slice(at, at + CHUNKS_PER_STATEMENT), transaction);
        await breathe();
      }
      await this.partitions.noteRollUpsDue(hours, transaction);
      await this.log.remove(
        segments.map(({ id }) => id),
        transaction,
      );
      const points = segments.reduce((sum, { pointCount }) => sum + pointCount, 0);
      return { segments: segments.length, points, chunks: hours.length };
    });
  }

  private async nextSegments(transaction: Transaction): Promise<LogSegment[]> {
    const ids: number[] = [];
    let points = 0;
    for (const { id, pointCount } of await this.log.listOldest(MOST_SEGMENTS, transaction)) {
      if (ids.length > 0 && points + pointCount > MOST_POINTS) break;
      ids.push(id);
      points += pointCount;
    }
    const held = this.tail.find(ids);
    const missing = ids.filter((id) => !held.has(id));
    for (const segment of missing.length > 0 ? await this.log.findSegments(missing, transaction) : []) {
      held.set(segment.id, segment);
    }
    return ids.map((id) => held.get(id)!);
  }

  private async merge(hours: readonly HourOfPoints[], transaction: Transaction): Promise<void> {
    const existing = await this.chunks.findExisting(
      hours.map(({ scheduleId }) => scheduleId),
      hours.map(({ hour }) => hour),
      transaction,
    );
    const merged = hours.map(({ scheduleId, hour, points }, position) => {
      const stored = existing.get(position);
      if (!stored) return toChunk(scheduleId, hour, points);
      // What came later replaces what is stored.
      const all = new PointCollector(stored.statistics.count + points.times.length);
      all.addAll(decodePoints(stored.points));
      all.addAll(points);
      return toChunk(scheduleId, hour, all.toPoints());
    });
    await this.chunks.upsert(merged, transaction);
  }
}
