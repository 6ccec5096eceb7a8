import type { Transaction } from './queryable';

type Hear<T> = (tx: Transaction, change: T) => Promise<void>;

/** What a room publishes of its changes: heard once, inside the transaction that stores them. */
export class TransactionListeners<T> {
  private readonly listeners: Hear<T>[] = [];

  /** To be called while the service is put together. What the listener throws rolls the change back. */
  beforeCommit(listener: Hear<T>): void {
    this.listeners.push(listener);
  }

  async tell(tx: Transaction, change: T): Promise<void> {
    for (const listener of this.listeners) await listener(tx, change);
  }
}
