import { Controller, Get, Param, Post } from '@nestjs/common';
import { ApiResponse, ApiTags } from '@nestjs/swagger';
import { Caller, type CallerIdentity } from '@wardstone/auth';
import {
  CreationRequest,
  NamedCreationQuery,
  ResourceCreationQuery,
  ResourceWithType,
  StringValue,
} from '@wardstone/dto/monitoring';
import { type HandlerResponse, type Parsed, RecordBody, result, type SentBody } from '@wardstone/media-types';
import { Audit, type AuditNote, Operation } from '@wardstone/bootstrap';
import { PathId } from '../api/path-id';
import { ParsedQuery, RequestQuery } from '../api/request-query.decorator';
import { ChildCreationService } from './child-creation.service';
import { PendingCreationService } from './pending-creation.service';
import { PlatformCreationService } from './platform-creation.service';
import { RESOURCE_SHOWN } from './resource.examples';
import { replacedBy } from '../api/replaced-by';

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
  @Operation('Create a platform; an existing one is returned unchanged', {
    access: 'MANAGE_INVENTORY',
    returns: result('resource', ResourceWithType, { ...CREATED, title: 'Platform' }),
    errors: ['resource_type_not_found', 'resource_changed_meanwhile'],
  })
  createPlatform(
    @RecordBody(ResourceWithType, {
      description: 'Name and type name; other fields are ignored',
      example: { resourceName: 'alpha-host', typeName: 'Linux' },
    })
    body: SentBody<ResourceWithType>,
  ): Promise<HandlerResponse> {
    return this.platforms.createFromRecord(body);
  }

  @Post('platform/:name')
  @Operation('Create a platform', {
    access: 'MANAGE_INVENTORY',
    path: { name: 'Name of the platform' },
    returns: result('resource', ResourceWithType, { ...CREATED, title: 'Platform' }),
    errors: ['resource_type_not_found', 'resource_changed_meanwhile'],
    deprecated: replacedBy('/resource/platforms'),
  })
  createPlatformByName(
    @Param('name') name: string,
    @RecordBody(StringValue, TYPE_NAME) body: SentBody<StringValue>,
  ): Promise<HandlerResponse> {
    return this.platforms.createOfType(name, body);
  }

  @Get('creationStatus/:id')
  @Operation('Get the status of the creation of a resource', {
    access: 'authenticated',
    returns: [
      result('resource', ResourceWithType, { ...RESOURCE_SHOWN, title: 'Created resource' }),
      ApiResponse(RUNNING),
    ],
    errors: ['resource_creation_not_found', 'resource_creation_failed'],
  })
  getCreationStatus(@PathId() id: number, @Caller() caller: CallerIdentity): Promise<HandlerResponse> {
    return this.pending.readStatus(id, caller);
  }

  @Post()
  @Operation('Create a resource below another one', {
    access: 'authenticated',
    returns: [
      result('resource', ResourceWithType, { ...CREATED, otherStatuses: { 200: 'Created while the request waited' } }),
      ApiResponse(RUNNING),
    ],
    errors: [
      'content_not_found',
      'resource_not_found',
      'resource_type_not_found',
      'resource_forbidden',
      'connection_property_forbidden',
      'resource_not_in_inventory',
      'resource_exists',
      'resource_creation_failed',
      'resource_changed_meanwhile',
    ],
  })
  createResource(
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
  ): Promise<HandlerResponse> {
    return this.children.create(body, query, caller, note);
  }

  @Post(':name')
  @Operation('Create a resource', {
    access: 'authenticated',
    path: { name: 'Name of the resource' },
    returns: result('resource', ResourceWithType, CREATED),
    errors: [
      'resource_not_found',
      'resource_type_not_found',
      'resource_forbidden',
      'resource_not_in_inventory',
      'resource_changed_meanwhile',
    ],
    deprecated: replacedBy('/resource'),
  })
  createResourceByName(
    @Param('name') name: string,
    @ParsedQuery(NamedCreationQuery) query: Parsed<NamedCreationQuery>,
    @RecordBody(StringValue, { ...TYPE_NAME, example: { value: 'Directory' } }) body: SentBody<StringValue>,
    @Caller() caller: CallerIdentity,
    @Audit() note: AuditNote,
  ): Promise<HandlerResponse> {
    return this.children.createSynthetic(name, query, body, caller, note);
  }
}
