import { Delete, Get, Param, Patch, Post } from '@nestjs/common';
import { RequirePermission } from '@wardstone/auth';
import { Audit, type AuditNote } from '@wardstone/bootstrap';
import {
  ListQuery,
  RuleRecord,
  RuleSelectionBody,
  type RuleTreeNodeRecord,
  TailoringBody,
  TailoringRecord,
  TailoringUpdateBody,
} from '@wardstone/dto/compliance';
import { ApiErrors, ComplianceError } from '@wardstone/errors';
import { type ListEnvelope, type StoredRecord } from '../api/envelope';
import { ApiList, ApiReads, ApiWrites, ApiWritesList, ComplianceController } from '../api/operation.decorators';
import { OWN_RULE_ID } from '../api/path-ids';
import {
  BODY_ERRORS,
  JsonBody,
  type ListRequest,
  NoBody,
  ParentIds,
  QueryParameters,
  type RecordRequest,
  type WriteRequest,
} from '../api/request';
import { RULE_FIELDS, RULE_SORT } from '../guides/domain/guide-fields';
import { ApiRuleTree } from '../guides/rule-tree.decorator';
import { parseTailoringKey } from './domain/tailoring-key';
import { type OfTailoring, TailoringRulesService } from './tailoring-rules.service';
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
  list(@QueryParameters(ListQuery, 'policy_id') request: ListRequest<'policy_id'>): Promise<ListEnvelope> {
    return this.tailorings.list(request);
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
    @JsonBody(TailoringBody, 'policy_id') request: WriteRequest<TailoringBody, 'policy_id'>,
    @Audit() note: AuditNote,
  ): Promise<StoredRecord<TailoringRecord>> {
    return this.tailorings.create(request, note);
  }

  @Get(':tailoring_id')
  @RequirePermission('compliance:policy:read', 'inventory:hosts:read')
  @ApiReads('Tailoring', 'Get a tailoring', TailoringRecord)
  read(
    @ParentIds('policy_id') request: RecordRequest<'policy_id'>,
    @Param('tailoring_id') id: string,
  ): Promise<TailoringRecord> {
    return this.tailorings.require(request, id);
  }

  @Patch(':tailoring_id')
  @RequirePermission('compliance:policy:write', 'inventory:hosts:read')
  @ApiWrites('UpdateTailoring', 'Replace the values that a tailoring sets', 202, TailoringRecord)
  update(
    @JsonBody(TailoringUpdateBody, 'policy_id') request: WriteRequest<TailoringUpdateBody, 'policy_id'>,
    @Param('tailoring_id') id: string,
    @Audit() note: AuditNote,
  ): Promise<TailoringRecord> {
    return this.tailorings.update(request, id, note);
  }

  @Get(':tailoring_id/rule_tree')
  @RequirePermission('compliance:policy:read', 'inventory:hosts:read')
  @ApiRuleTree('TailoringRuleTree', 'Get the rules of a tailoring in the tree of their groups')
  readRuleTree(
    @ParentIds('policy_id') request: RecordRequest<'policy_id'>,
    @Param('tailoring_id') id: string,
  ): Promise<RuleTreeNodeRecord[]> {
    return this.tailorings.readRuleTree(request, id);
  }
}

const OF_TAILORING = [
  'policy_id',
  { name: 'tailoring_id', read: (given: string) => parseTailoringKey(given) && given },
] as const;

@ComplianceController('policies/:policy_id/tailorings/:tailoring_id/rules', 'tailorings', OWN_RULE_ID)
export class TailoringRulesController {
  constructor(private readonly rules: TailoringRulesService) {}

  @Get()
  @RequirePermission('compliance:policy:read', 'inventory:hosts:read')
  @ApiList('TailoringRules', 'List the rules of a tailoring', RuleRecord, {
    sort: RULE_SORT,
    filter: RULE_FIELDS,
    filterExample: 'severity = high',
  })
  list(
    @QueryParameters(ListQuery, 'policy_id') request: ListRequest<'policy_id'>,
    @Param('tailoring_id') tailoringId: string,
  ): Promise<ListEnvelope> {
    return this.rules.list(request, tailoringId);
  }

  @Post()
  @RequirePermission('compliance:policy:write', 'inventory:hosts:read')
  @ApiWritesList('AssignRules', 'Replace the rules of a tailoring', RuleRecord)
  assignAll(
    @JsonBody(RuleSelectionBody, ...OF_TAILORING) request: WriteRequest<RuleSelectionBody, OfTailoring>,
    @Audit() note: AuditNote,
  ): Promise<ListEnvelope> {
    return this.rules.assignAll(request, note);
  }

  @Patch(':rule_id')
  @RequirePermission('compliance:policy:write', 'inventory:hosts:read')
  @ApiWrites('AssignRule', 'Add a rule to a tailoring', 202, RuleRecord, {
    description: 'The rule must belong to the guide of the tailoring. 404 when the tailoring already has it.',
  })
  @ApiErrors(...BODY_ERRORS)
  assign(
    @NoBody(...OF_TAILORING) request: RecordRequest<OfTailoring>,
    @Param('rule_id') id: string,
    @Audit() note: AuditNote,
  ): Promise<RuleRecord> {
    return this.rules.assign(request, id, note);
  }

  @Delete(':rule_id')
  // Not write, as taking a system out of a policy needs (rule compliance-28).
  @RequirePermission('compliance:policy:delete', 'inventory:hosts:read')
  @ApiWrites('UnassignRule', 'Remove a rule from a tailoring', 202, RuleRecord)
  unassign(
    @NoBody(...OF_TAILORING) request: RecordRequest<OfTailoring>,
    @Param('rule_id') id: string,
    @Audit() note: AuditNote,
  ): Promise<RuleRecord> {
    return this.rules.unassign(request, id, note);
  }
}
