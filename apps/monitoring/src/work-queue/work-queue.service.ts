import { Injectable } from '@nestjs/common';
import type { Transaction } from '@wardstone/database';
import { type NewWork, WorkQueueQueries } from './work-queue.queries';

/** Work of agents, for the features that order it. See rule agents-5. */
@Injectable()
export class WorkQueue {
  constructor(private readonly queries: WorkQueueQueries) {}

  /** Offers work from the commit on, and wakes the agent if it is waiting. */
  async add(tx: Transaction, work: NewWork, nowMs: number): Promise<void> {
    await this.queries.insert(tx, work, nowMs);
    await this.queries.notify(tx, work.agent);
  }

  /** Tells the agent to fetch its inventory at once; an agent that is not polling does so at its interval. */
  announceInventory(tx: Transaction, agent: string): Promise<void> {
    return this.queries.notify(tx, agent, 'INVENTORY');
  }

  /** Ends the work of an operation without a report from the agent. */
  withdrawOperation(tx: Transaction, historyId: number, nowMs: number): Promise<void> {
    return this.queries.withdrawOperation(tx, historyId, nowMs);
  }

  /** Orders the agent to cancel a started operation, once; false if no agent has started it. */
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
