import { Controller, Delete, Get, Param, Post, Put } from '@nestjs/common';
import { ApiParam, ApiTags } from '@nestjs/swagger';
import { Caller, type CallerIdentity } from '@wardstone/auth';
import { Addition, Audit, type AuditNote, nothing, Operation } from '@wardstone/bootstrap';
import { DeletionQuery, GroupListQuery, GroupRest, MetricSchedule, ResourceWithType } from '@wardstone/dto/monitoring';
import { toLink } from '@wardstone/dto';
import { type HandlerResponse, type ListPage, RecordBody, result, type SentBody, TEXTS } from '@wardstone/media-types';
import { PathId } from '../api/path-id';
import { RequestQuery } from '../api/request-query.decorator';
import { GROUP_SHOWN, GROUPS_SHOWN } from './group.examples';
import { GroupService } from './group.service';
import { RESOURCES_SHOWN } from '../resources/resource.examples';
import { GroupMembersService } from './group-members.service';

/** See rule groups-4. */
@ApiTags('group')
@Controller('rest/group')
export class GroupController {
  constructor(private readonly groups: GroupService) {}

  @Get()
  @Operation('List the groups visible to the caller, by id', {
    access: 'authenticated',
    returns: result('group', [GroupRest], GROUPS_SHOWN),
  })
  listGroups(
    @RequestQuery(GroupListQuery) query: GroupListQuery,
    @Caller() caller: CallerIdentity,
  ): Promise<ListPage<GroupRest>> {
    return this.groups.list(query, caller);
  }

  @Post()
  @Operation('Create a group', {
    access: 'MANAGE_INVENTORY',
    returns: result('group', GroupRest, {
      ...GROUP_SHOWN,
      status: 201,
      otherStatuses: { 200: 'A group of this name exists (case-insensitive) and is unchanged' },
    }),
    errors: ['resource_type_not_found'],
  })
  createGroup(
    @RecordBody(GroupRest, {
      description: 'Name; optionally the type of all members, and whether their descendants are included',
      example: { name: 'web-tier', resourceTypeId: 10007, recursive: false },
    })
    body: SentBody<GroupRest>,
    @Audit() note: AuditNote,
  ): Promise<HandlerResponse<GroupRest>> {
    return this.groups.create(body, note);
  }

  @Get(':id')
  @Operation('Get a group', {
    access: 'authenticated',
    returns: result('group', GroupRest, GROUP_SHOWN),
    errors: ['group_not_found', 'group_forbidden'],
  })
  getGroup(@PathId() id: number, @Caller() caller: CallerIdentity): Promise<GroupRest> {
    return this.groups.read(id, caller);
  }

  @Put(':id')
  @Operation('Rename a group', {
    access: 'authenticated',
    returns: result('group', GroupRest, { ...GROUP_SHOWN, showsTarget: true }),
    errors: ['group_not_found', 'group_name_taken', 'insufficient_scope'],
  })
  updateGroup(
    @PathId() id: number,
    @RecordBody(GroupRest, { description: 'The name; other fields are ignored', example: { name: 'web-tier' } })
    body: SentBody<GroupRest>,
    @Caller() caller: CallerIdentity,
    @Audit() note: AuditNote,
  ): Promise<GroupRest> {
    return this.groups.rename(id, body, caller, note);
  }

