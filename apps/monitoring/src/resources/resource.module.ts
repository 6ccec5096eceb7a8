import { Module } from '@nestjs/common';
import type { DynamicModule } from '@nestjs/common';
import { ContentModule } from '../content/content.module';
import { ChildCreationService } from './child-creation.service';
import { ConnectionGuard } from './connection-guard.service';
import { CREATION_SETTINGS } from './creation-settings';
import type { CreationSettings } from './creation-settings';
import { CreationQueries } from './creation.queries';
import { DirectRead } from './direct-read';
import { HierarchyQueries } from './hierarchy.queries';
import { InventoryJobs } from './inventory-jobs.service';
import { InventoryModule } from './inventory.module';
import { PendingCreationService } from './pending-creation.service';
import { PlatformCreationService } from './platform-creation.service';
import { ResourceChangesController } from './resource-changes.controller';
import { ResourceChangesService } from './resource-changes.service';
import { ResourceCreationController } from './resource-creation.controller';
import { ResourceReadsController } from './resource-reads.controller';
import { ResourceReadsService } from './resource-reads.service';

@Module({})
export class ResourceModule {
  static forRoot(settings: CreationSettings): DynamicModule {
    return {
      module: ResourceModule,
      imports: [InventoryModule, ContentModule],
      // Literal paths come before those with names.
      controllers: [ResourceCreationController, ResourceReadsController, ResourceChangesController],
      providers: [
        { provide: CREATION_SETTINGS, useValue: settings },
        ResourceReadsService,
        DirectRead,
        HierarchyQueries,
        ResourceChangesService,
        PlatformCreationService,
        ChildCreationService,
        ConnectionGuard,
        PendingCreationService,
        CreationQueries,
        InventoryJobs,
      ],
    };
  }
}
