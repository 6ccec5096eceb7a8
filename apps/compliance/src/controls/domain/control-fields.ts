import { EXACT_OPERATORS, type FilterFields, TEXT_OPERATORS } from '@wardstone/filter-query';

/** Attributes of lists of controls (rule compliance-45). */
export const CONTROL_FIELDS = {
  framework: { kind: 'enum', operators: EXACT_OPERATORS },
  name: { kind: 'text', operators: TEXT_OPERATORS },
  state: { kind: 'enum', operators: EXACT_OPERATORS },
  state_with_exceptions: { kind: 'enum', operators: EXACT_OPERATORS },
} as const satisfies FilterFields;

export const CONTROL_SORT = ['framework', 'name', 'rule_count', 'failed_rule_count'] as const;

/** Attributes of lists of frameworks with their states. */
export const FRAMEWORK_STATE_FIELDS = {
  ref_id: { kind: 'enum', operators: EXACT_OPERATORS },
  title: { kind: 'text', operators: TEXT_OPERATORS },
} as const satisfies FilterFields;

export const FRAMEWORK_STATE_SORT = ['title', 'control_count', 'failed_control_count'] as const;
