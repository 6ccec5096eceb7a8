import {
  ArrayField,
  BooleanField,
  EnumField,
  IntField,
  ObjectField,
  StringField,
  UuidField,
} from '../../fields/fields';

export class RuleIdentifier {
  @StringField('The identifier', { example: 'CCE-80799-0' })
  label!: string;

  @StringField('Issuer', { example: 'https://nvd.nist.gov/cce/index.cfm' })
  system!: string;
}

export class RuleReference {
  @StringField('URL of the standard', { example: 'https://www.cisecurity.org/controls/' })
  href!: string;

  @StringField('Section of the standard', { example: '6.1.3' })
  label!: string;
}

export const RuleRefId = StringField('Identifier of the rule', {
  example: 'xccdf_org.ssgproject.content_rule_file_groupowner_etc_shadow',
});

export const RuleGroupId = UuidField('Id of the rule group that holds the rule', {
  example: '3f2c9a61-0b7d-4d0e-a1f4-9be3c5d7e820',
  nullable: true,
});

export const RuleTitle = StringField('Title of the rule', { example: 'Verify Group Who Owns shadow File' });

export const RuleRationale = StringField('Why the rule exists', {
  example: 'The file contains hashes of passwords.',
  nullable: true,
});

export const RuleDescription = StringField('Requirement of the rule', {
  example: 'The group owner of /etc/shadow is root.',
});

export const RuleSeverity = StringField('Usually `high`, `medium`, `low`, `info` or `unknown`', { example: 'medium' });

export const RulePrecedence = IntField('Position in the guide, from 0', { example: 760, min: 0 });

export const RuleIdentifierField = ObjectField('Identifier in a public catalogue', {
  nullable: true,
  of: () => RuleIdentifier,
});

export const RuleReferences = ArrayField('References to standards', { of: () => RuleReference });

export const RemediationIssueId = StringField('Remediation issue id; null if there is none', {
  example:
    'ssg:xccdf_org.ssgproject.content_benchmark_RHEL-8|0.1.65|cis|xccdf_org.ssgproject.content_rule_file_groupowner_etc_shadow',
  nullable: true,
});

/** A rule as it is shown; keys in the order of rule compliance-17. */
export class RuleRecord {
  @UuidField('Id of the rule', { example: '7c1e5b0d-6a2f-4f7e-8b39-d0a4c2e9f153' })
  id!: string;

  @RuleRefId
  ref_id!: string;

  @RuleTitle
  title!: string;

  @RuleRationale
  rationale!: string | null;

  @RuleDescription
  description!: string;

  @RuleSeverity
  severity!: string;

  @RulePrecedence
  precedence!: number;

  @RuleIdentifierField
  identifier!: RuleIdentifier | null;

  @RuleReferences
  references!: readonly RuleReference[];

  @ArrayField('Ids of the value definitions that the check uses', {
    example: ['d6a9b9b4-52a6-4b35-9d3c-5e0c8c1b2f11'],
    of: 'uuid',
  })
  value_checks!: readonly string[];

  @BooleanField('Whether the guide contains a remediation playbook', { example: true })
  remediation_available!: boolean;

  @RuleGroupId
  rule_group_id!: string | null;

  @EnumField('Always `rule`', { example: 'rule', values: ['rule'] })
  type!: 'rule';
}

/** A rule as part of a profile. */
export class ProfileRuleRecord extends RuleRecord {
  @RemediationIssueId
  remediation_issue_id!: string | null;
}
