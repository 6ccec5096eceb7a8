import { RE2JS } from 're2js';
import { compileBounded, estimateWeight } from '@wardstone/patterns';
import type { Matcher, MatchOperator } from './expression';

/** Undefined if the value is not a valid regular expression, or too large. */
export function makeMatcher(name: string, operator: MatchOperator, value: string): Matcher | undefined {
  const isNegated = operator.startsWith('!');
  if (!operator.endsWith('~')) {
    return { name, operator, value, accepts: (text) => (text === value) !== isNegated };
  }
  const pattern = compileBounded(value, RE2JS.DOTALL);
  if (!pattern) return undefined;
  const accepts = (text: string): boolean => pattern.describes(text) !== isNegated;
  return { name, operator, value, accepts, weight: estimateWeight(value) };
}

/** The same matchers for one search: many series share a value, so each value meets a pattern once. */
export function forSearch(matchers: readonly Matcher[]): readonly Matcher[] {
  return matchers.map((matcher) => {
    if (matcher.weight === undefined) return matcher;
    const known = new Map<string, boolean>();
    const accepts = (text: string): boolean => {
      const before = known.get(text);
      if (before !== undefined) return before;
      const isAccepted = matcher.accepts(text);
      known.set(text, isAccepted);
      return isAccepted;
    };
    return { ...matcher, accepts };
  });
}

/** Whether any series can match, given that labels without a matcher are empty. */
export function selectsSomething(matchers: readonly Matcher[]): boolean {
  return matchers.some(({ accepts }) => !accepts(''));
}
