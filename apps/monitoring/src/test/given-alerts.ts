import type { Queryable } from '@wardstone/database';

/**
 * Stores for alerts that a test inserted what the engine stores when alerts fire: they were notified, and are not over.
 */
export async function givenOpenAlerts(db: Queryable): Promise<void> {
  await db.query(
    `INSERT INTO alert_hold (alert_id, is_held, reason, until_ms, told_ms)
     SELECT a.id, false, NULL, a.fired_ms, a.fired_ms FROM alert a ON CONFLICT DO NOTHING`,
  );
}
