import { createHash } from 'node:crypto';
import type { Annotations } from './annotations';
import { type Budget, UNITS_PER_SERIES } from './budget';
import { aggregateHistograms, type HistogramWork, type NamedHistogram } from './histogram-aggregates';
import { KahanSum, computeMean } from './kahan-sum';
import { type Labels, METRIC_NAME } from './labels';
import { countSamples } from './native-buckets';
import { histogramText } from './native-histograms';
import { plainValueText, valueText } from './number-text';
import { executionError } from './promql-error';
import { pacedSort } from './paced-sort';
import { computeQuantile } from './quantile';
import { copyValue, emptySeries, groupSeries, hasValue, type Series, setHistogram, withValues } from './series';

export interface Grouping {
  readonly labels: readonly string[];
  readonly isWithout: boolean;
}

/** Reduces the first `count` numbers. */
type Reducer = (numbers: Float64Array, count: number, parameter: number) => number;

function extreme(numbers: Float64Array, count: number, isBeyond: (value: number, known: number) => boolean): number {
  let known = numbers[0]!;
  for (let i = 1; i < count; i++) if (isBeyond(numbers[i]!, known) || Number.isNaN(known)) known = numbers[i]!;
  return known;
}

function variance(numbers: Float64Array, count: number): number {
  let average = numbers[0]!;
  let squares = Number.isFinite(average) ? 0 : NaN;
  for (let i = 1; i < count; i++) {
    const delta = numbers[i]! - average;
    average += delta / (i + 1);
    squares += delta * (numbers[i]! - average);
  }
  return squares / count;
}

const REDUCERS: Readonly<Record<string, Reducer>> = {
  avg: (numbers, count) => computeMean(numbers, 0, count),
  count: (_numbers, count) => count,
  group: () => 1,
  max: (numbers, count) => extreme(numbers, count, (value, known) => value > known),
  min: (numbers, count) => extreme(numbers, count, (value, known) => value < known),
  quantile: (numbers, count, q) => computeQuantile(q, numbers, count),
  stddev: (numbers, count) => Math.sqrt(variance(numbers, count)),
  stdvar: variance,
  sum: (numbers, count) => {
    const sum = new KahanSum();
    for (let i = 0; i < count; i++) sum.add(numbers[i]!);
    return sum.total;
  },
};

function getGroup(labels: Labels, { labels: names, isWithout }: Grouping): Labels {
  return isWithout ? labels.without([...names, METRIC_NAME]) : labels.only(names);
}

export interface Aggregation extends Grouping {
  readonly operator: string;
  /** Value of the parameter at each step. */
  readonly parameter: Float64Array | undefined;
  readonly series: readonly Series[];
  readonly count: number;
  readonly annotations: Annotations;
  /** Position of the aggregated expression. */
  readonly exprPlace: string;
  readonly place: string;
}

