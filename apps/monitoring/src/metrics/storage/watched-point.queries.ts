import { Queries, type Transaction } from '@wardstone/database';
import { decodeBatch, columnBytes, type PointBatch } from './log-segment';

export interface WatchedPoints {
  id: number;
  points: PointBatch;
}

/** Points that have been waiting for too long. */
export interface LeftPoints extends WatchedPoints {
  /** Waiting time by the database's clock. */
  leftForMs: number;
}

/** Points stored until their consumer has processed them. */
export class WatchedPointQueries extends Queries {
  /** Deletes rows in the transaction that consumes them; returns those that existed. */
  async take(tx: Transaction, ids: readonly number[]): Promise<ReadonlySet<number>> {
    const rows = await this.db.queryPrepared<[number]>(
      'metric_watched_take',
      `DELETE FROM metric_watched w WHERE w.id = ANY ($1::bigint[]) RETURNING w.id`,
      [ids],
      tx,
    );
    return new Set(rows.map(([id]) => id));
  }

  /** Takes the oldest unlocked rows that have been waiting for this long. */
  async takeLeft(tx: Transaction, leftForMs: number, limit: number): Promise<LeftPoints[]> {
    const rows = await this.db.queryPrepared<[number, Buffer, Buffer, Buffer, number]>(
      'metric_watched_take_left',
      `DELETE FROM metric_watched w
        WHERE w.id = ANY (ARRAY (
          SELECT o.id FROM metric_watched o WHERE o.logged_at <= now() - $1::float8 * interval '1 ms'
           ORDER BY o.id LIMIT $2 FOR UPDATE SKIP LOCKED))
       RETURNING w.id, w.schedule_ids, w.times, w.point_values,
                 (extract(epoch FROM now() - w.logged_at) * 1000)::float8`,
      [leftForMs, limit],
      tx,
    );
    const taken = rows.map(([id, ids, times, values, ms]) => {
      return { id, points: decodeBatch(ids, times, values), leftForMs: ms };
    });
    return taken.sort((a, b) => a.id - b.id);
  }

  /** Returns points that could not be consumed, as if they had been waiting for this long. */
  async putBack(tx: Transaction, { scheduleIds, times, values }: PointBatch, leftForMs: number): Promise<void> {
    await tx.query(
      `INSERT INTO metric_watched (schedule_ids, times, point_values, logged_at)
       VALUES ($1, $2, $3, now() - $4::float8 * interval '1 ms')`,
      [columnBytes(scheduleIds), columnBytes(times), columnBytes(values), leftForMs],
    );
  }
}
