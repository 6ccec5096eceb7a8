import { Controller, Get, Inject, Query, applyDecorators } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Authenticated, Caller } from '@wardstone/auth';
import type { CallerIdentity } from '@wardstone/auth';
import type { Link } from '@wardstone/dto';
import {
  AVAILABILITY_TYPES,
  CATEGORIES,
  INVENTORY_STATUSES,
  RESOURCE_SORT_FIELDS,
  ResourceWithType,
} from '@wardstone/dto/monitoring';
import { ApiErrors, MonitoringError } from '@wardstone/errors';
import { AREA_TYPES, LINKS, Produces, listOf, one, toLink } from '@wardstone/media-types';
import type { Answer, ListPage } from '@wardstone/media-types';
import { ApiFlagQuery, ApiIntegerQuery, ApiPaging, ApiSortQuery, ApiTextQuery } from '../api/query-docs.decorator';
import { PathId } from '../api/path-id';
import { ReadsResource } from './reads-resource.decorator';
import { ResourceReadsService } from './resource-reads.service';
import { RESOURCES_SHOWN, RESOURCE_SHOWN } from './resource.examples';
import { HIERARCHY_PAGE, PLATFORM_PAGE, RESOURCE_PAGE } from './resource.page';

const Filtered = (): MethodDecorator =>
  applyDecorators(
    ApiTextQuery('q', 'Part of the name, in any letter case'),
    ApiTextQuery('category', 'Category, in any letter case', CATEGORIES),
    ApiTextQuery('status', 'Inventory status, in any letter case; COMMITTED by default', [
      'ALL',
      ...INVENTORY_STATUSES,
    ]),
    ApiTextQuery('availability', 'Current availability, in any letter case', AVAILABILITY_TYPES),
    ApiSortQuery(RESOURCE_SORT_FIELDS, 'name:asc'),
    ApiErrors(MonitoringError.invalid_query),
  );

/** See rule inventory-4. */
@ApiTags('resource')
@Controller('rest/resource')
export class ResourceReadsController {
  constructor(@Inject(ResourceReadsService) private readonly resources: ResourceReadsService) {}

  @Get()
  @Authenticated()
  @Produces(AREA_TYPES.resource, listOf(ResourceWithType, RESOURCE_PAGE), RESOURCES_SHOWN)
  @Filtered()
  @ApiPaging()
  @ApiOperation({ operationId: 'searchResources', summary: 'Resources by name, category, status and availability' })
  search(
    @Query() query: Record<string, unknown>,
    @Caller() caller: CallerIdentity,
  ): Promise<ListPage<ResourceWithType>> {
    return this.resources.search(query, caller);
  }

  @Get('search')
  @Authenticated()
  @Produces(AREA_TYPES.resource, listOf(ResourceWithType, RESOURCE_PAGE), RESOURCES_SHOWN)
  @Filtered()
  @ApiPaging()
  @ApiOperation({
    operationId: 'findResources',
    summary: 'The same as GET /rest/resource',
    description: 'An addition to the contract, for clients that search at this address.',
  })
  find(@Query() query: Record<string, unknown>, @Caller() caller: CallerIdentity): Promise<ListPage<ResourceWithType>> {
    return this.resources.search(query, caller);
  }

  @Get('platforms')
  @Authenticated()
  @Produces(AREA_TYPES.resource, listOf(ResourceWithType, PLATFORM_PAGE), {
    ...RESOURCES_SHOWN,
    title: 'Platforms',
  })
  @ApiPaging()
  @ApiOperation({ operationId: 'listPlatforms', summary: 'The platforms in inventory' })
  listPlatforms(
    @Query() query: Record<string, unknown>,
    @Caller() caller: CallerIdentity,
  ): Promise<ListPage<ResourceWithType>> {
    return this.resources.listPlatforms(query, caller);
  }

  @Get(':id')
  @ReadsResource()
  @Produces(AREA_TYPES.resource, one(ResourceWithType, RESOURCE_PAGE), RESOURCE_SHOWN)
  @ApiOperation({ operationId: 'getResource', summary: 'One resource, in whatever inventory status' })
  read(@PathId() id: number, @Caller() caller: CallerIdentity): Promise<Answer<ResourceWithType>> {
    return this.resources.read(id, caller);
  }

  @Get(':id/children')
  @ReadsResource()
  @Produces(AREA_TYPES.resource, listOf(ResourceWithType, RESOURCE_PAGE), { ...RESOURCES_SHOWN, title: 'Children' })
  @Filtered()
  @ApiIntegerQuery('ps', 'Rows of a page; all children are listed when neither this nor a page is given')
  @ApiIntegerQuery('page', 'Number of the page, from 0')
  @ApiOperation({ operationId: 'listChildren', summary: 'The resources directly below a resource' })
  listChildren(
    @PathId() id: number,
    @Query() query: Record<string, unknown>,
    @Caller() caller: CallerIdentity,
  ): Promise<ResourceWithType[]> {
    return this.resources.listChildren(id, query, caller);
  }

  @Get(':id/hierarchy')
  @ReadsResource()
  @Produces(AREA_TYPES.resource, listOf(ResourceWithType, HIERARCHY_PAGE), { ...RESOURCES_SHOWN, title: 'Hierarchy' })
  @ApiFlagQuery('tree', 'Answer one nested ResourceWithChildren in place of the list')
  @ApiOperation({ operationId: 'getHierarchy', summary: 'A resource and all that is in inventory below it' })
  readHierarchy(
    @PathId() id: number,
    @Query() query: Record<string, unknown>,
    @Caller() caller: CallerIdentity,
  ): Promise<ResourceWithType[] | Answer> {
    return this.resources.readHierarchy(id, query, caller);
  }

  @Get(':id/alerts')
  @ReadsResource()
  @Produces(AREA_TYPES.resource, LINKS, {
    title: 'Alerts',
    example: [toLink('alert', 'http://localhost:8080/rest/alert/10044')],
    gzip: true,
  })
  @ApiOperation({ operationId: 'listResourceAlerts', summary: 'Links to the alerts that fired on a resource' })
  listAlerts(@PathId() id: number, @Caller() caller: CallerIdentity): Promise<Link[]> {
    return this.resources.listAlerts(id, caller);
  }
}
