import { Inject, Injectable } from '@nestjs/common';
import { Database } from '@wardstone/database';
import { HOUR_MS } from '../domain/time-window';
import type { Tier, TimeWindow } from '../domain/time-window';

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
    const rows = await this.db.queryPrepared<[number, number, number, number, number]>(
      `metric_rows_${tier}`,
      `SELECT r.schedule_id, r.hour, r.avg, r.min, r.max
         FROM metric_${tier} r WHERE r.schedule_id = ANY ($1::int[]) AND r.hour >= $2 AND r.hour < $3`,
      [scheduleIds, Math.ceil(start / HOUR_MS), Math.ceil(end / HOUR_MS)],
    );
    return rows.map(([scheduleId, hour, avg, min, max]) => ({ scheduleId, start: hour * HOUR_MS, avg, min, max }));
  }
}
