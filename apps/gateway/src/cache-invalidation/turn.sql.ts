import type { Transaction } from '@wardstone/database';

/** Waits until no other transaction works on the key, so that counts stay valid. */
export async function takeTurn(tx: Transaction, table: string, key: string): Promise<void> {
  await tx.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`${table} ${key}`]);
}
