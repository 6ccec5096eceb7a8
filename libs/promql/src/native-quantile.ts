import type { NativeHistogram } from '@wardstone/metric-points';
import { KahanSum } from './kahan-sum';
import { type HistogramBucket, isCustom, listBuckets } from './native-buckets';

/** Kinds of notes about NaN observations. */
export type NanNote = 'no result' | 'skewed' | 'left out';

export interface NativeResult {
  readonly value: number;
  readonly note?: NanNote;
}

/**
 * The quantile of a native histogram: within a custom bucket and the zero bucket linear, within others on a logarithmic
 * scale. NaN observations count as larger than all others.
 */
export function nativeQuantile(q: number, histogram: NativeHistogram): NativeResult {
  const { count: total, sum } = histogram;
  if (q < 0) return { value: -Infinity };
  if (q > 1) return { value: Infinity };
  if (total === 0 || Number.isNaN(q)) return { value: NaN };
  const mayHaveNan = Number.isNaN(sum);
  // From the nearer end, which loses less precision.
  const isForward = mayHaveNan || q < 0.5;
  const buckets = listBuckets(histogram);
  if (!isForward) buckets.reverse();
  const rank = (isForward ? q : 1 - q) * total;
  const { at, reached } = findRank(buckets, rank);
  const bucket = buckets[at] ?? { lower: 0, upper: 0, count: 0 };
  const bounds = boundsWithin(histogram, bucket);
  if (typeof bounds === 'number') return { value: bounds };
  const { lower, upper } = bounds;
  const count = Math.min(reached, total);
  if (count < rank) return mayHaveNan ? { value: NaN, note: 'no result' } : { value: upper };
  const within = isForward ? rank - (count - bucket.count) : count - rank;
  const value = interpolated(lower, upper, within / bucket.count, isCustom(histogram));
  if (!mayHaveNan) return { value };
  return toTotal(buckets) < total ? { value, note: 'skewed' } : { value };
}

/** The bucket in which a rank is, else the last one, and the number of observations up to it. */
function findRank(buckets: readonly HistogramBucket[], rank: number): { at: number; reached: number } {
  let reached = 0;
  for (const [at, { count }] of buckets.entries()) {
    reached += count;
    if (reached >= rank) return { at, reached };
  }
  return { at: buckets.length - 1, reached };
}

function toTotal(buckets: readonly HistogramBucket[]): number {
  return buckets.reduce((total, { count }) => total + count, 0);
}

/** The bounds between which values of a bucket are assumed, or the only one of an infinite bucket. */
function boundsWithin(histogram: NativeHistogram, bucket: HistogramBucket): Omit<HistogramBucket, 'count'> | number {
  if (!isCustom(histogram)) return zeroBounds(histogram, bucket);
  const { lower, upper } = bucket;
  if (lower === -Infinity) return upper <= 0 ? upper : { lower: 0, upper };
  return upper === Infinity ? lower : { lower, upper };
}

function interpolated(lower: number, upper: number, fraction: number, isLinear: boolean): number {
  if (isLinear || (lower <= 0 && upper >= 0)) return lower + (upper - lower) * fraction;
  const [logLower, logUpper] = [Math.log2(Math.abs(lower)), Math.log2(Math.abs(upper))];
  if (lower > 0) return 2 ** (logLower + (logUpper - logLower) * fraction);
  return -(2 ** (logUpper + (logLower - logUpper) * (1 - fraction)));
}

/** The zero bucket ends at zero if all other buckets are on one side. */
function zeroBounds(
  { positive, negative }: NativeHistogram,
  { lower, upper }: Omit<HistogramBucket, 'count'>,
): Omit<HistogramBucket, 'count'> {
  if (!(lower < 0 && upper > 0)) return { lower, upper };
  if (negative.indexes.length === 0 && positive.indexes.length > 0) return { lower: 0, upper };
  if (positive.indexes.length === 0 && negative.indexes.length > 0) return { lower, upper: 0 };
  return { lower, upper };
}

/** The fraction of all observations between two bounds, interpolated like quantiles. */
export function nativeFraction(lower: number, upper: number, histogram: NativeHistogram): NativeResult {
  const { count: total, sum } = histogram;
  if (total === 0 || Number.isNaN(lower) || Number.isNaN(upper)) return { value: NaN };
  if (lower >= upper) return { value: 0 };
  const buckets = listBuckets(histogram);
  let found = total;
  let note: NanNote | undefined;
  if (Number.isNaN(sum)) {
    found = toTotal(buckets);
    if (found < total) note = 'left out';
  }
  const value = (countUpTo(upper, histogram, buckets, found) - countUpTo(lower, histogram, buckets, found)) / total;
  return note ? { value, note } : { value };
}

/** Number of observations up to a bound. */
function countUpTo(
  bound: number,
  histogram: NativeHistogram,
  buckets: readonly HistogramBucket[],
  most: number,
): number {
  let before = 0;
  for (const bucket of buckets) {
    const { lower, upper } = isCustom(histogram) ? customBounds(bucket) : zeroBounds(histogram, bucket);
    if (lower >= bound) return Math.min(before, most);
    if (upper > bound) {
      // An infinite bucket cannot be divided.
      if (lower === -Infinity) return Math.min(bucket.count, most);
      const isLinear = isCustom(histogram) || (bucket.lower <= 0 && bucket.upper >= 0);
      return Math.min(before + bucket.count * fractionBelow(bound, lower, upper, isLinear), most);
    }
    before += bucket.count;
  }
  return most;
}

/** The bucket around zero begins there, because all other observations are positive. */
function customBounds({ lower, upper }: HistogramBucket): Omit<HistogramBucket, 'count'> {
  return lower <= 0 && upper >= 0 ? { lower: 0, upper } : { lower, upper };
}

/** The part of a bucket up to a bound within it. */
export function fractionBelow(bound: number, lower: number, upper: number, isLinear: boolean): number {
  if (isLinear) return (bound - lower) / (upper - lower);
  const [logLower, logUpper, log] = [lower, upper, bound].map((each) => Math.log2(Math.abs(each))) as [
    number,
    number,
    number,
  ];
  return bound > 0 ? (log - logLower) / (logUpper - logLower) : 1 - (log - logUpper) / (logLower - logUpper);
}

/** The variance, as if all observations were in the middle of their buckets. */
export function nativeVariance(histogram: NativeHistogram): number {
  const mean = histogram.sum / histogram.count;
  const squares = new KahanSum();
  for (const { lower, upper, count } of listBuckets(histogram)) {
    const delta = getMiddle(lower, upper, isCustom(histogram)) - mean;
    squares.add(count * delta * delta);
  }
  return squares.total / histogram.count;
}

function getMiddle(lower: number, upper: number, isLinear: boolean): number {
  if (isLinear) return (upper + lower) / 2;
  if (lower <= 0 && upper >= 0) return 0;
  return Math.sqrt(upper * lower) * Math.sign(upper);
}
