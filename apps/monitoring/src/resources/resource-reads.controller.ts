import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Caller, type CallerIdentity } from '@wardstone/auth';
import { Operation } from '@wardstone/bootstrap';
import { type Link, toLink } from '@wardstone/dto';
import {
  ChildListQuery,
  HierarchyQuery,
  PlatformListQuery,
  ResourceConfigurationRest,
  ResourceListQuery,
  ResourceSearchQuery,
  ResourceWithType,
} from '@wardstone/dto/monitoring';
import { type HandlerResponse, LINKS, type ListPage, result, type StreamedRecords } from '@wardstone/media-types';
import { PathId } from '../api/path-id';
import { onlyKnownParameters, RequestQuery } from '../api/request-query.decorator';
import { ResourceReadsService } from './resource-reads.service';
import { CONFIGURATION_EXAMPLE, RESOURCE_SHOWN, RESOURCES_SHOWN } from './resource.examples';

/** See rules inventory-4, inventory-17. */
@ApiTags('resource')
@Controller('rest/resource')
export class ResourceReadsController {
  constructor(private readonly resources: ResourceReadsService) {}

  @Get()
  @Operation('Find resources by name, category, status and availability', {
    access: 'authenticated',
    returns: result('resource', [ResourceWithType], RESOURCES_SHOWN),
  })
  searchResources(
    @RequestQuery(ResourceListQuery) query: ResourceListQuery,
    @Caller() caller: CallerIdentity,
  ): Promise<ListPage<ResourceWithType>> {
    return this.resources.search(query, caller);
  }

  @Get('search')
  @Operation('Find resources by criteria, for clients of other products', {
    description: 'A resource must meet all criteria. Unknown criteria are refused.',
    access: 'authenticated',
    parameters: onlyKnownParameters,
    returns: result('resource', [ResourceWithType], RESOURCES_SHOWN),
    addition: true,
  })
  findResources(
    @RequestQuery(ResourceSearchQuery) query: ResourceSearchQuery,
    @Caller() caller: CallerIdentity,
  ): Promise<ListPage<ResourceWithType>> {
    return this.resources.find(query, caller);
  }

  @Get('platforms')
  @Operation('List the platforms in inventory', {
    access: 'authenticated',
    returns: result('resource', [ResourceWithType], { ...RESOURCES_SHOWN, title: 'Platforms' }),
  })
  listPlatforms(
    @RequestQuery(PlatformListQuery) query: PlatformListQuery,
    @Caller() caller: CallerIdentity,
  ): Promise<ListPage<ResourceWithType>> {
    return this.resources.listPlatforms(query, caller);
  }

  @Get(':id')
  @Operation('Get a resource, in any inventory status', {
    access: 'authenticated',
    returns: result('resource', ResourceWithType, RESOURCE_SHOWN),
    errors: ['resource_not_found', 'resource_forbidden'],
  })
  getResource(@PathId() id: number, @Caller() caller: CallerIdentity): Promise<HandlerResponse<ResourceWithType>> {
    return this.resources.read(id, caller);
  }

  @Get(':id/children')
  @Operation('List the children of a resource', {
    access: 'authenticated',
    returns: result('resource', [ResourceWithType], { ...RESOURCES_SHOWN, title: 'Children' }),
    errors: ['resource_not_found', 'resource_forbidden'],
  })
  listChildren(
    @PathId() id: number,
    @RequestQuery(ChildListQuery) query: ChildListQuery,
    @Caller() caller: CallerIdentity,
  ): Promise<ResourceWithType[] | ListPage<ResourceWithType> | StreamedRecords<ResourceWithType>> {
    return this.resources.listChildren(id, query, caller);
  }

  @Get(':id/hierarchy')
  @Operation('Get a resource with its descendants in inventory', {
    access: 'authenticated',
    returns: result('resource', [ResourceWithType], { ...RESOURCES_SHOWN, title: 'Hierarchy' }),
    errors: ['resource_not_found', 'resource_forbidden'],
  })
  getHierarchy(
    @PathId() id: number,
    @RequestQuery(HierarchyQuery) query: HierarchyQuery,
    @Caller() caller: CallerIdentity,
  ): Promise<ResourceWithType[] | StreamedRecords<ResourceWithType> | HandlerResponse> {
    return this.resources.readHierarchy(id, query, caller);
  }

  @Get(':id/alerts')
  @Operation('List links to the alerts of a resource', {
    access: 'authenticated',
    returns: result('resource', LINKS, {
      title: 'Alerts',
      example: [toLink('alert', 'http://localhost:8080/rest/alert/10044')],
      gzip: true,
    }),
    errors: ['resource_not_found', 'resource_forbidden'],
  })
  listResourceAlerts(@PathId() id: number, @Caller() caller: CallerIdentity): Promise<Link[] | StreamedRecords<Link>> {
    return this.resources.listAlerts(id, caller);
  }

  @Get(':id/configuration')
  @Operation('Get version, connection properties and configuration of a resource', {
    description: 'Requires CONFIGURE_READ.',
    access: 'authenticated',
    returns: result('resource', ResourceConfigurationRest, {
      title: 'Configuration',
      example: CONFIGURATION_EXAMPLE,
      gzip: true,
    }),
    errors: ['resource_not_found', 'resource_forbidden'],
    addition: true,
  })
  getResourceConfiguration(@PathId() id: number, @Caller() caller: CallerIdentity): Promise<ResourceConfigurationRest> {
    return this.resources.readConfiguration(id, caller);
  }
}
