import { firstAtOrAfter, HISTOGRAM, type NativeHistogram, PointCollector } from '@wardstone/metric-points';
import { type Budget, UNITS_PER_SERIES } from './budget';
import type { Expr } from './expression';
import { Labels, METRIC_NAME } from './labels';
import { withHint } from './native-histograms';
import { fractionText } from './number-text';
import { executionError } from './promql-error';
import {
  emptySeries,
  type Grid,
  type HistogramPoints,
  type Selection,
  type Series,
  setHistogram,
  type StoredPoints,
  type StoredSeries,
  withValues,
} from './series';

/** The lowest value below zero, the highest above, and NaN if there is any. */
export function findExtremes(numbers: Float64Array = new Float64Array()): number[] {
  let [least, most] = [0, 0];
  for (const number of numbers) {
    if (number < least) least = number;
    if (number > most) most = number;
  }
  return numbers.some(Number.isNaN) ? [least, most, NaN] : [least, most];
}

export function toText(expr: Expr): string {
  return expr.kind === 'string' ? expr.value : '';
}

/** Series of each quantile that occurs at any step. */
export function toQuantileSeries(label: string, quantiles: Float64Array, series: readonly Series[]): Series[] {
  return [...new Set(quantiles)].flatMap((q) =>
    withValues(
      series.map(({ labels, values, present }) => ({
        labels: labels.with(label, fractionText(q)),
        values,
        present: present.map((isPresent, k) => (Object.is(quantiles[k], q) ? isPresent : 0)),
      })),
    ),
  );
}

export function toUnlabelled(values: Float64Array): Series {
  return { labels: Labels.NONE, values, present: new Uint8Array(values.length).fill(1) };
}

/** Labels that the matchers of a selector fix to one value. */
export function absentLabels(expr: Expr): Labels {
  const selector = expr.kind === 'range' ? expr.selector : expr;
  if (selector.kind !== 'selector') return Labels.NONE;
  const matchers = selector.matchers.filter(({ name }) => name !== METRIC_NAME);
  const fixed = matchers.filter(
    ({ name, operator }) => operator === '=' && matchers.filter((other) => other.name === name).length === 1,
  );
  return Labels.of(fixed.map(({ name, value }) => [name, value] as const));
}

/** The values of a series as points of a range. */
export function collectPoints({ values, present, histograms }: Series, { start, step, count }: Grid): StoredPoints {
  const collector = new PointCollector(count);
  for (let k = 0; k < count; k++) if (present[k]) collector.add(start + k * step, values[k]!);
  if (!histograms) return collector.toPoints();
  const times: number[] = [];
  const found: NativeHistogram[] = [];
  histograms.forEach((histogram, k) => {
    if (!histogram) return;
    times.push(start + k * step);
    // The steps may leave out a reset, or show it twice.
    found.push(histogram.hint === 'gauge' ? histogram : withHint(histogram, 'unknown'));
  });
  return { ...collector.toPoints(), histograms: { times: Float64Array.from(times), values: found } };
}

/** Series that have some number wherever they have a histogram. */
export function countingHistograms(series: readonly Series[]): Series[] {
  return series.map(({ labels, values, present, histograms }) => ({
    labels,
    values,
    present: histograms ? present.map((one, k) => (histograms[k] ? 1 : one)) : present,
  }));
}

/** The histogram of a time, if it was read. */
export function histogramAt(points: HistogramPoints | undefined, time: number): NativeHistogram | undefined {
  if (!points) return undefined;
  const at = firstAtOrAfter(points.times, time);
  return points.times[at] === time ? points.values[at] : undefined;
}

/**
 * The newest values of a selected series, their times in seconds, or their times in ms to compare those of info series:
 * a roll-up is as old as the end of its slice, less half a millisecond, because it may hold several samples.
 */
export type Wanted = 'values' | 'times' | 'infos';

/** Roll-ups that may replace deleted values. */
export const KEPT_FOR_WANTED = { values: 'avg', times: undefined, infos: 'avg' } as const;

/** The newest value of a stored series at each step. */
export async function newestValues(
  { labels, lookbackMs, points }: StoredSeries,
  { count, timeAt, wanted, from, to }: Instants,
  budget: Budget,
): Promise<Series> {
  const { times, values, spans, kinds, histograms } = points();
  budget.spend(times.length + count);
  const series = emptySeries(labels, count);
  let next = 0;
  for (let k = 0; k < count; k++) {
    const time = timeAt(k);
    if (budget.tick(1)) await budget.rest();
    while (next < times.length && times[next]! <= Math.min(time, to)) next++;
    const newest = times[next - 1];
    const span = spans?.[next - 1] ?? 0;
    if (newest === undefined || newest + span <= Math.max(time, from) - lookbackMs) continue;
    const kind = kinds?.[next - 1];
    if (kind && !putHistogram(series, k, kind, histogramAt(histograms, newest), wanted)) continue;
    series.present[k] = 1;
    if (wanted === 'values') series.values[k] = values[next - 1]!;
    else if (wanted === 'times') series.values[k] = newest / 1000;
    else series.values[k] = span > 0 ? newest + span - 0.5 : newest;
  }
  if (budget.tick(UNITS_PER_SERIES + times.length)) await budget.rest();
  return series;
}

/** The steps at which values are wanted, of points that a selection contains. */
export interface Instants extends Pick<Selection, 'from' | 'to'> {
  readonly count: number;
  readonly timeAt: (k: number) => number;
  readonly wanted: Wanted;
}

/**
 * Sets the value of a step at which a series has no number.
 * @param kind of its newest time
 * @returns whether its time is wanted, and it has a histogram
 */
export function putHistogram(
  series: Series,
  k: number,
  kind: number,
  histogram: NativeHistogram | undefined,
  wanted: Wanted,
): boolean {
  if (kind !== HISTOGRAM || !histogram) return false;
  if (wanted === 'infos') throw executionError('info sample should be float');
  if (wanted === 'values') setHistogram(series, k, histogram);
  return wanted === 'times';
}

/** Histograms with start <= time < end. */
export function histogramsWithin(points: HistogramPoints | undefined, start: number, end: number): HistogramPoints {
  if (!points) return NO_HISTOGRAMS;
  const from = firstAtOrAfter(points.times, start);
  const to = firstAtOrAfter(points.times, end);
  return { times: points.times.subarray(from, to), values: points.values.slice(from, to) };
}

const NO_HISTOGRAMS: HistogramPoints = { times: new Float64Array(), values: [] };
