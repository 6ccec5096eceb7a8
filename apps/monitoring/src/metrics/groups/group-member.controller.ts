import { Controller, Get } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Authenticated, Caller, type CallerIdentity } from '@wardstone/auth';
import { GroupMember, GroupMemberQuery } from '@wardstone/dto/monitoring';
import { ApiErrors, MonitoringError } from '@wardstone/errors';
import { AREA_TYPES, listOf, type ListPage, Produces } from '@wardstone/media-types';
import { PathId } from '../../api/path-id';
import { RequestQuery } from '../../api/request-query.decorator';
import { MEMBER_EXAMPLE } from '../metric.examples';
import { MetricGroupService } from './metric-group.service';

/** See rule groups-17. */
@ApiTags('group')
@Controller('rest/group/:groupId/members')
export class GroupMemberController {
  constructor(private readonly groups: MetricGroupService) {}

  @Get()
  @Authenticated()
  @Produces(AREA_TYPES.group, listOf(GroupMember), { title: 'Members', example: [MEMBER_EXAMPLE], gzip: true })
  @ApiErrors(MonitoringError.group_not_found, MonitoringError.group_forbidden)
  @ApiOperation({
    operationId: 'listMembersOfGroup',
    summary:
      'A page of the explicit members of a group as they are now, by name, alerts or the newest value of a metric',
    description: 'An addition to the contract.',
  })
  list(
    @PathId('groupId') groupId: number,
    @RequestQuery(GroupMemberQuery) query: GroupMemberQuery,
    @Caller() caller: CallerIdentity,
  ): Promise<ListPage<GroupMember>> {
    return this.groups.listMembers(groupId, query, caller);
  }
}
