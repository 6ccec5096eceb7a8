import { Module } from '@nestjs/common';
import { WorkQueueModule } from '../work-queue/work-queue.module';
import { ContentStoreModule } from '../content/content-store.module';
import { AgentRequestQueries } from './agent-requests.queries';
import { AgentRequests } from './agent-requests.service';
import { InventoryChanges } from './inventory-changes';
import { InventoryQueries } from './inventory.queries';
import { InventoryService } from './inventory.service';
import { PendingCreationQueries } from './pending-creation.queries';
import { ResourceErasure } from './resource-erasure.service';
import { ResourceRecords } from './resource-record';

const SERVICES = [ResourceRecords, InventoryService, ResourceErasure, InventoryChanges, AgentRequests];
const QUERIES = [InventoryQueries, AgentRequestQueries, PendingCreationQueries];

/** The inventory for other features: how resources enter and leave it, and their records. */
@Module({
  imports: [ContentStoreModule, WorkQueueModule],
  providers: [...SERVICES, ...QUERIES],
  exports: [...SERVICES, ...QUERIES],
})
export class InventoryModule {}
