import { EQUALITY, EXACT_OPERATORS, type FilterFields, TEXT_OPERATORS } from '@wardstone/filter-query';

/** Fields of several kinds, like those of policies. */
export const POLICY_FIELDS = {
  title: { kind: 'text', operators: TEXT_OPERATORS, presence: true },
  os_major_version: { kind: 'integer', bits: 32, operators: EXACT_OPERATORS, presence: true },
  os_minor_version: { kind: 'integer', bits: 32, operators: EQUALITY },
} as const satisfies FilterFields;

/** One of them barred. */
export const SYSTEM_POLICY_FIELDS = {
  ...POLICY_FIELDS,
  os_major_version: { ...POLICY_FIELDS.os_major_version, barred: true },
} as const satisfies FilterFields;
