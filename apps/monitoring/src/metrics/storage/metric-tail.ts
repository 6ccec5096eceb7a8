import { Inject, Injectable } from '@nestjs/common';
import type { PointCollector } from '../domain/points';
import { idsOf } from './id-ranges';
import type { IdRanges } from './id-ranges';
import type { LogSegment } from './log-segment';
import { MetricLogQueries } from './metric-log.queries';

/**
 * The part of the log that has not been folded yet, in memory: what this process wrote, and what it read of other
 * processes' writes. Which of it counts is the database's word at the moment of a read, not ours; so it may hold too
 * much, and loads what it lacks.
 */
@Injectable()
export class MetricTail {
  private readonly segments = new Map<number, LogSegment>();

  constructor(@Inject(MetricLogQueries) private readonly queries: MetricLogQueries) {}

  add(segment: LogSegment): void {
    this.segments.set(segment.id, segment);
  }

  /** The ids held now; those that a later look at the log does not show have been folded. */
  heldIds(): number[] {
    return [...this.segments.keys()];
  }

  /** Those of the ids that are held. */
  find(ids: readonly number[]): Map<number, LogSegment> {
    return new Map(ids.map((id) => [id, this.segments.get(id)] as const).filter(isHeld));
  }

  /** The segments of the ids, oldest first; undefined if the log has lost one of them to the fold since. */
  async require(unfolded: IdRanges): Promise<LogSegment[] | undefined> {
    const ids = [...idsOf(unfolded)];
    const missing = ids.filter((id) => !this.segments.has(id));
    if (missing.length > 0) {
      for (const segment of await this.queries.findSegments(missing)) this.add(segment);
    }
    const segments = ids.map((id) => this.segments.get(id));
    return segments.includes(undefined) ? undefined : (segments as LogSegment[]);
  }

  /** Forgets what has been folded: ids held before the log was looked at and not shown by it. */
  forgetFolded(heldBefore: readonly number[], unfolded: IdRanges): void {
    const shown = new Set(idsOf(unfolded));
    for (const id of heldBefore) if (!shown.has(id)) this.segments.delete(id);
  }
}

function isHeld(entry: readonly [number, LogSegment | undefined]): entry is readonly [number, LogSegment] {
  return entry[1] !== undefined;
}

/** Adds the points of one schedule from several segments, in the order they were stored. */
export function collectFrom(
  segments: readonly LogSegment[],
  scheduleId: number,
  { start, end }: { start: number; end: number },
  collector: PointCollector,
): void {
  for (const segment of segments) segment.collect(scheduleId, start, end, collector);
}
