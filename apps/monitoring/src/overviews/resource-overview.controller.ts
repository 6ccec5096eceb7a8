import { Controller, Get } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Caller, type CallerIdentity } from '@wardstone/auth';
import { ResourceOverview } from '@wardstone/dto/monitoring';
import { AREA_TYPES, Produces, one } from '@wardstone/media-types';
import { PathId } from '../api/path-id';
import { ReadsResource } from '../resources/reads-resource.decorator';
import { OVERVIEW_EXAMPLE } from './overview.examples';
import { ResourceOverviewService } from './resource-overview.service';

/** See rule inventory-19. */
@ApiTags('resource')
@Controller('rest/resource')
export class ResourceOverviewController {
  constructor(private readonly overviews: ResourceOverviewService) {}

  @Get(':id/overview')
  @ReadsResource()
  @Produces(AREA_TYPES.resource, one(ResourceOverview), {
    title: 'Overview of a resource',
    example: OVERVIEW_EXAMPLE,
    gzip: true,
  })
  @ApiOperation({
    operationId: 'getResourceOverview',
    summary: 'How a resource and all that is part of it are: open alerts, what is DOWN, main metrics, last changes',
    description: 'An addition to the contract: what is wrong with a machine, by one request.',
  })
  read(@PathId() id: number, @Caller() caller: CallerIdentity): Promise<ResourceOverview> {
    return this.overviews.read(id, caller);
  }
}
