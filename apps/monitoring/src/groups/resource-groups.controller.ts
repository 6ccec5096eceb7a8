import { Controller, Get } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Caller, type CallerIdentity } from '@wardstone/auth';
import { GroupListQuery, GroupRest } from '@wardstone/dto/monitoring';
import { AREA_TYPES, listOf, type ListPage, Produces } from '@wardstone/media-types';
import { PathId } from '../api/path-id';
import { RequestQuery } from '../api/request-query.decorator';
import { ReadsResource } from '../resources/reads-resource.decorator';
import { GROUP_EXAMPLE } from './group.examples';
import { GroupService } from './group.service';

/** See rule groups-15. */
@ApiTags('resource')
@Controller('rest/resource/:id/groups')
export class ResourceGroupsController {
  constructor(private readonly groups: GroupService) {}

  @Get()
  @ReadsResource()
  @Produces(AREA_TYPES.resource, listOf(GroupRest), {
    title: 'Groups',
    example: [GROUP_EXAMPLE],
    gzip: true,
  })
  @ApiOperation({
    operationId: 'listGroupsOfResource',
    summary: 'The groups that a resource is a member of, by id',
    description: 'Those visible to the caller, explicit and implicit memberships. An addition to the contract.',
  })
  list(
    @PathId() id: number,
    @RequestQuery(GroupListQuery) query: GroupListQuery,
    @Caller() caller: CallerIdentity,
  ): Promise<ListPage<GroupRest>> {
    return this.groups.listOfResource(id, query, caller);
  }
}
