import type { RuleRow } from '../rules/rule-row';
import type { SystemGroup, SystemTag } from '../systems/domain/system-input';

/** A test result as its queries answer it. */
export interface TestResultRow {
  readonly id: string;
  readonly end_time: Date;
  readonly failed_rule_count: number;
  readonly supported: boolean;
  readonly score: number | null;
  readonly type: 'test_result';
  readonly display_name: string;
  readonly groups: readonly SystemGroup[];
  readonly tags: readonly SystemTag[];
  readonly os_major_version: number;
  readonly os_minor_version: number;
  readonly compliant: boolean;
  readonly system_id: string;
  readonly security_guide_version: string;
}

/** What the results of rules have in common. */
export interface TestResultFacts {
  readonly id: string;
  readonly system_id: string;
  /** Of the profile of the tailoring. */
  readonly profile_ref_id: string;
}

/** The result of a rule, with its rule. */
export interface RuleResultRow extends Omit<RuleRow, 'value_checks' | 'type'> {
  /** Of the result. */
  readonly id: string;
  readonly result: string;
  readonly rule_id: string;
  readonly guide_ref_id: string;
  readonly guide_version: string;
}
