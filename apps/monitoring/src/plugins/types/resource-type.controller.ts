import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Operation } from '@wardstone/bootstrap';
import { ResourceTypeListQuery, ResourceTypeRest } from '@wardstone/dto/monitoring';
import { toLink } from '@wardstone/dto';
import { type ListPage, result } from '@wardstone/media-types';
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
@Controller('rest/resource/type')
export class ResourceTypeController {
  constructor(private readonly types: ResourceTypeService) {}

  @Get()
  @Operation('Find resource types by name and plugin', {
    access: 'authenticated',
    returns: result('resourceType', [ResourceTypeRest], { title: 'Resource types', example: [EXAMPLE], gzip: true }),
  })
  searchResourceTypes(
    @RequestQuery(ResourceTypeListQuery) query: ResourceTypeListQuery,
  ): Promise<ListPage<ResourceTypeRest>> {
    return this.types.search(query);
  }

  @Get(':id')
  @Operation('Get a resource type', {
    access: 'authenticated',
    returns: result('resourceType', ResourceTypeRest, { title: 'Resource type', example: EXAMPLE }),
    errors: ['resource_type_not_found'],
  })
  getResourceType(@PathId() id: number): Promise<ResourceTypeRest> {
    return this.types.read(id);
  }
}
