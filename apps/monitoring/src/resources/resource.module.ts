import { Module } from '@nestjs/common';
import { AuthorizationModule } from '../authorization/authorization.module';
import { ContentModule } from '../content/content.module';
import { ChildCreationService } from './child-creation.service';
import { ConnectionChangeService } from './connection-change.service';
import { ConnectionGuard } from './connection-guard.service';
import { CreationQueries } from './creation.queries';
import { InventoryJobs } from './inventory-jobs.service';
import { InventoryModule } from './inventory.module';
import { PendingCreationService } from './pending-creation.service';
import { PlatformCreationService } from './platform-creation.service';
import { ResourceChangesController, ResourceRemovalController } from './resource-changes.controller';
import { ResourceChangesService } from './resource-changes.service';
import { ResourceCreationController } from './resource-creation.controller';
import { ResourceEntry } from './resource-entry.service';
import { ResourceReadsController } from './resource-reads.controller';
import { ResourceRemovalService } from './resource-removal.service';
import { ResourceReadsService } from './resource-reads.service';
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
    ResourceChangesQueries,
    ResourceReadQueries,
    ResourceReadsService,
    ResourceRemovalService,
    ResourceChangesService,
    PlatformCreationService,
    ChildCreationService,
    ConnectionGuard,
    ConnectionChangeService,
    PendingCreationService,
    CreationQueries,
    ResourceEntry,
    InventoryJobs,
  ],
})
export class ResourceModule {}