/** All aggregations except `count_values`. */
export async function aggregate(aggregation: Aggregation, budget: Budget): Promise<Series[]> {
  const { operator, parameter, series, count, annotations, exprPlace } = aggregation;
  const groups = await groupSeries(series, (labels) => getGroup(labels, aggregation).key, budget);
  if (CHOOSING.has(operator)) {
    const chosen: Series[] = [];
    if (!choosesAny(operator, parameter!)) return chosen;
    for (const members of groups.values()) chosen.push(...(await chooseMembers(members, aggregation, budget)));
    return chosen;
  }
  const reduce = REDUCERS[operator]!;
  const work: AggregateWork = { operator, budget, annotations, place: exprPlace };
  const results: Series[] = [];
  for (const members of groups.values()) {
    budget.spend(count);
    const result = emptySeries(getGroup(members[0]!.labels, aggregation), count);
    const numbers = new Float64Array(members.length);
    const withHistograms = members.filter(({ histograms }) => histograms);
    for (let k = 0; k < count; k++) {
      let found = 0;
      for (const { values, present } of members) if (present[k]) numbers[found++] = values[k]!;
      if (withHistograms.length > 0 && (await addHistograms(result, k, withHistograms, found, work))) continue;
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

interface AggregateWork extends HistogramWork {
  readonly operator: string;
}

/** Sets the aggregate at a step with histograms; false if only its numbers are aggregated. */
async function addHistograms(
  result: Series,
  k: number,
  members: readonly Series[],
  numbers: number,
  work: AggregateWork,
): Promise<boolean> {
  const found = members.flatMap(({ labels, histograms }): NamedHistogram[] => {
    const histogram = histograms![k];
    return histogram ? [{ histogram, metric: labels.get(METRIC_NAME) }] : [];
  });
  if (found.length === 0) return false;
  const aggregate = await aggregateHistograms(work.operator, found, numbers, work);
  if (aggregate === undefined) return false;
  if (typeof aggregate === 'number') {
    result.present[k] = 1;
    result.values[k] = aggregate;
  } else if (aggregate) {
    work.budget.spend(countSamples(aggregate));
    setHistogram(result, k, aggregate);
  }
  return true;
}

const CHOOSING: ReadonlySet<string> = new Set(['topk', 'bottomk', 'limitk', 'limit_ratio']);

/**
 * Whether any step selects a series.
 * @throws PromqlError where the parameter is not a number that can be
 */
function choosesAny(operator: string, parameters: Float64Array): boolean {
  const isRatio = operator === 'limit_ratio';
  if (parameters.every((value) => (isRatio ? value === 0 : value < 1))) return false;
  for (const value of parameters) {
    if (Number.isNaN(value)) throw executionError(isRatio ? 'Ratio value is NaN' : 'Parameter value is NaN');
    if (isRatio || Math.abs(value) < 2 ** 63) continue;
    throw executionError(`Scalar value ${valueText(value)} ${value < 0 ? 'underflows' : 'overflows'} int64`);
  }
  return true;
}

type Candidate = readonly [value: number, index: number];

/** The members selected at a step, with their values; for a single step in their order. */
async function chooseMembers(
  members: readonly Series[],
  { operator, parameter, count, annotations, place }: Aggregation,
  budget: Budget,
): Promise<Series[]> {
  budget.spend(members.length * count);
  const results = new Map<number, Series>();
  const isByValue = operator === 'topk' || operator === 'bottomk';
  const hasHistograms = members.some(({ histograms }) => histograms);
  const shares = operator === 'limit_ratio' ? members.map(({ labels }) => toShare(labels)) : [];
  for (let k = 0; k < count; k++) {
    const limit = parameter![k]!;
    const candidates = members.flatMap((one, i): Candidate[] =>
      one.present[k] || (!isByValue && hasValue(one, k)) ? [[one.values[k]!, i]] : [],
    );
    if (isByValue && hasHistograms && members.some(({ histograms }) => histograms?.[k]))
      annotations.inform(`ignored histogram in ${operator} aggregation`, place);
    const chosen =
      operator === 'limit_ratio'
        ? candidates.filter(([, i]) => (limit < 0 ? shares[i]! >= 1 + limit : shares[i]! < limit))
        : await getFirst(candidates, operator, Math.max(0, Math.trunc(limit)), budget);
    for (const [, i] of chosen) {
      const result = results.get(i) ?? emptySeries(members[i]!.labels, count);
      results.set(i, result);
      copyValue(members[i]!, result, k);
    }
    if (budget.tick(members.length * 10)) await budget.rest();
  }
  return [...results.values()];
}

async function getFirst(
  candidates: Candidate[],
  operator: string,
  count: number,
  budget: Budget,
): Promise<readonly Candidate[]> {
  if (operator === 'limitk') return candidates.slice(0, count);
  const sign = operator === 'topk' ? -1 : 1;
  const ordered = await pacedSort(candidates, ([a, i], [b, j]) => compareNumbers(a, b, sign) || i - j, budget);
  return ordered.slice(0, count);
}

/** A number in [0, 1) that is equal for equal labels. */
function toShare(labels: Labels): number {
  return createHash('sha256').update(labels.key).digest().readUIntBE(0, 6) / 2 ** 48;
}

/** Ascending, or descending with a negative sign; NaN is last. */
export function compareNumbers(a: number, b: number, sign: number): number {
  if (Number.isNaN(a) || Number.isNaN(b)) return Number(Number.isNaN(a)) - Number(Number.isNaN(b));
  return a === b ? 0 : a < b ? -sign : sign;
}

/** Counts the series of each group with each value, which becomes a label of the result. */
export async function countValues(aggregation: Aggregation, label: string, budget: Budget): Promise<Series[]> {
  const { series, count, isWithout } = aggregation;
  const grouping = isWithout ? aggregation : { labels: [...aggregation.labels, label], isWithout };
  const results = new Map<string, Series>();
  for (const one of series) {
    const { labels, values, histograms } = one;
    if (budget.tick(UNITS_PER_SERIES)) await budget.rest();
    // Keyed by text, because a map treats -0 as 0.
    const known = new Map<number | string, Series>();
    for (let k = 0; k < count; k++) {
      if (budget.tick(1)) await budget.rest();
      if (!hasValue(one, k)) continue;
      const value = values[k]!;
      const histogram = histograms?.[k];
      const key = histogram ? histogramText(histogram) : Object.is(value, -0) ? '-0' : value;
      let result = known.get(key);
      if (!result) {
        const text = histogram ? String(key) : plainValueText(value);
        const group = getGroup(labels.with(label, text), grouping);
        result = results.get(group.key);
        if (!result) {
          budget.spend(count + (histogram ? text.length : 0));
          result = emptySeries(group, count);
          results.set(group.key, result);
        }
        known.set(key, result);
      }
      result.present[k] = 1;
      result.values[k]!++;
    }
  }
  return [...results.values()];
}
