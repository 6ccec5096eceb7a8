import { Module } from '@nestjs/common';
import { WorkQueueModule } from '../agents/work/work-queue.module';
import { AgentRequestQueries } from './agent-requests.queries';
import { AgentRequests } from './agent-requests.service';
import { InventoryChanges } from './inventory-changes';
import { InventoryQueries } from './inventory.queries';
import { InventoryService } from './inventory.service';
import { PendingCreationQueries } from './pending-creation.queries';
import { ResourceRecords } from './resource-record';

/** What other rooms need of the inventory: how resources are shown, enter it and leave it. */
@Module({
  imports: [WorkQueueModule],
  providers: [
    ResourceRecords,
    InventoryService,
    InventoryQueries,
    InventoryChanges,
    AgentRequests,
    AgentRequestQueries,
    PendingCreationQueries,
  ],
  exports: [ResourceRecords, InventoryService, InventoryChanges, AgentRequests],
})
export class InventoryModule {}
