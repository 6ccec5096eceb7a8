import { Injectable } from '@nestjs/common';
import type { Transaction } from '@wardstone/database';
import type { HistoryStatus } from '@wardstone/dto/monitoring';

/** An execution began, or ended. */
export interface OperationChange {
  historyId: number;
  jobId: string;
  resourceId: number;
  operationName: string;
  status: HistoryStatus;
  errorMessage: string | null;
  timeMs: number;
}

/** Hears of each change once, inside the transaction that makes it; what it throws takes the change back. */
export type OperationListener = (tx: Transaction, change: OperationChange) => Promise<void>;

/** Tells rules about operations what happens to executions. See rule operations-1. */
@Injectable()
export class OperationChanges {
  private readonly listeners: OperationListener[] = [];

  /** To be called while the service is put together. */
  beforeCommit(listener: OperationListener): void {
    this.listeners.push(listener);
  }

  async tell(tx: Transaction, change: OperationChange): Promise<void> {
    for (const listener of this.listeners) await listener(tx, change);
  }
}
