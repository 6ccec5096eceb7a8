import { Controller, Delete, Get, Post, Put, Param } from '@nestjs/common';
import { ApiOperation, ApiTags, ApiParam } from '@nestjs/swagger';
import { Authenticated, Caller, type CallerIdentity, RequirePermission } from '@wardstone/auth';
import { NoContent, StreamedBody } from '@wardstone/bootstrap';
import { DeletionQuery, GroupListQuery, GroupRest, MetricSchedule, ResourceWithType } from '@wardstone/dto/monitoring';
import { ApiErrors, CommonError, MonitoringError } from '@wardstone/errors';
import { toLink } from '@wardstone/dto';
import {
  listOf,
  one,
  Produces,
  RecordBody,
  TEXTS,
  type Answer,
  type ListPage,
  type SentBody,
} from '@wardstone/media-types';
import { Addition } from '../api/addition.decorator';
import { PathId } from '../api/path-id';
import { RequestQuery } from '../api/request-query.decorator';
import { GROUP_SHOWN, GROUPS_SHOWN } from './group.examples';
import { GroupService } from './group.service';
import { RESOURCES_SHOWN } from '../resources/resource.examples';
import { GroupMembersService } from './group-members.service';
import { ReadsResource } from '../resources/reads-resource.decorator';

/** See rule groups-4. */
@ApiTags('group')
@Controller('rest/group')
export class GroupController {
  constructor(private readonly groups: GroupService) {}

  @Get()
  @Authenticated()
  @Produces('group', listOf(GroupRest), GROUPS_SHOWN)
  @ApiOperation({ operationId: 'listGroups', summary: 'List the groups visible to the caller, by id' })
  list(
    @RequestQuery(GroupListQuery) query: GroupListQuery,
    @Caller() caller: CallerIdentity,
  ): Promise<ListPage<GroupRest>> {
    return this.groups.list(query, caller);
  }

  @Post()
  @RequirePermission('MANAGE_INVENTORY')
  @Produces('group', one(GroupRest), {
    ...GROUP_SHOWN,
    status: 201,
    otherStatuses: { 200: 'A group of this name exists (case-insensitive) and is unchanged' },
  })
  @ApiErrors(MonitoringError.resource_type_not_found)
  @ApiOperation({ operationId: 'createGroup', summary: 'Create a group' })
  create(
    @RecordBody(GroupRest, {
      description: 'Name; optionally the type of all members, and whether their descendants are included',
      example: { name: 'web-tier', resourceTypeId: 10007, recursive: false },
    })
    body: SentBody<GroupRest>,
  ): Promise<Answer<GroupRest>> {
    return this.groups.create(body);
  }

  @Get(':id')
  @Authenticated()
  @Produces('group', one(GroupRest), GROUP_SHOWN)
  @ApiErrors(MonitoringError.group_not_found, MonitoringError.group_forbidden)
  @ApiOperation({ operationId: 'getGroup', summary: 'Get a group' })
  read(@PathId() id: number, @Caller() caller: CallerIdentity): Promise<GroupRest> {
    return this.groups.read(id, caller);
  }

  @Put(':id')
  @Authenticated()
  @Produces('group', one(GroupRest), { ...GROUP_SHOWN, showsTarget: true })
  @ApiErrors(MonitoringError.group_not_found, MonitoringError.group_name_taken, CommonError.insufficient_scope)
  @ApiOperation({ operationId: 'updateGroup', summary: 'Rename a group' })
  rename(
    @PathId() id: number,
    @RecordBody(GroupRest, { description: 'The name; other fields are ignored', example: { name: 'web-tier' } })
    body: SentBody<GroupRest>,
    @Caller() caller: CallerIdentity,
  ): Promise<GroupRest> {
    return this.groups.rename(id, body, caller);
  }

  @Delete(':id')
  @Authenticated()
  @NoContent('The group is deleted; its members are unchanged')
  @ApiErrors(MonitoringError.group_not_found, CommonError.insufficient_scope)
  @ApiOperation({ operationId: 'deleteGroup', summary: 'Delete a group' })
  delete(
    @PathId() id: number,
    @RequestQuery(DeletionQuery, { validate: 'Return 404 for an unknown group' }) query: DeletionQuery,
    @Caller() caller: CallerIdentity,
  ): Promise<void> {
    return this.groups.delete(id, query, caller);
  }
}

const METRIC_EXAMPLE: MetricSchedule = {
  scheduleId: 10055,
  scheduleName: 'Native.MemoryInfo.free',
  enabled: true,
  collectionInterval: 600_000,
  displayName: 'Free Memory',
  unit: 'BYTES',
  type: 'MEASUREMENT',
  definitionId: 10055,
  mtime: 0,
  links: [toLink('metric', 'http://localhost:8080/rest/metric/data/group/10003/10055')],
};

/** See rule groups-4. */
@ApiTags('group')
@Authenticated()
@Controller('rest/group/:id')
export class GroupMembersController {
  constructor(private readonly members: GroupMembersService) {}