  @Delete(':id')
  @Operation('Delete a group', {
    access: 'authenticated',
    returns: nothing('The group is deleted; its members are unchanged'),
    errors: ['group_not_found', 'insufficient_scope'],
  })
  deleteGroup(
    @PathId() id: number,
    @RequestQuery(DeletionQuery, { validate: 'Return 404 for an unknown group' }) query: DeletionQuery,
    @Caller() caller: CallerIdentity,
    @Audit() note: AuditNote,
  ): Promise<void> {
    return this.groups.delete(id, query, caller, note);
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
@Controller('rest/group/:id')
export class GroupMembersController {
  constructor(private readonly members: GroupMembersService) {}

  @Get('resources')
  @Operation('List the explicit members of a group, by id', {
    access: 'authenticated',
    returns: result('group', [ResourceWithType], { ...RESOURCES_SHOWN, title: 'Members' }),
    errors: ['group_not_found', 'group_forbidden'],
  })
  listGroupMembers(@PathId() id: number, @Caller() caller: CallerIdentity): Promise<ResourceWithType[]> {
    return this.members.list(id, caller);
  }

  @Put('resource/:resourceId')
  @Operation('Add a resource to a group', {
    access: 'authenticated',
    body: 'ignored',
    returns: result('group', GroupRest, GROUP_SHOWN),
    errors: [
      'group_not_found',
      'resource_not_found',
      'resource_not_in_inventory',
      'group_type_mismatch',
      'insufficient_scope',
    ],
  })
  addGroupMember(
    @PathId() id: number,
    @PathId('resourceId', 'Id of the resource') resourceId: number,
    @Caller() caller: CallerIdentity,
    @Audit() note: AuditNote,
  ): Promise<GroupRest> {
    return this.members.add(id, resourceId, caller, note);
  }

  @Delete('resource/:resourceId')
  @Operation('Remove a resource from a group', {
    access: 'authenticated',
    returns: nothing('The resource is not an explicit member of the group'),
    errors: ['group_not_found', 'resource_not_found', 'group_member_not_found', 'insufficient_scope'],
  })
  removeGroupMember(
    @PathId() id: number,
    @PathId('resourceId', 'Id of the resource') resourceId: number,
    @RequestQuery(DeletionQuery, { validate: 'Return 404 if the resource is not a member' }) query: DeletionQuery,
    @Caller() caller: CallerIdentity,
    @Audit() note: AuditNote,
  ): Promise<void> {
    return this.members.remove(id, resourceId, query, caller, note);
  }

  @Get('metricDefinitions')
  @Operation('List the metrics common to the members of a group', {
    access: 'authenticated',
    returns: result('group', [MetricSchedule], { title: 'Metric definitions', example: [METRIC_EXAMPLE], gzip: true }),
    errors: ['group_not_found', 'group_forbidden', 'group_not_compatible'],
  })
  listGroupMetrics(@PathId() id: number, @Caller() caller: CallerIdentity): Promise<MetricSchedule[]> {
    return this.members.listMetricDefinitions(id, caller);
  }
}

const ROLE = { name: 'role', description: 'Name of the role' };

/** An addition to the contract: see decision 10. */
@ApiTags('group')
@Addition()
@Controller('rest/group/:id/roles')
export class GroupRoleController {
  constructor(private readonly groups: GroupService) {}

  @Get()
  @Operation('List the roles with access to a group', {
    access: 'MANAGE_SECURITY',
    returns: result('group', TEXTS, { title: 'Roles', example: ['viewer'] }),
    errors: ['group_not_found'],
  })
  listGroupRoles(@PathId() id: number): Promise<string[]> {
    return this.groups.listRoles(id);
  }

  @Put(':role')
  @Operation('Give a role access to a group', {
    access: 'MANAGE_SECURITY',
    parameters: ApiParam(ROLE),
    body: 'ignored',
    returns: nothing('The role has access to the group'),
    errors: ['group_not_found', 'role_not_found'],
  })
  tieGroupRole(@PathId() id: number, @Param('role') role: string, @Audit() note: AuditNote): Promise<void> {
    return this.groups.tieRole(id, role, note);
  }

  @Delete(':role')
  @Operation('Revoke the access of a role to a group', {
    access: 'MANAGE_SECURITY',
    parameters: ApiParam(ROLE),
    returns: nothing('The role has no access to the group'),
    errors: ['group_not_found', 'role_not_found'],
  })
  untieGroupRole(
    @PathId() id: number,
    @Param('role') role: string,
    @RequestQuery(DeletionQuery, { validate: 'Return 404 if the role has no access to the group' })
    query: DeletionQuery,
    @Audit() note: AuditNote,
  ): Promise<void> {
    return this.groups.untieRole(id, role, query, note);
  }
}

/** See rule groups-15. */
@ApiTags('resource')
@Addition()
@Controller('rest/resource/:id/groups')
export class ResourceGroupsController {
  constructor(private readonly groups: GroupService) {}

  @Get()
  @Operation('List the groups that a resource is a member of, by id', {
    description: 'Lists groups visible to the caller, by explicit and implicit membership.',
    access: 'authenticated',
    returns: result('resource', [GroupRest], GROUPS_SHOWN),
    errors: ['resource_not_found', 'resource_forbidden'],
  })
  listGroupsOfResource(
    @PathId() id: number,
    @RequestQuery(GroupListQuery) query: GroupListQuery,
    @Caller() caller: CallerIdentity,
  ): Promise<ListPage<GroupRest>> {
    return this.groups.list(query, caller, id);
  }
}
