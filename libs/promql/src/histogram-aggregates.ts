import type { NativeHistogram } from '@wardstone/metric-points';
import type { Annotations } from './annotations';
import type { Budget } from './budget';
import { HistogramSum } from './histogram-sum';
import { toMean } from './native-histograms';

/** Adding a histogram takes some microseconds. */
export const UNITS_PER_HISTOGRAM = 1_000;

/** The budget and the notes of a computation with histograms. */
export interface HistogramWork {
  readonly budget: Budget;
  readonly annotations: Annotations;
  /** Position of the vector in the query. */
  readonly place: string;
}

/** A histogram with the name of its metric. */
export interface NamedHistogram {
  readonly histogram: NativeHistogram;
  readonly metric: string;
}

/**
 * The aggregate of a step at which there are histograms, if it is one: a histogram, or their number. Undefined for the
 * aggregate of only the numbers, and null for none.
 * @param numbers how many numbers there are at the step
 */
export async function aggregateHistograms(
  operator: string,
  histograms: readonly NamedHistogram[],
  numbers: number,
  work: HistogramWork,
): Promise<NativeHistogram | number | undefined | null> {
  const { annotations, place } = work;
  if (operator === 'group') return 1;
  if (operator === 'count') return histograms.length + numbers;
  if (operator !== 'sum' && operator !== 'avg') {
    annotations.inform(`ignored histogram in ${operator} aggregation`, place);
    return undefined;
  }
  if (numbers > 0) {
    annotations.warn('encountered a mix of histograms and floats for aggregation', place);
    return null;
  }
  return (await addAll(histograms, operator, work)) ?? null;
}

/** The sum or mean of at least one histogram; undefined if some have custom buckets and some have not. */
export async function addAll(
  histograms: readonly NamedHistogram[],
  kind: 'sum' | 'avg',
  { annotations, place, budget }: HistogramWork,
): Promise<NativeHistogram | undefined> {
  const [first, ...others] = histograms;
  const sum = new HistogramSum(first!.histogram);
  for (const { histogram, metric } of others) {
    const done = sum.add(histogram);
    if (budget.tick(UNITS_PER_HISTOGRAM)) await budget.rest();
    if (!done) {
      annotations.warn(mixedSchemas(metric), place);
      return undefined;
    }
    if (done.isReconciled) annotations.inform('mismatched custom buckets were reconciled during aggregation', place);
  }
  const has = (hint: string): boolean => histograms.some(({ histogram }) => histogram.hint === hint);
  if (has('reset') && has('not_reset'))
    annotations.warn('conflicting counter resets during histogram aggregation', place);
  return kind === 'sum'
    ? sum.toHistogram()
    : toMean(
        histograms.map(({ histogram }) => histogram),
        sum,
      );
}

/** Prometheus' warning. */
export function mixedSchemas(metric: string): string {
  const problem = 'vector contains a mix of histograms with exponential and custom buckets schemas';
  return `${problem} for metric name ${JSON.stringify(metric)}`;
}
