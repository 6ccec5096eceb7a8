import { Queries } from '@wardstone/database';
import type { TimeWindow } from '@wardstone/metric-points';

/** A native histogram as it is stored. */
export interface HistogramRow {
  readonly scheduleId: number;
  readonly timeMs: number;
  /** As `encodeHistogram` wrote it. */
  readonly bytes: Buffer;
}

export class HistogramQueries extends Queries {
  /** Stores histograms; one for the same time replaces the stored one. */
  async store(rows: readonly HistogramRow[]): Promise<void> {
    // Of equal keys the last counts. Sorted, so that concurrent writers of the same keys wait for each other.
    const distinct = [...new Map(rows.map((row) => [`${row.scheduleId} ${row.timeMs}`, row])).values()].sort(
      (a, b) => a.scheduleId - b.scheduleId || a.timeMs - b.timeMs,
    );
    await this.db.queryPrepared(
      'metric_histogram_store',
      `INSERT INTO metric_histogram (schedule_id, time_ms, histogram)
       SELECT h.schedule_id, h.time_ms, h.histogram
         FROM unnest($1::int[], $2::bigint[], $3::bytea[]) AS h (schedule_id, time_ms, histogram)
       ON CONFLICT (schedule_id, time_ms) DO UPDATE SET histogram = excluded.histogram`,
      [
        distinct.map(({ scheduleId }) => scheduleId),
        distinct.map(({ timeMs }) => timeMs),
        distinct.map(({ bytes }) => bytes),
      ],
    );
  }

  /** Histograms of schedules within a window, in the order of their keys, after the last one that was read. */
  list(
    scheduleIds: readonly number[],
    { start, end }: TimeWindow,
    [lastId, lastMs]: readonly [scheduleId: number, timeMs: number],
    limit: number,
  ): Promise<[scheduleId: number, timeMs: number, bytes: Buffer][]> {
    return this.db.queryPrepared<[number, number, Buffer]>(
      'metric_histogram_read',
      `SELECT h.schedule_id, h.time_ms, h.histogram FROM metric_histogram h
        WHERE h.schedule_id = ANY ($1::int[]) AND h.time_ms >= $2 AND h.time_ms < $3
          AND (h.schedule_id, h.time_ms) > ($4, $5)
        ORDER BY h.schedule_id, h.time_ms LIMIT $6`,
      [scheduleIds, Math.floor(start), Math.ceil(end), lastId, lastMs, limit],
    );
  }
}
