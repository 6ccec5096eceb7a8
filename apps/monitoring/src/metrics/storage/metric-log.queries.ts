import { Inject, Injectable } from '@nestjs/common';
import { Database } from '@wardstone/database';
import type { Transaction } from '@wardstone/database';
import { LogSegment, batchOf, columnBytes } from './log-segment';
import type { PointBatch } from './log-segment';

@Injectable()
export class MetricLogQueries {
  constructor(@Inject(Database) private readonly db: Database) {}

  /**
   * Stores a batch as one row, committed when this resolves. Tells its id and that of the oldest row: whoever knew of
   * committed rows before that one knows that they have been folded.
   */
  async insert(batch: PointBatch): Promise<{ id: number; oldestId: number }> {
    const [[id, oldestId]] = (await this.db.queryPrepared<[number, number | null]>(
      'metric_log_insert',
      `INSERT INTO metric_log (point_count, schedule_ids, times, point_values) VALUES ($1, $2, $3, $4)
       RETURNING id, (SELECT min(l.id) FROM metric_log l)`,
      [batch.times.length, ...columnsOf(batch)],
    )) as [[number, number | null]];
    return { id, oldestId: oldestId ?? id };
  }

  /** The same, which leaves some of the points for whoever watches them, in the same commit. */
  async insertWatched(
    batch: PointBatch,
    watched: PointBatch,
  ): Promise<{ id: number; oldestId: number; watchedId: number }> {
    const [[id, oldestId, watchedId]] = (await this.db.queryPrepared<[number, number | null, number]>(
      'metric_log_insert_watched',
      `WITH watched AS (
         INSERT INTO metric_watched (schedule_ids, times, point_values) VALUES ($5, $6, $7) RETURNING id)
       INSERT INTO metric_log (point_count, schedule_ids, times, point_values) VALUES ($1, $2, $3, $4)
       RETURNING id, (SELECT min(l.id) FROM metric_log l), (SELECT w.id FROM watched w)`,
      [batch.times.length, ...columnsOf(batch), ...columnsOf(watched)],
    )) as [[number, number | null, number]];
    return { id, oldestId: oldestId ?? id, watchedId };
  }

  /** Those of the rows that are still there, by ascending id. */
  async findSegments(ids: readonly number[], transaction?: Transaction): Promise<LogSegment[]> {
    const rows = await this.db.queryPrepared<[number, Buffer, Buffer, Buffer]>(
      'metric_log_find',
      `SELECT l.id, l.schedule_ids, l.times, l.point_values FROM metric_log l WHERE l.id = ANY ($1::bigint[]) ORDER BY l.id`,
      [ids],
      transaction,
    );
    return rows.map(([id, scheduleIds, times, values]) => new LogSegment(id, batchOf(scheduleIds, times, values)));
  }

  /** The oldest rows with their numbers of points, `limit` of them at most. */
  async listOldest(limit: number, transaction: Transaction): Promise<{ id: number; pointCount: number }[]> {
    const rows = await this.db.queryPrepared<[number, number]>(
      'metric_log_oldest',
      `SELECT l.id, l.point_count FROM metric_log l ORDER BY l.id LIMIT $1`,
      [limit],
      transaction,
    );
    return rows.map(([id, pointCount]) => ({ id, pointCount }));
  }

  async remove(ids: readonly number[], transaction: Transaction): Promise<void> {
    await transaction.query(`DELETE FROM metric_log WHERE id = ANY ($1::bigint[])`, [ids]);
  }

  /** What waits for the fold: how many points, and since when the oldest of them, by the database's clock. */
  async measureBacklog(): Promise<{ pointCount: number; ageMs: number }> {
    const [backlog] = await this.db.query<{ point_count: string; age_ms: string }>(
      `SELECT coalesce(sum(l.point_count), 0) AS point_count,
              coalesce(extract(epoch FROM now() - min(l.logged_at)) * 1000, 0) AS age_ms
         FROM metric_log l`,
    );
    return { pointCount: Number(backlog!.point_count), ageMs: Number(backlog!.age_ms) };
  }
}

function columnsOf({ scheduleIds, times, values }: PointBatch): Buffer[] {
  return [columnBytes(scheduleIds), columnBytes(times), columnBytes(values)];
}
