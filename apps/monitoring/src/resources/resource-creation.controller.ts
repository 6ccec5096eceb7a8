import { Controller, Get, Param, Post } from '@nestjs/common';
import { ApiOperation, ApiParam, ApiResponse, ApiTags } from '@nestjs/swagger';
import { Authenticated, Caller, type CallerIdentity, RequirePermission } from '@wardstone/auth';
import {
  CreationRequest,
  NamedCreationQuery,
  ResourceCreationQuery,
  ResourceWithType,
  StringValue,
} from '@wardstone/dto/monitoring';
import { ApiErrors, MonitoringError } from '@wardstone/errors';
import { type Answer, one, type Parsed, Produces, RecordBody, type SentBody } from '@wardstone/media-types';
import { Audit, type AuditNote } from '@wardstone/bootstrap';
import { DeprecatedFor } from '../api/deprecated.decorator';
import { PathId } from '../api/path-id';
import { ParsedQuery, RequestQuery } from '../api/request-query.decorator';
import { ChildCreationService } from './child-creation.service';
import { PendingCreationService } from './pending-creation.service';
import { PlatformCreationService } from './platform-creation.service';
import { RESOURCE_SHOWN } from './resource.examples';

const CREATED = { ...RESOURCE_SHOWN, status: 201 };
const TYPE_NAME = { description: 'Name of the type', example: { value: 'Linux' } };
const RUNNING = { status: 302, description: 'Creation has started; Location has the URL of its status' };

/** See rules inventory-8 to inventory-10. */
@ApiTags('resource')
@Controller('rest/resource')
export class ResourceCreationController {
  constructor(
    private readonly platforms: PlatformCreationService,
    private readonly children: ChildCreationService,
    private readonly pending: PendingCreationService,
  ) {}

  @Post('platforms')
  @RequirePermission('MANAGE_INVENTORY')
  @Produces('resource', one(ResourceWithType), { ...CREATED, title: 'Platform' })
  @ApiErrors(MonitoringError.resource_type_not_found, MonitoringError.resource_changed_meanwhile)
  @ApiOperation({ operationId: 'createPlatform', summary: 'Create a platform; an existing one is returned unchanged' })
  createPlatform(
    @RecordBody(ResourceWithType, {
      description: 'Name and type name; other fields are ignored',
      example: { resourceName: 'alpha-host', typeName: 'Linux' },
    })
    body: SentBody<ResourceWithType>,
  ): Promise<Answer> {
    return this.platforms.createFromRecord(body);
  }

  @Post('platform/:name')
  @RequirePermission('MANAGE_INVENTORY')
  @DeprecatedFor('/resource/platforms')
  @Produces('resource', one(ResourceWithType), { ...CREATED, title: 'Platform' })
  @ApiParam({ name: 'name', description: 'Name of the platform', schema: { type: 'string' } })
  @ApiErrors(MonitoringError.resource_type_not_found, MonitoringError.resource_changed_meanwhile)
  @ApiOperation({ operationId: 'createPlatformByName', summary: 'Create a platform', deprecated: true })
  createPlatformByName(
    @Param('name') name: string,
    @RecordBody(StringValue, TYPE_NAME) body: SentBody<StringValue>,
  ): Promise<Answer> {
    return this.platforms.createOfType(name, body);
  }

  @Get('creationStatus/:id')
  @Authenticated()
  @Produces('resource', one(ResourceWithType), { ...RESOURCE_SHOWN, title: 'Created resource' })
  @ApiResponse(RUNNING)
  @ApiErrors(MonitoringError.resource_creation_not_found, MonitoringError.resource_creation_failed)
  @ApiOperation({ operationId: 'getCreationStatus', summary: 'Get the status of the creation of a resource' })
  readStatus(@PathId() id: number, @Caller() caller: CallerIdentity): Promise<Answer> {
    return this.pending.readStatus(id, caller);
  }

  @Post()
  @Authenticated()
  @Produces('resource', one(ResourceWithType), {
    ...CREATED,
    otherStatuses: { 200: 'Created while the request waited' },
  })
  @ApiResponse(RUNNING)
  @ApiErrors(
    MonitoringError.content_not_found,
    MonitoringError.resource_not_found,
    MonitoringError.resource_type_not_found,
    MonitoringError.resource_forbidden,
    MonitoringError.connection_property_forbidden,
    MonitoringError.resource_not_in_inventory,
    MonitoringError.resource_exists,
    MonitoringError.resource_creation_failed,
    MonitoringError.resource_changed_meanwhile,
  )
  @ApiOperation({ operationId: 'createResource', summary: 'Create a resource below another one' })
  create(
    @RecordBody(CreationRequest, {
      description: 'Name, type, plugin and parent, connection properties and configuration',
      example: {
        resourceName: 'logs',
        typeName: 'Directory',
        pluginName: 'Platforms',
        parentId: 10001,
        pluginConfig: { path: '/var/log' },
        resourceConfig: {},
      },
    })
    body: SentBody<CreationRequest>,
    @RequestQuery(ResourceCreationQuery) query: ResourceCreationQuery,
    @Caller() caller: CallerIdentity,
    @Audit() note: AuditNote,
  ): Promise<Answer> {
    return this.children.create(body, query, caller, note);
  }

  @Post(':name')
  @Authenticated()
  @DeprecatedFor('/resource')
  @Produces('resource', one(ResourceWithType), CREATED)
  @ApiParam({ name: 'name', description: 'Name of the resource', schema: { type: 'string' } })
  @ApiErrors(
    MonitoringError.resource_not_found,
    MonitoringError.resource_type_not_found,
    MonitoringError.resource_forbidden,
    MonitoringError.resource_not_in_inventory,
    MonitoringError.resource_changed_meanwhile,
  )
  @ApiOperation({ operationId: 'createResourceByName', summary: 'Create a resource', deprecated: true })
  createByName(
    @Param('name') name: string,
    @ParsedQuery(NamedCreationQuery) query: Parsed<NamedCreationQuery>,
    @RecordBody(StringValue, { ...TYPE_NAME, example: { value: 'Directory' } }) body: SentBody<StringValue>,
    @Caller() caller: CallerIdentity,
    @Audit() note: AuditNote,
  ): Promise<Answer> {
    return this.children.createSynthetic(name, query, body, caller, note);
  }
}
