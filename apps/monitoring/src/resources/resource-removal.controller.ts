import { Controller, Delete, Get } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Caller, type CallerIdentity, RequirePermission } from '@wardstone/auth';
import { Audit, type AuditNote } from '@wardstone/bootstrap';
import { RemovalPreviewQuery, RemovalQuery, ResourceRemoval } from '@wardstone/dto/monitoring';
import { ApiErrors, CommonError } from '@wardstone/errors';
import { AREA_TYPES, Produces, one } from '@wardstone/media-types';
import { RefuseUnknownParameters, RequestQuery } from '../api/request-query.decorator';
import { ResourceRemovalService } from './resource-removal.service';

const REMOVAL_SHOWN = { title: 'Removal', example: { resources: 12, parts: 96, openAlerts: 3, schedules: 410 } };

/** See rule inventory-20. */
@ApiTags('resource')
@Controller('rest/resource')
export class ResourceRemovalController {
  constructor(private readonly removals: ResourceRemovalService) {}

  @Get('removal')
  @RequirePermission('DELETE_RESOURCE')
  @Produces(AREA_TYPES.resource, one(ResourceRemoval), REMOVAL_SHOWN)
  @ApiOperation({
    operationId: 'previewRemoval',
    summary: 'What would leave the inventory with the resources that match',
    description: 'Nothing is removed. An addition to the contract.',
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
  @Produces(AREA_TYPES.resource, one(ResourceRemoval), REMOVAL_SHOWN)
  @ApiErrors(CommonError.precondition_failed)
  @ApiOperation({
    operationId: 'deleteResources',
    summary: 'Remove the resources that match, with their descendants, from the inventory',
    description:
      'At most 50,000 together, parts included, of those that the caller sees, and none unless as many match as are expected. ' +
      'An addition to the contract.',
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
