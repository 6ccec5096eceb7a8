import type { ConditionCategory } from '../../alerts/domain/condition';
import type { Unit } from '../../plugins/descriptor/configuration-definition';
import { metricValueText } from './metric-value-text';

/** A condition as it was when its alert fired. */
export interface FiredCondition {
  category: ConditionCategory;
  name: string | null;
  comparator: string | null;
  threshold: number | null;
  option: string | null;
  /** What is known of its metric; null for other conditions, and when the metric is gone. */
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

/** What made an alert fire, in words. Source: plugin spec 7.9. */
export function conditionText(condition: FiredCondition): string {
  const { category, comparator, metric } = condition;
  const [name, option] = [condition.name ?? '', condition.option ?? ''];
  const amount = (value: number | null): string => metricValueText(value, metric?.unit ?? 'NONE');
  switch (category) {
    case 'AVAILABILITY':
      return `Availability [${AVAILABILITIES[name] ?? name}]`;
    case 'AVAIL_DURATION': {
      const state = name === 'AVAIL_DURATION_DOWN' ? 'Stays Down' : 'Stays Not Up';
      return `Availability Duration [${state} For ${Math.floor(Number(option) / 60)}m]`;
    }
    case 'THRESHOLD': {
      const threshold = `${comparator} ${amount(condition.threshold)}`;
      return metric?.isCallTime
        ? `Call Time Value Threshold [${metric.displayName} ${option} ${threshold}]${destination(name)}`
        : `Metric Value Threshold [${name} ${threshold}]`;
    }
    case 'RANGE':
      return `Metric Value Range: ${rangeText(name, comparator, amount(condition.threshold), amount(Number(option)))}`;
    case 'BASELINE':
      return `Metric Value Baseline [${name} ${comparator} ${percentage(condition.threshold)} of ${option}]`;
    case 'CHANGE': {
      if (!metric?.isCallTime) return `Metric Value Change [${name}]`;
      const change = `${CALL_TIME_CHANGES[comparator ?? ''] ?? 'Changes'} by at least ${percentage(condition.threshold)}`;
      return `Call Time Value Changes [${metric.displayName} ${option} ${change}]${destination(name)}`;
    }
    case 'TRAIT':
      return `Trait Change [${name}]${option === '' ? '' : ` with trait value matching '${option}'`}`;
    case 'CONTROL':
      return `Operation Execution [${name}] with result status [${option}]`;
    case 'RESOURCE_CONFIG':
      return 'Resource Configuration Change';
    case 'EVENT':
      return `Event Detection [${name}]${option === '' ? '' : ` with event source matching '${option}'`}`;
    case 'DRIFT':
      return `Drift Detection${driftText(name, option)}`;
  }
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
