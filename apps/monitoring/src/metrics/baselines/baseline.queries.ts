import { Injectable } from '@nestjs/common';
import { Database } from '@wardstone/database';
import type { BaselineRest } from '@wardstone/dto/monitoring';
import { HOUR_MS } from '../domain/time-window';

export interface BaselineSettings {
  /** Age at which a computed baseline is replaced, in ms; 0 switches the calculation off. */
  readonly frequencyMs: number;
  /** How far back the 1-hour rows reach that it is computed from, in ms. */
  readonly dataSetMs: number;
}

@Injectable()
export class BaselineQueries {
  constructor(private readonly db: Database) {}

  async findEach(scheduleIds: readonly number[]): Promise<ReadonlyMap<number, BaselineRest>> {
    const rows = await this.db.query<BaselineRest & { id: number }>(
      `SELECT b.schedule_id AS id, b.min, b.max, b.mean, b.computed_ms AS "computeTime"
         FROM metric_baseline b WHERE b.schedule_id = ANY ($1::integer[])`,
      [scheduleIds],
    );
    return new Map(rows.map(({ id, ...baseline }) => [id, baseline]));
  }

  /** Enters a user's baseline, which the calculation leaves alone; what was out of the old bounds is forgotten. */
  async enter(scheduleId: number, { min, max, mean, computeTime }: BaselineRest): Promise<void> {
    await this.db.transaction(async (transaction) => {
      await transaction.query(
        `INSERT INTO metric_baseline (schedule_id, min, max, mean, computed_ms, is_user_entered)
         VALUES ($1, $2, $3, $4, $5, true)
         ON CONFLICT (schedule_id) DO UPDATE SET
           min = excluded.min, max = excluded.max, mean = excluded.mean, computed_ms = excluded.computed_ms,
           is_user_entered = true`,
        [scheduleId, min, max, mean, computeTime],
      );
      await transaction.query(`DELETE FROM metric_out_of_bounds WHERE schedule_id = $1`, [scheduleId]);
    });
  }

  /** Replaces computed baselines that are too old and adds missing ones; how many were computed. See rule metrics-14. */
  async compute(now: number, { frequencyMs, dataSetMs }: BaselineSettings): Promise<number> {
    return this.db.transaction(async (transaction) => {
      await transaction.query(
        `WITH dropped AS (
           DELETE FROM metric_baseline WHERE NOT is_user_entered AND computed_ms < $1 RETURNING schedule_id
         )
         DELETE FROM metric_out_of_bounds o USING dropped d WHERE o.schedule_id = d.schedule_id`,
        [now - frequencyMs],
      );
      const computed = await transaction.query(
        `INSERT INTO metric_baseline (schedule_id, min, max, mean, computed_ms, is_user_entered)
         SELECT s.id, r.min, r.max, least(greatest(r.mean, r.min), r.max), $1, false
           FROM metric_schedule s
           JOIN metric_definition d ON d.id = s.metric_definition_id
           CROSS JOIN LATERAL (
             SELECT min(h.min) AS min, max(h.max) AS max, avg(h.avg) AS mean
               FROM metric_1h h WHERE h.schedule_id = s.id AND h.hour >= $2 AND h.hour < $3
           ) AS r
          WHERE s.is_enabled AND d.data_type = 'MEASUREMENT' AND d.numeric_type = 'DYNAMIC' AND r.mean IS NOT NULL
            AND NOT EXISTS (SELECT 1 FROM metric_baseline b WHERE b.schedule_id = s.id)
         ON CONFLICT (schedule_id) DO NOTHING
         RETURNING schedule_id`,
        [now, Math.ceil((now - dataSetMs) / HOUR_MS), Math.ceil(now / HOUR_MS)],
      );
      return computed.length;
    });
  }
}
