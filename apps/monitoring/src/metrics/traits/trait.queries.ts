import { Inject, Injectable } from '@nestjs/common';
import { Database } from '@wardstone/database';
import type { Queryable, Transaction } from '@wardstone/database';

@Injectable()
export class TraitQueries {
  constructor(@Inject(Database) private readonly db: Database) {}

  /** The value with the latest time. */
  async findCurrent(scheduleId: number, within: Queryable = this.db): Promise<string | undefined> {
    const [row] = await within.query<{ value: string }>(
      `SELECT t.value FROM trait_value t WHERE t.schedule_id = $1 ORDER BY t.time_ms DESC LIMIT 1`,
      [scheduleId],
    );
    return row?.value;
  }

  /** Stores a value in place of one of the same time. */
  async upsert(scheduleId: number, timeMs: number, value: string, transaction: Transaction): Promise<void> {
    await transaction.query(
      `INSERT INTO trait_value (schedule_id, time_ms, value) VALUES ($1, $2, $3)
       ON CONFLICT (schedule_id, time_ms) DO UPDATE SET value = excluded.value`,
      [scheduleId, timeMs, value],
    );
  }
}
