import { Field } from '../fields';
import { RuleIdentifier } from './guides.dto';

/** A report in responses; keys in the order of rule compliance-20. */
export class ReportRecord {
  @Field.Uuid('Id of the report; same as that of its policy', { example: '6e3b1c2a-5d0f-4b8e-9a41-0c7d2f9b6a10' })
  id!: string;

  @Field.String('Title of the policy', { example: 'CIS for the web servers' })
  title!: string;

  @Field.String('Description; may be empty', { example: 'Baseline of the web servers' })
  description!: string;

  @Field.String('Why the policy exists', { example: 'PCI audit 2026', nullable: true })
  business_objective!: string | null;

  @Field.Number('Minimum score of a compliant system', { example: 95.5, min: 0, max: 100 })
  compliance_threshold!: number;

  @Field.Enum('Always `report`', { example: 'report', values: ['report'] })
  type!: 'report';

  @Field.Int('Major version of the operating system', { example: 9 })
  os_major_version!: number;

  @Field.String('Title of the underlying profile', { example: 'CIS Benchmark for Level 2 - Server' })
  profile_title!: string;

  @Field.String('Identifier of the underlying profile', { example: 'xccdf_org.ssgproject.content_profile_cis' })
  ref_id!: string;

  @Field.Boolean('Whether you have access to all systems of the policy', { example: true })
  all_systems_exposed!: boolean;

  @Field.Int('Percentage of assigned systems that are compliant, rounded down; 0 without systems', {
    example: 66,
    min: 0,
    max: 100,
  })
  percent_compliant!: number;

  @Field.Int('Number of assigned systems that you have access to', { example: 3, min: 0 })
  assigned_system_count!: number;

  @Field.Int('Number of these systems with a supported result whose score reaches the threshold', {
    example: 2,
    min: 0,
  })
  compliant_system_count!: number;

  @Field.Int('Number of these systems scanned with a guide that does not support their minor version', {
    example: 0,
    min: 0,
  })
  unsupported_system_count!: number;

  @Field.Int('Number of these systems with a result', { example: 2, min: 0 })
  reported_system_count!: number;

  @Field.Int('Number of these systems without a result', { example: 1, min: 0 })
  never_reported_system_count!: number;

  @Field.Int('Number of systems with a supported result whose scan judged no rule', {
    example: 0,
    min: 0,
  })
  not_applicable_system_count!: number;

  @Field.Int('Number of systems whose result is older than the policy allows', { example: 0, min: 0 })
  stale_system_count!: number;

  @Field.Int('Number of compliant systems whose result is stale', { example: 0, min: 0 })
  stale_compliant_system_count!: number;

  @Field.Int('Days after which a result is stale; null: never', { example: 30, min: 1, max: 3650, nullable: true })
  max_result_age_days!: number | null;

  @Field.Int('`percent_compliant` if failed rules with a waiver count as passed', {
    example: 100,
    min: 0,
    max: 100,
  })
  percent_compliant_with_exceptions!: number;

  @Field.Int('`compliant_system_count` if failed rules with a waiver count as passed', { example: 3, min: 0 })
  compliant_with_exceptions_system_count!: number;

  @Field.Int('Number of these systems whose result is stale', { example: 0, min: 0 })
  stale_compliant_with_exceptions_system_count!: number;

  @Field.Uuid('Id of the underlying profile', { example: '0f4be1d3-9f3d-4a53-9c5c-9a2b8e0c1f77' })
  profile_id!: string;

  @Field.Uuid('Id of its security guide', { example: '2b7d6f0a-1c5e-4d0b-8a3f-5e1f4c9b7d21' })
  security_guide_id!: string;
}

class FailedRuleIdentifier extends RuleIdentifier {}

export class FailedRuleRecord {
  @Field.String('Title of the rule', { example: 'Verify Group Who Owns shadow File' })
  title!: string;

  @Field.String('Identifier of the rule', { example: 'xccdf_org.ssgproject.content_rule_file_groupowner_etc_shadow' })
  ref_id!: string;

  @Field.Object('Identifier in a public catalogue; absent without one', {
    optional: true,
    of: () => FailedRuleIdentifier,
  })
  identifier?: FailedRuleIdentifier;

  @Field.String('Usually `high`, `medium`, `low` or `unknown`', { example: 'medium' })
  severity!: string;

  @Field.Int('Number of systems the rule failed on', { example: 12, min: 0 })
  count!: number;
}

export class ReportStatsRecord {
  @Field.Array('The rules that failed most, by severity, then by number of systems, unless `sort_by` is given', {
    maxItems: 10,
    of: () => FailedRuleRecord,
  })
  top_failed_rules!: readonly FailedRuleRecord[];
}