  @Get('resources')
  @Produces('group', listOf(ResourceWithType), { ...RESOURCES_SHOWN, title: 'Members' })
  @ApiErrors(MonitoringError.group_not_found, MonitoringError.group_forbidden)
  @ApiOperation({ operationId: 'listGroupMembers', summary: 'List the explicit members of a group, by id' })
  list(@PathId() id: number, @Caller() caller: CallerIdentity): Promise<ResourceWithType[]> {
    return this.members.list(id, caller);
  }

  @Put('resource/:resourceId')
  @StreamedBody()
  @Produces('group', one(GroupRest), GROUP_SHOWN)
  @ApiErrors(
    MonitoringError.group_not_found,
    MonitoringError.resource_not_found,
    MonitoringError.resource_not_in_inventory,
    MonitoringError.group_type_mismatch,
    CommonError.insufficient_scope,
  )
  @ApiOperation({ operationId: 'addGroupMember', summary: 'Add a resource to a group' })
  add(
    @PathId() id: number,
    @PathId('resourceId', 'Id of the resource') resourceId: number,
    @Caller() caller: CallerIdentity,
  ): Promise<GroupRest> {
    return this.members.add(id, resourceId, caller);
  }

  @Delete('resource/:resourceId')
  @NoContent('The resource is not an explicit member of the group')
  @ApiErrors(
    MonitoringError.group_not_found,
    MonitoringError.resource_not_found,
    MonitoringError.group_member_not_found,
    CommonError.insufficient_scope,
  )
  @ApiOperation({ operationId: 'removeGroupMember', summary: 'Remove a resource from a group' })
  remove(
    @PathId() id: number,
    @PathId('resourceId', 'Id of the resource') resourceId: number,
    @RequestQuery(DeletionQuery, { validate: 'Return 404 if the resource is not a member' }) query: DeletionQuery,
    @Caller() caller: CallerIdentity,
  ): Promise<void> {
    return this.members.remove(id, resourceId, query, caller);
  }

  @Get('metricDefinitions')
  @Produces('group', listOf(MetricSchedule), {
    title: 'Metric definitions',
    example: [METRIC_EXAMPLE],
    gzip: true,
  })
  @ApiErrors(MonitoringError.group_not_found, MonitoringError.group_forbidden, MonitoringError.group_not_compatible)
  @ApiOperation({ operationId: 'listGroupMetrics', summary: 'List the metrics common to the members of a group' })
  listMetricDefinitions(@PathId() id: number, @Caller() caller: CallerIdentity): Promise<MetricSchedule[]> {
    return this.members.listMetricDefinitions(id, caller);
  }
}

const ROLE = { name: 'role', description: 'Name of the role' };

/** An extension of the contract: see decision 10. */
@ApiTags('group')
@Addition()
@Controller('rest/group/:id/roles')
export class GroupRoleController {
  constructor(private readonly groups: GroupService) {}

  @Get()
  @RequirePermission('MANAGE_SECURITY')
  @Produces('group', TEXTS, { title: 'Roles', example: ['viewer'] })
  @ApiErrors(MonitoringError.group_not_found)
  @ApiOperation({ operationId: 'listGroupRoles', summary: 'List the roles with access to a group' })
  list(@PathId() id: number): Promise<string[]> {
    return this.groups.listRoles(id);
  }

  @Put(':role')
  @RequirePermission('MANAGE_SECURITY')
  @NoContent('The role has access to the group')
  @StreamedBody()
  @ApiParam(ROLE)
  @ApiErrors(MonitoringError.group_not_found, MonitoringError.role_not_found)
  @ApiOperation({ operationId: 'tieGroupRole', summary: 'Give a role access to a group' })
  tie(@PathId() id: number, @Param('role') role: string): Promise<void> {
    return this.groups.tieRole(id, role);
  }

  @Delete(':role')
  @RequirePermission('MANAGE_SECURITY')
  @NoContent('The role has no access to the group')
  @ApiParam(ROLE)
  @ApiErrors(MonitoringError.group_not_found, MonitoringError.role_not_found)
  @ApiOperation({ operationId: 'untieGroupRole', summary: 'Revoke the access of a role to a group' })
  untie(
    @PathId() id: number,
    @Param('role') role: string,
    @RequestQuery(DeletionQuery, { validate: 'Return 404 if the role has no access to the group' })
    query: DeletionQuery,
  ): Promise<void> {
    return this.groups.untieRole(id, role, query);
  }
}

/** See rule groups-15. */
@ApiTags('resource')
@Addition()
@Controller('rest/resource/:id/groups')
export class ResourceGroupsController {
  constructor(private readonly groups: GroupService) {}

  @Get()
  @ReadsResource()
  @Produces('resource', listOf(GroupRest), GROUPS_SHOWN)
  @ApiOperation({
    operationId: 'listGroupsOfResource',
    summary: 'List the groups that a resource is a member of, by id',
    description: 'Lists groups visible to the caller, by explicit and implicit membership.',
  })
  list(
    @PathId() id: number,
    @RequestQuery(GroupListQuery) query: GroupListQuery,
    @Caller() caller: CallerIdentity,
  ): Promise<ListPage<GroupRest>> {
    return this.groups.list(query, caller, id);
  }
}
