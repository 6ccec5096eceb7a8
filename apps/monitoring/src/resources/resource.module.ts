import { Module } from '@nestjs/common';
import { AuthorizationModule } from '../authorization/authorization.module';
import { ContentModule } from '../content/content.module';
import { ChildCreationService } from './child-creation.service';
import { ConnectionGuard } from './connection-guard.service';
import { CreationQueries } from './creation.queries';
import { InventoryJobs } from './inventory-jobs.service';
import { InventoryModule } from './inventory.module';
import { PendingCreationService } from './pending-creation.service';
import { PlatformCreationService } from './platform-creation.service';
import { ResourceChangesController, ResourceRemovalController } from './resource-changes.controller';
import { ResourceChangesService } from './resource-changes.service';
import { ResourceCreationController } from './resource-creation.controller';
import { ResourceReadsController } from './resource-reads.controller';
import { ResourceRemovalService } from './resource-removal.service';
import { ResourceReadsService } from './resource-reads.service';
import { InventoryQueries } from './inventory.queries';
import { AgentRequestQueries } from './agent-requests.queries';
import { PendingCreationQueries } from './pending-creation.queries';
import { ResourceChangesQueries } from './resource-changes.queries';
import { ResourceReadQueries } from './resource-reads.queries';

@Module({
  imports: [AuthorizationModule, InventoryModule, ContentModule],
  // Literal paths come before those with names.
  controllers: [
    ResourceCreationController,
    ResourceRemovalController,
    ResourceReadsController,
    ResourceChangesController,
  ],
  providers: [
    InventoryQueries,
    AgentRequestQueries,
    PendingCreationQueries,
    ResourceChangesQueries,
    ResourceReadQueries,
    ResourceReadsService,
    ResourceRemovalService,
    ResourceChangesService,
    PlatformCreationService,
    ChildCreationService,
    ConnectionGuard,
    PendingCreationService,
    CreationQueries,
    InventoryJobs,
  ],
})
export class ResourceModule {}
