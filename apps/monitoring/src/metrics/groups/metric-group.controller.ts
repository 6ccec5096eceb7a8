import { Controller, Get } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Authenticated, Caller, type CallerIdentity } from '@wardstone/auth';
import { type Client, RequestClient } from '@wardstone/bootstrap';
import {
  BucketsQuery,
  GroupMember,
  GroupMemberQuery,
  MetricAggregate,
  MetricDefinitionAggregate,
  MetricWindowQuery,
} from '@wardstone/dto/monitoring';
import { ApiErrors, CommonError, MonitoringError } from '@wardstone/errors';
import { type Answer, listOf, type ListPage, one, type Parsed, Produces } from '@wardstone/media-types';
import { Addition } from '../../api/addition.decorator';
import { PathId } from '../../api/path-id';
import { ParsedQuery, RequestQuery } from '../../api/request-query.decorator';
import { AGGREGATE_EXAMPLE, DEFINITION_AGGREGATE_EXAMPLE, MEMBER_EXAMPLE } from '../metric.examples';
import { MetricGroupService } from './metric-group.service';

/** See rule metrics-7. */
@ApiTags('metric')
@Controller('rest/metric/data/group/:groupId')
export class MetricGroupController {
  constructor(private readonly groups: MetricGroupService) {}

  @Get()
  @Authenticated()
  @Produces('metric', listOf(MetricDefinitionAggregate), {
    title: 'Metric data of a group',
    example: [DEFINITION_AGGREGATE_EXAMPLE],
    gzip: true,
  })
  @ApiErrors(
    MonitoringError.group_not_found,
    MonitoringError.group_forbidden,
    MonitoringError.group_not_compatible,
    CommonError.too_many_heavy_requests,
  )
  @ApiOperation({ operationId: 'listMetricDataOfGroup', summary: 'Get metric data for each metric of a group' })
  readAll(
    @PathId('groupId') groupId: number,
    @ParsedQuery(MetricWindowQuery) window: Parsed<MetricWindowQuery>,
    @Caller() caller: CallerIdentity,
    @RequestClient() client: Client,
  ): Promise<Answer<MetricDefinitionAggregate[]>> {
    return this.groups.readAll(groupId, window, caller, client);
  }

  @Get(':definitionId')
  @Authenticated()
  @Produces('metric', one(MetricAggregate), {
    title: 'Metric data of a group',
    example: { ...AGGREGATE_EXAMPLE, scheduleId: 10055, group: true },
    gzip: true,
  })
  @ApiErrors(
    MonitoringError.group_not_found,
    MonitoringError.group_forbidden,
    MonitoringError.group_not_compatible,
    MonitoringError.metric_definition_not_found,
    MonitoringError.metric_not_numeric,
    CommonError.too_many_heavy_requests,
  )
  @ApiOperation({ operationId: 'getMetricDataOfGroup', summary: 'Get metric data for one metric of a group' })
  readOne(
    @PathId('groupId') groupId: number,
    @PathId('definitionId') definitionId: number,
    @ParsedQuery(BucketsQuery) buckets: Parsed<BucketsQuery>,
    @ParsedQuery(MetricWindowQuery) window: Parsed<MetricWindowQuery>,
    @Caller() caller: CallerIdentity,
    @RequestClient() client: Client,
  ): Promise<Answer<MetricAggregate>> {
    return this.groups.readOne(groupId, definitionId, { buckets, window }, caller, client);
  }
}

/** See rule groups-17. */
@ApiTags('group')
@Addition()
@Controller('rest/group/:groupId/members')
export class GroupMemberController {
  constructor(private readonly groups: MetricGroupService) {}

  @Get()
  @Authenticated()
  @Produces('group', listOf(GroupMember), { title: 'Members', example: [MEMBER_EXAMPLE], gzip: true })
  @ApiErrors(MonitoringError.group_not_found, MonitoringError.group_forbidden)
  @ApiOperation({
    operationId: 'listMembersOfGroup',
    summary:
      'List the explicit members of a group with their state, sorted by name, alerts or the newest value of a metric',
  })
  list(
    @PathId('groupId') groupId: number,
    @RequestQuery(GroupMemberQuery) query: GroupMemberQuery,
    @Caller() caller: CallerIdentity,
  ): Promise<ListPage<GroupMember>> {
    return this.groups.listMembers(groupId, query, caller);
  }
}
