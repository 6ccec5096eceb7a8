import { Injectable } from '@nestjs/common';
import type { Transaction } from '@wardstone/database';

/** Called inside the transaction of the change; an error rolls the change back. */
export interface InventoryListener {
  /** Resources were created in the inventory or imported, or are discovered and not imported yet. */
  resourcesEntered(tx: Transaction, resourceIds: readonly number[]): Promise<void>;
  /** These resources became or ceased to be explicit members of one of the groups. */
  groupMembersChanged(tx: Transaction, groupIds: readonly number[], resourceIds: readonly number[]): Promise<void>;
  /** The groups are deleted by the next statement. */
  groupsDeleted(tx: Transaction, groupIds: readonly number[]): Promise<void>;
}

/**
 * Tells other features what changes in the inventory. Resources that leave are not announced: what belongs to them is
 * hidden from then on, and erased with them.
 */
@Injectable()
export class InventoryChanges {
  private readonly listeners: InventoryListener[] = [];

  /** To be called while the service starts. */
  beforeCommit(listener: InventoryListener): void {
    this.listeners.push(listener);
  }

  async resourcesEntered(tx: Transaction, resourceIds: readonly number[]): Promise<void> {
    if (resourceIds.length === 0) return;
    for (const listener of this.listeners) await listener.resourcesEntered(tx, resourceIds);
  }

  async groupMembersChanged(
    tx: Transaction,
    groupIds: readonly number[],
    resourceIds: readonly number[],
  ): Promise<void> {
    if (groupIds.length === 0) return;
    for (const listener of this.listeners) await listener.groupMembersChanged(tx, groupIds, resourceIds);
  }

  async groupsDeleted(tx: Transaction, groupIds: readonly number[]): Promise<void> {
    if (groupIds.length === 0) return;
    for (const listener of this.listeners) await listener.groupsDeleted(tx, groupIds);
  }
}
