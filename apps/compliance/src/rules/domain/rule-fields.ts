import { EXACT_OPERATORS, type FilterFields, TEXT_OPERATORS } from '@wardstone/filter-query';

/** Attributes of the lists of rules (rule compliance-17). */
export const RULE_FIELDS = {
  title: { kind: 'text', operators: TEXT_OPERATORS },
  severity: { kind: 'enum', operators: EXACT_OPERATORS },
  remediation_available: { kind: 'boolean', operators: ['eq'] },
  rule_group_id: { kind: 'uuid', operators: ['eq', 'in', 'notin'] },
  identifier_label: { kind: 'text', operators: TEXT_OPERATORS },
} as const satisfies FilterFields;

export const RULE_SORT = ['title', 'severity', 'precedence', 'remediation_available'] as const;
