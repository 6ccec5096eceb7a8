import type { ConditionCategory } from '@wardstone/dto/monitoring';
import type { Unit } from '@wardstone/units';
import { metricValueText } from './metric-value-text';

/** A condition at the time of its alert. */
export interface FiredCondition {
  category: ConditionCategory;
  name: string | null;
  comparator: string | null;
  threshold: number | null;
  option: string | null;
  /** Metric of the condition; null for other conditions, and if it was deleted. */
  metric: { displayName: string; unit: Unit; isCallTime: boolean } | null;
}

const AVAILABILITIES: Readonly<Record<string, string>> = {
  AVAIL_GOES_DOWN: 'Goes down',
  AVAIL_GOES_DISABLED: 'Goes disabled',
  AVAIL_GOES_UNKNOWN: 'Goes unknown',
  AVAIL_GOES_UP: 'Goes up',
  AVAIL_GOES_NOT_UP: 'Goes not up',
};

const CALL_TIME_CHANGES: Readonly<Record<string, string>> = { HI: 'Grows', LO: 'Shrinks', CH: 'Changes' };

/** A condition with empty texts for missing ones. */
interface Wording extends Omit<FiredCondition, 'name' | 'option'> {
  name: string;
  option: string;
}

/** Describes the logged conditions of an alert. See rule reports-9. */
export function conditionText(condition: FiredCondition): string {
  return TEXTS[condition.category]({ ...condition, name: condition.name ?? '', option: condition.option ?? '' });
}

const TEXTS: Readonly<Record<ConditionCategory, (condition: Wording) => string>> = {
  AVAILABILITY: ({ name }) => `Availability [${AVAILABILITIES[name] ?? name}]`,
  AVAIL_DURATION: ({ name, option }) => {
    const state = name === 'AVAIL_DURATION_DOWN' ? 'Stays Down' : 'Stays Not Up';
    return `Availability Duration [${state} For ${Math.floor(Number(option) / 60)}m]`;
  },
  THRESHOLD: (condition) => {
    const { name, option, metric } = condition;
    const threshold = `${condition.comparator} ${amount(condition.threshold, condition)}`;
    if (!metric?.isCallTime) return `Metric Value Threshold [${name} ${threshold}]`;
    return `Call Time Value Threshold [${metric.displayName} ${option} ${threshold}]${destination(name)}`;
  },
  RANGE: (condition) => {
    const { name, comparator, threshold, option } = condition;
    const bounds = [amount(threshold, condition), amount(Number(option), condition)] as const;
    return `Metric Value Range: ${rangeText(name, comparator, ...bounds)}`;
  },
  BASELINE: ({ name, comparator, threshold, option }) =>
    `Metric Value Baseline [${name} ${comparator} ${percentage(threshold)} of ${option}]`,
  CHANGE: ({ name, comparator, threshold, option, metric }) => {
    if (!metric?.isCallTime) return `Metric Value Change [${name}]`;
    const change = `${CALL_TIME_CHANGES[comparator ?? ''] ?? 'Changes'} by at least ${percentage(threshold)}`;
    return `Call Time Value Changes [${metric.displayName} ${option} ${change}]${destination(name)}`;
  },
  TRAIT: ({ name, option }) => `Trait Change [${name}]${option === '' ? '' : ` with trait value matching '${option}'`}`,
  CONTROL: ({ name, option }) => `Operation Execution [${name}] with result status [${option}]`,
  RESOURCE_CONFIG: () => 'Resource Configuration Change',
  EVENT: ({ name, option }) =>
    `Event Detection [${name}]${option === '' ? '' : ` with event source matching '${option}'`}`,
  EXPRESSION: ({ option, comparator, threshold }) =>
    `Expression [${comparator === null || threshold === null ? option : `${option} ${comparator} ${threshold}`}]`,
  DRIFT: ({ name, option }) => `Drift Detection${driftText(name, option)}`,
};

function amount(value: number | null, { metric }: Pick<Wording, 'metric'>): string {
  return metricValueText(value, metric?.unit ?? 'NONE');
}

function rangeText(name: string, comparator: string | null, low: string, high: string): string {
  const where = comparator === '>' || comparator === '>=' ? 'outside' : 'between';
  const bounds = comparator === '<' || comparator === '>' ? 'exclusive' : 'inclusive';
  return `[${name}] ${where} [${low}] and [${high}], ${bounds}`;
}

function percentage(fraction: number | null): string {
  return metricValueText(fraction, 'PERCENTAGE');
}

function destination(pattern: string): string {
  return pattern === '' ? '' : ` with call destination matching '${pattern}'`;
}

function driftText(name: string, option: string): string {
  const files = option === '' ? '' : ` for files that match "${option}"`;
  if (name === '') return files;
  return files === '' ? ` for drift definition [${name}]` : `${files} and for drift detection [${name}]`;
}
