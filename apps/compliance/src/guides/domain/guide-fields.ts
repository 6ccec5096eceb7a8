import { EQUALITY, EXACT_OPERATORS, type FilterFields, TEXT_OPERATORS } from '@wardstone/filter-query';

/** Value of the attribute `supported_profile`: `<profile ref_id>:<minor>`. */
export interface SupportedProfileValue {
  refId: string;
  /** Decimal digits of any length. */
  minor: string;
}

function parseSupportedProfile(text: string): SupportedProfileValue | undefined {
  const [, refId, minor] = /^(.+):([0-9]+)$/s.exec(text) ?? [];
  return refId === undefined || minor === undefined ? undefined : { refId, minor };
}

/** Attributes of `GET /security_guides` (rule compliance-16). */
export const GUIDE_FIELDS = {
  title: { kind: 'text', operators: TEXT_OPERATORS },
  version: { kind: 'text', operators: EQUALITY },
  ref_id: { kind: 'text', operators: EXACT_OPERATORS },
  os_major_version: { kind: 'integer', bits: 32, operators: EQUALITY },
  profile_ref_id: { kind: 'custom', operators: ['eq'] },
  supported_profile: { kind: 'custom', operators: ['eq'], parse: parseSupportedProfile },
} as const satisfies FilterFields;

export const GUIDE_SORT = ['title', 'version', 'os_major_version'] as const;

/** Attributes of `GET /security_guides/supported_profiles` (rule compliance-16). */
export const SUPPORTED_PROFILE_FIELDS = {
  os_major_version: { kind: 'integer', bits: 32, operators: EXACT_OPERATORS },
  title: { kind: 'text', operators: ['eq', 'like'] },
  ref_id: { kind: 'text', operators: ['eq'] },
} as const satisfies FilterFields;

export const SUPPORTED_PROFILE_SORT = ['title', 'os_major_version', 'os_minor_versions'] as const;

export const PROFILE_SORT = ['title'] as const;

/** Attributes of `GET /security_guides/{id}/profiles` with the extended operators (rule filter-5). */
export const PROFILE_FIELDS = {
  title: { kind: 'text', operators: TEXT_OPERATORS, presence: true },
  ref_id: { kind: 'text', operators: EXACT_OPERATORS, presence: true },
} as const satisfies FilterFields;

/** Attributes of the lists of rules (rule compliance-17). */
export const RULE_FIELDS = {
  title: { kind: 'text', operators: TEXT_OPERATORS },
  severity: { kind: 'enum', operators: EXACT_OPERATORS },
  remediation_available: { kind: 'boolean', operators: ['eq'] },
  rule_group_id: { kind: 'uuid', operators: ['eq', 'in', 'notin'] },
  identifier_label: { kind: 'text', operators: TEXT_OPERATORS },
  control: { kind: 'enum', operators: ['eq', 'in'] },
  framework: { kind: 'enum', operators: ['eq', 'in'] },
} as const satisfies FilterFields;

export const RULE_SORT = ['title', 'severity', 'precedence', 'remediation_available'] as const;

const TITLE_AND_REF_ID = {
  title: { kind: 'text', operators: TEXT_OPERATORS },
  ref_id: { kind: 'text', operators: TEXT_OPERATORS },
} as const satisfies FilterFields;

export const RULE_GROUP_FIELDS = TITLE_AND_REF_ID;
export const RULE_GROUP_SORT = ['precedence'] as const;

export const VALUE_DEFINITION_FIELDS = TITLE_AND_REF_ID;
export const VALUE_DEFINITION_SORT = ['title'] as const;

/** Attributes of differences between two guides (rule compliance-48). */
export const GUIDE_CHANGE_FIELDS = {
  ...TITLE_AND_REF_ID,
  kind: { kind: 'enum', operators: EXACT_OPERATORS },
  change: { kind: 'enum', operators: EXACT_OPERATORS },
} as const satisfies FilterFields;

export const GUIDE_CHANGE_SORT = ['kind', 'change', 'title', 'ref_id'] as const;
