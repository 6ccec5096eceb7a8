import { Module } from '@nestjs/common';
import { WorkQueueModule } from '../agents/work/work-queue.module';
import { MembershipQueries } from '../groups/membership.queries';
import { AgentRequestQueries } from './agent-requests.queries';
import { AgentRequests } from './agent-requests.service';
import { CommitQueries } from './commit.queries';
import { InventoryChanges } from './inventory-changes';
import { PendingCreationQueries } from './pending-creation.queries';
import { ResourceChangesQueries } from './resource-changes.queries';
import { ResourceRecords } from './resource-record';
import { ResourceSearchQueries } from './resource-search.queries';
import { UninventoryQueries } from './uninventory.queries';

const PARTS = [
  ResourceRecords,
  ResourceSearchQueries,
  CommitQueries,
  InventoryChanges,
  UninventoryQueries,
  MembershipQueries,
  AgentRequests,
  AgentRequestQueries,
  PendingCreationQueries,
  ResourceChangesQueries,
];

/** What other features need of the inventory: how resources are shown, enter it and leave it. */
@Module({ imports: [WorkQueueModule], providers: PARTS, exports: PARTS })
export class InventoryModule {}
