import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { Transaction } from '@wardstone/database';
import { InventoryChanges, type InventoryListener } from '../resources/inventory-changes';
import { InventoryService } from '../resources/inventory.service';
import { MembershipQueries } from './membership.queries';

/** Keeps the members of groups in step with the inventory. See rule groups-5. */
@Injectable()
export class GroupMembership implements OnModuleInit, InventoryListener {
  constructor(
    private readonly queries: MembershipQueries,
    private readonly inventory: InventoryService,
    private readonly changes: InventoryChanges,
  ) {}

  onModuleInit(): void {
    this.changes.beforeCommit(this);
  }

  async resourcesEntering(tx: Transaction, resourceIds: readonly number[]): Promise<void> {
    await this.inventory.lockTree(tx);
    await this.queries.enter(tx, resourceIds);
  }

  async resourcesLeft(tx: Transaction, resourceIds: readonly number[]): Promise<void> {
    await this.queries.leave(tx, resourceIds);
  }
}
