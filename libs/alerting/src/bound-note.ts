import { boundText, type Measure, NO_UNIT } from '@wardstone/units';
import type { Condition } from './condition';
import { conditionTest } from './condition-test';

type Looked = Omit<Condition, 'id'>;

/** Larger values are probably percentages that were not divided by 100. */
const MAX_BASELINE_FACTOR = 10;

/**
 * A hint about suspicious bounds: a bound that no value of the metric reaches is usually in another unit, so the
 * condition never holds, or always. Undefined without one.
 */
export function boundNote(condition: Looked): string | undefined {
  const { category, threshold } = condition;
  if (category === 'BASELINE') {
    if (threshold === null || threshold < MAX_BASELINE_FACTOR) return undefined;
    return `${threshold} means ${percent(threshold)} of the baseline; use ${shifted(threshold)} for ${threshold} %.`;
  }
  if (category !== 'THRESHOLD' && category !== 'RANGE') return undefined;
  const measure = condition.measure ?? NO_UNIT;
  const range = getRange(measure);
  if (!range) return undefined;
  const odd = getBounds(condition).filter((bound) => bound < range.least || bound > range.most);
  if (odd.length === 0) return undefined;
  return [...odd.map((bound) => getMeaning(bound, measure)), ...consequence(condition, measure, range)].join(' ');
}

interface ValueRange {
  readonly least: number;
  readonly most: number;
}

/** Undefined when any number is possible; rates may be negative. */
function getRange({ unit, isPerMinute = false }: Measure): ValueRange | undefined {
  if (isPerMinute) return undefined;
  if (unit === 'PERCENTAGE') return { least: 0, most: 1 };
  return /^(KELVIN|.*(BYTES|BITS))$/.test(unit) ? { least: 0, most: Number.MAX_VALUE } : undefined;
}

function getBounds({ category, threshold, option }: Looked): number[] {
  const high = option === null || option.trim() === '' ? NaN : Number(option);
  const bounds = category === 'RANGE' ? [threshold, high] : [threshold];
  return bounds.filter((bound): bound is number => bound !== null && Number.isFinite(bound));
}

function getMeaning(bound: number, measure: Measure): string {
  if (measure.unit !== 'PERCENTAGE' || bound < 0) return `${boundText(bound, measure)} is below any possible value.`;
  return `${bound} on a percentage stored as a fraction means ${percent(bound)}; use ${shifted(bound)} for ${bound} %.`;
}

/** Tests the condition with each value that could change its outcome. */
function consequence(condition: Looked, measure: Measure, { least, most }: ValueRange): string[] {
  const inside = getBounds(condition).filter((bound) => bound >= least && bound <= most);
  const ends = [...new Set([least, ...inside, most])].sort((a, b) => a - b);
  const between = ends.slice(1).map((end, i) => ends[i]! / 2 + end / 2);
  const { outcome } = conditionTest({ ...condition, id: 0 });
  const held = [...ends, ...between].map((value) => {
    const metricDefinitionId = condition.measurementDefinition;
    const result = outcome({ kind: 'number', atMs: 0, metricDefinitionId, value, baseline: null }, undefined);
    return result !== undefined && result !== 'miss';
  });
  const values =
    measure.unit === 'PERCENTAGE' ? 'With values from 0 % to 100 %' : `With values from ${boundText(0, measure)} up`;
  if (held.every((holds) => !holds)) return [`${values} the condition never holds.`];
  return held.every(Boolean) ? [`${values} the condition always holds.`] : [];
}

function percent(fraction: number): string {
  return boundText(fraction, { unit: 'PERCENTAGE' });
}

/** Removes the rounding error of a binary division. */
function shifted(bound: number): number {
  return Number((bound / 100).toPrecision(12));
}
