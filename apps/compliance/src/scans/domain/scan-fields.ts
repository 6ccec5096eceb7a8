import { EXACT_OPERATORS, type FilterFields } from '@wardstone/filter-query';

/** Attributes of `GET /scans` (rule compliance-36). */
export const SCAN_FIELDS = {
  policy_id: { kind: 'uuid', operators: ['eq', 'in'] },
  system_id: { kind: 'uuid', operators: ['eq', 'in'] },
  state: { kind: 'enum', operators: EXACT_OPERATORS },
  newest: { kind: 'custom', operators: ['eq'] },
} as const satisfies FilterFields;

export const SCAN_SORT = ['created_at', 'display_name', 'state'] as const;
