import { Module } from '@nestjs/common';
import { MembershipQueries } from '../groups/membership.queries';
import { CommitQueries } from './commit.queries';
import { ResourceRecords } from './resource-record';
import { ResourceSearchQueries } from './resource-search.queries';
import { UninventoryQueries } from './uninventory.queries';

const PARTS = [ResourceRecords, ResourceSearchQueries, CommitQueries, UninventoryQueries, MembershipQueries];

/** What other features need of the inventory: how resources are shown, enter it and leave it. */
@Module({ providers: PARTS, exports: PARTS })
export class InventoryModule {}
