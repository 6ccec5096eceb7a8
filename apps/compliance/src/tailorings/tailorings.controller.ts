import { Delete, Get, Param, Patch, Post } from '@nestjs/common';
import { Audit, type AuditNote, Operation } from '@wardstone/bootstrap';
import {
  ListQuery,
  RuleRecord,
  RuleSelectionBody,
  type RuleTreeNodeRecord,
  TailoringBody,
  TailoringRecord,
  TailoringUpdateBody,
} from '@wardstone/dto/compliance';
import { type ListEnvelope, type StoredRecord } from '../api/envelope';
import { ComplianceController, page, record, written, writtenPage } from '../api/operation-parts';
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
import { ruleTree } from '../guides/rule-tree-part';
import { parseTailoringKey } from './domain/tailoring-key';
import { type OfTailoring, TailoringRulesService } from './tailoring-rules.service';
import { TAILORING_FIELDS, TAILORING_SORT, TailoringsService } from './tailorings.service';

@ComplianceController('policies/:policy_id/tailorings', 'tailorings')
export class TailoringsController {
  constructor(private readonly service: TailoringsService) {}

  @Get()
  @Operation('List the tailorings of a policy', {
    access: ['compliance:policy:read', 'inventory:hosts:read'],
    returns: page(TailoringRecord, {
      sort: TAILORING_SORT,
      filter: TAILORING_FIELDS,
      filterExample: 'os_minor_version = 4',
    }),
  })
  tailorings(@QueryParameters(ListQuery, 'policy_id') request: ListRequest<'policy_id'>): Promise<ListEnvelope> {
    return this.service.list(request);
  }

  @Post()
  @Operation('Create the tailoring of a policy for a minor version', {
    description:
      'Starts with the rules and values of the profile of the family for the minor version in the newest ' +
      'version of the guide. Assigning the first system of a minor version does the same.',
    access: ['compliance:policy:write', 'inventory:hosts:read'],
    returns: written(201, TailoringRecord),
    errors: ['unsupported_os_version'],
  })
  createTailoring(
    @JsonBody(TailoringBody, 'policy_id') request: WriteRequest<TailoringBody, 'policy_id'>,
    @Audit() note: AuditNote,
  ): Promise<StoredRecord<TailoringRecord>> {
    return this.service.create(request, note);
  }

  @Get(':tailoring_id')
  @Operation('Get a tailoring', {
    access: ['compliance:policy:read', 'inventory:hosts:read'],
    returns: record(TailoringRecord),
  })
  tailoring(
    @ParentIds('policy_id') request: RecordRequest<'policy_id'>,
    @Param('tailoring_id') id: string,
  ): Promise<TailoringRecord> {
    return this.service.require(request, id);
  }

  @Patch(':tailoring_id')
  @Operation('Replace the values that a tailoring sets', {
    access: ['compliance:policy:write', 'inventory:hosts:read'],
    returns: written(202, TailoringRecord),
  })
  updateTailoring(
    @JsonBody(TailoringUpdateBody, 'policy_id') request: WriteRequest<TailoringUpdateBody, 'policy_id'>,
    @Param('tailoring_id') id: string,
    @Audit() note: AuditNote,
  ): Promise<TailoringRecord> {
    return this.service.update(request, id, note);
  }

  @Get(':tailoring_id/rule_tree')
  @Operation('Get the rules of a tailoring in the tree of their groups', {
    access: ['compliance:policy:read', 'inventory:hosts:read'],
    returns: ruleTree,
  })
  tailoringRuleTree(
    @ParentIds('policy_id') request: RecordRequest<'policy_id'>,
    @Param('tailoring_id') id: string,
  ): Promise<RuleTreeNodeRecord[]> {
    return this.service.readRuleTree(request, id);
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
  @Operation('List the rules of a tailoring', {
    access: ['compliance:policy:read', 'inventory:hosts:read'],
    returns: page(RuleRecord, { sort: RULE_SORT, filter: RULE_FIELDS, filterExample: 'severity = high' }),
  })
  tailoringRules(
    @QueryParameters(ListQuery, 'policy_id') request: ListRequest<'policy_id'>,
    @Param('tailoring_id') tailoringId: string,
  ): Promise<ListEnvelope> {
    return this.rules.list(request, tailoringId);
  }

  @Post()
  @Operation('Replace the rules of a tailoring', {
    access: ['compliance:policy:write', 'inventory:hosts:read'],
    returns: writtenPage(RuleRecord),
  })
  assignRules(
    @JsonBody(RuleSelectionBody, ...OF_TAILORING) request: WriteRequest<RuleSelectionBody, OfTailoring>,
    @Audit() note: AuditNote,
  ): Promise<ListEnvelope> {
    return this.rules.assignAll(request, note);
  }

  @Patch(':rule_id')
  @Operation('Add a rule to a tailoring', {
    description: 'The rule must belong to the guide of the tailoring. 404 when the tailoring already has it.',
    access: ['compliance:policy:write', 'inventory:hosts:read'],
    returns: written(202, RuleRecord),
    errors: BODY_ERRORS,
  })
  assignRule(
    @NoBody(...OF_TAILORING) request: RecordRequest<OfTailoring>,
    @Param('rule_id') id: string,
    @Audit() note: AuditNote,
  ): Promise<RuleRecord> {
    return this.rules.assign(request, id, note);
  }

  @Delete(':rule_id')
  @Operation('Remove a rule from a tailoring', {
    // Delete, unlike removing a system from a policy, which needs write (rule compliance-28).
    access: ['compliance:policy:delete', 'inventory:hosts:read'],
    returns: written(202, RuleRecord),
  })
  unassignRule(
    @NoBody(...OF_TAILORING) request: RecordRequest<OfTailoring>,
    @Param('rule_id') id: string,
    @Audit() note: AuditNote,
  ): Promise<RuleRecord> {
    return this.rules.unassign(request, id, note);
  }
}
