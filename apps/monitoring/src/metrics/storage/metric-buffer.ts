import { Injectable } from '@nestjs/common';
import { type IdRanges, expandRanges } from './id-ranges';
import type { LogSegment } from './log-segment';
import { MetricLogQueries } from './metric-log.queries';

/**
 * The uncompacted part of the log in memory: what this process wrote, and what it read of other processes. The database
 * decides at each read which points are current, so the buffer may hold too much, and loads what is missing.
 */
@Injectable()
export class MetricBuffer {
  private readonly segments = new Map<number, LogSegment>();
  private points = 0;

  constructor(private readonly queries: MetricLogQueries) {}

  /** Number of points held. */
  get pointCount(): number {
    return this.points;
  }

  /** Number of segments held. */
  get segmentCount(): number {
    return this.segments.size;
  }

  add(segment: LogSegment): void {
    if (this.segments.has(segment.id)) return;
    this.segments.set(segment.id, segment);
    this.points += segment.pointCount;
  }

  /**
   * Drops segments that were held before the log was read and are below its oldest row; all of them if the log was
   * empty.
   */
  forgetBelow(heldBefore: readonly number[], oldestId = Infinity): void {
    this.forget(heldBefore.filter((id) => id < oldestId));
  }

  /** Drops segments that have been compacted. */
  forget(ids: readonly number[]): void {
    for (const id of ids) {
      this.points -= this.segments.get(id)?.pointCount ?? 0;
      this.segments.delete(id);
    }
  }

  /** Ids of held segments; those missing in a later read of the log have been compacted. */
  heldIds(): number[] {
    return [...this.segments.keys()];
  }

  /** Held segments by id. */
  find(ids: readonly number[]): Map<number, LogSegment> {
    return new Map(ids.map((id) => [id, this.segments.get(id)] as const).filter(isHeld));
  }

  /** The segments with the ids, oldest first; undefined if one has been compacted meanwhile. */
  async require(uncompacted: IdRanges): Promise<LogSegment[] | undefined> {
    const ids = [...expandRanges(uncompacted)];
    const missing = ids.filter((id) => !this.segments.has(id));
    if (missing.length > 0) {
      for (const segment of await this.queries.findSegments(missing)) this.add(segment);
    }
    const segments = ids.map((id) => this.segments.get(id));
    return segments.includes(undefined) ? undefined : (segments as LogSegment[]);
  }

  /** Drops compacted segments: those held before the log was read but missing in it. */
  forgetCompacted(heldBefore: readonly number[], uncompacted: IdRanges): void {
    const shown = new Set(expandRanges(uncompacted));
    this.forget(heldBefore.filter((id) => !shown.has(id)));
  }
}

function isHeld(entry: readonly [number, LogSegment | undefined]): entry is readonly [number, LogSegment] {
  return entry[1] !== undefined;
}
