import { Injectable } from '@nestjs/common';
import type { Queryable, Transaction } from '@wardstone/database';
import { WorkQueue } from '../work-queue/work-queue.service';
import { AgentRequestQueries, type RequestedCreation } from './agent-requests.queries';
import { type CreationStatus, PendingCreationQueries } from './pending-creation.queries';
import { InventoryService } from './inventory.service';

/** How an agent completed a creation. */
export interface CreationOutcome {
  status: Exclude<CreationStatus, 'IN_PROGRESS' | 'TIMED_OUT'>;
  message?: string;
  /** Key of the created resource. */
  key?: string;
}

/** An hour, after which the server gives up. See rule content-2. */
const TIMEOUT_SECONDS = 3600;

/** Resources that agents create and delete. See rules content-2, agents-5, inventory-11. */
@Injectable()
export class AgentRequests {
  constructor(
    private readonly queries: AgentRequestQueries,
    private readonly creations: PendingCreationQueries,
    private readonly inventory: InventoryService,
    private readonly work: WorkQueue,
  ) {}

  /** Requested creations by id. */
  listCreations(db: Queryable, ids: readonly number[]): Promise<RequestedCreation[]> {
    return this.queries.listCreations(db, ids);
  }

  /** Notifies the agent of the resource, if it has one, that a person has imported it. */
  async announceImport(tx: Transaction, resourceId: number): Promise<void> {
    const agent = await this.queries.findAgent(tx, resourceId);
    if (agent !== undefined) await this.work.announceInventory(tx, agent);
  }

  /** Orders the agent of the parent to create the resource; false without an agent. */
  async orderCreation(tx: Transaction, creationId: number, parentId: number, nowMs: number): Promise<boolean> {
    const agent = await this.queries.findAgent(tx, parentId);
    if (agent === undefined) return false;
    const order = { resourceId: parentId, resourceCreationId: creationId, timeoutSeconds: TIMEOUT_SECONDS };
    await this.work.add(tx, { agent, kind: 'createResource', ...order }, nowMs);
    return true;
  }

  /** Orders the agent to delete the resource on the machine, once at a time; false without an agent. */
  async orderDeletion(tx: Transaction, resourceId: number, requestedBy: string, nowMs: number): Promise<boolean> {
    const agent = await this.queries.findAgent(tx, resourceId);
    if (agent === undefined) {
      await this.queries.insertDeletion(tx, resourceId, 'SUCCESS', requestedBy, nowMs);
      return false;
    }
    if (await this.queries.isBeingDeleted(tx, resourceId)) return true;
    await this.queries.insertDeletion(tx, resourceId, 'IN_PROGRESS', requestedBy, nowMs);
    await this.work.add(tx, { agent, kind: 'deleteResource', resourceId, timeoutSeconds: TIMEOUT_SECONDS }, nowMs);
    return true;
  }

  /** Records the end of a creation reported by the agent; replaces a provisional outcome. */
  async reportCreation(
    tx: Transaction,
    creationId: number,
    outcome: CreationOutcome,
    nowMs: number,
  ): Promise<'accepted' | 'ignored' | 'conflict'> {
    const status = await this.queries.lockCreation(tx, creationId);
    if (status === 'IN_PROGRESS' || status === 'TIMED_OUT') {
      await this.creations.finish(tx, creationId, outcome, nowMs);
      return 'accepted';
    }
    return status === outcome.status ? 'ignored' : 'conflict';
  }

  /** Records whether the agent has deleted the resource on the machine. */
  async reportDeletion(tx: Transaction, resourceId: number, isDone: boolean, nowMs: number): Promise<void> {
    await this.queries.endDeletion(tx, resourceId, isDone ? 'SUCCESS' : 'FAILURE', nowMs);
    if (isDone) await this.inventory.uninventory(tx, [resourceId], nowMs);
  }
}
