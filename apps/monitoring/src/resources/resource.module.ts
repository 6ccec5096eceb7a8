import { Module } from '@nestjs/common';
import { HierarchyQueries } from './hierarchy.queries';
import { ResourceReadsController } from './resource-reads.controller';
import { ResourceReadsService } from './resource-reads.service';
import { ResourceRecords } from './resource-record';
import { ResourceSearchQueries } from './resource-search.queries';
import { CommitQueries } from './commit.queries';
import { UninventoryQueries } from './uninventory.queries';

@Module({
  controllers: [ResourceReadsController],
  providers: [
    ResourceReadsService,
    ResourceSearchQueries,
    HierarchyQueries,
    ResourceRecords,
    CommitQueries,
    UninventoryQueries,
  ],
  exports: [ResourceRecords, CommitQueries, UninventoryQueries],
})
export class ResourceModule {}
