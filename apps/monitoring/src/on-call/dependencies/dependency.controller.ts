import { Controller, Get, Put } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Authenticated, Caller, type CallerIdentity, RequirePermission } from '@wardstone/auth';
import { Audit, type AuditNote } from '@wardstone/bootstrap';
import {
  DependencyListQuery,
  DependentResource,
  ResourceDependencies,
  ResourceDependency,
} from '@wardstone/dto/monitoring';
import { ApiErrors, MonitoringError } from '@wardstone/errors';
import { toLink } from '@wardstone/dto';
import { listOf, type ListPage, Produces, RecordBody, type SentBody } from '@wardstone/media-types';
import { Addition } from '../../api/addition.decorator';
import { PathId } from '../../api/path-id';
import { RequestQuery } from '../../api/request-query.decorator';
import { ReadsResource } from '../../resources/reads-resource.decorator';
import { DependencyService } from './dependency.service';

const EXAMPLE: ResourceDependency = {
  resourceId: 10002,
  resourceName: 'switch-1',
  availability: 'UP',
  links: [toLink('resource', 'http://localhost:8080/rest/resource/10002')],
};
const DEPENDENT: DependentResource = {
  resourceId: 10001,
  resourceName: 'web-1',
  dependsOn: [10002],
  links: [toLink('resource', 'http://localhost:8080/rest/resource/10001')],
};
const SHOWN = { title: 'Dependencies', example: [EXAMPLE] };

/** See rule alerts-35. */
@ApiTags('resource')
@Addition()
@Controller('rest')
export class DependencyController {
  constructor(private readonly dependencies: DependencyService) {}

  @Get('dependency')
  @Authenticated()
  @Produces('alert', listOf(DependentResource), { title: 'Dependencies', example: [DEPENDENT], gzip: true })
  @ApiOperation({
    operationId: 'listAllDependencies',
    summary: 'List resources that depend on others, by name',
    description: 'Lists dependencies between resources that you can see.',
  })
  listAll(
    @RequestQuery(DependencyListQuery) query: DependencyListQuery,
    @Caller() caller: CallerIdentity,
  ): Promise<ListPage<DependentResource>> {
    return this.dependencies.listAll(query, caller);
  }

  @Get('resource/:id/dependencies')
  @ReadsResource()
  @Produces('alert', listOf(ResourceDependency), SHOWN)
  @ApiOperation({
    operationId: 'listDependencies',
    summary: 'List the dependencies of a resource, without its ancestors',
    description: 'Lists only resources that you can see.',
  })
  list(@PathId() id: number, @Caller() caller: CallerIdentity): Promise<ResourceDependency[]> {
    return this.dependencies.list(id, caller);
  }

  @Get('resource/:id/dependents')
  @ReadsResource()
  @Produces('alert', listOf(ResourceDependency), { ...SHOWN, title: 'Dependents' })
  @ApiOperation({
    operationId: 'listDependents',
    summary: 'List the dependents of a resource, without its descendants',
    description: 'Lists resources in inventory that you can see.',
  })
  listDependents(@PathId() id: number, @Caller() caller: CallerIdentity): Promise<ResourceDependency[]> {
    return this.dependencies.listDependents(id, caller);
  }

  @Put('resource/:id/dependencies')
  @RequirePermission('MANAGE_ALERTS')
  @Produces('alert', listOf(ResourceDependency), SHOWN)
  @ApiErrors(
    MonitoringError.resource_not_found,
    MonitoringError.resource_forbidden,
    MonitoringError.resource_not_in_inventory,
    MonitoringError.dependency_circle,
  )
  @ApiOperation({
    operationId: 'updateDependencies',
    summary: 'Set the dependencies of a resource; a dependency that is DOWN suppresses its alerts',
    description: 'Replaces the dependencies that you can see. Requires MANAGE_ALERTS for the resource.',
  })
  replace(
    @PathId() id: number,
    @RecordBody(ResourceDependencies, { description: 'All of them', example: { dependsOn: [] } })
    body: SentBody<ResourceDependencies>,
    @Caller() caller: CallerIdentity,
    @Audit() note: AuditNote,
  ): Promise<ResourceDependency[]> {
    return this.dependencies.replace(id, body, caller, note);
  }
}
