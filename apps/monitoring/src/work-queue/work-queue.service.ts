import { Injectable } from '@nestjs/common';
import type { Transaction } from '@wardstone/database';
import { type NewWork, WorkQueueQueries } from './work-queue.queries';

/** Work of agents, for the modules that order it. See rule agents-5. */
@Injectable()
export class WorkQueue {
  constructor(private readonly queries: WorkQueueQueries) {}

  /** Offers work from the commit on, and wakes the agent that waits for some. */
  async add(tx: Transaction, work: NewWork, nowMs: number): Promise<void> {
    await this.queries.insert(tx, work, nowMs);
    await this.queries.notify(tx, work.agent);
  }

  /** Has the agent look at its inventory at once; one that does not wait for work looks within its interval. */
  announceInventory(tx: Transaction, agent: string): Promise<void> {
    return this.queries.notify(tx, agent, 'INVENTORY');
  }

  /** Ends the work of an operation without a report of the agent. */
  withdrawOperation(tx: Transaction, historyId: number, nowMs: number): Promise<void> {
    return this.queries.withdrawOperation(tx, historyId, nowMs);
  }

  /** Orders the agent that works on an operation to cancel it, once; false when no agent has begun it. */
  async cancelOperation(
    tx: Transaction,
    { id, resource_id: resourceId }: { id: number; resource_id: number },
    nowMs: number,
  ): Promise<boolean> {
    const running = await this.queries.findCancelable(tx, id);
    if (!running) return false;
    const { id: cancelsWorkId, agent, isBeingCanceled } = running;
    if (!isBeingCanceled) await this.add(tx, { agent, kind: 'cancel', resourceId, cancelsWorkId }, nowMs);
    return true;
  }
}
