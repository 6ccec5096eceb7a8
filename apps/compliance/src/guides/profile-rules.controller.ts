import { Get, Param } from '@nestjs/common';
import { RequirePermission } from '@wardstone/auth';
import { ListQuery, ProfileRuleRecord } from '@wardstone/dto/compliance';
import type { ListEnvelope, RecordEnvelope } from '../api/envelope';
import { type ListRequest, ParentIds, type Parents, QueryParameters } from '../api/request';
import { OWN_PROFILE_ID } from '../api/path-ids';
import { ApiList, ApiReads, ComplianceController } from '../api/operation.decorators';
import { RULE_FIELDS, RULE_SORT } from './domain/guide-fields';
import { RulesService } from './rules.service';

type OfProfile = 'security_guide_id' | 'profile_id';

@ComplianceController('security_guides/:security_guide_id/profiles/:profile_id/rules', 'rules', OWN_PROFILE_ID)
export class ProfileRulesController {
  constructor(private readonly rules: RulesService) {}

  @Get()
  @RequirePermission('compliance:policy:read', 'inventory:hosts:read')
  @ApiList('ProfileRules', 'List the rules of a profile', ProfileRuleRecord, {
    sort: RULE_SORT,
    filter: RULE_FIELDS,
    filterExample: 'title ~ password',
  })
  list(
    @QueryParameters(ListQuery, 'security_guide_id', 'profile_id') request: ListRequest<OfProfile>,
  ): Promise<ListEnvelope> {
    return this.rules.listOfProfile(request);
  }

  @Get(':rule_id')
  @RequirePermission('compliance:policy:read', 'inventory:hosts:read')
  @ApiReads('ProfileRule', 'Read a rule of a profile', ProfileRuleRecord)
  read(
    @ParentIds('security_guide_id', 'profile_id') of: Parents<OfProfile>,
    @Param('rule_id') id: string,
  ): Promise<RecordEnvelope<ProfileRuleRecord>> {
    return this.rules.readOfProfile(of, id);
  }
}
