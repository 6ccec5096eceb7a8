import { Injectable } from '@nestjs/common';
import type { Transaction } from '@wardstone/database';
import type { Tier } from '@wardstone/metric-points';

export type RolledTier = Exclude<Tier, 'raw'>;

/** Length in hours, source tier and resulting tier of roll-ups. */
const SLICES: Readonly<Record<RolledTier, { hours: number; source: string; next?: RolledTier }>> = {
  '1h': {
    hours: 1,
    source: `SELECT c.schedule_id, c.hour, c.sum / c.point_count AS avg, c.min, c.max
               FROM ${dueBefore('1h')} AS d JOIN metric_chunk c ON c.schedule_id = d.schedule_id AND c.hour = d.hour`,
    next: '6h',
  },
  '6h': { hours: 6, source: getSlice('6h', 'metric_1h', 6), next: '24h' },
  '24h': { hours: 24, source: getSlice('24h', 'metric_6h', 24) },
};

/** The mean of averages, regardless of the number of points (rule metrics-16). */
function getSlice(tier: RolledTier, table: string, hours: number): string {
  return `SELECT d.schedule_id, d.hour, avg(r.avg) AS avg, min(r.min) AS min, max(r.max) AS max
            FROM ${dueBefore(tier)} AS d JOIN ${table} r
              ON r.schedule_id = d.schedule_id AND r.hour >= d.hour AND r.hour < d.hour + ${hours}
           GROUP BY d.schedule_id, d.hour`;
}

/** The slices of one step: up to schedule $2 of the hour $1. */
function dueBefore(tier: RolledTier): string {
  return `(SELECT q.schedule_id, q.hour FROM metric_roll_up_due q
            WHERE q.tier = '${tier}' AND (q.hour, q.schedule_id) <= ($1::int, $2::int))`;
}

@Injectable()
export class MetricRollUpQueries {
  /**
   * Writes at most `limit` rows of due slices that ended before `thisHour`, and records the larger slices that contain
   * them as due. Compares new 1-hour rows with baselines. Returns the number of due slices. The transaction holds the
   * compaction lock, so that all of its statements find the same.
   */
  async rollUpDue(tier: RolledTier, thisHour: number, limit: number, transaction: Transaction): Promise<number> {
    const { hours, source, next } = SLICES[tier];
    const last = await transaction.first<{ hour: number; schedule_id: number; due: number }>(
      `SELECT s.hour, s.schedule_id, s.due
         FROM (SELECT q.hour, q.schedule_id, row_number() OVER (ORDER BY q.hour, q.schedule_id)::int AS due
                 FROM (SELECT hour, schedule_id FROM metric_roll_up_due
                        WHERE tier = '${tier}' AND hour <= $1 ORDER BY hour, schedule_id LIMIT $2) AS q) AS s
        ORDER BY s.due DESC LIMIT 1`,
      [thisHour - hours, limit],
    );
    if (last === undefined) return 0;
    const step = [last.hour, last.schedule_id];
    await transaction.query(
      `INSERT INTO metric_${tier} (schedule_id, hour, avg, min, max)
       ${source}
       ON CONFLICT (schedule_id, hour) DO UPDATE SET avg = excluded.avg, min = excluded.min, max = excluded.max`,
      step,
    );
    if (tier === '1h') await transaction.query(OUT_OF_BOUNDS, step);
    if (next) await transaction.query(noteNext(tier, next), step);
    await transaction.query(
      `DELETE FROM metric_roll_up_due q WHERE q.tier = '${tier}' AND (q.hour, q.schedule_id) <= ($1::int, $2::int)`,
      step,
    );
    return last.due;
  }
}

function noteNext(tier: RolledTier, next: RolledTier): string {
  const { hours } = SLICES[next];
  return `INSERT INTO metric_roll_up_due (tier, hour, schedule_id)
          SELECT DISTINCT '${next}', floor(d.hour / ${hours}.0)::int * ${hours}, d.schedule_id FROM ${dueBefore(tier)} AS d
          ON CONFLICT DO NOTHING`;
}

/**
 * How far the latest row of a schedule exceeds its baseline, in percent of the baseline's width. Below the baseline,
 * the average is compared with the upper bound, as clients expect. See rule metrics-15.
 */
const OUT_OF_BOUNDS = `WITH rolled AS MATERIALIZED (
         SELECT r.schedule_id, r.hour, r.avg, r.min, r.max
           FROM ${dueBefore('1h')} AS d JOIN metric_1h r ON r.schedule_id = d.schedule_id AND r.hour = d.hour
       ), beyond AS (
         SELECT r.schedule_id, r.hour,
                greatest(
                  CASE WHEN r.avg > b.max AND r.max > b.max THEN floor((r.max - b.max) / (b.max - b.min) * 100 + 0.5) END,
                  CASE WHEN r.avg < b.max AND r.min < b.min THEN floor((b.min - r.min) / (b.max - b.min) * 100 + 0.5) END
                ) AS factor
           FROM rolled r JOIN metric_baseline b ON b.schedule_id = r.schedule_id
          WHERE b.max - b.min > 0.1
       ), latest AS (
         SELECT DISTINCT ON (schedule_id) schedule_id, hour, factor FROM beyond
          WHERE factor IS NOT NULL ORDER BY schedule_id, hour DESC
       )
       INSERT INTO metric_out_of_bounds (schedule_id, factor, time_ms)
       SELECT l.schedule_id, least(l.factor, 2147483647)::int, l.hour * 3600000::bigint FROM latest l
       ON CONFLICT (schedule_id) DO UPDATE SET factor = excluded.factor, time_ms = excluded.time_ms
         WHERE metric_out_of_bounds.time_ms <= excluded.time_ms`;
