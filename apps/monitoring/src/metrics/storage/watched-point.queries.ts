import { Inject, Injectable } from '@nestjs/common';
import { Database } from '@wardstone/database';
import type { Transaction } from '@wardstone/database';
import { batchOf } from './log-segment';
import type { PointBatch } from './log-segment';

export interface WatchedPoints {
  id: number;
  points: PointBatch;
}

/** Points that are kept until whoever watches them has dealt with them. */
@Injectable()
export class WatchedPointQueries {
  constructor(@Inject(Database) private readonly db: Database) {}

  /** Takes rows out, together with what the transaction makes of them. Answers those that were still there. */
  async take(tx: Transaction, ids: readonly number[]): Promise<ReadonlySet<number>> {
    const rows = await this.db.queryPrepared<[number]>(
      'metric_watched_take',
      `DELETE FROM metric_watched w WHERE w.id = ANY ($1::bigint[]) RETURNING w.id`,
      [ids],
      tx,
    );
    return new Set(rows.map(([id]) => id));
  }

  /** Takes the oldest rows out that have been left for so long, and that nobody else is taking. */
  async takeLeft(tx: Transaction, leftForMs: number, limit: number): Promise<WatchedPoints[]> {
    const rows = await this.db.queryPrepared<[number, Buffer, Buffer, Buffer]>(
      'metric_watched_take_left',
      `DELETE FROM metric_watched w
        WHERE w.id = ANY (ARRAY (
          SELECT o.id FROM metric_watched o WHERE o.logged_at <= now() - $1::float8 * interval '1 ms'
           ORDER BY o.id LIMIT $2 FOR UPDATE SKIP LOCKED))
       RETURNING w.id, w.schedule_ids, w.times, w.point_values`,
      [leftForMs, limit],
      tx,
    );
    const taken = rows.map(([id, ids, times, values]) => ({ id, points: batchOf(ids, times, values) }));
    return taken.sort((a, b) => a.id - b.id);
  }
}
