import { Injectable } from '@nestjs/common';
import { Clock } from '@wardstone/clock';
import type { Transaction } from '@wardstone/database';
import { ContentStore } from '../content/content-store';
import { InventoryChanges } from '../resources/inventory-changes';
import { InventoryService } from '../resources/inventory.service';
import { ResourceErasure } from '../resources/resource-erasure.service';
import { DropBoxQueries } from './drop-box.queries';
import { TypeQueries } from './types/type.queries';

/**
 * Applies the removal of resource types: their resources leave the inventory, and groups of these types are deleted.
 */
@Injectable()
export class PluginTypeRemoval {
  constructor(
    private readonly types: TypeQueries,
    private readonly dropBox: DropBoxQueries,
    private readonly erasure: ResourceErasure,
    private readonly contents: ContentStore,
    private readonly inventory: InventoryService,
    private readonly changes: InventoryChanges,
    private readonly clock: Clock,
  ) {}

  /** @param typeIds types marked as deleted in this transaction */
  async removeTypes(tx: Transaction, typeIds: readonly number[]): Promise<void> {
    if (typeIds.length === 0) return;
    await this.inventory.lockMembers(tx);
    const resourceIds = await this.types.listResourcesByType(tx, typeIds);
    await this.inventory.uninventory(tx, resourceIds, this.clock.now());
    const groupIds = await this.types.listGroupsByType(tx, typeIds);
    await this.changes.groupsDeleted(tx, groupIds);
    await this.types.removeGroups(tx, groupIds);
  }

  /** Deletes removed types and plugins without resources. */
  async purge(tx: Transaction): Promise<void> {
    const typeIds = await this.dropBox.listErasableTypes(tx);
    await this.erasure.typesErased(tx, typeIds);
    await this.contents.removeAll(tx, await this.dropBox.purge(tx, typeIds));
  }
}
