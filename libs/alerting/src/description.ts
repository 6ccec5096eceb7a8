import type { ConditionCategory } from '@wardstone/terms';
import { boundText, comparedText, NO_UNIT } from '@wardstone/units';
import type { Condition } from './condition';
import type { Match } from './condition-test';

const TRANSITIONS: Readonly<Record<string, string>> = {
  AVAIL_GOES_DOWN: 'availability goes DOWN',
  AVAIL_GOES_DISABLED: 'availability goes DISABLED',
  AVAIL_GOES_UNKNOWN: 'availability goes UNKNOWN',
  AVAIL_GOES_NOT_UP: 'availability goes not UP',
  AVAIL_GOES_UP: 'availability goes UP',
};

/** A condition and what made it match, in words; one line each. See rule alerts-18. */
export function describeMatches(matches: readonly { condition: Condition; match: Match }[]): string {
  return matches
    .map(({ condition, match: { atMs, value } }, index) => {
      const at = new Date(atMs).toISOString();
      return `Condition ${index + 1}: ${describeCondition(condition, value)} at ${at}, value ${describeValue(condition, value)}`;
    })
    .join('\n');
}

export type Described = Omit<Condition, 'id' | 'measurementDefinition'>;

/** @param value the value that met the condition, when it is shown beside it: the bounds then use a comparable unit */
export function describeCondition(condition: Described, value?: string): string {
  const beside = value === undefined || value.trim() === '' ? NaN : Number(value);
  return PHRASES[condition.category](condition, Number.isNaN(beside) ? undefined : beside);
}

/** A logged value for display; numbers use the unit of the metric, like the bounds beside them. */
export function describeValue(condition: Described, value: string): string {
  if (!isNumeric(condition) || value === '' || Number.isNaN(Number(value))) return value;
  return comparedText(Number(value), condition.measure ?? NO_UNIT, getBounds(condition));
}

export function isNumeric({ category }: Described): boolean {
  return NUMERIC.has(category);
}

const NUMERIC: ReadonlySet<ConditionCategory> = new Set(['BASELINE', 'CHANGE', 'EXPRESSION', 'RANGE', 'THRESHOLD']);

function getBounds({ category, threshold, option }: Described): number[] {
  const low = threshold === null ? [] : [threshold];
  if (category === 'THRESHOLD' || category === 'EXPRESSION') return low;
  return category === 'RANGE' ? [...low, Number(option)] : [];
}

function bound(value: number | null, { measure }: Described, beside: number | undefined): string {
  return value === null ? 'nothing' : boundText(value, measure ?? NO_UNIT, beside);
}

const PHRASES: Readonly<Record<ConditionCategory, (condition: Described, beside?: number) => string>> = {
  AVAILABILITY: ({ name }) => TRANSITIONS[name ?? ''] ?? 'availability changes',
  AVAIL_DURATION: ({ name, option }) =>
    `availability stays ${name === 'AVAIL_DURATION_DOWN' ? 'DOWN' : 'not UP'} for ${minutes(Number(option))}`,
  THRESHOLD: (condition, beside) =>
    `${condition.name} ${condition.comparator} ${bound(condition.threshold, condition, beside)}`,
  BASELINE: ({ name, comparator, threshold, option }) =>
    `${name} ${comparator} ${percent(threshold)}% of baseline ${option}`,
  RANGE: (condition, beside) => {
    const [low, high] = [condition.threshold, Number(condition.option)].map((each) => bound(each, condition, beside));
    return `${condition.name} ${RANGE_WORDS[condition.comparator ?? ''] ?? 'exactly on one of'} ${low} and ${high}`;
  },
  CHANGE: ({ name }) => `${name} changes`,
  TRAIT: ({ name, option }) => (option === null || option.trim() === '' ? `${name} changes` : `${name}${like(option)}`),
  EVENT: ({ name, option }) => `event of severity ${name} or above${like(option)}`,
  EXPRESSION: (condition, beside) =>
    condition.comparator === null || condition.threshold === null
      ? (condition.option ?? '')
      : `${condition.option} ${condition.comparator} ${bound(condition.threshold, condition, beside)}`,
  CONTROL: ({ name, option }) => `operation ${name} has status ${option}`,
  RESOURCE_CONFIG: () => 'resource configuration changes',
  DRIFT: ({ name, option }) =>
    `drift${name === null ? '' : ` of "${name}"`}${option === null ? '' : ` in "${option}"`}`,
};

function like(expression: string | null): string {
  return expression === null ? '' : ` matches "${expression}"`;
}

function minutes(seconds: number): string {
  return `${Math.round((seconds / 60) * 100) / 100} minutes`;
}

/** Removes the rounding error, as in 0.07 * 100. */
function percent(fraction: number | null): string {
  return String(Number(((fraction ?? 0) * 100).toPrecision(12)));
}

const RANGE_WORDS: Readonly<Record<string, string>> = {
  '<': 'strictly between',
  '<=': 'between',
  '>': 'not strictly between',
  '>=': 'outside',
};
