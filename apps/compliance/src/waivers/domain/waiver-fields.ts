import { EXACT_OPERATORS, type FilterFields, TEXT_OPERATORS } from '@wardstone/filter-query';

/** Attributes of `GET /waivers` (rule compliance-40). */
export const WAIVER_FIELDS = {
  rule_ref_id: { kind: 'enum', operators: EXACT_OPERATORS },
  policy_id: { kind: 'uuid', operators: ['eq', 'in'], presence: true },
  policy_title: { kind: 'text', operators: TEXT_OPERATORS },
  system_names: { kind: 'text', operators: ['like', 'unlike'] },
  group_name: { kind: 'text', operators: TEXT_OPERATORS },
  state: { kind: 'enum', operators: EXACT_OPERATORS },
  expires_soon: { kind: 'boolean', operators: ['eq'] },
  result: { kind: 'enum', operators: EXACT_OPERATORS, presence: true },
  owner: { kind: 'text', operators: TEXT_OPERATORS },
} as const satisfies FilterFields;

export const WAIVER_SORT = ['requested_at', 'expires_at', 'rule_ref_id', 'state'] as const;
