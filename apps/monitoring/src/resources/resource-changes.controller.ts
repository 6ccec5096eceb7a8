import { Controller, Delete, Put } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Authenticated, Caller, type CallerIdentity } from '@wardstone/auth';
import { Audit, type AuditNote, NoContent } from '@wardstone/bootstrap';
import { ResourceDeletionQuery, ResourceWithType } from '@wardstone/dto/monitoring';
import { ApiErrors, CommonError, MonitoringError } from '@wardstone/errors';
import {
  AREA_TYPES,
  IfMatch,
  one,
  type Parsed,
  Precondition,
  Produces,
  RecordBody,
  type Sent,
} from '@wardstone/media-types';
import { PathId } from '../api/path-id';
import { RequestQuery } from '../api/request-query.decorator';
import { ReadsResource } from './reads-resource.decorator';
import { ResourceChangesService } from './resource-changes.service';
import { RESOURCE_EXAMPLE, RESOURCE_SHOWN } from './resource.examples';

/** See rules inventory-5, inventory-11. */
@ApiTags('resource')
@Controller('rest/resource/:id')
export class ResourceChangesController {
  constructor(private readonly changes: ResourceChangesService) {}

  @Put()
  @ReadsResource()
  @Produces(AREA_TYPES.resource, one(ResourceWithType), { ...RESOURCE_SHOWN, showsTarget: true })
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
    body: Parsed<Sent<ResourceWithType>>,
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
