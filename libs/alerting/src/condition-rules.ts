import { CONDITION_CATEGORIES, type ConditionCategory, SEVERITIES } from '@wardstone/terms';
import { isTooLarge, MAX_ELEMENTS } from '@wardstone/patterns';
import { isLongerThan, type Measure } from '@wardstone/units';
import {
  AVAILABILITY_NAMES,
  BASELINE_VALUES,
  COMPARATORS,
  type Condition,
  DURATION_NAMES,
  METRIC_CATEGORIES,
  OPERATION_STATUSES,
  RANGE_COMPARATORS,
} from './condition';
import { compileUserPattern, type PatternKind } from './condition-test';

/** A condition as a client sends it. */
export interface SentCondition {
  readonly category?: string;
  readonly name?: string;
  readonly threshold?: number;
  readonly option?: string;
  readonly comparator?: string;
  readonly measurementDefinition?: number;
}

/** Facts about a condition's metric definition that its rules need. */
export interface ConditionMetric {
  readonly id: number;
  readonly resourceTypeId: number;
  readonly displayName: string;
  readonly isNumeric: boolean;
  readonly isTrait: boolean;
  /** Whether a baseline makes sense: the metric does not only rise or only fall. */
  readonly isDynamic: boolean;
  readonly measure: Measure;
}

/** A condition before it is stored: without an id. */
export type CheckedCondition = Omit<Condition, 'id'>;

const MAX_TEXT_LENGTH = 4000;
const NUMBER = /^[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:e[+-]?[0-9]+)?$/i;
const WHOLE_NUMBER = /^\+?[0-9]{1,9}$/;

/**
 * Checks a condition against the rules of its category.
 * @param metric the definition it names; undefined when it names none.
 * @param typeId type of the resource, group or type that the alert is for.
 * @returns the condition, or the problem
 */
export function checkCondition(
  sent: SentCondition,
  metric: ConditionMetric | undefined,
  typeId: number | undefined,
): CheckedCondition | { problem: string } {
  const category = CONDITION_CATEGORIES.find((known) => known === sent.category?.toUpperCase());
  if (category === undefined) return { problem: `Field category must be one of ${CONDITION_CATEGORIES.join(', ')}` };
  const problem = wordingProblem(sent) ?? metricProblem(category, metric, typeId) ?? RULES[category](sent, metric);
  if (problem !== undefined) return { problem };
  return {
    category,
    name: METRIC_CATEGORIES.has(category) ? (metric?.displayName ?? null) : (sent.name ?? null),
    threshold: sent.threshold ?? null,
    option: sent.option ?? null,
    comparator: sent.comparator ?? null,
    measurementDefinition: metric?.id ?? 0,
    measure: metric?.measure ?? null,
  };
}

type Rule = (sent: SentCondition, metric: ConditionMetric | undefined) => string | undefined;

const RULES: Record<ConditionCategory, Rule> = {
  AVAILABILITY: ({ name }) => requireOne('name', name, AVAILABILITY_NAMES),
  AVAIL_DURATION: ({ name, option }) =>
    requireOne('name', name, DURATION_NAMES) ??
    (option !== undefined && WHOLE_NUMBER.test(option) && Number(option) > 0
      ? undefined
      : 'Field option must be a number of seconds above 0'),
  BASELINE: ({ option, comparator }, metric) =>
    requireOne('option', option, BASELINE_VALUES) ??
    requireOne('comparator', comparator, COMPARATORS) ??
    (metric?.isNumeric && metric.isDynamic ? undefined : 'Field measurementDefinition names a metric without baseline'),
  CHANGE: (_sent, metric) => numeric(metric),
  CONTROL: ({ name, option }) =>
    (isBlank(name) ? 'Field name must be the name of an operation' : undefined) ??
    requireOne('option', option, OPERATION_STATUSES),
  DRIFT: ({ name, option }) => pattern('name', name, 'drift') ?? pattern('option', option, 'drift'),
  EVENT: ({ name, option }) => requireOne('name', name, SEVERITIES) ?? pattern('option', option, 'event'),
  EXPRESSION: ({ option, comparator, threshold }) =>
    (isBlank(option) ? 'Field option must be an expression' : undefined) ??
    (comparator === undefined ? undefined : requireOne('comparator', comparator, COMPARATORS)) ??
    ((comparator === undefined) === (threshold === undefined)
      ? undefined
      : 'Fields comparator and threshold must be given together, or neither'),
  RANGE: ({ comparator, option, threshold }, metric) =>
    requireOne('comparator', comparator, RANGE_COMPARATORS) ??
    (option !== undefined && NUMBER.test(option.trim())
      ? undefined
      : 'Field option must be the upper bound, a number') ??
    (threshold !== undefined && threshold > Number(option)
      ? 'Field threshold, the lower bound, must not be above the upper one'
      : undefined) ??
    numeric(metric),
  RESOURCE_CONFIG: () => undefined,
  THRESHOLD: ({ comparator }, metric) => requireOne('comparator', comparator, COMPARATORS) ?? numeric(metric),
  TRAIT: ({ option }, metric) =>
    (metric?.isTrait ? undefined : 'Field measurementDefinition must name a trait') ??
    pattern('option', option, 'trait'),
};

function wordingProblem(sent: SentCondition): string | undefined {
  for (const field of ['name', 'option', 'comparator'] as const) {
    if (isLongerThan(sent[field] ?? '', MAX_TEXT_LENGTH)) {
      return `Field ${field} must not be longer than ${MAX_TEXT_LENGTH} characters`;
    }
  }
  return undefined;
}

function metricProblem(
  category: ConditionCategory,
  metric: ConditionMetric | undefined,
  typeId: number | undefined,
): string | undefined {
  if (metric && metric.resourceTypeId !== typeId) {
    return `Field measurementDefinition: metric definition ${metric.id} belongs to another resource type`;
  }
  return METRIC_CATEGORIES.has(category) && !metric
    ? `Field measurementDefinition must be given for category ${category}`
    : undefined;
}

function requireOne(field: string, value: string | undefined, constants: readonly string[]): string | undefined {
  return value !== undefined && constants.includes(value)
    ? undefined
    : `Field ${field} must be one of ${constants.join(', ')}`;
}

function pattern(field: string, value: string | undefined, kind: PatternKind): string | undefined {
  if (value === undefined || isBlank(value) || compileUserPattern(value, kind)) return undefined;
  return isTooLarge(value)
    ? `Field ${field} must have at most ${MAX_ELEMENTS} elements, with counted repetitions written out`
    : `Field ${field} must be a regular expression`;
}

function numeric(metric: ConditionMetric | undefined): string | undefined {
  return metric?.isNumeric ? undefined : 'Field measurementDefinition must name a numeric metric';
}

function isBlank(value: string | undefined): boolean {
  return value === undefined || value.trim() === '';
}
