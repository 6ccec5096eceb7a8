import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { Transaction } from '@wardstone/database';
import { InventoryChanges, type InventoryListener } from '../../resources/inventory-changes';
import { CollectionScheduleQueries } from './collection-schedule.queries';

/** Which metrics are collected of a resource that enters, or of a type that changes. See rule metrics-1. */
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

  /** Types have new metrics: resources that are there already get their schedules. */
  async metricsAdded(tx: Transaction, metricDefinitionIds: readonly number[], nowMs: number): Promise<void> {
    await this.queries.insert(tx, 'metrics', metricDefinitionIds, nowMs);
  }

  /** Has what is collected of the resources collected at least this often, and switches on what `always` names. */
  quicken(...wanted: Parameters<CollectionScheduleQueries['quicken']>): Promise<void> {
    return this.queries.quicken(...wanted);
  }
}
