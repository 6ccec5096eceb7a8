import { parameters, Queries, type Transaction } from '@wardstone/database';
import { type IdRanges, parseIdRanges } from './id-ranges';
import type { JoinedRow } from './joined-statement';
import { decodeBatch, columnBytes, LogSegment, type PointBatch } from './log-segment';

export class MetricLogQueries extends Queries {
  /**
   * Stores a batch as one row, with copies of points that conditions watch. Without a transaction, it is one commit and
   * statement, including joined rows.
   */
  async insert(
    batch: PointBatch,
    watched: PointBatch | undefined,
    joined: readonly JoinedRow[],
    within?: Transaction,
  ): Promise<{ id: number; watchedId: number | undefined; joinedValues: readonly unknown[] }> {
    const { params, bind } = parameters();
    const statement = joined[0]?.statement;
    const row = [batch.times.length, ...toColumns(batch)].map(bind).join();
    const watchedRow = watched && toColumns(watched).map(bind).join();
    const parts = [
      ...(statement
        ? [
            statement.ctes(
              joined.map(({ row: joinedRow }) => joinedRow),
              bind,
            ),
          ]
        : []),
      ...(watchedRow
        ? [
            `watched AS (INSERT INTO metric_watched (schedule_ids, times, point_values) VALUES (${watchedRow}) RETURNING id)`,
          ]
        : []),
    ];
    const [[id, watchedId, joinedValues]] = (await this.db.queryPrepared<[number, number | null, unknown[] | null]>(
      ['metric_log_insert', ...(watched ? ['watched'] : []), ...(statement ? [statement.name] : [])].join('_'),
      `${parts.length > 0 ? `WITH ${parts.join()} ` : ''}
       INSERT INTO metric_log (point_count, schedule_ids, times, point_values) VALUES (${row})
       RETURNING id, ${watched ? '(SELECT w.id FROM watched w)' : 'NULL'}, ${statement?.values ?? 'NULL'}`,
      params,
      within,
    )) as [[number, number | null, unknown[] | null]];
    return { id, watchedId: watchedId ?? undefined, joinedValues: joinedValues ?? [] };
  }

  /** Ids of the oldest and the newest row; undefined if there is none. Older committed rows have been compacted. */
  async findBounds(): Promise<{ oldest: number; newest: number } | undefined> {
    const [[oldest, newest]] = (await this.db.queryPrepared<[number | null, number | null]>(
      'metric_log_bounds',
      `SELECT min(l.id), max(l.id) FROM metric_log l`,
    )) as [[number | null, number | null]];
    return oldest === null || newest === null ? undefined : { oldest, newest };
  }

  /** Ids of all rows. */
  async findIds(): Promise<IdRanges> {
    const [[ids]] = (await this.db.queryPrepared<[string | null]>(
      'metric_log_ids',
      `SELECT range_agg(int8range(l.id, l.id, '[]'))::text FROM metric_log l`,
    )) as [[string | null]];
    return parseIdRanges(ids);
  }

  /** Existing rows, by ascending id. */
  async findSegments(ids: readonly number[], transaction?: Transaction): Promise<LogSegment[]> {
    const rows = await this.db.queryPrepared<[number, Buffer, Buffer, Buffer]>(
      'metric_log_find',
      `SELECT l.id, l.schedule_ids, l.times, l.point_values FROM metric_log l WHERE l.id = ANY ($1::bigint[]) ORDER BY l.id`,
      [ids],
      transaction,
    );
    return rows.map(([id, scheduleIds, times, values]) => new LogSegment(id, decodeBatch(scheduleIds, times, values)));
  }

  /** The oldest rows up to an id with their numbers of points, at most `limit`. */
  async listOldest(
    { upTo, limit }: { upTo: number; limit: number },
    transaction: Transaction,
  ): Promise<{ id: number; pointCount: number }[]> {
    const rows = await this.db.queryPrepared<[number, number]>(
      'metric_log_oldest',
      `SELECT l.id, l.point_count FROM metric_log l WHERE l.id <= $1 ORDER BY l.id LIMIT $2`,
      [upTo, limit],
      transaction,
    );
    return rows.map(([id, pointCount]) => ({ id, pointCount }));
  }

  async remove(ids: readonly number[]): Promise<void> {
    await this.db.query(`DELETE FROM metric_log WHERE id = ANY ($1::bigint[])`, [ids]);
  }

  /** Backlog of the compaction: number of points, and age of the oldest by the database's clock. */
  async measureBacklog(): Promise<{ pointCount: number; ageMs: number }> {
    const [backlog] = await this.db.query<{ point_count: string; age_ms: string }>(
      `SELECT coalesce(sum(l.point_count), 0) AS point_count,
              coalesce(extract(epoch FROM now() - min(l.logged_at)) * 1000, 0) AS age_ms
         FROM metric_log l`,
    );
    return { pointCount: Number(backlog!.point_count), ageMs: Number(backlog!.age_ms) };
  }
}

function toColumns({ scheduleIds, times, values }: PointBatch): Buffer[] {
  return [columnBytes(scheduleIds), columnBytes(times), columnBytes(values)];
}
