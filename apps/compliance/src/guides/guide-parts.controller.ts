import { Get, Param } from '@nestjs/common';
import { Operation } from '@wardstone/bootstrap';
import {
  ListQuery,
  ProfileRuleRecord,
  RuleGroupRecord,
  RuleRecord,
  ValueDefinitionRecord,
} from '@wardstone/dto/compliance';
import { type ListEnvelope } from '../api/envelope';
import { ComplianceController, page, record } from '../api/operation-parts';
import { OWN_PROFILE_ID } from '../api/path-ids';
import { type ListRequest, ParentIds, QueryParameters, type RecordRequest } from '../api/request';
import { GuidePartsService, RULE_GROUPS, RULES, VALUE_DEFINITIONS } from './guide-parts.service';
import { RulesService } from './rules.service';

@ComplianceController('security_guides/:security_guide_id/rule_groups', 'rule groups')
export class RuleGroupsController {
  constructor(private readonly parts: GuidePartsService) {}

  @Get()
  @Operation('List the rule groups of a security guide', {
    access: ['compliance:policy:read', 'inventory:hosts:read'],
    returns: page(RuleGroupRecord, {
      sort: RULE_GROUPS.sort,
      filter: RULE_GROUPS.fields,
      filterExample: 'title ~ network',
    }),
  })
  ruleGroups(
    @QueryParameters(ListQuery, 'security_guide_id') request: ListRequest<'security_guide_id'>,
  ): Promise<ListEnvelope> {
    return this.parts.list(RULE_GROUPS, request);
  }

  @Get(':rule_group_id')
  @Operation('Get a rule group', {
    access: ['compliance:policy:read', 'inventory:hosts:read'],
    returns: record(RuleGroupRecord),
  })
  ruleGroup(
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
  @Operation('List the value definitions of a security guide', {
    access: ['compliance:policy:read', 'inventory:hosts:read'],
    returns: page(ValueDefinitionRecord, {
      sort: VALUE_DEFINITIONS.sort,
      filter: VALUE_DEFINITIONS.fields,
      filterExample: 'title ~ timeout',
    }),
  })
  valueDefinitions(
    @QueryParameters(ListQuery, 'security_guide_id') request: ListRequest<'security_guide_id'>,
  ): Promise<ListEnvelope> {
    return this.parts.list(VALUE_DEFINITIONS, request);
  }

  @Get(':value_definition_id')
  @Operation('Get a value definition', {
    access: ['compliance:policy:read', 'inventory:hosts:read'],
    returns: record(ValueDefinitionRecord),
  })
  valueDefinition(
    @ParentIds('security_guide_id') request: RecordRequest<'security_guide_id'>,
    @Param('value_definition_id') id: string,
  ): Promise<ValueDefinitionRecord> {
    return this.parts.read(VALUE_DEFINITIONS, request, id);
  }
}

@ComplianceController('security_guides/:security_guide_id/rules', 'rules')
export class RulesController {
  constructor(private readonly service: RulesService) {}

  @Get()
  @Operation('List the rules of a security guide', {
    access: ['compliance:policy:read', 'inventory:hosts:read'],
    returns: page(RuleRecord, {
      sort: RULES.sort,
      filter: RULES.fields,
      filterExample: 'severity ^ (high medium) AND remediation_available = true',
    }),
  })
  rules(
    @QueryParameters(ListQuery, 'security_guide_id') request: ListRequest<'security_guide_id'>,
  ): Promise<ListEnvelope> {
    return this.service.list(request);
  }

  @Get(':rule_id')
  @Operation('Get a rule', { access: ['compliance:policy:read', 'inventory:hosts:read'], returns: record(RuleRecord) })
  rule(
    @ParentIds('security_guide_id') request: RecordRequest<'security_guide_id'>,
    @Param('rule_id') id: string,
  ): Promise<RuleRecord> {
    return this.service.read(request, id);
  }
}

type OfProfile = 'security_guide_id' | 'profile_id';

@ComplianceController('security_guides/:security_guide_id/profiles/:profile_id/rules', 'rules', OWN_PROFILE_ID)
export class ProfileRulesController {
  constructor(private readonly rules: RulesService) {}

  @Get()
  @Operation('List the rules of a profile', {
    access: ['compliance:policy:read', 'inventory:hosts:read'],
    returns: page(ProfileRuleRecord, { sort: RULES.sort, filter: RULES.fields, filterExample: 'title ~ password' }),
  })
  profileRules(
    @QueryParameters(ListQuery, 'security_guide_id', 'profile_id') request: ListRequest<OfProfile>,
  ): Promise<ListEnvelope> {
    return this.rules.listOfProfile(request);
  }

  @Get(':rule_id')
  @Operation('Get a rule of a profile', {
    access: ['compliance:policy:read', 'inventory:hosts:read'],
    returns: record(ProfileRuleRecord),
  })
  profileRule(
    @ParentIds('security_guide_id', 'profile_id') request: RecordRequest<OfProfile>,
    @Param('rule_id') id: string,
  ): Promise<ProfileRuleRecord> {
    return this.rules.readOfProfile(request, id);
  }
}
