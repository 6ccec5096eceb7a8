import { RE2JS } from 're2js';
import { expandGroups, isTooLarge } from '@wardstone/patterns';
import type { NativeHistogram } from '@wardstone/metric-points';
import { type Budget, UNITS_PER_LOOK } from './budget';
import { UNITS_PER_HISTOGRAM } from './histogram-aggregates';
import { compareNumbers } from './aggregate';
import { byLabels, isName, type Labels } from './labels';
import { compareNaturally } from './natural-order';
import { executionError } from './promql-error';
import { pacedSort } from './paced-sort';
import { nativeVariance } from './native-quantile';
import { emptySeries, mergeSeries, onlyNumbers, type Series, withoutNames, withValues } from './series';

const DAY_MS = 86_400_000;
/** Maximum length of a label created by a query. */
const MAX_CHARACTERS = 4_096;

/** Functions of the time, in UTC. */
export const DATE_FUNCTIONS: Readonly<Record<string, (date: Date) => number>> = {
  day_of_month: (date) => date.getUTCDate(),
  day_of_week: (date) => date.getUTCDay(),
  day_of_year: (date) => Math.floor((date.getTime() - Date.UTC(date.getUTCFullYear(), 0)) / DAY_MS) + 1,
  days_in_month: (date) => new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate(),
  hour: (date) => date.getUTCHours(),
  minute: (date) => date.getUTCMinutes(),
  month: (date) => date.getUTCMonth() + 1,
  year: (date) => date.getUTCFullYear(),
};

/** Functions applied to each value. */
export const VALUE_FUNCTIONS: Readonly<Record<string, (value: number) => number>> = {
  abs: Math.abs,
  acos: Math.acos,
  acosh: Math.acosh,
  asin: Math.asin,
  asinh: Math.asinh,
  atan: Math.atan,
  atanh: Math.atanh,
  ceil: Math.ceil,
  cos: Math.cos,
  cosh: Math.cosh,
  deg: (value) => (value * 180) / Math.PI,
  exp: Math.exp,
  floor: Math.floor,
  ln: Math.log,
  log10: Math.log10,
  log2: Math.log2,
  rad: (value) => (value * Math.PI) / 180,
  sgn: Math.sign,
  sin: Math.sin,
  sinh: Math.sinh,
  sqrt: Math.sqrt,
  tan: Math.tan,
  tanh: Math.tanh,
};

/** Functions of each value and of scalars at its step; undefined for no result. */
export const VALUE_FUNCTIONS_OF_SCALARS: Readonly<
  Record<string, (value: number, ...scalars: number[]) => number | undefined>
> = {
  clamp: (value, least, most) => (most < least ? undefined : greater(least, lesser(most, value))),
  clamp_max: (value, most) => lesser(most, value),
  clamp_min: (value, least) => greater(least, value),
  // Multiplying by the inverse loses less precision, as in Prometheus.
  round: (value, nearest = 1) => Math.floor(value * (1 / nearest) + 0.5) / (1 / nearest),
};

/** NaN if one is NaN, unless the other is infinite in that direction. */
function lesser(a: number, b: number): number {
  return a === -Infinity || b === -Infinity ? -Infinity : Math.min(a, b);
}

function greater(a: number, b: number): number {
  return a === Infinity || b === Infinity ? Infinity : Math.max(a, b);
}

/** Computed series lose their name, and their histograms unless those are computed elsewhere. */
export async function mapValues(
  series: Series[],
  budget: Budget,
  compute: (value: number, k: number) => number | undefined,
  keeps?: 'keeps histograms',
): Promise<Series[]> {
  for (const { values, present } of series) {
    for (let k = 0; k < values.length; k++) {
      if (budget.tick(1)) await budget.rest();
      if (!present[k]) continue;
      const result = compute(values[k]!, k);
      if (result === undefined) present[k] = 0;
      else values[k] = result;
    }
  }
  if (keeps || !series.some(({ histograms }) => histograms)) return withoutNames(series, budget);
  return withValues(await withoutNames(onlyNumbers(series), budget));
}

/** A number of each histogram; numbers have none. */
async function mapToNumbers(
  series: readonly Series[],
  budget: Budget,
  compute: (histogram: NativeHistogram) => number,
): Promise<Series[]> {
  const results: Series[] = [];
  for (const { labels, histograms } of series) {
    if (!histograms) continue;
    budget.spend(histograms.length);
    const result = emptySeries(labels.withoutName(), histograms.length);
    for (const [k, histogram] of histograms.entries()) {
      if (!histogram) continue;
      result.present[k] = 1;
      result.values[k] = compute(histogram);
      if (budget.tick(UNITS_PER_HISTOGRAM)) await budget.rest();
    }
    results.push(result);
  }
  return mergeSeries(withValues(results), budget);
}

/** Sorts by value at the only step of an instant query; a range query has no order. */
async function sorted(series: Series[], sign: number, budget: Budget): Promise<Series[]> {
  const numbers = series.some(({ histograms }) => histograms) ? withValues(onlyNumbers(series)) : series;
  const isInstant = numbers[0]?.values.length === 1;
  if (!isInstant) return numbers;
  return pacedSort(numbers, (a, b) => compareNumbers(a.values[0]!, b.values[0]!, sign), budget);
}

