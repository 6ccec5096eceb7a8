import { isDeadlock } from './conflict';
import type { Transaction } from './queryable';

const MOST_ATTEMPTS = 5;

/**
 * Like a savepoint, for work whose locks cannot be taken in one order: when the server ends it because of a deadlock,
 * it is rolled back and repeated after the others. Does not help where the deadlock includes locks that the transaction
 * has held before.
 */
export async function retryOnDeadlock<T>(tx: Transaction, work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await tx.savepoint(work);
    } catch (error) {
      if (!isDeadlock(error) || attempt === MOST_ATTEMPTS) throw error;
    }
  }
}
