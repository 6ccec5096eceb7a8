import { Injectable } from '@nestjs/common';
import type { Transaction } from '@wardstone/database';
import type { PointBatch } from './log-segment';
import { type LeftPoints, WatchedPointQueries } from './watched-point.queries';

export type { WatchedPoints } from './watched-point.queries';

/** The points selected by a capture, until it has consumed them. */
@Injectable()
export class CapturedPoints {
  constructor(private readonly queries: WatchedPointQueries) {}

  /** Deletes rows in the transaction that consumes them; returns those that existed. */
  take(tx: Transaction, ids: readonly number[]): Promise<ReadonlySet<number>> {
    return this.queries.take(tx, ids);
  }

  /** Takes the oldest unlocked rows that have been waiting for this long. */
  takeLeft(tx: Transaction, leftForMs: number, limit: number): Promise<LeftPoints[]> {
    return this.queries.takeLeft(tx, leftForMs, limit);
  }

  /** Returns points that could not be consumed, as if they had been waiting for this long. */
  putBack(tx: Transaction, points: PointBatch, leftForMs: number): Promise<void> {
    return this.queries.putBack(tx, points, leftForMs);
  }
}
