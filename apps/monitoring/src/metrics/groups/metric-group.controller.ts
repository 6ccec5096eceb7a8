import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Caller, type CallerIdentity } from '@wardstone/auth';
import { Addition, type Client, Operation, RequestClient } from '@wardstone/bootstrap';
import {
  BucketsQuery,
  GroupMember,
  GroupMemberQuery,
  MetricAggregate,
  MetricDefinitionAggregate,
  MetricWindowQuery,
} from '@wardstone/dto/monitoring';
import { type HandlerResponse, type ListPage, type Parsed, result } from '@wardstone/media-types';
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
  @Operation('Get metric data for each metric of a group', {
    access: 'authenticated',
    returns: result('metric', [MetricDefinitionAggregate], {
      title: 'Metric data of a group',
      example: [DEFINITION_AGGREGATE_EXAMPLE],
      gzip: true,
    }),
    errors: ['group_not_found', 'group_forbidden', 'group_not_compatible', 'too_many_heavy_requests'],
  })
  listMetricDataOfGroup(
    @PathId('groupId') groupId: number,
    @ParsedQuery(MetricWindowQuery) window: Parsed<MetricWindowQuery>,
    @Caller() caller: CallerIdentity,
    @RequestClient() client: Client,
  ): Promise<HandlerResponse<MetricDefinitionAggregate[]>> {
    return this.groups.readAll(groupId, window, caller, client);
  }

  @Get(':definitionId')
  @Operation('Get metric data for one metric of a group', {
    access: 'authenticated',
    returns: result('metric', MetricAggregate, {
      title: 'Metric data of a group',
      example: { ...AGGREGATE_EXAMPLE, scheduleId: 10055, group: true },
      gzip: true,
    }),
    errors: [
      'group_not_found',
      'group_forbidden',
      'group_not_compatible',
      'metric_definition_not_found',
      'metric_not_numeric',
      'too_many_heavy_requests',
    ],
  })
  getMetricDataOfGroup(
    @PathId('groupId') groupId: number,
    @PathId('definitionId') definitionId: number,
    @ParsedQuery(BucketsQuery) buckets: Parsed<BucketsQuery>,
    @ParsedQuery(MetricWindowQuery) window: Parsed<MetricWindowQuery>,
    @Caller() caller: CallerIdentity,
    @RequestClient() client: Client,
  ): Promise<HandlerResponse<MetricAggregate>> {
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
  @Operation(
    'List the explicit members of a group with their state, sorted by name, alerts or the newest value of a metric',
    {
      access: 'authenticated',
      returns: result('group', [GroupMember], { title: 'Members', example: [MEMBER_EXAMPLE], gzip: true }),
      errors: ['group_not_found', 'group_forbidden'],
    },
  )
  listMembersOfGroup(
    @PathId('groupId') groupId: number,
    @RequestQuery(GroupMemberQuery) query: GroupMemberQuery,
    @Caller() caller: CallerIdentity,
  ): Promise<ListPage<GroupMember>> {
    return this.groups.listMembers(groupId, query, caller);
  }
}
