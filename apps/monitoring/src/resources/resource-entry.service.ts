import { Injectable } from '@nestjs/common';
import { Clock } from '@wardstone/clock';
import type { Transaction } from '@wardstone/database';
import { ApiError, MonitoringError } from '@wardstone/errors';
import { CreationQueries, type NewResource } from './creation.queries';
import { InventoryService } from './inventory.service';
import type { ResourceRow } from './resource-row.sql';

/** Adds created resources to the inventory. */
@Injectable()
export class ResourceEntry {
  constructor(
    private readonly queries: CreationQueries,
    private readonly inventory: InventoryService,
    private readonly clock: Clock,
  ) {}

  /** Undefined if the key exists. */
  async insert(tx: Transaction, resource: NewResource): Promise<ResourceRow | undefined> {
    const nowMs = this.clock.now();
    const id = await this.queries.insert(tx, resource, nowMs);
    if (id === undefined) return undefined;
    await this.inventory.enter(tx, [id], nowMs);
    return this.queries.findByKey(tx, resource);
  }

  /**
   * The resource, or the existing one with its key.
   * @throws resource_changed_meanwhile
   */
  async insertOrFind(tx: Transaction, resource: NewResource): Promise<ResourceRow> {
    const row = (await this.insert(tx, resource)) ?? (await this.queries.findByKey(tx, resource));
    // It left the inventory between the two statements; a second attempt creates it.
    if (!row) throw new ApiError(MonitoringError.resource_changed_meanwhile);
    return row;
  }
}
