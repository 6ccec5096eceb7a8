import { Delete, Get, HttpCode, Inject, Param, Patch, Post } from '@nestjs/common';
import { ApiBody, ApiParam } from '@nestjs/swagger';
import { Caller, RequirePermission } from '@wardstone/auth';
import type { CallerIdentity } from '@wardstone/auth';
import { ApiErrors, ComplianceError } from '@wardstone/errors';
import { JsonBody } from '../api/body.decorators';
import { ComplianceController } from '../api/compliance-controller.decorator';
import type { GivenBody } from '../api/domain/given-body';
import type { ListEnvelope } from '../api/envelope';
import { ListParameters, RequestPath } from '../api/list-request';
import type { ListRequest } from '../api/list-request';
import { ApiList, ApiWrites, ApiWritesList } from '../api/openapi.decorators';
import { POLICY_ID, RULE_ID, TAILORING_ID } from '../api/path-ids';
import { BODY_ERRORS } from '../api/request-body';
import type { StoredRecord } from '../api/stored-record';
import { RULE_FIELDS, RULE_SORT } from '../rules/domain/rule-fields';
import { RuleRecord } from '../rules/rule-record.dto';
import { RuleSelectionBody } from './tailoring-record.dto';
import { TailoringRulesService } from './tailoring-rules.service';
import type { TailoringIds, TailoringRuleIds } from './tailoring-rules.service';

@ComplianceController('policies/:policy_id/tailorings/:tailoring_id/rules', 'tailorings')
export class TailoringRulesController {
  constructor(@Inject(TailoringRulesService) private readonly rules: TailoringRulesService) {}

  @Get()
  @RequirePermission('compliance:policy:read', 'inventory:hosts:read')
  @ApiParam(POLICY_ID)
  @ApiParam(TAILORING_ID)
  @ApiList({
    operationId: 'TailoringRules',
    summary: 'List the rules of a tailoring',
    record: RuleRecord,
    sort: RULE_SORT,
    filter: RULE_FIELDS,
    filterExample: 'severity = high',
  })
  @ApiErrors(ComplianceError.policy_not_found, ComplianceError.tailoring_not_found)
  list(
    @Caller() caller: CallerIdentity,
    @ListParameters({ parents: ['policy_id'] }) request: ListRequest<'policy_id'>,
    @Param('tailoring_id') tailoringId: string,
  ): Promise<ListEnvelope<object>> {
    return this.rules.list(caller, request, tailoringId);
  }

  @Post()
  @HttpCode(202)
  @RequirePermission('compliance:policy:write', 'inventory:hosts:read')
  @ApiParam(POLICY_ID)
  @ApiParam(TAILORING_ID)
  @ApiWritesList({
    operationId: 'AssignRules',
    summary: 'Replace the rules of a tailoring',
    record: RuleRecord,
  })
  @ApiBody({ type: RuleSelectionBody })
  @ApiErrors(ComplianceError.policy_not_found, ComplianceError.tailoring_not_found, ...BODY_ERRORS)
  assignAll(
    @Caller() caller: CallerIdentity,
    @Param() ids: TailoringIds,
    @JsonBody() given: GivenBody,
    @RequestPath() path: string,
  ): Promise<ListEnvelope<object>> {
    return this.rules.assignAll(caller, ids, given, path);
  }

  @Patch(':rule_id')
  @RequirePermission('compliance:policy:write', 'inventory:hosts:read')
  @ApiParam(POLICY_ID)
  @ApiParam(TAILORING_ID)
  @ApiParam(RULE_ID)
  @ApiWrites({
    operationId: 'AssignRule',
    summary: 'Add a rule to a tailoring',
    description: 'The rule must be of the guide of the tailoring. 404 when the tailoring has it already.',
    status: 202,
    record: RuleRecord,
  })
  @ApiErrors(
    ComplianceError.policy_not_found,
    ComplianceError.tailoring_not_found,
    ComplianceError.rule_not_found,
    ...BODY_ERRORS,
  )
  assign(
    @Caller() caller: CallerIdentity,
    @Param() ids: TailoringRuleIds,
    @JsonBody() given: GivenBody,
  ): Promise<StoredRecord<RuleRecord>> {
    return this.rules.assign(caller, ids, given);
  }

  @Delete(':rule_id')
  // Not write, as taking a system out of a policy needs (compliance spec F).
  @RequirePermission('compliance:policy:delete', 'inventory:hosts:read')
  @ApiParam(POLICY_ID)
  @ApiParam(TAILORING_ID)
  @ApiParam(RULE_ID)
  @ApiWrites({
    operationId: 'UnassignRule',
    summary: 'Take a rule out of a tailoring',
    status: 202,
    record: RuleRecord,
  })
  @ApiErrors(ComplianceError.policy_not_found, ComplianceError.tailoring_not_found, ComplianceError.rule_not_found)
  unassign(
    @Caller() caller: CallerIdentity,
    @Param() ids: TailoringRuleIds,
    @JsonBody() given: GivenBody,
  ): Promise<StoredRecord<RuleRecord>> {
    return this.rules.unassign(caller, ids, given);
  }
}
