import type { TestDatabase } from '@wardstone/testing';

/** Until a statement of this database waits for a lock. */
export async function untilSomebodyWaits(db: TestDatabase): Promise<void> {
  for (let attempt = 0; attempt < 200; attempt++) {
    const waiting = await db.query(
      `SELECT 1 FROM pg_stat_activity a WHERE a.datname = current_database() AND a.wait_event_type = 'Lock'`,
    );
    if (waiting.length > 0) return;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  throw new Error('nobody waits');
}
