import { Delete, Get, Param, Patch, Post } from '@nestjs/common';
import { Caller, type CallerIdentity } from '@wardstone/auth';
import { Audit, type AuditNote, Operation } from '@wardstone/bootstrap';
import { PolicyBody, PolicyListQuery, PolicyRecord, PolicyUpdateBody } from '@wardstone/dto/compliance';
import { type ListEnvelope, type StoredRecord } from '../api/envelope';
import { ComplianceController, page, record, written } from '../api/operation-parts';
import { JsonBody, type ListRequest, QueryParameters, RecordId, type WriteRequest } from '../api/request';
import { POLICY_SORT, SYSTEM_POLICY_SORT } from './domain/policy-fields';
import { PoliciesService } from './policies.service';

@ComplianceController('policies')
export class PoliciesController {
  constructor(private readonly service: PoliciesService) {}

  @Get()
  @Operation('List policies', {
    access: { permissions: ['compliance:policy:read', 'inventory:hosts:read'], certificates: true },
    returns: page(PolicyRecord, {
      sort: POLICY_SORT,
      filter: ['title', 'os_major_version', 'os_minor_version'],
      filterExample: '(os_major_version = 9) AND (title != "Draft")',
    }),
  })
  policies(@QueryParameters(PolicyListQuery) request: ListRequest): Promise<ListEnvelope> {
    return this.service.list(request);
  }

  @Post()
  @Operation('Create a policy', {
    access: ['compliance:policy:create', 'inventory:hosts:read'],
    returns: written(201, PolicyRecord),
  })
  createPolicy(
    @JsonBody(PolicyBody) request: WriteRequest<PolicyBody>,
    @Audit() note: AuditNote,
  ): Promise<StoredRecord<PolicyRecord>> {
    return this.service.create(request, note);
  }

  @Get(':policy_id')
  @Operation('Get a policy', {
    access: ['compliance:policy:read', 'inventory:hosts:read'],
    returns: record(PolicyRecord),
  })
  policy(@Caller() caller: CallerIdentity, @RecordId('policy_id') id: string): Promise<PolicyRecord> {
    return this.service.read(caller, id);
  }

  @Patch(':policy_id')
  @Operation('Change a policy', {
    access: ['compliance:policy:write', 'inventory:hosts:read'],
    returns: written(202, PolicyRecord),
  })
  updatePolicy(
    @Param('policy_id') id: string,
    @JsonBody(PolicyUpdateBody) request: WriteRequest<PolicyUpdateBody>,
    @Audit() note: AuditNote,
  ): Promise<PolicyRecord> {
    return this.service.update(id, request, note);
  }

  @Delete(':policy_id')
  @Operation('Delete a policy with its tailorings, assignments and results', {
    access: ['compliance:policy:delete', 'inventory:hosts:read'],
    body: 'ignored',
    returns: written(202, PolicyRecord),
  })
  deletePolicy(
    @Caller() caller: CallerIdentity,
    @RecordId('policy_id') id: string,
    @Audit() note: AuditNote,
  ): Promise<PolicyRecord> {
    return this.service.remove(caller, id, note);
  }
}

@ComplianceController('systems/:system_id/policies', 'policies')
export class SystemPoliciesController {
  constructor(private readonly policies: PoliciesService) {}

  @Get()
  @Operation('List the policies assigned to a system', {
    access: { permissions: ['compliance:policy:read', 'inventory:hosts:read'], certificates: true },
    returns: page(PolicyRecord, {
      sort: SYSTEM_POLICY_SORT,
      filter: ['title', 'os_minor_version'],
      filterExample: 'os_minor_version = 4',
    }),
  })
  systemsPolicies(
    @QueryParameters(PolicyListQuery, 'system_id') request: ListRequest<'system_id'>,
  ): Promise<ListEnvelope> {
    return this.policies.listOfSystem(request);
  }
}
