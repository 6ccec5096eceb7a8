import { Injectable } from '@nestjs/common';
import type { Transaction } from '@wardstone/database';
import { InventoryChanges } from './inventory-changes';
import { InventoryQueries, type NewPart } from './inventory.queries';

/**
 * How resources enter and leave the inventory, for every room that lets them, in the transaction of the change. What
 * other rooms keep of a resource follows through `InventoryChanges`. See rules inventory-3, inventory-6, inventory-11.
 */
@Injectable()
export class InventoryService {
  constructor(
    private readonly queries: InventoryQueries,
    private readonly changes: InventoryChanges,
  ) {}

  /**
   * Changes of the tree run side by side, but never beside a change of members: each would miss what the other does.
   * Taken before rows of resources that leave are locked.
   */
  lockTree(tx: Transaction): Promise<void> {
    return this.queries.lockTree(tx);
  }

  /**
   * Changes of members run one after the other, and so do changes of what is copied to the members or to the resources
   * of a type. Taken before any row is locked but that of the group definition.
   */
  lockMembers(tx: Transaction): Promise<void> {
    return this.queries.lockMembers(tx);
  }

  /** Imports a discovered resource with what comes along; `enter` has to follow. Returns the ids. */
  commit(tx: Transaction, id: number, nowMs: number): Promise<number[]> {
    return this.queries.commit(tx, id, nowMs);
  }

  /**
   * Gives resources that were created, discovered or imported what every resource has. Once per transaction: what
   * follows holds more than the rows of the resources.
   */
  async enter(tx: Transaction, ids: readonly number[], nowMs: number): Promise<void> {
    await this.changes.resourcesEntering(tx, ids, nowMs);
    await this.changes.resourcesEntered(tx, ids);
  }

  /**
   * Puts a resource that no agent looks after into the inventory, below one that the transaction has locked or none. Returns its
   * id; undefined when one of its key is there already.
   */
  async insertPart(tx: Transaction, part: NewPart, nowMs: number): Promise<number | undefined> {
    const id = await this.queries.insertPart(tx, part, nowMs);
    if (id !== undefined) await this.enter(tx, [id], nowMs);
    return id;
  }

  /**
   * Removes the resources and their descendants from the inventory; those that left before are skipped. Returns ids of
   * those that leave now.
   */
  async uninventory(tx: Transaction, ids: readonly number[], nowMs: number): Promise<number[]> {
    if (ids.length === 0) return [];
    await this.lockTree(tx);
    const gone = await this.queries.uninventory(tx, ids, nowMs);
    await this.changes.resourcesLeft(tx, gone);
    return gone;
  }
}
