import { Controller, Delete, Get, Post, Put } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Authenticated, Caller, type CallerIdentity, RequirePermission } from '@wardstone/auth';
import { NoContent } from '@wardstone/bootstrap';
import { DeletionQuery, GroupListQuery, GroupRest } from '@wardstone/dto/monitoring';
import { ApiErrors, CommonError, MonitoringError } from '@wardstone/errors';
import {
  type Answer,
  AREA_TYPES,
  listOf,
  type ListPage,
  one,
  type Parsed,
  Produces,
  RecordBody,
  type Sent,
} from '@wardstone/media-types';
import { PathId } from '../api/path-id';
import { RequestQuery } from '../api/request-query.decorator';
import { GROUP_EXAMPLE } from './group.examples';
import { GroupService } from './group.service';

/** See rule groups-4. */
@ApiTags('group')
@Controller('rest/group')
export class GroupController {
  constructor(private readonly groups: GroupService) {}

  @Get()
  @Authenticated()
  @Produces(AREA_TYPES.group, listOf(GroupRest), { title: 'Groups', example: [GROUP_EXAMPLE], gzip: true })
  @ApiOperation({ operationId: 'listGroups', summary: 'List the groups visible to the caller, by id' })
  list(
    @RequestQuery(GroupListQuery) query: GroupListQuery,
    @Caller() caller: CallerIdentity,
  ): Promise<ListPage<GroupRest>> {
    return this.groups.list(query, caller);
  }

  @Post()
  @RequirePermission('MANAGE_INVENTORY')
  @Produces(AREA_TYPES.group, one(GroupRest), {
    title: 'Group',
    example: GROUP_EXAMPLE,
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
    body: Parsed<Sent<GroupRest>>,
  ): Promise<Answer<GroupRest>> {
    return this.groups.create(body);
  }

  @Get(':id')
  @Authenticated()
  @Produces(AREA_TYPES.group, one(GroupRest), {
    title: 'Group',
    example: GROUP_EXAMPLE,
  })
  @ApiErrors(MonitoringError.group_not_found, MonitoringError.group_forbidden)
  @ApiOperation({ operationId: 'getGroup', summary: 'One group' })
  read(@PathId() id: number, @Caller() caller: CallerIdentity): Promise<GroupRest> {
    return this.groups.read(id, caller);
  }

  @Put(':id')
  @Authenticated()
  @Produces(AREA_TYPES.group, one(GroupRest), { title: 'Group', example: GROUP_EXAMPLE, showsTarget: true })
  @ApiErrors(MonitoringError.group_not_found, MonitoringError.group_name_taken, CommonError.insufficient_scope)
  @ApiOperation({ operationId: 'updateGroup', summary: 'Rename a group' })
  rename(
    @PathId() id: number,
    @RecordBody(GroupRest, { description: 'The name; other fields are ignored', example: { name: 'web-tier' } })
    body: Parsed<Sent<GroupRest>>,
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
