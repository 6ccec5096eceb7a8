import { EXACT_OPERATORS, type FilterFields, TEXT_OPERATORS } from '@wardstone/filter-query';

/** Attributes of `GET /frameworks` (rule compliance-44). */
export const FRAMEWORK_FIELDS = {
  ref_id: { kind: 'enum', operators: EXACT_OPERATORS },
  title: { kind: 'text', operators: TEXT_OPERATORS },
} as const satisfies FilterFields;

export const FRAMEWORK_SORT = ['title', 'ref_id'] as const;

/** Reads the short name of a framework. It has no colon, which separates it from the name of a control. Pure. */
export const readFrameworkRefId = (text: string): string | undefined =>
  /^[a-z0-9][a-z0-9.-]{0,63}$/.test(text) ? text : undefined;
