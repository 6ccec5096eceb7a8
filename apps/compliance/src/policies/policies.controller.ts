import { Delete, Get, Param, Patch, Post } from '@nestjs/common';
import { AllowCertificate, Caller, type CallerIdentity, RequirePermission } from '@wardstone/auth';
import { Audit, type AuditNote } from '@wardstone/bootstrap';
import { PolicyBody, PolicyListQuery, PolicyRecord, PolicyUpdateBody } from '@wardstone/dto/compliance';
import { type ListEnvelope, type StoredRecord } from '../api/envelope';
import { ApiList, ApiReads, ApiWrites, ComplianceController } from '../api/operation.decorators';
import { IgnoredBody, JsonBody, type ListRequest, QueryParameters, RecordId, type WriteRequest } from '../api/request';
import { POLICY_SORT, SYSTEM_POLICY_SORT } from './domain/policy-fields';
import { PoliciesService } from './policies.service';

@ComplianceController('policies')
export class PoliciesController {
  constructor(private readonly policies: PoliciesService) {}

  @Get()
  @RequirePermission('compliance:policy:read', 'inventory:hosts:read')
  @AllowCertificate()
  @ApiList('Policies', 'List policies', PolicyRecord, {
    sort: POLICY_SORT,
    filter: ['title', 'os_major_version', 'os_minor_version'],
    filterExample: '(os_major_version = 9) AND (title != "Draft")',
  })
  list(@QueryParameters(PolicyListQuery) request: ListRequest): Promise<ListEnvelope> {
    return this.policies.list(request);
  }

  @Post()
  @RequirePermission('compliance:policy:create', 'inventory:hosts:read')
  @ApiWrites('CreatePolicy', 'Create a policy', 201, PolicyRecord)
  create(
    @JsonBody(PolicyBody) request: WriteRequest<PolicyBody>,
    @Audit() note: AuditNote,
  ): Promise<StoredRecord<PolicyRecord>> {
    return this.policies.create(request, note);
  }

  @Get(':policy_id')
  @RequirePermission('compliance:policy:read', 'inventory:hosts:read')
  @ApiReads('Policy', 'Get a policy', PolicyRecord)
  read(@Caller() caller: CallerIdentity, @RecordId('policy_id') id: string): Promise<PolicyRecord> {
    return this.policies.read(caller, id);
  }

  @Patch(':policy_id')
  @RequirePermission('compliance:policy:write', 'inventory:hosts:read')
  @ApiWrites('UpdatePolicy', 'Change a policy', 202, PolicyRecord)
  update(
    @Param('policy_id') id: string,
    @JsonBody(PolicyUpdateBody) request: WriteRequest<PolicyUpdateBody>,
    @Audit() note: AuditNote,
  ): Promise<PolicyRecord> {
    return this.policies.update(id, request, note);
  }

  @Delete(':policy_id')
  @RequirePermission('compliance:policy:delete', 'inventory:hosts:read')
  @IgnoredBody()
  @ApiWrites('DeletePolicy', 'Delete a policy with its tailorings, assignments and results', 202, PolicyRecord)
  remove(
    @Caller() caller: CallerIdentity,
    @RecordId('policy_id') id: string,
    @Audit() note: AuditNote,
  ): Promise<PolicyRecord> {
    return this.policies.remove(caller, id, note);
  }
}

@ComplianceController('systems/:system_id/policies', 'policies')
export class SystemPoliciesController {
  constructor(private readonly policies: PoliciesService) {}

  @Get()
  @RequirePermission('compliance:policy:read', 'inventory:hosts:read')
  @AllowCertificate()
  @ApiList('SystemsPolicies', 'List the policies assigned to a system', PolicyRecord, {
    sort: SYSTEM_POLICY_SORT,
    filter: ['title', 'os_minor_version'],
    filterExample: 'os_minor_version = 4',
  })
  list(@QueryParameters(PolicyListQuery, 'system_id') request: ListRequest<'system_id'>): Promise<ListEnvelope> {
    return this.policies.listOfSystem(request);
  }
}
