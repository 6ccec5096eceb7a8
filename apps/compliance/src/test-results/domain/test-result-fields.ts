import { EXACT_OPERATORS, type FilterFields, TEXT_OPERATORS } from '@wardstone/filter-query';
import { MEASURE_OPERATORS, parseDecimal } from '../../reports/domain/report-fields';
import { RULE_FIELDS } from '../../guides/domain/guide-fields';
import { SYSTEM_FIELDS } from '../../systems/domain/system-fields';

/** Attributes of `GET /reports/{r}/test_results` (rule compliance-20). */
export const TEST_RESULT_FIELDS = {
  score: { kind: 'custom', operators: MEASURE_OPERATORS, parse: parseDecimal },
  supported: { kind: 'boolean', operators: ['eq'] },
  system_id: { kind: 'uuid', operators: ['eq'] },
  display_name: { kind: 'text', operators: TEXT_OPERATORS },
  os_minor_version: { kind: 'integer', bits: 32, operators: EXACT_OPERATORS },
  security_guide_version: { kind: 'enum', operators: EXACT_OPERATORS },
  compliant: { kind: 'boolean', operators: ['eq'] },
  verdict: { kind: 'enum', operators: EXACT_OPERATORS },
  freshness: { kind: 'enum', operators: EXACT_OPERATORS },
  verdict_with_exceptions: { kind: 'enum', operators: EXACT_OPERATORS },
  group_name: SYSTEM_FIELDS.group_name,
  group_id: SYSTEM_FIELDS.group_id,
  failed_rule_severity: { kind: 'enum', operators: ['eq', 'in'] },
  failed_rule: SYSTEM_FIELDS.failed_rule,
} as const satisfies FilterFields;

export const TEST_RESULT_SORT = [
  'display_name',
  'security_guide_version',
  'groups',
  'score',
  'end_time',
  'failed_rule_count',
] as const;

/** Attributes of `GET /reports/{r}/test_results/{t}/rule_results` (rule compliance-20). */
export const RULE_RESULT_FIELDS = {
  result: { kind: 'enum', operators: EXACT_OPERATORS },
  ...RULE_FIELDS,
} as const satisfies FilterFields;

export const RULE_RESULT_SORT = ['result', 'severity', 'title', 'precedence', 'remediation_available'] as const;

/** Attributes of `GET /systems/{s}/failed_rules` (rule compliance-51). */
export const FAILED_RULE_FIELDS = {
  title: RULE_FIELDS.title,
  severity: RULE_FIELDS.severity,
  result: RULE_RESULT_FIELDS.result,
  policy_id: { kind: 'uuid', operators: ['eq', 'in'] },
  file: { kind: 'text', operators: ['eq', 'in'] },
} as const satisfies FilterFields;

export const FAILED_RULE_SORT = ['severity', 'title', 'policy_title'] as const;
