import type { Operator } from './ast';

interface FieldRule {
  readonly operators: readonly Operator[];
  /** Whether `has f` and `null? f` are allowed. */
  readonly presence?: boolean;
  /** Known, but not searchable on this list. */
  readonly barred?: boolean;
}

/** How a field's values are read, and what may be asked of it. Names are case-sensitive. */
export type FilterField =
  /** `text`: any string. `enum`: any string, compared exactly; one outside the set matches nothing. */
  | (FieldRule & { readonly kind: 'text' | 'enum' | 'uuid' | 'boolean' })
  /** A whole number with optional sign; `bits` is the width of the column. */
  | (FieldRule & { readonly kind: 'integer'; readonly bits: 32 | 64 })
  /** `parse` reads the value, undefined when it is not valid; without it the text is kept. */
  | (FieldRule & { readonly kind: 'custom'; readonly parse?: (text: string) => unknown });

export type FilterFields = Readonly<Record<string, FilterField>>;

export const EQUALITY: readonly Operator[] = ['eq', 'ne'];
/** What "text" means in rule compliance-14. */
export const TEXT_OPERATORS: readonly Operator[] = ['eq', 'ne', 'like', 'unlike'];
export const EXACT_OPERATORS: readonly Operator[] = ['eq', 'ne', 'in', 'notin'];

/**
 * The same fields with nothing but `=`, `!=`, `<>`, as the contract guarantees them: what the three contract lists
 * answer unless the setting `FILTER_OPERATORS` says `extended` (rule filter-5).
 */
export function contractOperatorsOnly<T extends FilterFields>(fields: T): { readonly [K in keyof T]: FilterField } {
  const narrowed = Object.entries(fields).map(([name, field]) => [
    name,
    { ...field, operators: field.operators.filter((operator) => EQUALITY.includes(operator)), presence: false },
  ]);
  return Object.fromEntries(narrowed) as { readonly [K in keyof T]: FilterField };
}
