import { setTimeout as sleep } from 'node:timers/promises';
import type { Transaction } from './queryable';

const DEADLOCK_DETECTED = '40P01';
const SERIALIZATION_FAILURE = '40001';
const MOST_ATTEMPTS = 5;
const LONGEST_PAUSE_MS = 40;

export interface TransactionOptions {
  /** For work that has effects outside the transaction, such as reading a stream to its end: it runs once at most. */
  once?: boolean;
}

export function isDeadlock(error: unknown): boolean {
  return codeOf(error) === DEADLOCK_DETECTED;
}

/**
 * Runs a whole transaction, and again up to four times when the server rolled it back because of others that ran beside
 * it. The pause between is random and grows, so that two that collided do not collide again.
 */
export async function despiteConflicts<T>(run: () => Promise<T>, { once = false }: TransactionOptions): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await run();
    } catch (error) {
      const isConflict = isDeadlock(error) || codeOf(error) === SERIALIZATION_FAILURE;
      if (!isConflict || once || attempt === MOST_ATTEMPTS) throw error;
      await sleep(Math.random() * LONGEST_PAUSE_MS * attempt);
    }
  }
}

function codeOf(error: unknown): unknown {
  return typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
}

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
