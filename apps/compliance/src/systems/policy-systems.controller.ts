import { Delete, Get, Param, Patch, Post } from '@nestjs/common';
import { AllowCertificate, RequirePermission } from '@wardstone/auth';
import { Audit, type AuditNote } from '@wardstone/bootstrap';
import { FilterQuery, SystemRecord, SystemSelectionBody, TaggedListQuery } from '@wardstone/dto/compliance';
import { ApiErrors, ComplianceError } from '@wardstone/errors';
import { type ListEnvelope } from '../api/envelope';
import { ApiList, ApiVersions, ApiWrites, ApiWritesList, ComplianceController } from '../api/operation.decorators';
import {
  BODY_ERRORS,
  JsonBody,
  type ListRequest,
  NoBody,
  QueryParameters,
  type RecordRequest,
  type WriteRequest,
} from '../api/request';
import { AssignmentService } from './assignment.service';
import { openFields, POLICY_SYSTEM_FIELDS, POLICY_SYSTEM_SORT } from './domain/system-fields';
import { PolicySystemsService } from './policy-systems.service';

@ComplianceController('policies/:policy_id/systems', 'systems')
export class PolicySystemsController {
  constructor(private readonly systems: PolicySystemsService) {}

  @Get()
  @RequirePermission('compliance:system:read', 'inventory:hosts:read')
  @ApiList('PolicySystems', 'List the systems assigned to a policy', SystemRecord, {
    sort: POLICY_SYSTEM_SORT,
    filter: openFields(POLICY_SYSTEM_FIELDS),
    filterExample: 'os_minor_version = 4',
    query: TaggedListQuery,
  })
  list(
    @QueryParameters(TaggedListQuery, 'policy_id') request: ListRequest<'policy_id', TaggedListQuery>,
  ): Promise<ListEnvelope> {
    return this.systems.list(request);
  }

  @Get('os_versions')
  @RequirePermission('compliance:system:read', 'inventory:hosts:read')
  @ApiVersions(
    'PolicySystemsOS',
    'List the versions of the operating systems assigned to a policy',
    'systems of the policy',
    { filterExample: 'display_name ~ web', example: ['8.4', '8.5'] },
  )
  listOsVersions(
    @QueryParameters(FilterQuery, 'policy_id') request: ListRequest<'policy_id', FilterQuery>,
  ): Promise<string[]> {
    return this.systems.listOsVersions(request);
  }

  @Post()
  @RequirePermission('compliance:policy:write', 'inventory:hosts:read')
  @ApiWritesList('AssignSystems', 'Replace the systems of a policy', SystemRecord, {
    description:
      'Replaces the assignments of all systems you have access to; assignments of other systems ' +
      'stay. Systems that are unknown or do not match the policy are skipped without an error.',
  })
  @ApiErrors(ComplianceError.supported_profile_not_found)
  assignAll(
    @JsonBody(SystemSelectionBody, 'policy_id') request: WriteRequest<SystemSelectionBody, 'policy_id'>,
    @Audit() note: AuditNote,
  ): Promise<ListEnvelope> {
    return this.systems.assignAll(request, note);
  }
}

@ComplianceController('policies/:policy_id/systems/:system_id', 'systems')
export class AssignmentController {
  constructor(private readonly assignments: AssignmentService) {}

  @Patch()
  @RequirePermission('compliance:policy:write', 'inventory:hosts:read')
  @AllowCertificate()
  @ApiWrites('AssignSystem', 'Assign a system to a policy', 202, SystemRecord, {
    description:
      'Assigning the first system of a minor version creates a tailoring for it. 404 when the system is already assigned.',
  })
  @ApiErrors(...BODY_ERRORS)
  assign(
    @NoBody('policy_id') request: RecordRequest<'policy_id'>,
    @Param('system_id') id: string,
    @Audit() note: AuditNote,
  ): Promise<SystemRecord> {
    return this.assignments.assign(request, id, note);
  }

  @Delete()
  @RequirePermission('compliance:policy:write', 'inventory:hosts:read')
  @AllowCertificate()
  @ApiWrites('UnassignSystem', 'Unassign a system from a policy', 202, SystemRecord, {
    description: 'The tailoring and the results are kept.',
  })
  unassign(
    @NoBody('policy_id') request: RecordRequest<'policy_id'>,
    @Param('system_id') id: string,
    @Audit() note: AuditNote,
  ): Promise<SystemRecord> {
    return this.assignments.unassign(request, id, note);
  }
}
