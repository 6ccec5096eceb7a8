import { CUSTOM_SCHEMA, mergeBuckets, type BucketCounts, type NativeHistogram } from '@wardstone/metric-points';

/** Objects and numbers of a histogram beside its buckets. */
const SAMPLES_OF_HEAD = 16;

/** A bucket with observations of a native histogram. */
export interface HistogramBucket {
  readonly lower: number;
  readonly upper: number;
  readonly count: number;
}

export function isCustom({ schema }: Pick<NativeHistogram, 'schema'>): boolean {
  return schema === CUSTOM_SCHEMA;
}

/** Upper bound of a positive bucket, and absolute lower bound of a negative one. */
export function upperBound({ schema, bounds }: Pick<NativeHistogram, 'schema' | 'bounds'>, index: number): number {
  if (bounds) return index < 0 ? -Infinity : (bounds[index] ?? Infinity);
  const exponent = index / 2 ** schema;
  // The last bucket of numbers ends with them; the next one has the infinite observations.
  return exponent === 1024 ? Number.MAX_VALUE : 2 ** exponent;
}

/**
 * Bounds of Prometheus are from a table that differs in the last digits, and so do zero buckets that end at one of them.
 * Neighbouring bounds differ by a quarter of a percent at least.
 */
const TOLERANCE = 1e-12;

/** Whether a bound is below another one, and not the same but for rounding. */
export function isBelow(bound: number, other: number): boolean {
  return bound < other * (1 - TOLERANCE);
}

/** Buckets of positive or of negative numbers that a wider zero bucket does not contain. */
export function outsideZero(
  histogram: Pick<NativeHistogram, 'schema' | 'bounds'>,
  { indexes, counts }: BucketCounts,
  zeroThreshold: number,
): BucketCounts {
  if (histogram.bounds) return { indexes, counts };
  let first = 0;
  while (first < indexes.length && isBelow(upperBound(histogram, indexes[first]! - 1), zeroThreshold)) first++;
  return first === 0 ? { indexes, counts } : { indexes: indexes.subarray(first), counts: counts.subarray(first) };
}

/** Buckets with observations, ascending; those that overlap the zero bucket are cut. */
export function listBuckets(histogram: NativeHistogram): HistogramBucket[] {
  const { positive, negative, zeroThreshold, zeroCount } = histogram;
  const buckets: HistogramBucket[] = [];
  for (let i = negative.indexes.length - 1; i >= 0; i--) {
    const [far, near] = bucketBounds(histogram, negative.indexes[i]!);
    buckets.push({ lower: -far, upper: -Math.max(near, zeroThreshold), count: negative.counts[i]! });
  }
  if (zeroCount > 0) buckets.push({ lower: -zeroThreshold, upper: zeroThreshold, count: zeroCount });
  for (let i = 0; i < positive.indexes.length; i++) {
    const [far, near] = bucketBounds(histogram, positive.indexes[i]!);
    buckets.push({
      lower: isCustom(histogram) ? near : Math.max(near, zeroThreshold),
      upper: far,
      count: positive.counts[i]!,
    });
  }
  return buckets.filter(({ count }) => count !== 0);
}

function bucketBounds(histogram: NativeHistogram, index: number): readonly [far: number, near: number] {
  return [upperBound(histogram, index), upperBound(histogram, index - 1)];
}

/** The memory of a histogram, in samples of 16 bytes. */
export function countSamples({ positive, negative }: NativeHistogram): number {
  return SAMPLES_OF_HEAD + positive.indexes.length + negative.indexes.length;
}

/** Buckets at a coarser schema. */
export function atSchema(buckets: BucketCounts, from: number, to: number): BucketCounts {
  return mergeBuckets(buckets, from - to);
}

/** Index of each custom bucket among those of fewer bounds. */
export function toCommonBounds(bounds: Float64Array, common: Float64Array): (index: number) => number {
  const targets = new Int32Array(bounds.length + 1).fill(common.length);
  let at = 0;
  for (let i = 0; i < bounds.length; i++) {
    while (at < common.length && common[at]! < bounds[i]!) at++;
    targets[i] = at;
  }
  return (index) => targets[index] ?? common.length;
}

export function commonBounds(a: Float64Array, b: Float64Array): Float64Array {
  const known = new Set(b);
  return a.filter((bound) => known.has(bound));
}

export function sameBounds(a: Float64Array | undefined, b: Float64Array | undefined): boolean {
  return a === b || (a?.length === b?.length && a!.every((bound, i) => bound === b![i]));
}
