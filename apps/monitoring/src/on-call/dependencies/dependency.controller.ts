import { Controller, Get, Put } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Caller, type CallerIdentity } from '@wardstone/auth';
import { Addition, Audit, type AuditNote, Operation } from '@wardstone/bootstrap';
import {
  DependencyListQuery,
  DependentResource,
  ResourceDependencies,
  ResourceDependency,
} from '@wardstone/dto/monitoring';
import { toLink } from '@wardstone/dto';
import { type ListPage, RecordBody, result, type SentBody } from '@wardstone/media-types';
import { PathId } from '../../api/path-id';
import { RequestQuery } from '../../api/request-query.decorator';
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
  @Operation('List resources that depend on others, by name', {
    description: 'Lists dependencies between resources that you can see.',
    access: 'authenticated',
    returns: result('alert', [DependentResource], { title: 'Dependencies', example: [DEPENDENT], gzip: true }),
  })
  listAllDependencies(
    @RequestQuery(DependencyListQuery) query: DependencyListQuery,
    @Caller() caller: CallerIdentity,
  ): Promise<ListPage<DependentResource>> {
    return this.dependencies.listAll(query, caller);
  }

  @Get('resource/:id/dependencies')
  @Operation('List the dependencies of a resource, without its ancestors', {
    description: 'Lists only resources that you can see.',
    access: 'authenticated',
    returns: result('alert', [ResourceDependency], SHOWN),
    errors: ['resource_not_found', 'resource_forbidden'],
  })
  listDependencies(@PathId() id: number, @Caller() caller: CallerIdentity): Promise<ResourceDependency[]> {
    return this.dependencies.list(id, caller);
  }

  @Get('resource/:id/dependents')
  @Operation('List the dependents of a resource, without its descendants', {
    description: 'Lists resources in inventory that you can see.',
    access: 'authenticated',
    returns: result('alert', [ResourceDependency], { ...SHOWN, title: 'Dependents' }),
    errors: ['resource_not_found', 'resource_forbidden'],
  })
  listDependents(@PathId() id: number, @Caller() caller: CallerIdentity): Promise<ResourceDependency[]> {
    return this.dependencies.listDependents(id, caller);
  }

  @Put('resource/:id/dependencies')
  @Operation('Set the dependencies of a resource; a dependency that is DOWN suppresses its alerts', {
    description: 'Replaces the dependencies that you can see. Requires MANAGE_ALERTS for the resource.',
    access: 'MANAGE_ALERTS',
    returns: result('alert', [ResourceDependency], SHOWN),
    errors: ['resource_not_found', 'resource_forbidden', 'resource_not_in_inventory', 'dependency_circle'],
  })
  updateDependencies(
    @PathId() id: number,
    @RecordBody(ResourceDependencies, { description: 'All dependencies of the resource', example: { dependsOn: [] } })
    body: SentBody<ResourceDependencies>,
    @Caller() caller: CallerIdentity,
    @Audit() note: AuditNote,
  ): Promise<ResourceDependency[]> {
    return this.dependencies.replace(id, body, caller, note);
  }
}
