/** Operators between a field and one value. */
export type ScalarOperator = 'eq' | 'ne' | 'gt' | 'gte' | 'lt' | 'lte' | 'like' | 'unlike';
/** Operators between a field and a list of values. */
export type MembershipOperator = 'in' | 'notin';
export type Operator = ScalarOperator | MembershipOperator;
/** `has f` / `set? f` is `notnull`, `null? f` is `null`. */
export type Presence = 'null' | 'notnull';
export type Connective = 'and' | 'or';

/** What the text says, before anyone asked whether such fields exist (rule filter-2). */
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
  /** A lone string or an operator without a field: parses, but never passes the check. */
  | { readonly type: 'stray'; readonly text: string };

/** A value read as its field's kind says. `outOfRange` is a whole number that the field's width cannot hold. */
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
/** One condition on one field. */
export type CheckedTerm = CheckedPresence | CheckedComparison | CheckedMembership;

/** A filter whose fields, operators and values are all known to be right. */
export type CheckedFilter =
  | { readonly type: Connective; readonly operands: readonly CheckedFilter[] }
  | { readonly type: 'not'; readonly operand: CheckedFilter }
  | CheckedTerm;
