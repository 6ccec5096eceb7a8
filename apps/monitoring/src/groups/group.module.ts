import { Module } from '@nestjs/common';
import { AuthorizationModule } from '../authorization/authorization.module';
import { MembershipQueries } from './membership.queries';
import { InventoryModule } from '../resources/inventory.module';
import { GroupCalculationQueries } from './group-calculation.queries';
import { GroupCalculationService, GroupJobs } from './group-calculation.service';
import { GroupDefinitionController } from './group-definition.controller';
import { GroupDefinitionRecords, GroupRecords } from './group-records';
import { GroupDefinitionQueries } from './group-definition.queries';
import { GroupDefinitionService } from './group-definition.service';
import {
  GroupMembersController,
  GroupRoleController,
  GroupController,
  ResourceGroupsController,
} from './group.controller';
import { GroupMembersService } from './group-members.service';
import { GroupQueries } from './group.queries';
import { GroupService } from './group.service';

@Module({
  imports: [AuthorizationModule, InventoryModule],
  // Literal paths come before those with ids.
  controllers: [
    GroupDefinitionController,
    GroupController,
    GroupMembersController,
    GroupRoleController,
    ResourceGroupsController,
  ],
  providers: [
    MembershipQueries,
    GroupService,
    GroupMembersService,
    GroupDefinitionService,
    GroupCalculationService,
    GroupJobs,
    GroupQueries,
    GroupDefinitionQueries,
    GroupCalculationQueries,
    GroupRecords,
    GroupDefinitionRecords,
  ],
  exports: [GroupRecords, GroupMembersService],
})
export class GroupModule {}
