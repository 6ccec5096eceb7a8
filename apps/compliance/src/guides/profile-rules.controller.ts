import { Get, Param } from '@nestjs/common';
import { ApiParam } from '@nestjs/swagger';
import { RequirePermission } from '@wardstone/auth';
import { ListQuery, ProfileRuleRecord } from '@wardstone/dto/compliance';
import { ApiErrors, ComplianceError } from '@wardstone/errors';
import { ComplianceController } from '../api/compliance-controller.decorator';
import type { ListEnvelope, RecordEnvelope } from '../api/envelope';
import { type ListRequest, ParentIds, type Parents, QueryParameters } from '../api/request';
import { ApiList, ApiReads } from '../api/openapi.decorators';
import { GUIDE_ID, PROFILE_ID, RULE_KEY } from '../api/path-ids';
import { RULE_FIELDS, RULE_SORT } from './domain/guide-fields';
import { RulesService } from './rules.service';

type OfProfile = 'security_guide_id' | 'profile_id';

@ComplianceController('security_guides/:security_guide_id/profiles/:profile_id/rules', 'rules')
export class ProfileRulesController {
  constructor(private readonly rules: RulesService) {}

  @Get()
  @RequirePermission('compliance:policy:read', 'inventory:hosts:read')
  @ApiParam(GUIDE_ID)
  @ApiParam(PROFILE_ID)
  @ApiList({
    operationId: 'ProfileRules',
    summary: 'List the rules of a profile',
    record: ProfileRuleRecord,
    sort: RULE_SORT,
    filter: RULE_FIELDS,
    filterExample: 'title ~ password',
  })
  @ApiErrors(ComplianceError.security_guide_not_found, ComplianceError.profile_not_found)
  list(
    @QueryParameters(ListQuery, 'security_guide_id', 'profile_id') request: ListRequest<OfProfile>,
  ): Promise<ListEnvelope> {
    return this.rules.listOfProfile(request);
  }

  @Get(':rule_id')
  @RequirePermission('compliance:policy:read', 'inventory:hosts:read')
  @ApiParam(GUIDE_ID)
  @ApiParam(PROFILE_ID)
  @ApiParam(RULE_KEY)
  @ApiReads({ operationId: 'ProfileRule', summary: 'Read a rule of a profile', record: ProfileRuleRecord })
  @ApiErrors(
    ComplianceError.security_guide_not_found,
    ComplianceError.profile_not_found,
    ComplianceError.rule_not_found,
  )
  read(
    @ParentIds('security_guide_id', 'profile_id') of: Parents<OfProfile>,
    @Param('rule_id') id: string,
  ): Promise<RecordEnvelope<ProfileRuleRecord>> {
    return this.rules.readOfProfile(of, id);
  }
}
