import { Get, Param } from '@nestjs/common';
import { RequirePermission } from '@wardstone/auth';
import {
  ListQuery,
  ProfileRuleRecord,
  RuleGroupRecord,
  RuleRecord,
  ValueDefinitionRecord,
} from '@wardstone/dto/compliance';
import { type ListEnvelope } from '../api/envelope';
import { ApiList, ApiReads, ComplianceController } from '../api/operation.decorators';
import { OWN_PROFILE_ID } from '../api/path-ids';
import { type ListRequest, ParentIds, QueryParameters, type RecordRequest } from '../api/request';
import { GuidePartsService, RULE_GROUPS, RULES, VALUE_DEFINITIONS } from './guide-parts.service';
import { RulesService } from './rules.service';

@ComplianceController('security_guides/:security_guide_id/rule_groups', 'rule groups')
export class RuleGroupsController {
  constructor(private readonly parts: GuidePartsService) {}

  @Get()
  @RequirePermission('compliance:policy:read', 'inventory:hosts:read')
  @ApiList('RuleGroups', 'List the rule groups of a security guide', RuleGroupRecord, {
    sort: RULE_GROUPS.sort,
    filter: RULE_GROUPS.fields,
    filterExample: 'title ~ network',
  })
  list(
    @QueryParameters(ListQuery, 'security_guide_id') request: ListRequest<'security_guide_id'>,
  ): Promise<ListEnvelope> {
    return this.parts.list(RULE_GROUPS, request);
  }

  @Get(':rule_group_id')
  @RequirePermission('compliance:policy:read', 'inventory:hosts:read')
  @ApiReads('RuleGroup', 'Get a rule group', RuleGroupRecord)
  read(
    @ParentIds('security_guide_id') request: RecordRequest<'security_guide_id'>,
    @Param('rule_group_id') id: string,
  ): Promise<RuleGroupRecord> {
    return this.parts.read(RULE_GROUPS, request, id);
  }
}

@ComplianceController('security_guides/:security_guide_id/value_definitions', 'value definitions')
export class ValueDefinitionsController {
  constructor(private readonly parts: GuidePartsService) {}

  @Get()
  @RequirePermission('compliance:policy:read', 'inventory:hosts:read')
  @ApiList('ValueDefinitions', 'List the value definitions of a security guide', ValueDefinitionRecord, {
    sort: VALUE_DEFINITIONS.sort,
    filter: VALUE_DEFINITIONS.fields,
    filterExample: 'title ~ timeout',
  })
  list(
    @QueryParameters(ListQuery, 'security_guide_id') request: ListRequest<'security_guide_id'>,
  ): Promise<ListEnvelope> {
    return this.parts.list(VALUE_DEFINITIONS, request);
  }

  @Get(':value_definition_id')
  @RequirePermission('compliance:policy:read', 'inventory:hosts:read')
  @ApiReads('ValueDefinition', 'Get a value definition', ValueDefinitionRecord)
  read(
    @ParentIds('security_guide_id') request: RecordRequest<'security_guide_id'>,
    @Param('value_definition_id') id: string,
  ): Promise<ValueDefinitionRecord> {
    return this.parts.read(VALUE_DEFINITIONS, request, id);
  }
}

@ComplianceController('security_guides/:security_guide_id/rules', 'rules')
export class RulesController {
  constructor(private readonly rules: RulesService) {}

  @Get()
  @RequirePermission('compliance:policy:read', 'inventory:hosts:read')
  @ApiList('Rules', 'List the rules of a security guide', RuleRecord, {
    sort: RULES.sort,
    filter: RULES.fields,
    filterExample: 'severity ^ (high medium) AND remediation_available = true',
  })
  list(
    @QueryParameters(ListQuery, 'security_guide_id') request: ListRequest<'security_guide_id'>,
  ): Promise<ListEnvelope> {
    return this.rules.list(request);
  }

  @Get(':rule_id')
  @RequirePermission('compliance:policy:read', 'inventory:hosts:read')
  @ApiReads('Rule', 'Get a rule', RuleRecord)
  read(
    @ParentIds('security_guide_id') request: RecordRequest<'security_guide_id'>,
    @Param('rule_id') id: string,
  ): Promise<RuleRecord> {
    return this.rules.read(request, id);
  }
}

type OfProfile = 'security_guide_id' | 'profile_id';

@ComplianceController('security_guides/:security_guide_id/profiles/:profile_id/rules', 'rules', OWN_PROFILE_ID)
export class ProfileRulesController {
  constructor(private readonly rules: RulesService) {}

  @Get()
  @RequirePermission('compliance:policy:read', 'inventory:hosts:read')
  @ApiList('ProfileRules', 'List the rules of a profile', ProfileRuleRecord, {
    sort: RULES.sort,
    filter: RULES.fields,
    filterExample: 'title ~ password',
  })
  list(
    @QueryParameters(ListQuery, 'security_guide_id', 'profile_id') request: ListRequest<OfProfile>,
  ): Promise<ListEnvelope> {
    return this.rules.listOfProfile(request);
  }

  @Get(':rule_id')
  @RequirePermission('compliance:policy:read', 'inventory:hosts:read')
  @ApiReads('ProfileRule', 'Get a rule of a profile', ProfileRuleRecord)
  read(
    @ParentIds('security_guide_id', 'profile_id') request: RecordRequest<OfProfile>,
    @Param('rule_id') id: string,
  ): Promise<ProfileRuleRecord> {
    return this.rules.readOfProfile(request, id);
  }
}
