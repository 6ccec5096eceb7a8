import { toColumns, Queries, type Transaction } from '@wardstone/database';
import type { BaselineRest } from '@wardstone/dto/monitoring';
import { HOUR_MS } from '@wardstone/metric-points';
import { arrayText } from '../storage/array-text.sql';

const SCHEDULES_PER_STEP = 10_000;

export interface BaselineSettings {
  /** Age at which a computed baseline is replaced, in ms; 0 disables the calculation. */
  readonly frequencyMs: number;
  /** Period of 1-hour rows for the computation, in ms. */
  readonly dataSetMs: number;
}

export class BaselineQueries extends Queries {
  async findEach(scheduleIds: readonly number[]): Promise<ReadonlyMap<number, BaselineRest>> {
    const rows = await this.db.query<BaselineRest & { id: number }>(
      `SELECT b.schedule_id AS id, b.min, b.max, b.mean, b.computed_ms AS "computeTime"
         FROM metric_baseline b WHERE b.schedule_id = ANY ($1::integer[])`,
      [scheduleIds],
    );
    return new Map(rows.map(({ id, ...baseline }) => [id, baseline]));
  }

  /** Stores a user's baseline, which the calculation never replaces; deletes what was out of the old bounds. */
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

  /** Computes missing baselines and replaces outdated ones; returns the number. See rule metrics-14. */
  async compute(now: number, { frequencyMs, dataSetMs }: BaselineSettings): Promise<number> {
    return this.db.transaction(async (transaction) => {
      await transaction.query(
        `WITH dropped AS (
           DELETE FROM metric_baseline WHERE NOT is_user_entered AND computed_ms < $1 RETURNING schedule_id
         )
         DELETE FROM metric_out_of_bounds o USING dropped d WHERE o.schedule_id = d.schedule_id`,
        [now - frequencyMs],
      );
      const hours = [Math.ceil((now - dataSetMs) / HOUR_MS), Math.ceil(now / HOUR_MS)];
      let computed = 0;
      let last = 0;
      for (;;) {
        const ids = await listWithout(last, transaction);
        if (ids.length === 0) return computed;
        computed += await computeEach(ids, hours, now, transaction);
        last = ids.at(-1)!;
      }
    });
  }
}

/** Schedules after the given one that should have a baseline but have none, by id. */
function listWithout(lastId: number, transaction: Transaction): Promise<number[]> {
  return transaction.ids(
    `SELECT s.id
       FROM metric_schedule s JOIN metric_definition d ON d.id = s.metric_definition_id
      WHERE s.id > $1 AND s.is_enabled AND d.data_type = 'MEASUREMENT' AND d.numeric_type = 'DYNAMIC'
        AND NOT EXISTS (SELECT 1 FROM metric_baseline b WHERE b.schedule_id = s.id)
      ORDER BY s.id LIMIT ${SCHEDULES_PER_STEP}`,
    [lastId],
  );
}

/** Returns the number of schedules with rows to compute a baseline from. */
async function computeEach(
  ids: readonly number[],
  hours: readonly number[],
  now: number,
  transaction: Transaction,
): Promise<number> {
  // A separate statement, because the rows may be on other servers than the schedules.
  const found = await transaction.query<{ id: number; min: number; max: number; mean: number }>(
    `SELECT h.schedule_id AS id, min(h.min) AS min, max(h.max) AS max, avg(h.avg) AS mean
       FROM metric_1h h WHERE h.schedule_id = ANY ($1::int[]) AND h.hour >= $2 AND h.hour < $3
      GROUP BY h.schedule_id`,
    [arrayText(ids), ...hours],
  );
  const entered = await transaction.query(
    `INSERT INTO metric_baseline (schedule_id, min, max, mean, computed_ms, is_user_entered)
     SELECT s.id, n.min, n.max, least(greatest(n.mean, n.min), n.max), $5, false
       FROM unnest($1::int[], $2::float8[], $3::float8[], $4::float8[]) AS n (id, min, max, mean)
       JOIN metric_schedule s ON s.id = n.id
        FOR KEY SHARE OF s
     ON CONFLICT (schedule_id) DO NOTHING
     RETURNING schedule_id`,
    [...toColumns(found, 'id', 'min', 'max', 'mean'), now],
  );
  return entered.length;
}
