import { Get, Param } from '@nestjs/common';
import { RequirePermission } from '@wardstone/auth';
import { ListQuery, RuleRecord } from '@wardstone/dto/compliance';
import type { ListEnvelope, RecordEnvelope } from '../api/envelope';
import { type ListRequest, ParentIds, type Parents, QueryParameters } from '../api/request';
import { ApiList, ApiReads, ComplianceController } from '../api/operation.decorators';
import { RULE_FIELDS, RULE_SORT } from './domain/guide-fields';
import { RulesService } from './rules.service';

@ComplianceController('security_guides/:security_guide_id/rules', 'rules')
export class RulesController {
  constructor(private readonly rules: RulesService) {}

  @Get()
  @RequirePermission('compliance:policy:read', 'inventory:hosts:read')
  @ApiList('Rules', 'List the rules of a security guide', RuleRecord, {
    sort: RULE_SORT,
    filter: RULE_FIELDS,
    filterExample: 'severity ^ (high medium) AND remediation_available = true',
  })
  list(
    @QueryParameters(ListQuery, 'security_guide_id') request: ListRequest<'security_guide_id'>,
  ): Promise<ListEnvelope> {
    return this.rules.list(request);
  }

  @Get(':rule_id')
  @RequirePermission('compliance:policy:read', 'inventory:hosts:read')
  @ApiReads('Rule', 'Read a rule', RuleRecord)
  read(
    @ParentIds('security_guide_id') of: Parents<'security_guide_id'>,
    @Param('rule_id') id: string,
  ): Promise<RecordEnvelope<RuleRecord>> {
    return this.rules.read(of, id);
  }
}
