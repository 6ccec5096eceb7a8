import type { CheckedFilter, CheckedTerm, FilterValue, ScalarOperator } from '@wardstone/filter-query';

type Scalar = string | number | bigint | boolean;

/**
 * One record to filter in memory. An array is an attribute with several values: `=` and `^` hold when one of them
 * does, `!=` and `!^` are the complement. A missing attribute counts as NULL.
 */
export type FilterRow = Readonly<Record<string, Scalar | null | readonly Scalar[]>>;

/** Negative, zero or positive, as for sorting. */
function order(actual: Scalar, value: FilterValue): number {
  if (value.kind === 'outOfRange') return value.side === 'above' ? -1 : 1;
  const expected = value.value as Scalar;
  if (actual < expected) return -1;
  return actual > expected ? 1 : 0;
}

function compare(actual: Scalar, operator: ScalarOperator, value: FilterValue): boolean {
  switch (operator) {
    case 'eq':
      return order(actual, value) === 0;
    case 'ne':
      return order(actual, value) !== 0;
    case 'gt':
      return order(actual, value) > 0;
    case 'gte':
      return order(actual, value) >= 0;
    case 'lt':
      return order(actual, value) < 0;
    case 'lte':
      return order(actual, value) <= 0;
    case 'like':
    case 'unlike':
      if (value.kind !== 'text') throw new TypeError('a pattern is text');
      return matchesPattern(String(actual), value.value) === (operator === 'like');
  }
}

function evaluateSet(term: CheckedTerm, actual: readonly Scalar[]): boolean {
  switch (term.type) {
    case 'presence':
      return term.presence === 'notnull';
    case 'comparison':
      return term.operator === 'ne'
        ? !actual.some((element) => compare(element, 'eq', term.value))
        : actual.some((element) => compare(element, term.operator, term.value));
    case 'membership': {
      const found = actual.some((element) => term.values.some((value) => order(element, value) === 0));
      return found === (term.operator === 'in');
    }
  }
}

function evaluateTerm(term: CheckedTerm, row: FilterRow): boolean {
  const actual = row[term.field] ?? null;
  if (Array.isArray(actual)) return evaluateSet(term, actual as readonly Scalar[]);
  if (term.type === 'presence') return (actual === null) === (term.presence === 'null');
  if (actual === null) return false;
  if (term.type === 'comparison') return compare(actual as Scalar, term.operator, term.value);
  const isMember = term.values.some((value) => order(actual as Scalar, value) === 0);
  return isMember === (term.operator === 'in');
}

/**
 * Whether a record passes a checked filter: rule filter-3, slow and plain, for comparison with SQL. Two truth values
 * suffice: only NOT could distinguish "unknown" from "false", and it does not. Letter case is folded by JavaScript's
 * rules, which agree with ILIKE on ASCII.
 */
export function evaluateFilter(filter: CheckedFilter, row: FilterRow): boolean {
  switch (filter.type) {
    case 'and':
      return filter.operands.every((operand) => evaluateFilter(operand, row));
    case 'or':
      return filter.operands.some((operand) => evaluateFilter(operand, row));
    case 'not':
      return !evaluateFilter(filter.operand, row);
    default:
      return evaluateTerm(filter, row);
  }
}

/** Whether `text` matches the pattern, case-insensitive. Linear in text per piece; no backtracking. */
function matchesPattern(text: string, value: string): boolean {
  const wanted = value.toLowerCase();
  const [first = '', ...more] = wanted.includes('*') ? wanted.split(/\*+/) : ['', wanted, ''];
  const last = more.pop() ?? '';
  const candidate = text.toLowerCase();
  if (!candidate.startsWith(first)) return false;
  let at = first.length;
  for (const piece of more) {
    const found = candidate.indexOf(piece, at);
    if (found < 0) return false;
    at = found + piece.length;
  }
  return candidate.length - last.length >= at && candidate.endsWith(last);
}
