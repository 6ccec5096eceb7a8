import { EnumField, UuidField } from '../../fields/fields';
import {
  RemediationIssueId,
  RuleDescription,
  RuleGroupId,
  RuleIdentifier,
  RuleIdentifierField,
  RulePrecedence,
  RuleRationale,
  RuleRefId,
  RuleReference,
  RuleReferences,
  RuleSeverity,
  RuleTitle,
} from '../rules/rule.dto';

/** What one rule came to in a scan, with the rule; keys in the order of rule compliance-20. */
export class RuleResultRecord {
  @UuidField('Id of the rule result', { example: 'f3b0c5d7-2e94-4a18-8c6b-9d1e7f2a4b50' })
  id!: string;

  @EnumField('Outcome of the rule; everything but `pass` counts as failed', {
    example: 'fail',
    values: ['pass', 'fail', 'error', 'unknown', 'fixed'],
  })
  result!: string;

  @UuidField('Id of the rule', { example: '7c1e5b0d-6a2f-4f7e-8b39-d0a4c2e9f153' })
  rule_id!: string;

  @EnumField('Always `rule_result`', { example: 'rule_result', values: ['rule_result'] })
  type!: 'rule_result';

  @UuidField('Id of the system', { example: '1c9d6c35-8a7c-4c1b-8d7e-3a8a0f6b2e44' })
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
}
