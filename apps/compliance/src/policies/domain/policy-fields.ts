import { EQUALITY, EXACT_OPERATORS, type FilterFields, TEXT_OPERATORS } from '@wardstone/filter-query';

/** Attributes of `GET /policies` with the extended operators (rule filter-5). */
export const POLICY_FIELDS = {
  title: { kind: 'text', operators: TEXT_OPERATORS, presence: true },
  os_major_version: { kind: 'integer', bits: 32, operators: EXACT_OPERATORS, presence: true },
  os_minor_version: { kind: 'integer', bits: 32, operators: EQUALITY },
} as const satisfies FilterFields;

/** Attributes of `GET /systems/{id}/policies` with the extended operators (rule filter-5). */
export const SYSTEM_POLICY_FIELDS = {
  ...POLICY_FIELDS,
  os_major_version: { ...POLICY_FIELDS.os_major_version, barred: true },
} as const satisfies FilterFields;

export const POLICY_SORT = [
  'title',
  'os_major_version',
  'total_system_count',
  'business_objective',
  'compliance_threshold',
] as const;
export const SYSTEM_POLICY_SORT = ['title', 'business_objective', 'compliance_threshold'] as const;
