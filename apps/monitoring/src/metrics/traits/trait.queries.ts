import { toColumns, Queries, type Queryable, type Transaction } from '@wardstone/database';

/** A reported value of a trait, even if unchanged. */
export interface TraitValue {
  scheduleId: number;
  timeMs: number;
  value: string;
}

export class TraitQueries extends Queries {
  /** The value with the latest time. */
  async findCurrent(scheduleId: number, within: Queryable = this.db): Promise<string | undefined> {
    const row = await within.first<{ value: string }>(
      `SELECT t.value FROM trait_value t WHERE t.schedule_id = $1 ORDER BY t.time_ms DESC LIMIT 1`,
      [scheduleId],
    );
    return row?.value;
  }

  /** Stores a value; replaces one with the same time. */
  async upsert(scheduleId: number, timeMs: number, value: string, transaction: Transaction): Promise<void> {
    await transaction.query(
      `INSERT INTO trait_value (schedule_id, time_ms, value) VALUES ($1, $2, $3)
       ON CONFLICT (schedule_id, time_ms) DO UPDATE SET value = excluded.value`,
      [scheduleId, timeMs, value],
    );
  }

  /** Stores traits that differ from the known value at their time. No two have the same schedule and time. */
  async insertChanged(tx: Transaction, traits: readonly TraitValue[]): Promise<void> {
    await tx.query(
      `INSERT INTO trait_value (schedule_id, time_ms, value)
       SELECT s.id, n.time_ms, n.value
         FROM unnest($1::integer[], $2::bigint[], $3::text[]) AS n (schedule_id, time_ms, value)
         JOIN metric_schedule s ON s.id = n.schedule_id
        WHERE n.value IS DISTINCT FROM (SELECT t.value FROM trait_value t
                                         WHERE t.schedule_id = n.schedule_id AND t.time_ms < n.time_ms
                                         ORDER BY t.time_ms DESC LIMIT 1)
       ON CONFLICT (schedule_id, time_ms) DO UPDATE SET value = EXCLUDED.value`,
      toColumns(traits, 'scheduleId', 'timeMs', 'value'),
    );
  }
}