async function sortedByLabels(
  series: Series[],
  names: readonly string[],
  sign: number,
  budget: Budget,
): Promise<Series[]> {
  const compare = (a: Series, b: Series): number => {
    for (const name of names) {
      const order = compareNaturally(a.labels.get(name), b.labels.get(name));
      if (order !== 0) return sign * order;
    }
    return sign * byLabels(a, b);
  };
  return series[0]?.values.length === 1 ? pacedSort(series, compare, budget) : series;
}

/** 1 at steps where no series has a value. */
export async function evaluateAbsent(
  series: readonly Series[],
  labels: Labels,
  count: number,
  budget: Budget,
): Promise<Series[]> {
  const result = emptySeries(labels, count);
  result.values.fill(1);
  result.present.fill(1);
  for (const { present, histograms } of series) {
    for (let k = 0; k < count; k++) if (present[k]) result.present[k] = 0;
    histograms?.forEach((histogram, k) => histogram && (result.present[k] = 0));
    if (budget.tick(count)) await budget.rest();
  }
  return result.present.includes(1) ? [result] : [];
}

/** The value if there is exactly one series. */
export async function evaluateScalar(series: readonly Series[], count: number, budget: Budget): Promise<Float64Array> {
  const result = new Float64Array(count);
  for (let k = 0; k < count; k++) {
    const found = series.filter(({ present }) => present[k]);
    result[k] = found.length === 1 ? found[0]!.values[k]! : NaN;
    if (budget.tick(series.length)) await budget.rest();
  }
  return result;
}

/** Yields, because each pattern may take long and a value could grow with each call. */
async function relabelled(
  series: readonly Series[],
  budget: Budget,
  [target, valueOf]: readonly [name: string, valueOf: (labels: Labels) => string | undefined],
): Promise<Series[]> {
  const results: Series[] = [];
  // Compiling the pattern may have taken long.
  if (budget.tick(UNITS_PER_LOOK)) await budget.rest();
  for (const one of series) {
    const value = valueOf(one.labels);
    if (value !== undefined && value.length > MAX_CHARACTERS) {
      throw executionError(`label ${target} would have more than ${MAX_CHARACTERS} characters`);
    }
    results.push(value === undefined ? one : { ...one, labels: one.labels.with(target, value) });
    if (budget.tick(UNITS_PER_LOOK)) await budget.rest();
  }
  return mergeSeries(results, budget);
}

function requireLabelName(name: string, kind: string, call: string): void {
  if (!isName(name)) throw executionError(`invalid ${kind} label name in ${call}(): ${name}`);
}

function labelReplace(series: readonly Series[], texts: readonly string[], budget: Budget): Promise<Series[]> {
  const [target, replacement, source, expression] = texts as [string, string, string, string];
  const pattern = compiled(expression);
  requireLabelName(target, 'destination', 'label_replace');
  const names = pattern.namedGroups();
  const toValue = (labels: Labels): string | undefined => {
    const matcher = pattern.matcher(labels.get(source));
    return matcher.matches() ? expandGroups(replacement, matcher, names) : undefined;
  };
  return relabelled(series, budget, [target, toValue]);
}

function compiled(expression: string): RE2JS {
  try {
    if (!isTooLarge(expression)) return RE2JS.compile(expression, RE2JS.DOTALL);
  } catch {
    // ignored because the error is reported below
  }
  throw executionError(`invalid regular expression in label_replace(): ${expression}`);
}

function labelJoin(series: readonly Series[], texts: readonly string[], budget: Budget): Promise<Series[]> {
  const [target, separator, ...sources] = texts as [string, string, ...string[]];
  for (const source of sources) requireLabelName(source, 'source', 'label_join');
  requireLabelName(target, 'destination', 'label_join');
  return relabelled(series, budget, [target, (labels) => sources.map((name) => labels.get(name)).join(separator)]);
}

type VectorFunction = (series: Series[], texts: readonly string[], budget: Budget) => Series[] | Promise<Series[]>;

/** Functions of a whole vector and of texts. */
export const VECTOR_FUNCTIONS: Readonly<Record<string, VectorFunction>> = {
  histogram_avg: (series, _texts, budget) => mapToNumbers(series, budget, ({ sum, count }) => sum / count),
  histogram_count: (series, _texts, budget) => mapToNumbers(series, budget, ({ count }) => count),
  histogram_stddev: (series, _texts, budget) =>
    mapToNumbers(series, budget, (histogram) => Math.sqrt(nativeVariance(histogram))),
  histogram_stdvar: (series, _texts, budget) => mapToNumbers(series, budget, nativeVariance),
  histogram_sum: (series, _texts, budget) => mapToNumbers(series, budget, ({ sum }) => sum),
  label_join: labelJoin,
  label_replace: labelReplace,
  sort_by_label: (series, names, budget) => sortedByLabels(series, names, 1, budget),
  sort_by_label_desc: (series, names, budget) => sortedByLabels(series, names, -1, budget),
  sort: (series, _texts, budget) => sorted(series, 1, budget),
  sort_desc: (series, _texts, budget) => sorted(series, -1, budget),
};
