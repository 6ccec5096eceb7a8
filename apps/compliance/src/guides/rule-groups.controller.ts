import { Get, Param } from '@nestjs/common';
import { RequirePermission } from '@wardstone/auth';
import { ListQuery, RuleGroupRecord } from '@wardstone/dto/compliance';
import type { ListEnvelope, RecordEnvelope } from '../api/envelope';
import { type ListRequest, ParentIds, type Parents, QueryParameters } from '../api/request';
import { ApiList, ApiReads, ComplianceController } from '../api/operation.decorators';
import { RULE_GROUP_FIELDS, RULE_GROUP_SORT } from './domain/guide-fields';
import { GuidePartsService, RULE_GROUPS } from './guide-parts.service';

@ComplianceController('security_guides/:security_guide_id/rule_groups', 'rule groups')
export class RuleGroupsController {
  constructor(private readonly parts: GuidePartsService) {}

  @Get()
  @RequirePermission('compliance:policy:read', 'inventory:hosts:read')
  @ApiList('RuleGroups', 'List the rule groups of a security guide', RuleGroupRecord, {
    sort: RULE_GROUP_SORT,
    filter: RULE_GROUP_FIELDS,
    filterExample: 'title ~ network',
  })
  list(
    @QueryParameters(ListQuery, 'security_guide_id') request: ListRequest<'security_guide_id'>,
  ): Promise<ListEnvelope> {
    return this.parts.list(RULE_GROUPS, request);
  }

  @Get(':rule_group_id')
  @RequirePermission('compliance:policy:read', 'inventory:hosts:read')
  @ApiReads('RuleGroup', 'Read a rule group', RuleGroupRecord)
  read(
    @ParentIds('security_guide_id') of: Parents<'security_guide_id'>,
    @Param('rule_group_id') id: string,
  ): Promise<RecordEnvelope<RuleGroupRecord>> {
    return this.parts.read(RULE_GROUPS, of, id);
  }
}
