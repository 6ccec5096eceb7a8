import { Field } from '../fields';
import { RuleRefId, RuleSeverity, RuleTitle } from './guides.dto';
import { type LOWERED_SEVERITIES, LoweredSeverity } from './waivers.dto';

/** A rule that failed in the newest result of a system for a policy (rule compliance-51). */
export class SystemFailedRuleRecord {
  @Field.Uuid('Id of the rule result', { example: 'f3b0c5d7-2e94-4a18-8c6b-9d1e7f2a4b50' })
  id!: string;

  @Field.Enum('Always `failed_rule`', { example: 'failed_rule', values: ['failed_rule'] })
  type!: 'failed_rule';

  @RuleRefId
  ref_id!: string;

  @RuleTitle
  title!: string;

  @RuleSeverity
  severity!: string;

  @Field.Enum('Outcome of the rule', { example: 'fail', values: ['fail', 'error', 'unknown', 'fixed'] })
  result!: string;

  @Field.Uuid('Id of the policy', { example: '6e3b1c2a-5d0f-4b8e-9a41-0c7d2f9b6a10' })
  policy_id!: string;

  @Field.String('Title of the policy', { example: 'CIS for web servers' })
  policy_title!: string;

  @Field.Uuid('Id of the test result', { example: 'a2d6f9c4-7f0b-4e61-9b3d-1c8e5a0f7b26' })
  test_result_id!: string;

  @Field.Uuid('The exception from the failed rule, or its review, that counts now; null without one', {
    example: null,
    nullable: true,
  })
  waiver_id!: string | null;

  @Field.Array('Files that the check of the rule reads, or that its texts and fixes name, up to 100', {
    of: 'string',
    example: ['/etc/ssh/sshd_config'],
  })
  files!: readonly string[];

  @LoweredSeverity
  lowered_severity!: (typeof LOWERED_SEVERITIES)[number] | null;
}
