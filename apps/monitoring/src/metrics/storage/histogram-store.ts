import { Injectable } from '@nestjs/common';
import { decodeHistogram, type NativeHistogram, type TimeWindow } from '@wardstone/metric-points';
import { HistogramQueries, type HistogramRow } from './histogram.queries';

export type { HistogramRow };

/** Native histograms of a schedule by time in ms, in order of time. */
export type StoredHistograms = Map<number, NativeHistogram>;

/** Rows read by one statement; of the largest histograms they take 64 MiB. */
const ROWS_AT_A_TIME = 2_000;

/** Native histograms beside the points of their series, which have the times at which there is one (`HISTOGRAM_CODE`). */
@Injectable()
export class HistogramStore {
  constructor(private readonly queries: HistogramQueries) {}

  /** Stores histograms; one for the same time replaces the stored one. */
  store(rows: readonly HistogramRow[]): Promise<void> {
    return this.queries.store(rows);
  }

  /**
   * Histograms of schedules within a window, by schedule.
   * @param spend receives the size of each part in bytes before the next is read, and may throw
   */
  async read(
    scheduleIds: readonly number[],
    window: TimeWindow,
    spend: (bytes: number) => Promise<void>,
  ): Promise<Map<number, StoredHistograms>> {
    const found = new Map<number, StoredHistograms>();
    let ids = [...scheduleIds].sort((a, b) => a - b);
    let last: [scheduleId: number, timeMs: number] = [0, 0];
    for (;;) {
      const rows = await this.queries.list(ids, window, last, ROWS_AT_A_TIME);
      await spend(rows.reduce((bytes, [, , { length }]) => bytes + length, 0));
      for (const [scheduleId, timeMs, bytes] of rows) {
        const known = found.get(scheduleId) ?? new Map<number, NativeHistogram>();
        found.set(scheduleId, known);
        known.set(timeMs, decodeHistogram(bytes));
        last = [scheduleId, timeMs];
      }
      if (rows.length < ROWS_AT_A_TIME) return found;
      ids = ids.filter((id) => id >= last[0]);
    }
  }
}
