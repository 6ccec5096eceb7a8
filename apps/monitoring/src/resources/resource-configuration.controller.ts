import { Controller, Get } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Caller, type CallerIdentity } from '@wardstone/auth';
import { ResourceConfigurationRest } from '@wardstone/dto/monitoring';
import { toLink } from '@wardstone/dto';
import { AREA_TYPES, Produces, one } from '@wardstone/media-types';
import { PathId } from '../api/path-id';
import { ReadsResource } from './reads-resource.decorator';
import { ResourceConfigurationService } from './resource-configuration.service';

const EXAMPLE: ResourceConfigurationRest = {
  resourceId: 10021,
  version: '10.2',
  pluginConfigProperties: [
    {
      name: 'pidFile',
      displayName: 'Pid File',
      description: 'File that holds the id of the process',
      type: 'FILE',
      required: false,
    },
  ],
  pluginConfig: { pidFile: '/run/nginx.pid' },
  resourceConfigProperties: [],
  resourceConfig: {},
  links: [toLink('resource', 'http://localhost:8080/rest/resource/10021')],
};

/** See rule inventory-17. */
@ApiTags('resource')
@Controller('rest/resource/:id/configuration')
export class ResourceConfigurationController {
  constructor(private readonly configurations: ResourceConfigurationService) {}

  @Get()
  @ReadsResource()
  @Produces(AREA_TYPES.resource, one(ResourceConfigurationRest), {
    title: 'Configuration',
    example: EXAMPLE,
    gzip: true,
  })
  @ApiOperation({
    operationId: 'getResourceConfiguration',
    summary: 'Version, connection properties and configuration of a resource',
    description: 'Requires the permission CONFIGURE_READ. An addition to the contract.',
  })
  read(@PathId() id: number, @Caller() caller: CallerIdentity): Promise<ResourceConfigurationRest> {
    return this.configurations.read(id, caller);
  }
}
