import type { Queryable } from '@wardstone/database';

/** Until so many statements of this database wait for locks. */
export async function untilSomebodyWaits(db: Queryable, statements = 1): Promise<void> {
  for (let attempt = 0; attempt < 1_000; attempt++) {
    const waiting = await db.query(
      `SELECT 1 FROM pg_stat_activity a WHERE a.datname = current_database() AND a.wait_event_type = 'Lock'`,
    );
    if (waiting.length >= statements) return;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  throw new Error('nobody waits');
}
