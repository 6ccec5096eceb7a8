import { Inject, Injectable } from '@nestjs/common';
import { Database } from '@wardstone/database';
import { HOUR_MS } from '../domain/time-window';
import type { Tier, TimeWindow } from '../domain/time-window';
import { arrayText } from '../storage/metric-chunk.queries';

/** What is kept of a slice of time. */
export interface TierRow {
  readonly scheduleId: number;
  /** Start of the slice, in ms. */
  readonly start: number;
  readonly avg: number;
  readonly min: number;
  readonly max: number;
}

@Injectable()
export class MetricTierQueries {
  constructor(@Inject(Database) private readonly db: Database) {}

  /** The rows whose slices begin within the window, in no order. */
  async findRows(
    tier: Exclude<Tier, 'raw'>,
    scheduleIds: readonly number[],
    { start, end }: TimeWindow,
  ): Promise<TierRow[]> {
    // As with raw points: the plan for one schedule is kept, the plan for many depends on how many.
    const [name, condition, asked] =
      scheduleIds.length === 1
        ? [`metric_rows_${tier}_one`, 'r.schedule_id = $1', scheduleIds[0]]
        : [`metric_rows_${tier}`, 'r.schedule_id = ANY ($1::int[])', arrayText(scheduleIds)];
    const rows = await this.db.queryPrepared<[number, number, number, number, number]>(
      name,
      `SELECT r.schedule_id, r.hour, r.avg, r.min, r.max
         FROM metric_${tier} r WHERE ${condition} AND r.hour >= $2 AND r.hour < $3`,
      [asked, Math.ceil(start / HOUR_MS), Math.ceil(end / HOUR_MS)],
    );
    return rows.map(([scheduleId, hour, avg, min, max]) => ({ scheduleId, start: hour * HOUR_MS, avg, min, max }));
  }
}
