import { Injectable } from '@nestjs/common';
import type { Transaction } from '@wardstone/database';

/** Called inside the transaction of the change; an error rolls the change back. */
export interface InventoryListener {
  /** Resources enter the inventory: the listener adds its rows that are missing. */
  resourcesEntering?(tx: Transaction, resourceIds: readonly number[], nowMs: number): Promise<void>;
  /** Resources were created, imported or discovered; all of their rows exist. */
  resourcesEntered?(tx: Transaction, resourceIds: readonly number[]): Promise<void>;
  /** Resources have left the inventory. Most of their data is now hidden, and will be deleted with them. */
  resourcesLeft?(tx: Transaction, resourceIds: readonly number[]): Promise<void>;
  /** These resources have become or ceased to be explicit members of one of the groups. */
  groupMembersChanged?(tx: Transaction, groupIds: readonly number[], resourceIds: readonly number[]): Promise<void>;
  /** The groups are deleted by the next statement. */
  groupsDeleted?(tx: Transaction, groupIds: readonly number[]): Promise<void>;
}

/** Notifies other features of changes to the inventory. */
@Injectable()
export class InventoryChanges {
  private readonly listeners: InventoryListener[] = [];

  /** Call at start. */
  beforeCommit(listener: InventoryListener): void {
    this.listeners.push(listener);
  }

  async resourcesEntering(tx: Transaction, resourceIds: readonly number[], nowMs: number): Promise<void> {
    if (resourceIds.length === 0) return;
    for (const listener of this.listeners) await listener.resourcesEntering?.(tx, resourceIds, nowMs);
  }

  async resourcesEntered(tx: Transaction, resourceIds: readonly number[]): Promise<void> {
    if (resourceIds.length === 0) return;
    for (const listener of this.listeners) await listener.resourcesEntered?.(tx, resourceIds);
  }

  async resourcesLeft(tx: Transaction, resourceIds: readonly number[]): Promise<void> {
    if (resourceIds.length === 0) return;
    for (const listener of this.listeners) await listener.resourcesLeft?.(tx, resourceIds);
  }

  async groupMembersChanged(
    tx: Transaction,
    groupIds: readonly number[],
    resourceIds: readonly number[],
  ): Promise<void> {
    if (groupIds.length === 0) return;
    for (const listener of this.listeners) await listener.groupMembersChanged?.(tx, groupIds, resourceIds);
  }

  async groupsDeleted(tx: Transaction, groupIds: readonly number[]): Promise<void> {
    if (groupIds.length === 0) return;
    for (const listener of this.listeners) await listener.groupsDeleted?.(tx, groupIds);
  }
}
