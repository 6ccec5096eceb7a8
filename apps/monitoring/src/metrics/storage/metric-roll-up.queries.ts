import { Injectable } from '@nestjs/common';
import type { Transaction } from '@wardstone/database';
import type { Tier } from '../domain/time-window';

export type RolledTier = Exclude<Tier, 'raw'>;

/** Length in hours, the rows it is made of, and the tier made of it. */
const SLICES: Readonly<Record<RolledTier, { hours: number; source: string; next?: RolledTier; nextHours?: number }>> = {
  '1h': {
    hours: 1,
    source: `SELECT c.schedule_id, c.hour, c.sum / c.point_count AS avg, c.min, c.max
               FROM due d JOIN metric_chunk c ON c.schedule_id = d.schedule_id AND c.hour = d.hour`,
    next: '6h',
    nextHours: 6,
  },
  '6h': { hours: 6, source: sliceOf('metric_1h', 6), next: '24h', nextHours: 24 },
  '24h': { hours: 24, source: sliceOf('metric_6h', 24) },
};

/** The mean of the averages, whatever the number of points behind each (rule metrics-16). */
function sliceOf(table: string, hours: number): string {
  return `SELECT d.schedule_id, d.hour, avg(r.avg) AS avg, min(r.min) AS min, max(r.max) AS max
            FROM due d JOIN ${table} r
              ON r.schedule_id = d.schedule_id AND r.hour >= d.hour AND r.hour < d.hour + ${hours}
           GROUP BY d.schedule_id, d.hour`;
}

@Injectable()
export class MetricRollUpQueries {
  /**
   * Writes the rows of slices that are due and ended before `thisHour`, `limit` of them at most, and notes the greater
   * slices they belong to. New 1-hour rows are held against baselines. Returns how many were due.
   */
  async rollUpDue(tier: RolledTier, thisHour: number, limit: number, transaction: Transaction): Promise<number> {
    const { hours, source, next, nextHours } = SLICES[tier];
    const [counted] = await transaction.query<{ due: number }>(
      `WITH due AS (
         DELETE FROM metric_roll_up_due q
          USING (SELECT tier, hour, schedule_id FROM metric_roll_up_due
                  WHERE tier = '${tier}' AND hour + ${hours} <= $1
                  ORDER BY hour, schedule_id LIMIT $2) AS s
          WHERE q.tier = s.tier AND q.hour = s.hour AND q.schedule_id = s.schedule_id
         RETURNING q.hour, q.schedule_id
       ), rolled AS (
         INSERT INTO metric_${tier} (schedule_id, hour, avg, min, max)
         ${source}
         ON CONFLICT (schedule_id, hour) DO UPDATE SET avg = excluded.avg, min = excluded.min, max = excluded.max
         RETURNING schedule_id, hour, avg, min, max
       )${next ? `, ${noteNext(next, nextHours!)}` : ''}${tier === '1h' ? `, ${OUT_OF_BOUNDS}` : ''}
       SELECT count(*)::int AS due FROM due`,
      [thisHour, limit],
    );
    return counted!.due;
  }
}

function noteNext(next: RolledTier, hours: number): string {
  return `noted AS (
         INSERT INTO metric_roll_up_due (tier, hour, schedule_id)
         SELECT DISTINCT '${next}', floor(r.hour / ${hours}.0)::int * ${hours}, r.schedule_id FROM rolled r
         ON CONFLICT DO NOTHING
       )`;
}

/**
 * How far beyond its baseline the latest row of a schedule lies, in percent of the baseline's width. The lower side
 * compares the average with the upper bound: that is how clients know it. See rule metrics-15.
 */
const OUT_OF_BOUNDS = `beyond AS (
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
       ), entered AS (
         INSERT INTO metric_out_of_bounds (schedule_id, factor, time_ms)
         SELECT l.schedule_id, least(l.factor, 2147483647)::int, l.hour * 3600000::bigint FROM latest l
         ON CONFLICT (schedule_id) DO UPDATE SET factor = excluded.factor, time_ms = excluded.time_ms
           WHERE metric_out_of_bounds.time_ms <= excluded.time_ms
       )`;
