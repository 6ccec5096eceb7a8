import { Injectable } from '@nestjs/common';
import type { Transaction } from '@wardstone/database';
import { ContentStore } from '../content/content-store';
import { InventoryQueries } from './inventory.queries';
import { InventoryService } from './inventory.service';
import { PendingCreationQueries } from './pending-creation.queries';

/** Deletes rows of removed resources and types; foreign keys delete the rest. */
@Injectable()
export class ResourceErasure {
  constructor(
    private readonly inventory: InventoryService,
    private readonly queries: InventoryQueries,
    private readonly creations: PendingCreationQueries,
    private readonly contents: ContentStore,
  ) {}

  /** Deletes some of the resources that have left the inventory, oldest first; returns the number. */
  async purge(tx: Transaction, limit: number, nowMs: number): Promise<number> {
    // Resources created below another one while it left would block its deletion for ever.
    await this.inventory.uninventory(tx, await this.queries.listStrays(tx), nowMs);
    const ids = await this.queries.lockErasable(tx, limit);
    if (ids.length === 0) return 0;
    await this.contents.removeAll(tx, await this.creations.remove(tx, 'parent_id', ids));
    await this.queries.erase(tx, ids);
    return ids.length;
  }

  /** The next statement deletes the types with their pending creations. */
  async typesErased(tx: Transaction, typeIds: readonly number[]): Promise<void> {
    if (typeIds.length === 0) return;
    await this.contents.removeAll(tx, await this.creations.remove(tx, 'resource_type_id', typeIds));
  }
}
