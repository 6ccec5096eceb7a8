import { Delete, Get, Param, Post, Put } from '@nestjs/common';
import { Caller, type CallerIdentity } from '@wardstone/auth';
import { Operation } from '@wardstone/bootstrap';
import {
  FilterQuery,
  SystemBody,
  SystemOwnerBody,
  SystemOwnerRecord,
  SystemRecord,
  TaggedListQuery,
} from '@wardstone/dto/compliance';
import { type ListEnvelope, type StoredRecord } from '../api/envelope';
import { ComplianceController, page, record, versions, written } from '../api/operation-parts';
import { JsonBody, type ListRequest, QueryParameters, RecordId, type WriteRequest } from '../api/request';
import { openFields, SYSTEM_FIELDS, SYSTEM_SORT } from './domain/system-fields';
import { SystemListService } from './system-list.service';
import { SystemOwnerService } from './system-owner.service';
import { SystemsService } from './systems.service';

@ComplianceController('systems')
export class SystemsController {
  constructor(
    private readonly systemsService: SystemsService,
    private readonly lists: SystemListService,
  ) {}

  @Get()
  @Operation('List systems', {
    access: ['compliance:system:read', 'inventory:hosts:read'],
    returns: page(SystemRecord, {
      sort: SYSTEM_SORT,
      filter: openFields(SYSTEM_FIELDS),
      filterExample: 'os_version ^ (8.4 8.5) AND display_name ~ web',
      query: TaggedListQuery,
    }),
  })
  systems(@QueryParameters(TaggedListQuery) request: ListRequest<never, TaggedListQuery>): Promise<ListEnvelope> {
    return this.lists.list(request);
  }

  @Get('os_versions')
  @Operation('List the versions of the operating systems in use', {
    access: ['compliance:system:read', 'inventory:hosts:read'],
    returns: versions('systems', { filterExample: 'display_name ~ web', example: ['7.9', '8.0'] }),
  })
  systemsOS(@QueryParameters(FilterQuery) request: ListRequest<never, FilterQuery>): Promise<string[]> {
    return this.lists.listOsVersions(request);
  }

  @Post()
  @Operation('Register a system with a generated id', {
    access: ['compliance:system:write', 'inventory:hosts:read'],
    returns: written(201, SystemRecord),
    errors: ['record_out_of_reach', 'too_many_systems'],
  })
  createSystem(@JsonBody(SystemBody) request: WriteRequest<SystemBody>): Promise<StoredRecord<SystemRecord>> {
    return this.systemsService.create(request);
  }

  @Put(':system_id')
  @Operation('Report a system: create or update it', {
    description: 'Keys that are absent keep their stored value. A report older than the stored one changes nothing.',
    access: ['compliance:system:write', 'inventory:hosts:read'],
    returns: written(200, SystemRecord, { orStatus: 201 }),
    errors: ['record_out_of_reach', 'too_many_systems'],
  })
  putSystem(
    @JsonBody(SystemBody, { name: 'id', parameter: 'system_id' }) request: WriteRequest<SystemBody, 'id'>,
  ): Promise<StoredRecord<SystemRecord>> {
    return this.systemsService.put(request);
  }

  @Get(':system_id')
  @Operation('Get a system', {
    access: ['compliance:system:read', 'inventory:hosts:read'],
    returns: record(SystemRecord),
  })
  system(@Caller() caller: CallerIdentity, @RecordId('system_id') id: string): Promise<SystemRecord> {
    return this.systemsService.read(caller, id);
  }

  @Delete(':system_id')
  @Operation('Remove a system with its assignments and results', {
    access: ['compliance:system:write', 'inventory:hosts:read'],
    body: 'ignored',
    returns: written(202, SystemRecord),
  })
  deleteSystem(@Caller() caller: CallerIdentity, @RecordId('system_id') id: string): Promise<SystemRecord> {
    return this.systemsService.remove(caller, id);
  }
}

@ComplianceController('agent/system', 'agents')
export class AgentSystemController {
  constructor(private readonly systems: SystemsService) {}

  @Put()
  @Operation('Report the host of the calling agent', {
    description:
      'For agents. The login identifies the system. The first report creates it, with the agent in the field `agent`. A renamed or rebuilt host keeps its system.',
    access: ['compliance:system:write', 'inventory:hosts:read'],
    returns: written(200, SystemRecord, { orStatus: 201 }),
    errors: ['record_out_of_reach', 'too_many_systems'],
  })
  putAgentSystem(@JsonBody(SystemBody) request: WriteRequest<SystemBody>): Promise<StoredRecord<SystemRecord>> {
    return this.systems.putOfAgent(request);
  }
}

@ComplianceController('systems/:system_id/owner', 'systems')
export class SystemOwnerController {
  constructor(private readonly owners: SystemOwnerService) {}

  @Get()
  @Operation('Get the owner of a system', {
    access: ['compliance:system:assign', 'inventory:hosts:read'],
    returns: record(SystemOwnerRecord),
  })
  systemOwner(@Caller() caller: CallerIdentity, @RecordId('system_id') id: string): Promise<SystemOwnerRecord> {
    return this.owners.read(caller, id);
  }

  @Put()
  @Operation('Change the owner of a system', {
    description:
      'A system is owned by the account that registered it. An account with only the role `agent` ' +
      'can access only its own systems; other roles are not restricted.',
    access: ['compliance:system:assign', 'inventory:hosts:read'],
    returns: written(202, SystemOwnerRecord),
  })
  assignSystemOwner(
    @Param('system_id') id: string,
    @JsonBody(SystemOwnerBody) request: WriteRequest<SystemOwnerBody>,
  ): Promise<SystemOwnerRecord> {
    return this.owners.assign(id, request);
  }
}
