import { EXACT_OPERATORS, type FilterFields, TEXT_OPERATORS } from '@wardstone/filter-query';
import { parseOsVersions } from './os-versions';

/** Attributes of `GET /systems` (rule compliance-19). */
export const SYSTEM_FIELDS = {
  display_name: { kind: 'text', operators: TEXT_OPERATORS },
  os_version: { kind: 'custom', operators: ['in'], parse: parseOsVersions },
  os_major_version: { kind: 'integer', bits: 32, operators: EXACT_OPERATORS },
  os_minor_version: { kind: 'integer', bits: 32, operators: EXACT_OPERATORS },
  assigned_or_scanned: { kind: 'custom', operators: ['eq'] },
  group_name: { kind: 'enum', operators: ['eq', 'in'] },
  group_id: { kind: 'enum', operators: ['eq', 'in'] },
  policies: { kind: 'uuid', operators: ['eq', 'in'] },
  profile_ref_id: { kind: 'enum', operators: ['ne', 'notin'] },
  failed_rule: { kind: 'enum', operators: ['eq', 'in'] },
  never_reported: { kind: 'custom', operators: ['eq'], barred: true },
  freshness: { kind: 'enum', operators: ['eq', 'in'], barred: true },
  agent: { kind: 'enum', operators: ['eq', 'in'] },
} as const satisfies FilterFields;

/** Attributes of systems of a policy, all of which have its major version and its profile. */
export const POLICY_SYSTEM_FIELDS = {
  ...SYSTEM_FIELDS,
  os_version: { ...SYSTEM_FIELDS.os_version, barred: true },
  os_major_version: { ...SYSTEM_FIELDS.os_major_version, barred: true },
  assigned_or_scanned: { ...SYSTEM_FIELDS.assigned_or_scanned, barred: true },
  policies: { ...SYSTEM_FIELDS.policies, barred: true },
  profile_ref_id: { ...SYSTEM_FIELDS.profile_ref_id, barred: true },
  failed_rule: { ...SYSTEM_FIELDS.failed_rule, barred: true },
} as const satisfies FilterFields;

/** Attributes of systems of a report. */
export const REPORT_SYSTEM_FIELDS = {
  ...POLICY_SYSTEM_FIELDS,
  never_reported: { ...POLICY_SYSTEM_FIELDS.never_reported, barred: false },
  freshness: { ...POLICY_SYSTEM_FIELDS.freshness, barred: false },
} as const satisfies FilterFields;

export const SYSTEM_SORT = ['display_name', 'os_major_version', 'os_minor_version', 'os_version', 'groups'] as const;
/** Sort columns of systems of a policy or a report. */
export const POLICY_SYSTEM_SORT = ['display_name', 'os_minor_version', 'os_version', 'groups'] as const;

/** Attributes in the documentation of a list: all except the barred ones. */
export function openFields(fields: FilterFields): FilterFields {
  return Object.fromEntries(Object.entries(fields).filter(([, field]) => field.barred !== true));
}
