import { type Budget, UNITS_PER_SERIES } from './budget';
import { type Labels, METRIC_NAME } from './labels';
import { plainValueText } from './number-text';
import { executionError } from './promql-error';
import { pacedSort } from './paced-sort';
import { quantileOf } from './quantile';
import { emptySeries, grouped, type Series, withValues } from './series';

export interface Grouping {
  readonly labels: readonly string[];
  readonly isWithout: boolean;
}

/** Of the first `count` numbers. */
type Reducer = (numbers: Float64Array, count: number, parameter: number) => number;

function extreme(numbers: Float64Array, count: number, isBeyond: (value: number, known: number) => boolean): number {
  let known = numbers[0]!;
  for (let i = 1; i < count; i++) if (isBeyond(numbers[i]!, known) || Number.isNaN(known)) known = numbers[i]!;
  return known;
}

function mean(numbers: Float64Array, count: number): number {
  let known = numbers[0]!;
  for (let i = 1; i < count; i++) {
    const value = numbers[i]!;
    const isKept = !Number.isFinite(known) && !Number.isNaN(known) && (Number.isFinite(value) || value === known);
    if (!isKept) known += value / (i + 1) - known / (i + 1);
  }
  return known;
}

function variance(numbers: Float64Array, count: number): number {
  let average = numbers[0]!;
  let squares = 0;
  for (let i = 1; i < count; i++) {
    const delta = numbers[i]! - average;
    average += delta / (i + 1);
    squares += delta * (numbers[i]! - average);
  }
  return squares / count;
}

const REDUCERS: Readonly<Record<string, Reducer>> = {
  avg: mean,
  count: (_numbers, count) => count,
  group: () => 1,
  max: (numbers, count) => extreme(numbers, count, (value, known) => value > known),
  min: (numbers, count) => extreme(numbers, count, (value, known) => value < known),
  quantile: (numbers, count, q) => quantileOf(q, numbers, count),
  stddev: (numbers, count) => Math.sqrt(variance(numbers, count)),
  stdvar: variance,
  sum: (numbers, count) => {
    let sum = 0;
    for (let i = 0; i < count; i++) sum += numbers[i]!;
    return sum;
  },
};

function groupOf(labels: Labels, { labels: names, isWithout }: Grouping): Labels {
  return isWithout ? labels.without([...names, METRIC_NAME]) : labels.only(names);
}

export interface Aggregation extends Grouping {
  readonly operator: string;
  /** At each step. */
  readonly parameter: Float64Array | undefined;
  readonly series: readonly Series[];
  readonly count: number;
}

/** All but `count_values`. */
export async function aggregate(aggregation: Aggregation, budget: Budget): Promise<Series[]> {
  const { operator, parameter, series, count } = aggregation;
  const groups = await grouped(series, (labels) => groupOf(labels, aggregation).key, budget);
  if (operator === 'topk' || operator === 'bottomk') {
    const chosen: Series[] = [];
    for (const members of groups.values()) chosen.push(...(await extremes(members, aggregation, budget)));
    return chosen;
  }
  const reduce = REDUCERS[operator]!;
  const results: Series[] = [];
  for (const members of groups.values()) {
    budget.spend(count);
    const result = emptySeries(groupOf(members[0]!.labels, aggregation), count);
    const numbers = new Float64Array(members.length);
    for (let k = 0; k < count; k++) {
      let found = 0;
      for (const { values, present } of members) if (present[k]) numbers[found++] = values[k]!;
      if (found > 0) {
        result.present[k] = 1;
        result.values[k] = reduce(numbers, found, parameter?.[k] ?? NaN);
      }
      if (budget.tick(members.length + UNITS_PER_SERIES)) await budget.rest();
    }
    results.push(result);
  }
  return withValues(results);
}

/** The members that are among the first at a step, with their values there; at a single step in their order. */
async function extremes(
  members: readonly Series[],
  { operator, parameter, count }: Aggregation,
  budget: Budget,
): Promise<Series[]> {
  const sign = operator === 'topk' ? -1 : 1;
  budget.spend(members.length * count);
  const results = new Map<number, Series>();
  for (let k = 0; k < count; k++) {
    const most = parameter![k]!;
    if (!(Math.abs(most) < 2 ** 63)) throw executionError(`Scalar value ${most} overflows int64`);
    const candidates = members.flatMap(({ values, present }, i) => (present[k] ? [[values[k]!, i] as const] : []));
    const ordered = await pacedSort(candidates, ([a, i], [b, j]) => compareNumbers(a, b, sign) || i - j, budget);
    for (const [value, i] of ordered.slice(0, Math.max(0, Math.trunc(most)))) {
      const result = results.get(i) ?? emptySeries(members[i]!.labels, count);
      results.set(i, result);
      result.present[k] = 1;
      result.values[k] = value;
    }
    if (budget.tick(members.length * 10)) await budget.rest();
  }
  return [...results.values()];
}

/** Ascending, or descending with a negative sign; NaN last. */
export function compareNumbers(a: number, b: number, sign: number): number {
  if (Number.isNaN(a) || Number.isNaN(b)) return Number(Number.isNaN(a)) - Number(Number.isNaN(b));
  return a === b ? 0 : a < b ? -sign : sign;
}

/** How many series of each group have each value, which is a label of the result. */
export async function countValues(aggregation: Aggregation, label: string, budget: Budget): Promise<Series[]> {
  const { series, count, isWithout } = aggregation;
  const grouping = isWithout ? aggregation : { labels: [...aggregation.labels, label], isWithout };
  const results = new Map<string, Series>();
  for (const { labels, values, present } of series) {
    if (budget.tick(UNITS_PER_SERIES)) await budget.rest();
    const known = new Map<number, Series>();
    for (let k = 0; k < count; k++) {
      if (budget.tick(1)) await budget.rest();
      if (!present[k]) continue;
      const value = values[k]!;
      let result = known.get(value);
      if (!result) {
        const group = groupOf(labels.with(label, plainValueText(value)), grouping);
        result = results.get(group.key);
        if (!result) {
          budget.spend(count);
          result = emptySeries(group, count);
          results.set(group.key, result);
        }
        known.set(value, result);
      }
      result.present[k] = 1;
      result.values[k]!++;
    }
  }
  return [...results.values()];
}
