import { Controller, Get } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Authenticated } from '@wardstone/auth';
import { ResourceTypeListQuery, ResourceTypeRest } from '@wardstone/dto/monitoring';
import { ApiErrors, MonitoringError } from '@wardstone/errors';
import { toLink } from '@wardstone/dto';
import { listOf, type ListPage, one, Produces } from '@wardstone/media-types';
import { PathId } from '../../api/path-id';
import { RequestQuery } from '../../api/request-query.decorator';
import { ResourceTypeService } from './resource-type.service';

const EXAMPLE: ResourceTypeRest = {
  id: 10002,
  name: 'Linux',
  pluginName: 'Platforms',
  createPolicy: 'NEITHER',
  dataType: 'CONFIGURATION',
  links: [toLink('self', 'http://localhost:8080/rest/resource/type/10002')],
};

/** See rule inventory-1. */
@ApiTags('resource type')
@Authenticated()
@Controller('rest/resource/type')
export class ResourceTypeController {
  constructor(private readonly types: ResourceTypeService) {}

  @Get()
  @Produces('resourceType', listOf(ResourceTypeRest), {
    title: 'Resource types',
    example: [EXAMPLE],
    gzip: true,
  })
  @ApiOperation({ operationId: 'searchResourceTypes', summary: 'Find resource types by name and plugin' })
  search(@RequestQuery(ResourceTypeListQuery) query: ResourceTypeListQuery): Promise<ListPage<ResourceTypeRest>> {
    return this.types.search(query);
  }

  @Get(':id')
  @Produces('resourceType', one(ResourceTypeRest), {
    title: 'Resource type',
    example: EXAMPLE,
  })
  @ApiErrors(MonitoringError.resource_type_not_found)
  @ApiOperation({ operationId: 'getResourceType', summary: 'Get a resource type' })
  read(@PathId() id: number): Promise<ResourceTypeRest> {
    return this.types.read(id);
  }
}
