import { Delete, Get, HttpCode, Param, Patch, Post } from '@nestjs/common';
import { Caller, type CallerIdentity, RequirePermission } from '@wardstone/auth';
import { Audit, type AuditNote } from '@wardstone/bootstrap';
import { ListQuery, RuleRecord, RuleSelectionBody } from '@wardstone/dto/compliance';
import { ApiErrors } from '@wardstone/errors';
import type { ListEnvelope, StoredRecord } from '../api/envelope';
import {
  BODY_ERRORS,
  JsonBody,
  type ListRequest,
  NoBody,
  type Parents,
  QueryParameters,
  type WriteRequest,
} from '../api/request';
import { ApiList, ApiWrites, ApiWritesList, ComplianceController } from '../api/operation.decorators';
import { OWN_RULE_ID } from '../api/path-ids';
import { RULE_FIELDS, RULE_SORT } from '../guides/domain/guide-fields';
import { parseTailoringKey } from './domain/tailoring-key';
import { type OfTailoring, TailoringRulesService } from './tailoring-rules.service';

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
    @Caller() caller: CallerIdentity,
    @QueryParameters(ListQuery, 'policy_id') request: ListRequest<'policy_id'>,
    @Param('tailoring_id') tailoringId: string,
  ): Promise<ListEnvelope> {
    return this.rules.list(caller, request, tailoringId);
  }

  @Post()
  @HttpCode(202)
  @RequirePermission('compliance:policy:write', 'inventory:hosts:read')
  @ApiWritesList('AssignRules', 'Replace the rules of a tailoring', RuleRecord)
  assignAll(
    @Caller() caller: CallerIdentity,
    @JsonBody(RuleSelectionBody, ...OF_TAILORING) request: WriteRequest<RuleSelectionBody, OfTailoring>,
    @Audit() note: AuditNote,
  ): Promise<ListEnvelope> {
    return this.rules.assignAll(caller, request, note);
  }

  @Patch(':rule_id')
  @RequirePermission('compliance:policy:write', 'inventory:hosts:read')
  @ApiWrites('AssignRule', 'Add a rule to a tailoring', 202, RuleRecord, {
    description: 'The rule must belong to the guide of the tailoring. 404 when the tailoring already has it.',
  })
  @ApiErrors(...BODY_ERRORS)
  assign(
    @Caller() caller: CallerIdentity,
    @NoBody(...OF_TAILORING) of: Parents<OfTailoring>,
    @Param('rule_id') id: string,
    @Audit() note: AuditNote,
  ): Promise<StoredRecord<RuleRecord>> {
    return this.rules.assign(caller, of, id, note);
  }

  @Delete(':rule_id')
  // Not write, as taking a system out of a policy needs (rule compliance-28).
  @RequirePermission('compliance:policy:delete', 'inventory:hosts:read')
  @ApiWrites('UnassignRule', 'Remove a rule from a tailoring', 202, RuleRecord)
  unassign(
    @Caller() caller: CallerIdentity,
    @NoBody(...OF_TAILORING) of: Parents<OfTailoring>,
    @Param('rule_id') id: string,
    @Audit() note: AuditNote,
  ): Promise<StoredRecord<RuleRecord>> {
    return this.rules.unassign(caller, of, id, note);
  }
}
