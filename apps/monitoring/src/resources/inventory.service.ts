import { Injectable } from '@nestjs/common';
import type { Transaction } from '@wardstone/database';
import { InventoryChanges } from './inventory-changes';
import { InventoryQueries, type NewPart } from './inventory.queries';

/**
 * How resources enter and leave the inventory, in the transaction of the change, for every feature that causes it.
 * Other features react through `InventoryChanges`. See rules inventory-3, inventory-6, inventory-11.
 */
@Injectable()
export class InventoryService {
  constructor(
    private readonly queries: InventoryQueries,
    private readonly changes: InventoryChanges,
  ) {}

  /**
   * Changes of the tree may run concurrently, but not with changes of members, because each would miss the other. Take
   * the lock before rows of resources that leave.
   */
  lockTree(tx: Transaction): Promise<void> {
    return this.queries.lockTree(tx);
  }

  /**
   * Serialises changes of members, and of what is copied to members or to resources of a type. Take the lock before any
   * row except that of the group definition.
   */
  lockMembers(tx: Transaction): Promise<void> {
    return this.queries.lockMembers(tx);
  }

  /** Imports a discovered resource with its descendants; call `enter` afterwards. Returns the ids. */
  commit(tx: Transaction, id: number, nowMs: number): Promise<number[]> {
    return this.queries.commit(tx, id, nowMs);
  }

  /**
   * Completes resources that were created, discovered or imported. Call it once per transaction, because listeners lock
   * more than the rows of the resources.
   */
  async enter(tx: Transaction, ids: readonly number[], nowMs: number): Promise<void> {
    await this.changes.resourcesEntering(tx, ids, nowMs);
    await this.changes.resourcesEntered(tx, ids);
  }

  /**
   * Adds a resource without an agent to the inventory, below one that the transaction has locked or at the top. Returns
   * its id; undefined if the key exists.
   */
  async insertPart(tx: Transaction, part: NewPart, nowMs: number): Promise<number | undefined> {
    const id = await this.queries.insertPart(tx, part, nowMs);
    if (id !== undefined) await this.enter(tx, [id], nowMs);
    return id;
  }

  /**
   * Removes the resources and their descendants from the inventory; those that left before are skipped. Returns the ids
   * of those that leave now.
   */
  async uninventory(tx: Transaction, ids: readonly number[], nowMs: number): Promise<number[]> {
    if (ids.length === 0) return [];
    await this.lockTree(tx);
    const gone = await this.queries.uninventory(tx, ids, nowMs);
    await this.changes.resourcesLeft(tx, gone);
    return gone;
  }
}
