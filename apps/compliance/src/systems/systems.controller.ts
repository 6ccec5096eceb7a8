import { Delete, Get, Param, Post, Put } from '@nestjs/common';
import { Caller, type CallerIdentity, RequirePermission } from '@wardstone/auth';
import {
  FilterQuery,
  SystemBody,
  SystemOwnerBody,
  SystemOwnerRecord,
  SystemRecord,
  TaggedListQuery,
} from '@wardstone/dto/compliance';
import { ApiErrors, ComplianceError } from '@wardstone/errors';
import { type ListEnvelope, type StoredRecord } from '../api/envelope';
import { ApiList, ApiReads, ApiVersions, ApiWrites, ComplianceController } from '../api/operation.decorators';
import { IgnoredBody, JsonBody, type ListRequest, QueryParameters, RecordId, type WriteRequest } from '../api/request';
import { openFields, SYSTEM_FIELDS, SYSTEM_SORT } from './domain/system-fields';
import { SystemListService } from './system-list.service';
import { SystemOwnerService } from './system-owner.service';
import { SystemsService } from './systems.service';

@ComplianceController('systems')
export class SystemsController {
  constructor(
    private readonly systems: SystemsService,
    private readonly lists: SystemListService,
  ) {}

  @Get()
  @RequirePermission('compliance:system:read', 'inventory:hosts:read')
  @ApiList('Systems', 'List systems', SystemRecord, {
    sort: SYSTEM_SORT,
    filter: openFields(SYSTEM_FIELDS),
    filterExample: 'os_version ^ (8.4 8.5) AND display_name ~ web',
    query: TaggedListQuery,
  })
  list(@QueryParameters(TaggedListQuery) request: ListRequest<never, TaggedListQuery>): Promise<ListEnvelope> {
    return this.lists.list(request);
  }

  @Get('os_versions')
  @RequirePermission('compliance:system:read', 'inventory:hosts:read')
  @ApiVersions('SystemsOS', 'List the versions of the operating systems in use', 'systems', {
    filterExample: 'display_name ~ web',
    example: ['7.9', '8.0'],
  })
  listOsVersions(@QueryParameters(FilterQuery) request: ListRequest<never, FilterQuery>): Promise<string[]> {
    return this.lists.listOsVersions(request);
  }

  @Post()
  @RequirePermission('compliance:system:write', 'inventory:hosts:read')
  @ApiWrites('CreateSystem', 'Register a system with a generated id', 201, SystemRecord)
  @ApiErrors(ComplianceError.record_out_of_reach, ComplianceError.too_many_systems)
  create(@JsonBody(SystemBody) request: WriteRequest<SystemBody>): Promise<StoredRecord<SystemRecord>> {
    return this.systems.create(request);
  }

  @Put(':system_id')
  @RequirePermission('compliance:system:write', 'inventory:hosts:read')
  @ApiWrites('PutSystem', 'Report a system: create or update it', 200, SystemRecord, {
    description: 'Keys that are absent keep their stored value. A report older than the stored one changes nothing.',
    orStatus: 201,
  })
  @ApiErrors(ComplianceError.record_out_of_reach, ComplianceError.too_many_systems)
  put(
    @JsonBody(SystemBody, { name: 'id', parameter: 'system_id' }) request: WriteRequest<SystemBody, 'id'>,
  ): Promise<StoredRecord<SystemRecord>> {
    return this.systems.put(request);
  }

  @Get(':system_id')
  @RequirePermission('compliance:system:read', 'inventory:hosts:read')
  @ApiReads('System', 'Get a system', SystemRecord)
  read(@Caller() caller: CallerIdentity, @RecordId('system_id') id: string): Promise<SystemRecord> {
    return this.systems.read(caller, id);
  }

  @Delete(':system_id')
  @RequirePermission('compliance:system:write', 'inventory:hosts:read')
  @IgnoredBody()
  @ApiWrites('DeleteSystem', 'Remove a system with its assignments and results', 202, SystemRecord)
  remove(@Caller() caller: CallerIdentity, @RecordId('system_id') id: string): Promise<SystemRecord> {
    return this.systems.remove(caller, id);
  }
}

@ComplianceController('agent/system', 'agents')
export class AgentSystemController {
  constructor(private readonly systems: SystemsService) {}

  @Put()
  @RequirePermission('compliance:system:write', 'inventory:hosts:read')
  @ApiWrites('PutAgentSystem', 'Report the host of the calling agent', 200, SystemRecord, {
    description:
      'For agents. The login identifies the system. The first report creates it, with the agent in the field `agent`. A renamed or rebuilt host keeps its system.',
    orStatus: 201,
  })
  @ApiErrors(ComplianceError.record_out_of_reach, ComplianceError.too_many_systems)
  put(@JsonBody(SystemBody) request: WriteRequest<SystemBody>): Promise<StoredRecord<SystemRecord>> {
    return this.systems.putOfAgent(request);
  }
}

@ComplianceController('systems/:system_id/owner', 'systems')
export class SystemOwnerController {
  constructor(private readonly owners: SystemOwnerService) {}

  @Get()
  @RequirePermission('compliance:system:assign', 'inventory:hosts:read')
  @ApiReads('SystemOwner', 'Get the owner of a system', SystemOwnerRecord)
  read(@Caller() caller: CallerIdentity, @RecordId('system_id') id: string): Promise<SystemOwnerRecord> {
    return this.owners.read(caller, id);
  }

  @Put()
  @RequirePermission('compliance:system:assign', 'inventory:hosts:read')
  @ApiWrites('AssignSystemOwner', 'Change the owner of a system', 202, SystemOwnerRecord, {
    description:
      'A system is owned by the account that registered it. An account with only the role `agent` ' +
      'can access only its own systems; other roles are not restricted.',
  })
  assign(
    @Param('system_id') id: string,
    @JsonBody(SystemOwnerBody) request: WriteRequest<SystemOwnerBody>,
  ): Promise<SystemOwnerRecord> {
    return this.owners.assign(id, request);
  }
}
