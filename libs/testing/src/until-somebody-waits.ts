import type { Queryable } from '@wardstone/database';
import { eventually } from './eventually';

/** Until so many statements of this database wait for locks. */
export async function untilSomebodyWaits(db: Queryable, statements = 1): Promise<void> {
  await eventually(`${statements} statements that wait for locks`, async () => {
    const waiting = await db.query(
      `SELECT 1 FROM pg_stat_activity a WHERE a.datname = current_database() AND a.wait_event_type = 'Lock'`,
    );
    return waiting.length >= statements;
  });
}
