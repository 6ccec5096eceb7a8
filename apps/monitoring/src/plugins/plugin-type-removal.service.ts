import { Inject, Injectable } from '@nestjs/common';
import { Clock } from '@wardstone/clock';
import type { Transaction } from '@wardstone/database';
import { UninventoryQueries } from '../resources/uninventory.queries';
import { TypeQueries } from './registration/type.queries';

/** What follows when resource types go: their resources leave the inventory, and groups made for them go. */
@Injectable()
export class PluginTypeRemoval {
  constructor(
    @Inject(TypeQueries) private readonly types: TypeQueries,
    @Inject(UninventoryQueries) private readonly inventory: UninventoryQueries,
    @Inject(Clock) private readonly clock: Clock,
  ) {}

  /** @param typeIds types that have been marked deleted in this transaction. */
  async removeTypes(tx: Transaction, typeIds: readonly number[]): Promise<void> {
    if (typeIds.length === 0) return;
    const resourceIds = await this.types.listResourcesOf(tx, typeIds);
    await this.inventory.uninventory(tx, resourceIds, this.clock.now());
    await this.types.removeGroupsOf(tx, typeIds);
  }
}
