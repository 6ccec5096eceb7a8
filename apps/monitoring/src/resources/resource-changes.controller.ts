import { Controller, Delete, Get, Put } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Caller, type CallerIdentity } from '@wardstone/auth';
import { Addition, Audit, type AuditNote, nothing, Operation } from '@wardstone/bootstrap';
import {
  ConnectionChange,
  RemovalPreviewQuery,
  RemovalQuery,
  ResourceConfigurationRest,
  ResourceDeletionQuery,
  ResourceRemoval,
  ResourceWithType,
} from '@wardstone/dto/monitoring';
import { IfMatch, Precondition, RecordBody, result, type SentBody } from '@wardstone/media-types';
import { PathId } from '../api/path-id';
import { onlyKnownParameters, RequestQuery } from '../api/request-query.decorator';
import { ConnectionChangeService } from './connection-change.service';
import { ResourceChangesService } from './resource-changes.service';
import { CONFIGURATION_EXAMPLE, RESOURCE_EXAMPLE, RESOURCE_SHOWN } from './resource.examples';
import { ResourceRemovalService } from './resource-removal.service';

/** See rules inventory-5, inventory-11. */
@ApiTags('resource')
@Controller('rest/resource/:id')
export class ResourceChangesController {
  constructor(
    private readonly changes: ResourceChangesService,
    private readonly connections: ConnectionChangeService,
  ) {}

  @Put()
  @Operation('Change name, description and location of a resource, or import a discovered one with status COMMITTED', {
    access: 'authenticated',
    returns: result('resource', ResourceWithType, { ...RESOURCE_SHOWN, showsTarget: true }),
    errors: ['resource_not_found', 'resource_forbidden', 'resource_not_in_inventory', 'insufficient_scope'],
  })
  updateResource(
    @PathId() id: number,
    @RecordBody(ResourceWithType, {
      description:
        'Name (kept when absent), description and location (cleared when absent); for a NEW resource, the status',
      example: { ...RESOURCE_EXAMPLE, location: 'Rack 7' },
    })
    body: SentBody<ResourceWithType>,
    @IfMatch() precondition: Precondition,
    @Caller() caller: CallerIdentity,
    @Audit() note: AuditNote,
  ): Promise<ResourceWithType> {
    return this.changes.change(id, body, precondition, caller, note);
  }

  @Put('configuration')
  @Operation('Change the connection properties of a manually added resource, such as a probe', {
    description:
      'Replaces all of them; properties that are left out get the defaults of the type, and a masked secret stays as it is. Requires the permissions MODIFY_RESOURCE and CONFIGURE_READ; only administrators may change files, programs and addresses that an agent uses.',
    access: 'authenticated',
    returns: result('resource', ResourceConfigurationRest, {
      title: 'Configuration of a resource',
      example: CONFIGURATION_EXAMPLE,
    }),
    errors: [
      'resource_not_found',
      'resource_forbidden',
      'resource_not_in_inventory',
      'connection_property_forbidden',
      'resource_exists',
    ],
    addition: true,
  })
  updateConnection(
    @PathId() id: number,
    @RecordBody(ConnectionChange, {
      description: 'Connection properties',
      example: { pluginConfig: { url: 'https://shop.example.com/health', contains: 'ok' } },
    })
    body: SentBody<ConnectionChange>,
    @Caller() caller: CallerIdentity,
    @Audit() note: AuditNote,
  ): Promise<ResourceConfigurationRest> {
    return this.connections.change(id, body, caller, note);
  }

  @Delete()
  @Operation('Remove a resource and its descendants from the inventory', {
    access: 'authenticated',
    returns: nothing('The resource and its descendants are removed from the inventory'),
    errors: ['resource_not_found', 'resource_forbidden'],
  })
  deleteResource(
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
  @Operation('Count what removing the matching resources would remove', {
    description: 'Nothing is removed.',
    access: 'DELETE_RESOURCE',
    parameters: onlyKnownParameters,
    returns: result('resource', ResourceRemoval, REMOVAL_SHOWN),
  })
  previewRemoval(
    @RequestQuery(RemovalPreviewQuery) query: RemovalPreviewQuery,
    @Caller() caller: CallerIdentity,
  ): Promise<ResourceRemoval> {
    return this.removals.preview(query, caller);
  }

  @Delete()
  @Operation('Remove the resources that match, with their descendants, from the inventory', {
    description:
      'Removes at most 50,000 resources that the caller sees, descendants included, and none unless exactly `expected` match.',
    access: 'DELETE_RESOURCE',
    parameters: onlyKnownParameters,
    returns: result('resource', ResourceRemoval, REMOVAL_SHOWN),
    errors: ['precondition_failed'],
  })
  deleteResources(
    @RequestQuery(RemovalQuery) query: RemovalQuery,
    @Caller() caller: CallerIdentity,
    @Audit() note: AuditNote,
  ): Promise<ResourceRemoval> {
    return this.removals.remove(query, caller, note);
  }
}
