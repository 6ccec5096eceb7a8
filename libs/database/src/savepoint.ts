import { isDeadlock } from './conflict';
import type { Transaction } from './queryable';

const MOST_ATTEMPTS = 5;

/** Runs `work` in a savepoint: its failure rolls back its changes, releases its locks and leaves the transaction usable. */
export function withSavepoint<T>(tx: Transaction, work: () => Promise<T>): Promise<T> {
  return tx.manager.transaction(work);
}

/**
 * Like `withSavepoint`, for work whose locks cannot be taken in one order: when the server ends it because of a deadlock,
 * it is rolled back and repeated after the others. Does not help where the deadlock includes locks that the transaction
 * has held before.
 */
export async function retryOnDeadlock<T>(tx: Transaction, work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await withSavepoint(tx, work);
    } catch (error) {
      if (!isDeadlock(error) || attempt === MOST_ATTEMPTS) throw error;
    }
  }
}
