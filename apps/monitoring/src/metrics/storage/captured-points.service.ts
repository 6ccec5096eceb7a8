import { Injectable } from '@nestjs/common';
import type { Transaction } from '@wardstone/database';
import type { PointBatch } from './log-segment';
import { type LeftPoints, WatchedPointQueries } from './watched-point.queries';

export type { WatchedPoints } from './watched-point.queries';

/** The points that a capture has selected, until it has consumed them. */
@Injectable()
export class CapturedPoints {
  constructor(private readonly queries: WatchedPointQueries) {}

  /** Deletes rows, together with the transaction's work on them. Returns existing ones. */
  take(tx: Transaction, ids: readonly number[]): Promise<ReadonlySet<number>> {
    return this.queries.take(tx, ids);
  }

  /** Takes the oldest rows that have been left for so long and are not locked. */
  takeLeft(tx: Transaction, leftForMs: number, limit: number): Promise<LeftPoints[]> {
    return this.queries.takeLeft(tx, leftForMs, limit);
  }

  /** Puts points back that could not be consumed, as if they had been left so long ago. */
  leaveAgain(tx: Transaction, points: PointBatch, leftForMs: number): Promise<void> {
    return this.queries.leaveAgain(tx, points, leftForMs);
  }
}
