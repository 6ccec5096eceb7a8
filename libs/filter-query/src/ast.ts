/** Operators between a field and one value. */
export type ScalarOperator = 'eq' | 'ne' | 'gt' | 'gte' | 'lt' | 'lte' | 'like' | 'unlike';
/** Operators between a field and a list of values. */
export type MembershipOperator = 'in' | 'notin';
export type Operator = ScalarOperator | MembershipOperator;
/** `has f` / `set? f` is `notnull`, `null? f` is `null`. */
export type Presence = 'null' | 'notnull';
export type Connective = 'and' | 'or';

/** A parsed filter before its fields are checked (rule filter-2). */
export type FilterNode =
  | { readonly type: Connective; readonly operands: readonly FilterNode[] }
  | { readonly type: 'not'; readonly operand: FilterNode }
  | { readonly type: 'presence'; readonly field: string; readonly presence: Presence }
  | { readonly type: 'comparison'; readonly field: string; readonly operator: ScalarOperator; readonly value: string }
  | {
      readonly type: 'membership';
      readonly field: string;
      readonly operator: MembershipOperator;
      readonly values: readonly string[];
    }
  /** A lone string or an operator without a field; it parses but always fails the check. */
  | { readonly type: 'stray'; readonly text: string };

/** A value converted to the kind of its field. `outOfRange` is an integer beyond the width of the column. */
export type FilterValue =
  | { readonly kind: 'text'; readonly value: string }
  | { readonly kind: 'integer'; readonly value: bigint }
  | { readonly kind: 'outOfRange'; readonly side: 'below' | 'above' }
  | { readonly kind: 'boolean'; readonly value: boolean }
  | { readonly kind: 'uuid'; readonly value: string }
  | { readonly kind: 'custom'; readonly value: unknown };

export type CheckedPresence = { readonly type: 'presence'; readonly field: string; readonly presence: Presence };
export type CheckedComparison = {
  readonly type: 'comparison';
  readonly field: string;
  readonly operator: ScalarOperator;
  readonly value: FilterValue;
};
export type CheckedMembership = {
  readonly type: 'membership';
  readonly field: string;
  readonly operator: MembershipOperator;
  readonly values: readonly FilterValue[];
};
/** A condition on one field. */
export type CheckedTerm = CheckedPresence | CheckedComparison | CheckedMembership;

/** A filter whose fields, operators and values are valid. */
export type CheckedFilter =
  | { readonly type: Connective; readonly operands: readonly CheckedFilter[] }
  | { readonly type: 'not'; readonly operand: CheckedFilter }
  | CheckedTerm;

/**
 * An invalid filter. `message` is the text of rule filter-4 without its prefix `Invalid parameter: `; the service
 * returns 422.
 */
export class FilterError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'FilterError';
  }
}

interface FieldRule {
  readonly operators: readonly Operator[];
  /** Whether `has f` and `null? f` are allowed. */
  readonly presence?: boolean;
  /** Known but not searchable on this list. */
  readonly barred?: boolean;
}

/** Kind of a field's values, and its operators. Names are case-sensitive. */
export type FilterField =
  /** `text`: any string. `enum`: any string, compared exactly, so that a value outside the set matches nothing. */
  | (FieldRule & { readonly kind: 'text' | 'enum' | 'uuid' | 'boolean' })
  /** An integer with an optional sign; `bits` is the width of the column. */
  | (FieldRule & { readonly kind: 'integer'; readonly bits: 32 | 64 })
  /** `parse` converts the value; undefined if invalid. Without `parse` the text is kept. */
  | (FieldRule & { readonly kind: 'custom'; readonly parse?: (text: string) => unknown });

export type FilterFields = Readonly<Record<string, FilterField>>;

export const EQUALITY: readonly Operator[] = ['eq', 'ne'];
/** Operators of text in rule compliance-14. */
export const TEXT_OPERATORS: readonly Operator[] = ['eq', 'ne', 'like', 'unlike'];
export const EXACT_OPERATORS: readonly Operator[] = ['eq', 'ne', 'in', 'notin'];

/**
 * Limits fields to `=`, `!=`, `<>`, which the contract guarantees: for the three contract lists unless the setting
 * `FILTER_OPERATORS` is `extended` (rule filter-5).
 */
export function contractOperatorsOnly<T extends FilterFields>(fields: T): { readonly [K in keyof T]: FilterField } {
  const narrowed = Object.entries(fields).map(([name, field]) => [
    name,
    { ...field, operators: field.operators.filter((operator) => EQUALITY.includes(operator)), presence: false },
  ]);
  return Object.fromEntries(narrowed) as { readonly [K in keyof T]: FilterField };
}
