import { Get, Param, Patch, Post } from '@nestjs/common';
import { Caller, type CallerIdentity, RequirePermission } from '@wardstone/auth';
import { Audit, type AuditNote } from '@wardstone/bootstrap';
import {
  ListQuery,
  type RuleTreeNodeRecord,
  TailoringBody,
  TailoringRecord,
  TailoringUpdateBody,
} from '@wardstone/dto/compliance';
import { ApiErrors, ComplianceError } from '@wardstone/errors';
import type { ListEnvelope, RecordEnvelope, StoredRecord } from '../api/envelope';
import {
  JsonBody,
  type ListRequest,
  ParentIds,
  type Parents,
  QueryParameters,
  type WriteRequest,
} from '../api/request';
import { ApiList, ApiReads, ApiWrites, ComplianceController } from '../api/operation.decorators';
import { ApiRuleTree } from '../guides/rule-tree.decorator';
import { TAILORING_FIELDS, TAILORING_SORT, TailoringsService } from './tailorings.service';

@ComplianceController('policies/:policy_id/tailorings', 'tailorings')
export class TailoringsController {
  constructor(private readonly tailorings: TailoringsService) {}

  @Get()
  @RequirePermission('compliance:policy:read', 'inventory:hosts:read')
  @ApiList('Tailorings', 'List the tailorings of a policy', TailoringRecord, {
    sort: TAILORING_SORT,
    filter: TAILORING_FIELDS,
    filterExample: 'os_minor_version = 4',
  })
  list(
    @Caller() caller: CallerIdentity,
    @QueryParameters(ListQuery, 'policy_id') request: ListRequest<'policy_id'>,
  ): Promise<ListEnvelope> {
    return this.tailorings.list(caller, request);
  }

  @Post()
  @RequirePermission('compliance:policy:write', 'inventory:hosts:read')
  @ApiWrites('CreateTailoring', 'Create the tailoring of a policy for a minor version', 201, TailoringRecord, {
    description:
      'Starts with the rules and values of the profile of the family for the minor version in the newest ' +
      'version of the guide. Assigning the first system of a minor version does the same.',
  })
  @ApiErrors(ComplianceError.unsupported_os_version)
  create(
    @Caller() caller: CallerIdentity,
    @JsonBody(TailoringBody, 'policy_id') request: WriteRequest<TailoringBody, 'policy_id'>,
    @Audit() note: AuditNote,
  ): Promise<StoredRecord<TailoringRecord>> {
    return this.tailorings.create(caller, request, note);
  }

  @Get(':tailoring_id')
  @RequirePermission('compliance:policy:read', 'inventory:hosts:read')
  @ApiReads('Tailoring', 'Read a tailoring', TailoringRecord)
  read(
    @Caller() caller: CallerIdentity,
    @ParentIds('policy_id') of: Parents<'policy_id'>,
    @Param('tailoring_id') id: string,
  ): Promise<RecordEnvelope<TailoringRecord>> {
    return this.tailorings.read(caller, of, id);
  }

  @Patch(':tailoring_id')
  @RequirePermission('compliance:policy:write', 'inventory:hosts:read')
  @ApiWrites('UpdateTailoring', 'Replace the values that a tailoring sets', 202, TailoringRecord)
  update(
    @Caller() caller: CallerIdentity,
    @JsonBody(TailoringUpdateBody, 'policy_id') request: WriteRequest<TailoringUpdateBody, 'policy_id'>,
    @Param('tailoring_id') id: string,
    @Audit() note: AuditNote,
  ): Promise<StoredRecord<TailoringRecord>> {
    return this.tailorings.update(caller, request, id, note);
  }

  @Get(':tailoring_id/rule_tree')
  @RequirePermission('compliance:policy:read', 'inventory:hosts:read')
  @ApiRuleTree('TailoringRuleTree', 'Read the rules of a tailoring in the tree of their groups')
  readRuleTree(
    @Caller() caller: CallerIdentity,
    @ParentIds('policy_id') of: Parents<'policy_id'>,
    @Param('tailoring_id') id: string,
  ): Promise<RuleTreeNodeRecord[]> {
    return this.tailorings.readRuleTree(caller, of, id);
  }
}
