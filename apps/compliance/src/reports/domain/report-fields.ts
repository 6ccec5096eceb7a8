import { EXACT_OPERATORS, type FilterFields, type Operator, TEXT_OPERATORS } from '@wardstone/filter-query';

/** Operators for decimal numbers. */
export const MEASURE_OPERATORS: readonly Operator[] = ['eq', 'gt', 'lt', 'gte', 'lte'];

/** The digits of a decimal number, which the database reads exactly; undefined for anything else. */
export function parseDecimal(text: string): string | undefined {
  return /^[+-]?[0-9]{1,100}(\.[0-9]{1,100})?$/.test(text) ? text : undefined;
}

/** Attributes of `GET /reports` (rule compliance-20). */
export const REPORT_FIELDS = {
  title: { kind: 'text', operators: TEXT_OPERATORS },
  os_major_version: { kind: 'integer', bits: 32, operators: EXACT_OPERATORS },
  with_reported_systems: { kind: 'custom', operators: ['eq'] },
  with_stale_systems: { kind: 'custom', operators: ['eq'] },
  percent_compliant: { kind: 'custom', operators: MEASURE_OPERATORS, parse: parseDecimal },
} as const satisfies FilterFields;

/** Attributes of `GET /systems/{id}/reports` (rule compliance-19). */
export const SYSTEM_REPORT_FIELDS = {
  title: REPORT_FIELDS.title,
  os_major_version: { ...REPORT_FIELDS.os_major_version, barred: true },
  with_reported_systems: { ...REPORT_FIELDS.with_reported_systems, barred: true },
  with_stale_systems: { ...REPORT_FIELDS.with_stale_systems, barred: true },
  percent_compliant: { ...REPORT_FIELDS.percent_compliant, barred: true },
} as const satisfies FilterFields;

export const REPORT_SORT = [
  'title',
  'os_major_version',
  'business_objective',
  'compliance_threshold',
  'with_reported_systems',
  'percent_compliant',
] as const;
/** Sort fields of the most failed rules; by default severity, then count, descending. */
export const FAILED_RULE_SORT = ['severity', 'count'] as const;
export const SYSTEM_REPORT_SORT = ['title', 'business_objective', 'compliance_threshold', 'percent_compliant'] as const;
