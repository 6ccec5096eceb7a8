import type { Transaction } from '@wardstone/database';

/** What all replicas listen to; what is said there is `<table> <key>`. */
export const CHANGES_CHANNEL = 'identity';

/** Notifies every replica, once the transaction is committed, that its copy of the row is out of date. */
export async function announceChange(tx: Transaction, table: string, key: string): Promise<void> {
  await tx.query('SELECT pg_notify($1, $2)', [CHANGES_CHANNEL, `${table} ${key}`]);
}
