import { firstAtOrAfter, HISTOGRAM, type NativeHistogram, PointCollector } from '@wardstone/metric-points';
import type { Expr } from './expression';
import { Labels, METRIC_NAME } from './labels';
import { withHint } from './native-histograms';
import { fractionText } from './number-text';
import { type Grid, type HistogramPoints, type Series, setHistogram, type StoredPoints, withValues } from './series';

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
export function labelledBy(label: string, quantiles: Float64Array, series: readonly Series[]): Series[] {
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

export function unlabelled(values: Float64Array): Series {
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
 * Sets the value of a step at which a series has no number.
 * @param kind of its newest time
 * @returns whether its time is wanted, and it has a histogram
 */
export function putHistogram(
  series: Series,
  k: number,
  kind: number,
  histogram: NativeHistogram | undefined,
  wanted: 'values' | 'times',
): boolean {
  if (kind !== HISTOGRAM || !histogram) return false;
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
