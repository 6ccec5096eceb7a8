import { AccountEntity } from './policies/account.entity';
import { PolicyTallyEntity } from './policies/policy-tally.entity';
import { PolicyEntity } from './policies/policy.entity';
import { FixEntity } from './security-guides/fix.entity';
import { ProfileOsMinorVersionEntity } from './security-guides/profile-os-minor-version.entity';
import { ProfileRuleEntity } from './security-guides/profile-rule.entity';
import { ProfileEntity } from './security-guides/profile.entity';
import { RuleGroupEntity } from './security-guides/rule-group.entity';
import { RuleEntity } from './security-guides/rule.entity';
import { SecurityGuideEntity } from './security-guides/security-guide.entity';
import { ValueDefinitionEntity } from './security-guides/value-definition.entity';
import { PolicySystemEntity } from './systems/policy-system.entity';
import { SystemEntity } from './systems/system.entity';
import { TailoringRuleEntity } from './tailorings/tailoring-rule.entity';
import { TailoringEntity } from './tailorings/tailoring.entity';
import { RuleResultEntity } from './test-results/rule-result.entity';
import { TestResultEntity } from './test-results/test-result.entity';

/** One entity for each table of the service. */
export const ENTITIES = [
  AccountEntity,
  FixEntity,
  PolicyEntity,
  PolicySystemEntity,
  PolicyTallyEntity,
  ProfileEntity,
  ProfileOsMinorVersionEntity,
  ProfileRuleEntity,
  RuleEntity,
  RuleGroupEntity,
  RuleResultEntity,
  SecurityGuideEntity,
  SystemEntity,
  TailoringEntity,
  TailoringRuleEntity,
  TestResultEntity,
  ValueDefinitionEntity,
] as const;
