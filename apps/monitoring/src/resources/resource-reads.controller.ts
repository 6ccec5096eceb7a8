import { Controller, Get } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Authenticated, Caller, type CallerIdentity } from '@wardstone/auth';
import { type Link, toLink } from '@wardstone/dto';
import {
  ChildListQuery,
  HierarchyQuery,
  PlatformListQuery,
  ResourceListQuery,
  ResourceSearchQuery,
  ResourceWithType,
  ResourceConfigurationRest,
} from '@wardstone/dto/monitoring';
import { type Answer, LINKS, listOf, type ListPage, one, Produces, type StreamedRecords } from '@wardstone/media-types';
import { Addition } from '../api/addition.decorator';
import { PathId } from '../api/path-id';
import { RefuseUnknownParameters, RequestQuery } from '../api/request-query.decorator';
import { ReadsResource } from './reads-resource.decorator';
import { ResourceReadsService } from './resource-reads.service';
import { RESOURCES_SHOWN, RESOURCE_SHOWN } from './resource.examples';

const CONFIGURATION_EXAMPLE: ResourceConfigurationRest = {
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

/** See rules inventory-4, inventory-17. */
@ApiTags('resource')
@Controller('rest/resource')
export class ResourceReadsController {
  constructor(private readonly resources: ResourceReadsService) {}

  @Get()
  @Authenticated()
  @Produces('resource', listOf(ResourceWithType), RESOURCES_SHOWN)
  @ApiOperation({
    operationId: 'searchResources',
    summary: 'Find resources by name, category, status and availability',
  })
  search(
    @RequestQuery(ResourceListQuery) query: ResourceListQuery,
    @Caller() caller: CallerIdentity,
  ): Promise<ListPage<ResourceWithType>> {
    return this.resources.search(query, caller);
  }

  @Get('search')
  @Authenticated()
  @Produces('resource', listOf(ResourceWithType), RESOURCES_SHOWN)
  @Addition()
  @ApiOperation({
    operationId: 'findResources',
    summary: 'Find resources by the criteria of other clients',
    description: 'For clients of other products. A resource must meet all criteria; an unknown one is refused.',
  })
  @RefuseUnknownParameters()
  find(
    @RequestQuery(ResourceSearchQuery) query: ResourceSearchQuery,
    @Caller() caller: CallerIdentity,
  ): Promise<ListPage<ResourceWithType>> {
    return this.resources.find(query, caller);
  }

  @Get('platforms')
  @Authenticated()
  @Produces('resource', listOf(ResourceWithType), { ...RESOURCES_SHOWN, title: 'Platforms' })
  @ApiOperation({ operationId: 'listPlatforms', summary: 'List the platforms in inventory' })
  listPlatforms(
    @RequestQuery(PlatformListQuery) query: PlatformListQuery,
    @Caller() caller: CallerIdentity,
  ): Promise<ListPage<ResourceWithType>> {
    return this.resources.listPlatforms(query, caller);
  }

  @Get(':id')
  @ReadsResource()
  @Produces('resource', one(ResourceWithType), RESOURCE_SHOWN)
  @ApiOperation({ operationId: 'getResource', summary: 'Get a resource, in any inventory status' })
  read(@PathId() id: number, @Caller() caller: CallerIdentity): Promise<Answer<ResourceWithType>> {
    return this.resources.read(id, caller);
  }

  @Get(':id/children')
  @ReadsResource()
  @Produces('resource', listOf(ResourceWithType), { ...RESOURCES_SHOWN, title: 'Children' })
  @ApiOperation({ operationId: 'listChildren', summary: 'List the children of a resource' })
  listChildren(
    @PathId() id: number,
    @RequestQuery(ChildListQuery) query: ChildListQuery,
    @Caller() caller: CallerIdentity,
  ): Promise<ResourceWithType[] | ListPage<ResourceWithType> | StreamedRecords<ResourceWithType>> {
    return this.resources.listChildren(id, query, caller);
  }

  @Get(':id/hierarchy')
  @ReadsResource()
  @Produces('resource', listOf(ResourceWithType), { ...RESOURCES_SHOWN, title: 'Hierarchy' })
  @ApiOperation({ operationId: 'getHierarchy', summary: 'Get a resource with its descendants in inventory' })
  readHierarchy(
    @PathId() id: number,
    @RequestQuery(HierarchyQuery) query: HierarchyQuery,
    @Caller() caller: CallerIdentity,
  ): Promise<ResourceWithType[] | StreamedRecords<ResourceWithType> | Answer> {
    return this.resources.readHierarchy(id, query, caller);
  }

  @Get(':id/alerts')
  @ReadsResource()
  @Produces('resource', LINKS, {
    title: 'Alerts',
    example: [toLink('alert', 'http://localhost:8080/rest/alert/10044')],
    gzip: true,
  })
  @ApiOperation({ operationId: 'listResourceAlerts', summary: 'List links to the alerts of a resource' })
  listAlerts(@PathId() id: number, @Caller() caller: CallerIdentity): Promise<Link[] | StreamedRecords<Link>> {
    return this.resources.listAlerts(id, caller);
  }

  @Get(':id/configuration')
  @ReadsResource()
  @Produces('resource', one(ResourceConfigurationRest), {
    title: 'Configuration',
    example: CONFIGURATION_EXAMPLE,
    gzip: true,
  })
  @Addition()
  @ApiOperation({
    operationId: 'getResourceConfiguration',
    summary: 'Get version, connection properties and configuration of a resource',
    description: 'Requires CONFIGURE_READ.',
  })
  readConfiguration(@PathId() id: number, @Caller() caller: CallerIdentity): Promise<ResourceConfigurationRest> {
    return this.resources.readConfiguration(id, caller);
  }
}
