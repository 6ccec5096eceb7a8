import { Inject, Injectable } from '@nestjs/common';
import type { OnModuleInit } from '@nestjs/common';
import type { Transaction } from '@wardstone/database';
import { InventoryChanges } from '../resources/inventory-changes';
import type { InventoryListener } from '../resources/inventory-changes';
import { InventoryService } from '../resources/inventory.service';
import { MembershipQueries } from './membership.queries';

/** Keeps the members of groups in step with the inventory. See rule groups-5. */
@Injectable()
export class GroupMembership implements OnModuleInit, InventoryListener {
  constructor(
    @Inject(MembershipQueries) private readonly queries: MembershipQueries,
    @Inject(InventoryService) private readonly inventory: InventoryService,
    @Inject(InventoryChanges) private readonly changes: InventoryChanges,
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
