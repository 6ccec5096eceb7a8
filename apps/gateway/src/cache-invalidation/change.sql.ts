import type { Transaction } from '@wardstone/database';

/** Channel of all replicas, with messages `<table> <key>`. */
export const CHANGES_CHANNEL = 'identity';

/** Notifies every replica, after the commit, that its cached row is outdated. */
export async function announceChange(tx: Transaction, table: string, key: string): Promise<void> {
  await announceChanges(tx, table, [key]);
}

export async function announceChanges(tx: Transaction, table: string, keys: readonly string[]): Promise<void> {
  await tx.query(`SELECT pg_notify($1, $2 || ' ' || k) FROM unnest($3::text[]) k`, [CHANGES_CHANNEL, table, keys]);
}
