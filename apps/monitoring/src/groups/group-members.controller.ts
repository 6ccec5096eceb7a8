import { Controller, Delete, Get, Put } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Authenticated, Caller, type CallerIdentity } from '@wardstone/auth';
import { NoContent, StreamedBody } from '@wardstone/bootstrap';
import { DeletionQuery, GroupRest, MetricSchedule, ResourceWithType } from '@wardstone/dto/monitoring';
import { ApiErrors, CommonError, MonitoringError } from '@wardstone/errors';
import { toLink } from '@wardstone/dto';
import { AREA_TYPES, Produces, listOf, one } from '@wardstone/media-types';
import { PathId } from '../api/path-id';
import { RequestQuery } from '../api/request-query.decorator';
import { RESOURCES_SHOWN } from '../resources/resource.examples';
import { GroupMembersService } from './group-members.service';
import { GROUP_EXAMPLE } from './group.examples';

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
  @Produces(AREA_TYPES.group, listOf(ResourceWithType), {
    ...RESOURCES_SHOWN,
    title: 'Members',
  })
  @ApiErrors(MonitoringError.group_not_found, MonitoringError.group_forbidden)
  @ApiOperation({ operationId: 'listGroupMembers', summary: 'The explicit members of a group, by id' })
  list(@PathId() id: number, @Caller() caller: CallerIdentity): Promise<ResourceWithType[]> {
    return this.members.list(id, caller);
  }

  @Put('resource/:resourceId')
  @StreamedBody()
  @Produces(AREA_TYPES.group, one(GroupRest), { title: 'Group', example: GROUP_EXAMPLE })
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
  @Produces(AREA_TYPES.group, listOf(MetricSchedule), {
    title: 'Metric definitions',
    example: [METRIC_EXAMPLE],
    gzip: true,
  })
  @ApiErrors(MonitoringError.group_not_found, MonitoringError.group_forbidden, MonitoringError.group_not_compatible)
  @ApiOperation({ operationId: 'listGroupMetrics', summary: 'Metrics common to the members of a group' })
  listMetricDefinitions(@PathId() id: number, @Caller() caller: CallerIdentity): Promise<MetricSchedule[]> {
    return this.members.listMetricDefinitions(id, caller);
  }
}
