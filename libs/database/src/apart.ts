import { isDeadlock } from './conflict';
import type { Transaction } from './queryable';

const MOST_ATTEMPTS = 5;

/** Runs `work` so that its failure undoes what it did, lets go what it locked, and leaves the transaction usable. */
export async function apart<T>(tx: Transaction, work: () => Promise<T>): Promise<T> {
  await tx.query('SAVEPOINT apart');
  try {
    const result = await work();
    await tx.query('RELEASE SAVEPOINT apart');
    return result;
  } catch (error) {
    await tx.query('ROLLBACK TO SAVEPOINT apart');
    throw error;
  }
}

/**
 * Like `apart`, for work whose locks cannot be taken in one order: when the server ends it because transactions wait for
 * each other in a circle, it lets go, and is done anew behind the others. Of no help where the circle goes through locks
 * that the transaction has held before.
 */
export async function apartDespiteDeadlocks<T>(tx: Transaction, work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await apart(tx, work);
    } catch (error) {
      if (!isDeadlock(error) || attempt === MOST_ATTEMPTS) throw error;
    }
  }
}
