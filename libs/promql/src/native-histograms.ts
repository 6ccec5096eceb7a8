import { type BucketCounts, type NativeHistogram, NO_BUCKETS, type ResetHint } from '@wardstone/metric-points';
import { HistogramSum, widenZero } from './histogram-sum';
import {
  atSchema,
  commonBounds,
  isCustom,
  listBuckets,
  outsideZero,
  sameBounds,
  toCommonBounds,
} from './native-buckets';
import { goText } from './number-text';

/** Whether all numbers are the same, as in Prometheus: also NaN. The counter reset does not count. */
export function areEqual(a: NativeHistogram, b: NativeHistogram): boolean {
  return (
    a.schema === b.schema &&
    Object.is(a.count, b.count) &&
    Object.is(a.sum, b.sum) &&
    a.zeroThreshold === b.zeroThreshold &&
    Object.is(a.zeroCount, b.zeroCount) &&
    sameBounds(a.bounds, b.bounds) &&
    areBucketsEqual(a.positive, b.positive) &&
    areBucketsEqual(a.negative, b.negative)
  );
}

function areBucketsEqual(a: BucketCounts, b: BucketCounts): boolean {
  return (
    a.indexes.length === b.indexes.length &&
    a.indexes.every((index, i) => index === b.indexes[i] && Object.is(a.counts[i], b.counts[i]))
  );
}

/** All numbers multiplied; a negative factor makes it a gauge. */
export function scaleHistogram(histogram: NativeHistogram, factor: number): NativeHistogram {
  return mapped(histogram, (number) => number * factor, factor < 0 ? 'gauge' : histogram.hint);
}

export function negateHistogram(histogram: NativeHistogram): NativeHistogram {
  return scaleHistogram(histogram, -1);
}

export function divideHistogram(histogram: NativeHistogram, divisor: number): NativeHistogram {
  const result = mapped(histogram, (number) => number / divisor, divisor < 0 ? 'gauge' : histogram.hint);
  return divisor === 0 ? { ...result, positive: NO_BUCKETS, negative: NO_BUCKETS } : result;
}

export function withHint(histogram: NativeHistogram, hint: ResetHint): NativeHistogram {
  return histogram.hint === hint ? histogram : { ...histogram, hint };
}

/** A histogram without observations that has the same buckets. */
export function emptyLike({ schema, bounds }: NativeHistogram): NativeHistogram {
  const none = { count: 0, sum: 0, zeroThreshold: 0, zeroCount: 0, positive: NO_BUCKETS, negative: NO_BUCKETS };
  return { schema, hint: 'unknown', ...none, ...(bounds && { bounds }) };
}

function mapped(histogram: NativeHistogram, compute: (value: number) => number, hint: ResetHint): NativeHistogram {
  const { count, sum, zeroCount, positive, negative } = histogram;
  return {
    ...histogram,
    hint,
    count: compute(count),
    sum: compute(sum),
    zeroCount: compute(zeroCount),
    positive: withoutEmpty(positive.indexes, positive.counts.map(compute)),
    negative: withoutEmpty(negative.indexes, negative.counts.map(compute)),
  };
}

function withoutEmpty(indexes: Int32Array, counts: Float64Array): BucketCounts {
  if (!counts.includes(0)) return { indexes, counts };
  const isKept = (_value: number, i: number): boolean => counts[i] !== 0;
  return { indexes: indexes.filter(isKept), counts: counts.filter(isKept) };
}

/** Whether the counter was reset since the previous histogram. */
export function isReset(current: NativeHistogram, previous: NativeHistogram): boolean {
  if (current.hint === 'reset') return true;
  if (current.hint === 'not_reset') return false;
  if (current.count < previous.count) return true;
  if (isCustom(current)) return !isCustom(previous) || isCustomReset(current, previous);
  // Neither the resolution nor the zero bucket of a counter gets finer.
  if (current.schema > previous.schema || current.zeroThreshold < previous.zeroThreshold) return true;
  const { zeroCount, zeroThreshold } = widenZero(previous, current.zeroThreshold);
  if (zeroThreshold !== current.zeroThreshold || current.zeroCount < zeroCount) return true;
  return (['positive', 'negative'] as const).some((side) => {
    const outside = outsideZero(previous, previous[side], current.zeroThreshold);
    return hasDropped(atSchema(outside, previous.schema, current.schema), current[side]);
  });
}

function isCustomReset(current: NativeHistogram, previous: NativeHistogram): boolean {
  const common = commonBounds(current.bounds!, previous.bounds!);
  const [now, before] = [current, previous].map(({ positive, bounds }) => {
    const sums = new Float64Array(common.length + 1);
    const toIndex = toCommonBounds(bounds!, common);
    positive.indexes.forEach((index, i) => (sums[toIndex(index)]! += positive.counts[i]!));
    return sums;
  });
  return before!.some((count, i) => now![i]! < count);
}

/** Whether any bucket has fewer observations than before. */
function hasDropped(before: BucketCounts, now: BucketCounts): boolean {
  let at = 0;
  return before.indexes.some((index, i) => {
    while (at < now.indexes.length && now.indexes[at]! < index) at++;
    const count = now.indexes[at] === index ? now.counts[at]! : 0;
    return count < before.counts[i]!;
  });
}

/** The mean of histograms; of a sum beyond all numbers that of their parts. */
export function toMean(histograms: readonly NativeHistogram[], sum: HistogramSum): NativeHistogram {
  const mean = sum.toHistogram(histograms.length);
  const isBeyond = [mean.count, mean.sum, mean.zeroCount, ...mean.positive.counts, ...mean.negative.counts].some(
    (number) => Math.abs(number) === Infinity,
  );
  if (!isBeyond) return mean;
  const [first, ...others] = histograms.map((each) => divideHistogram(each, histograms.length));
  const parts = new HistogramSum(first!);
  for (const other of others) parts.add(other);
  return parts.toHistogram(1, mean.hint);
}

/** The label of `count_values`. */
export function histogramText(histogram: NativeHistogram): string {
  const buckets = listBuckets(histogram).map(({ lower, upper, count }) => {
    const { opens, closes } = brackets(histogram, lower, upper);
    return `${opens ? '[' : '('}${goText(lower)},${goText(upper)}${closes ? ']' : ')'}:${goText(count)}`;
  });
  return `{${[`count:${goText(histogram.count)}`, `sum:${goText(histogram.sum)}`, ...buckets].join(', ')}}`;
}

/** Whether a bucket contains its bounds. */
export function brackets(
  histogram: NativeHistogram,
  lower: number,
  upper: number,
): { readonly opens: boolean; readonly closes: boolean } {
  if (isCustom(histogram)) return { opens: lower === -Infinity, closes: true };
  return lower === -upper ? { opens: true, closes: true } : { opens: lower < 0, closes: upper > 0 };
}
