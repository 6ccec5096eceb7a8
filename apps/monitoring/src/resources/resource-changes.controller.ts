import { Controller, Delete, Put, Get } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Authenticated, Caller, type CallerIdentity, RequirePermission } from '@wardstone/auth';
import { Audit, type AuditNote, NoContent } from '@wardstone/bootstrap';
import {
  ResourceDeletionQuery,
  ResourceWithType,
  RemovalPreviewQuery,
  RemovalQuery,
  ResourceRemoval,
} from '@wardstone/dto/monitoring';
import { ApiErrors, CommonError, MonitoringError } from '@wardstone/errors';
import { IfMatch, one, Precondition, Produces, RecordBody, type SentBody } from '@wardstone/media-types';
import { Addition } from '../api/addition.decorator';
import { PathId } from '../api/path-id';
import { RequestQuery, RefuseUnknownParameters } from '../api/request-query.decorator';
import { ReadsResource } from './reads-resource.decorator';
import { ResourceChangesService } from './resource-changes.service';
import { RESOURCE_EXAMPLE, RESOURCE_SHOWN } from './resource.examples';
import { ResourceRemovalService } from './resource-removal.service';

/** See rules inventory-5, inventory-11. */
@ApiTags('resource')
@Controller('rest/resource/:id')
export class ResourceChangesController {
  constructor(private readonly changes: ResourceChangesService) {}

  @Put()
  @ReadsResource()
  @Produces('resource', one(ResourceWithType), { ...RESOURCE_SHOWN, showsTarget: true })
  @ApiErrors(MonitoringError.resource_not_in_inventory, CommonError.insufficient_scope)
  @ApiOperation({
    operationId: 'updateResource',
    summary: 'Change name, description and location of a resource, or import a discovered one with status COMMITTED',
  })
  change(
    @PathId() id: number,
    @RecordBody(ResourceWithType, {
      description: 'Name (kept when absent), description and location (cleared when absent); of a NEW one the status',
      example: { ...RESOURCE_EXAMPLE, location: 'Rack 7' },
    })
    body: SentBody<ResourceWithType>,
    @IfMatch() precondition: Precondition,
    @Caller() caller: CallerIdentity,
    @Audit() note: AuditNote,
  ): Promise<ResourceWithType> {
    return this.changes.change(id, body, precondition, caller, note);
  }

  @Delete()
  @Authenticated()
  @NoContent('The resource and its descendants are removed from the inventory')
  @ApiErrors(MonitoringError.resource_not_found, MonitoringError.resource_forbidden)
  @ApiOperation({ operationId: 'deleteResource', summary: 'Remove a resource and its descendants from the inventory' })
  remove(
    @PathId() id: number,
    @RequestQuery(ResourceDeletionQuery, { validate: 'Return 404 if the resource is not in inventory' })
    query: ResourceDeletionQuery,
    @Caller() caller: CallerIdentity,
    @Audit() note: AuditNote,
  ): Promise<void> {
    return this.changes.remove(id, query, caller, note);
  }
}

const REMOVAL_SHOWN = { title: 'Removal', example: { resources: 12, parts: 96, openAlerts: 3, schedules: 410 } };

/** See rule inventory-20. */
@ApiTags('resource')
@Addition()
@Controller('rest/resource')
export class ResourceRemovalController {
  constructor(private readonly removals: ResourceRemovalService) {}

  @Get('removal')
  @RequirePermission('DELETE_RESOURCE')
  @Produces('resource', one(ResourceRemoval), REMOVAL_SHOWN)
  @ApiOperation({
    operationId: 'previewRemoval',
    summary: 'Count what removing the matching resources would remove',
    description: 'Nothing is removed.',
  })
  @RefuseUnknownParameters()
  preview(
    @RequestQuery(RemovalPreviewQuery) query: RemovalPreviewQuery,
    @Caller() caller: CallerIdentity,
  ): Promise<ResourceRemoval> {
    return this.removals.preview(query, caller);
  }

  @Delete()
  @RequirePermission('DELETE_RESOURCE')
  @Produces('resource', one(ResourceRemoval), REMOVAL_SHOWN)
  @ApiErrors(CommonError.precondition_failed)
  @ApiOperation({
    operationId: 'deleteResources',
    summary: 'Remove the resources that match, with their descendants, from the inventory',
    description:
      'Removes at most 50,000 resources that the caller sees, descendants included, and none unless exactly `expected` match.',
  })
  @RefuseUnknownParameters()
  remove(
    @RequestQuery(RemovalQuery) query: RemovalQuery,
    @Caller() caller: CallerIdentity,
    @Audit() note: AuditNote,
  ): Promise<ResourceRemoval> {
    return this.removals.remove(query, caller, note);
  }
}
