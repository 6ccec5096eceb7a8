import { Queries } from '@wardstone/database';
import { DAY_MS, HOUR_MS, TIERS } from '@wardstone/metric-points';

const ROWS_PER_STATEMENT = 10_000;
const SLICE_KEY = ['schedule_id', 'hour'];

/** Deletes metric data beyond its retention (rules metrics-12, metrics-16). Reads already ignore it before. */
export class MetricRetentionQueries extends Queries {
  /** Drops partitions of days beyond the retention of raw points and histograms, and such rows of the default ones. */
  async dropChunks(now: number): Promise<string[]> {
    const oldestHour = Math.floor((now - TIERS[0]!.keptMs) / HOUR_MS);
    const days = await this.db.query<{ name: string }>(
      `SELECT c.relname AS name
         FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
        WHERE i.inhparent IN ('metric_chunk'::regclass, 'metric_histogram'::regclass)
          AND c.relname ~ '^metric_(chunk|histogram)_[0-9]+$'
          AND (substring(c.relname FROM '[0-9]+$')::int + 1) * 24 <= $1
        ORDER BY c.relname`,
      [oldestHour],
    );
    for (const { name } of days) await this.db.query(`DROP TABLE IF EXISTS ${name}`);
    await this.removeInSteps('metric_chunk_default', SLICE_KEY, 't.hour < $1', [oldestHour]);
    const histogramKey = ['schedule_id', 'time_ms'];
    await this.removeInSteps('metric_histogram_default', histogramKey, 't.time_ms < $1', [oldestHour * HOUR_MS]);
    await this.removeInSteps('metric_roll_up_due', ['tier', ...SLICE_KEY], 't.hour < $1', [oldestHour - 24]);
    return days.map(({ name }) => name);
  }

  async removeRolledUp(now: number): Promise<void> {
    for (const { tier, keptMs } of TIERS) {
      if (tier === 'raw') continue;
      await this.removeInSteps(`metric_${tier}`, SLICE_KEY, 't.hour < $1', [Math.floor((now - keptMs) / HOUR_MS)]);
    }
  }

  /** Deletes data with a fixed retention, independent of points. */
  async removeOthers(now: number): Promise<void> {
    // The trait value in effect at that time stays.
    const replaced = `t.time_ms < $1 AND EXISTS (
         SELECT 1 FROM trait_value later
          WHERE later.schedule_id = t.schedule_id AND later.time_ms > t.time_ms AND later.time_ms <= $1)`;
    await this.removeInSteps('trait_value', ['schedule_id', 'time_ms'], replaced, [now - 365 * DAY_MS]);
    await this.removeInSteps('call_time', ['id'], 't.end_ms < $1', [now - 31 * DAY_MS]);
    // Last out of bounds more than a week ago (rule reports-8).
    await this.removeInSteps('metric_out_of_bounds', ['schedule_id'], 't.time_ms < $1', [now - 7 * DAY_MS]);
  }

  /**
   * By primary key, because ctid is local to a server with a part of the table. The condition refers to the table as t,
   * and is checked again for rows that change meanwhile.
   */
  private async removeInSteps(
    table: string,
    key: readonly string[],
    condition: string,
    params: readonly unknown[],
  ): Promise<void> {
    for (;;) {
      const removed = await this.db.query(
        `DELETE FROM ${table} t
          USING (SELECT ${key.map((column) => `t.${column}`).join()} FROM ${table} t
                  WHERE ${condition} LIMIT ${ROWS_PER_STATEMENT}) AS old
          WHERE ${key.map((column) => `t.${column} = old.${column}`).join(' AND ')} AND ${condition}
         RETURNING 1`,
        params,
      );
      if (removed.length < ROWS_PER_STATEMENT) return;
    }
  }
}
