import { Field } from '../fields';
import type { RuleControls } from './frameworks.dto';
import {
  RemediationIssueId,
  RuleControlsField,
  RuleDescription,
  RuleGroupId,
  RuleIdentifier,
  RuleIdentifierField,
  RulePrecedence,
  RuleRationale,
  RuleReference,
  RuleReferences,
  RuleRefId,
  RuleSeverity,
  RuleTitle,
} from './guides.dto';
import { SystemGroupRecord, SystemTagRecord } from './systems.dto';
import { VERDICTS, type Verdict } from './verdict';
import { type LOWERED_SEVERITIES, LoweredSeverity, LoweringWaiverId, REVIEW_RESULTS } from './waivers.dto';

/** The outcome of one rule in a scan, in responses; keys in the order of rule compliance-20. */
export class RuleResultRecord {
  @Field.Uuid('Id of the rule result', { example: 'f3b0c5d7-2e94-4a18-8c6b-9d1e7f2a4b50' })
  id!: string;

  @Field.Enum(
    'Outcome of the rule; `fail`, `error`, `unknown` and `fixed` count as failed; `notchecked`, `notapplicable` and `informational` come with `undecided=true`',
    {
      example: 'fail',
      values: ['pass', 'fail', 'error', 'unknown', 'fixed', 'notchecked', 'notapplicable', 'informational'],
    },
  )
  result!: string;

  @Field.Uuid('Id of the rule', { example: '7c1e5b0d-6a2f-4f7e-8b39-d0a4c2e9f153' })
  rule_id!: string;

  @Field.Enum('Always `rule_result`', { example: 'rule_result', values: ['rule_result'] })
  type!: 'rule_result';

  @Field.Uuid('Id of the system', { example: '1c9d6c35-8a7c-4c1b-8d7e-3a8a0f6b2e44' })
  system_id!: string;

  @RuleRefId
  ref_id!: string;

  @RuleGroupId
  rule_group_id!: string | null;

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

  @RemediationIssueId
  remediation_issue_id!: string | null;

  @Field.Uuid('The exception from the failed rule, or the review of the rule, that counts now; null without one', {
    example: '9d2f5b71-4c08-4e6a-b3d9-1a7e0c5f8b24',
    nullable: true,
  })
  waiver_id!: string | null;

  @RuleControlsField
  controls!: readonly RuleControls[];

  @Field.Enum('Result by the review; null without one', {
    example: null,
    nullable: true,
    values: REVIEW_RESULTS,
  })
  reviewed_result!: (typeof REVIEW_RESULTS)[number] | null;

  @LoweredSeverity
  lowered_severity!: (typeof LOWERED_SEVERITIES)[number] | null;

  @LoweringWaiverId
  lowering_waiver_id!: string | null;
}

/** The result of a scan of a system; keys in the order of rule compliance-20. */
export class TestResultRecord {
  @Field.Uuid('Id of the test result', { example: 'a2d6f9c4-7f0b-4e61-9b3d-1c8e5a0f7b26' })
  id!: string;

  @Field.String('When the scan ended', { example: '2026-05-26T10:20:11.853Z', format: 'date-time' })
  end_time!: string;

  @Field.Int('Number of rules with the result `fail`, `error`, `unknown` or `fixed`', { example: 12, min: 0 })
  failed_rule_count!: number;

  @Field.Boolean("Whether the scanned profile supported the system's minor version at the time", { example: true })
  supported!: boolean;

  @Field.Number(
    'Score from 0 to 100 as the scanner computed it, weighted by rule groups: not the share of passed rules. null if it ' +
      'computed none',
    { example: 87.5, nullable: true },
  )
  score!: number | null;

  @Field.Enum('Always `test_result`', { example: 'test_result', values: ['test_result'] })
  type!: 'test_result';

  @Field.String('Name of the system', { example: 'web-1.example.org' })
  display_name!: string;

  @Field.Array('Inventory groups the system is in', { of: () => SystemGroupRecord })
  groups!: readonly SystemGroupRecord[];

  @Field.Array('Tags of the system', { of: () => SystemTagRecord })
  tags!: readonly SystemTagRecord[];

  @Field.Int('Major version of the operating system', { example: 9 })
  os_major_version!: number;

  @Field.Int('Minor version of the operating system', { example: 4 })
  os_minor_version!: number;

  @Field.Boolean(
    'Whether the score reaches the threshold of the policy; does not consider freshness or applicability, see `verdict`',
    {
      example: false,
    },
  )
  compliant!: boolean;

  @Field.Uuid('Id of the system', { example: '1c9d6c35-8a7c-4c1b-8d7e-3a8a0f6b2e44' })
  system_id!: string;

  @Field.String('Version of the security guide of the tailoring', { example: '0.1.65' })
  security_guide_version!: string;

  @Field.Enum(
    '`unsupported`: see `supported`; `not_applicable`: no rule was judged, since none applies to the system; otherwise by ' +
      'score and threshold',
    { example: 'not_compliant', values: VERDICTS },
  )
  verdict!: Verdict;

  @Field.Int('Number of rules with the result `pass`', { example: 44, min: 0 })
  passed_rule_count!: number;

  @Field.Int(
    'Number of rules that do not apply to the system, which are not listed; null for results of older versions',
    {
      example: 311,
      min: 0,
      nullable: true,
    },
  )
  not_applicable_rule_count!: number | null;

  @Field.Enum('Whether it is older than the policy allows', { example: 'fresh', values: ['fresh', 'stale'] })
  freshness!: 'fresh' | 'stale';

  @Field.String('SHA-256 of the uploaded document, decompressed; null for results of older versions', {
    example: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
    nullable: true,
  })
  sha256!: string | null;

  @Field.Number(
    'Score if failed rules with a waiver count as passed; each failed rule is worth an equal share of the missing points',
    {
      example: 93.75,
      nullable: true,
    },
  )
  score_with_exceptions!: number | null;

  @Field.Enum('The verdict by that score', { example: 'compliant', values: VERDICTS })
  verdict_with_exceptions!: Verdict;

  @Field.Int('Number of failed rules with a waiver that counts now', { example: 2, min: 0 })
  waived_rule_count!: number;

  @Field.Int(
    'Number of rules that the scanner did not check, such as those that need a person; null for results of older versions',
    {
      example: 7,
      min: 0,
      nullable: true,
    },
  )
  not_checked_rule_count!: number | null;

  @Field.Int('Rules with the result `informational`; null for results of older versions', {
    example: 0,
    min: 0,
    nullable: true,
  })
  informational_rule_count!: number | null;

  @Field.Int('Number of rules of the guide that were not selected; null for results of older versions', {
    example: 1022,
    min: 0,
    nullable: true,
  })
  not_selected_rule_count!: number | null;

  @Field.Int('Rules that fail by a review although the scan did not fail them', { example: 0, min: 0 })
  overruled_rule_count!: number;
}
