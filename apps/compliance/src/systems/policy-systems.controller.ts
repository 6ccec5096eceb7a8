import { Delete, Get, Param, Patch, Post } from '@nestjs/common';
import { Audit, type AuditNote, Operation } from '@wardstone/bootstrap';
import { FilterQuery, SystemRecord, SystemSelectionBody, TaggedListQuery } from '@wardstone/dto/compliance';
import { type ListEnvelope } from '../api/envelope';
import { ComplianceController, page, versions, written, writtenPage } from '../api/operation-parts';
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
  @Operation('List the systems assigned to a policy', {
    access: ['compliance:system:read', 'inventory:hosts:read'],
    returns: page(SystemRecord, {
      sort: POLICY_SYSTEM_SORT,
      filter: openFields(POLICY_SYSTEM_FIELDS),
      filterExample: 'os_minor_version = 4',
      query: TaggedListQuery,
    }),
  })
  policySystems(
    @QueryParameters(TaggedListQuery, 'policy_id') request: ListRequest<'policy_id', TaggedListQuery>,
  ): Promise<ListEnvelope> {
    return this.systems.list(request);
  }

  @Get('os_versions')
  @Operation('List the versions of the operating systems assigned to a policy', {
    access: ['compliance:system:read', 'inventory:hosts:read'],
    returns: versions('systems of the policy', { filterExample: 'display_name ~ web', example: ['8.4', '8.5'] }),
  })
  policySystemsOS(
    @QueryParameters(FilterQuery, 'policy_id') request: ListRequest<'policy_id', FilterQuery>,
  ): Promise<string[]> {
    return this.systems.listOsVersions(request);
  }

  @Post()
  @Operation('Replace the systems of a policy', {
    description:
      'Replaces the assignments of all systems you have access to; assignments of other systems ' +
      'stay. Systems that are unknown or do not match the policy are skipped without an error.',
    access: ['compliance:policy:write', 'inventory:hosts:read'],
    returns: writtenPage(SystemRecord),
    errors: ['supported_profile_not_found'],
  })
  assignSystems(
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
  @Operation('Assign a system to a policy', {
    description:
      'Assigning the first system of a minor version creates a tailoring for it. 404 when the system is already assigned.',
    access: { permissions: ['compliance:policy:write', 'inventory:hosts:read'], certificates: true },
    returns: written(202, SystemRecord),
    errors: BODY_ERRORS,
  })
  assignSystem(
    @NoBody('policy_id') request: RecordRequest<'policy_id'>,
    @Param('system_id') id: string,
    @Audit() note: AuditNote,
  ): Promise<SystemRecord> {
    return this.assignments.assign(request, id, note);
  }

  @Delete()
  @Operation('Unassign a system from a policy', {
    description: 'The tailoring and the results are kept.',
    access: { permissions: ['compliance:policy:write', 'inventory:hosts:read'], certificates: true },
    returns: written(202, SystemRecord),
  })
  unassignSystem(
    @NoBody('policy_id') request: RecordRequest<'policy_id'>,
    @Param('system_id') id: string,
    @Audit() note: AuditNote,
  ): Promise<SystemRecord> {
    return this.assignments.unassign(request, id, note);
  }
}
