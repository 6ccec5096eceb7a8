import { Queries } from '@wardstone/database';
import { decodeHistogram, type NativeHistogram, type TimeWindow } from '@wardstone/metric-points';

/** A native histogram as it is stored. */
export interface HistogramRow {
  readonly scheduleId: number;
  readonly timeMs: number;
  /** As `encodeHistogram` wrote it. */
  readonly bytes: Buffer;
}

/** Native histograms of a schedule by time in ms, in order of time. */
export type StoredHistograms = Map<number, NativeHistogram>;

/** Rows read by one statement; of the largest histograms they take 64 MiB. */
const ROWS_AT_A_TIME = 2_000;

/**
 * Native histograms beside the points of their series, which have the times at which there is one (`HISTOGRAM_CODE`).
 */
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

  /**
   * Histograms of schedules within a window, by schedule.
   * @param spend receives the size of each part in bytes before the next is read, and may throw
   */
  async read(
    scheduleIds: readonly number[],
    { start, end }: TimeWindow,
    spend: (bytes: number) => Promise<void>,
  ): Promise<Map<number, StoredHistograms>> {
    const found = new Map<number, StoredHistograms>();
    let [ids, lastId, lastMs] = [[...scheduleIds].sort((a, b) => a - b), 0, 0];
    for (;;) {
      const rows = await this.db.queryPrepared<[number, number, Buffer]>(
        'metric_histogram_read',
        `SELECT h.schedule_id, h.time_ms, h.histogram FROM metric_histogram h
          WHERE h.schedule_id = ANY ($1::int[]) AND h.time_ms >= $2 AND h.time_ms < $3
            AND (h.schedule_id, h.time_ms) > ($4, $5)
          ORDER BY h.schedule_id, h.time_ms LIMIT ${ROWS_AT_A_TIME}`,
        [ids, Math.floor(start), Math.ceil(end), lastId, lastMs],
      );
      await spend(rows.reduce((bytes, [, , { length }]) => bytes + length, 0));
      for (const [scheduleId, timeMs, bytes] of rows) {
        const known = found.get(scheduleId) ?? new Map<number, NativeHistogram>();
        found.set(scheduleId, known);
        known.set(timeMs, decodeHistogram(bytes));
        [lastId, lastMs] = [scheduleId, timeMs];
      }
      if (rows.length < ROWS_AT_A_TIME) return found;
      ids = ids.filter((id) => id >= lastId);
    }
  }
}
