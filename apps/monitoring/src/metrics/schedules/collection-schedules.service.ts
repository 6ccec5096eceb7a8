import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { Transaction } from '@wardstone/database';
import { InventoryChanges, type InventoryListener } from '../../resources/inventory-changes';
import { CollectionScheduleQueries } from './collection-schedule.queries';

/** Creates the schedules of new resources and of new metrics. See rule metrics-1. */
@Injectable()
export class CollectionSchedules implements OnModuleInit, InventoryListener {
  constructor(
    private readonly queries: CollectionScheduleQueries,
    private readonly inventory: InventoryChanges,
  ) {}

  onModuleInit(): void {
    this.inventory.beforeCommit(this);
  }

  async resourcesEntering(tx: Transaction, resourceIds: readonly number[], nowMs: number): Promise<void> {
    await this.queries.insert(tx, 'resources', resourceIds, nowMs);
  }

  /** Creates schedules of new metrics for existing resources. */
  async metricsAdded(tx: Transaction, metricDefinitionIds: readonly number[], nowMs: number): Promise<void> {
    await this.queries.insert(tx, 'metrics', metricDefinitionIds, nowMs);
  }

  /** Shortens the collection intervals of the resources to this maximum, and enables the metrics in `always`. */
  shortenIntervals(...wanted: Parameters<CollectionScheduleQueries['shortenIntervals']>): Promise<void> {
    return this.queries.shortenIntervals(...wanted);
  }
}
