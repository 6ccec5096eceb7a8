import type { ExponentialBuckets, ExponentialPoint } from './otlp-metrics';

/** Two buckets for each doubling; finer ones are merged, so that a metric has few and stable bounds. */
const FINEST_SCALE = 1;
/** Coarser buckets carry no information. */
const COARSEST_SCALE = -10;

/** A bound and the number of values not above it. */
export interface BucketCount {
  readonly bound: number;
  readonly count: number;
}

/** Cumulative buckets of an exponential histogram by upper bound, ascending; the last bound is finite. */
export function cumulativeBuckets({
  scale,
  zeroCount,
  zeroThreshold,
  positive,
  negative,
}: ExponentialPoint): BucketCount[] {
  if (!Number.isInteger(scale) || scale < COARSEST_SCALE) return [];
  const shift = Math.max(0, scale - FINEST_SCALE);
  const bound = (index: number): number => 2 ** (index * 2 ** -(scale - shift));
  let total = 0;
  const cumulative: BucketCount[] = [];
  const add = (upper: number, count: number): void => {
    total += count;
    if (Number.isFinite(upper)) cumulative.push({ bound: upper, count: total });
  };
  // The bucket with index i contains values above base^i, up to base^(i+1); negative ones mirror it.
  for (const [index, count] of joined(negative, shift).reverse()) add(-bound(index), count);
  if (zeroCount > 0 || negative.counts.length > 0) add(zeroThreshold, zeroCount);
  for (const [index, count] of joined(positive, shift)) add(bound(index + 1), count);
  return cumulative;
}

/** Upper limit for the number of bounds, without computing them. */
export function countBounds({ scale, positive, negative }: ExponentialPoint): number {
  if (!Number.isInteger(scale) || scale < COARSEST_SCALE) return 0;
  const joint = 2 ** Math.max(0, scale - FINEST_SCALE);
  const most = ({ counts }: ExponentialBuckets): number => Math.ceil(counts.length / joint) + 1;
  return most(positive) + most(negative) + 1;
}

/** Counts by index after halving the scale `shift` times, ascending, without empty buckets at the ends. */
function joined({ offset, counts }: ExponentialBuckets, shift: number): [index: number, count: number][] {
  const first = counts.findIndex((count) => count > 0);
  const last = counts.findLastIndex((count) => count > 0);
  const buckets: [number, number][] = [];
  for (let at = first; at !== -1 && at <= last; at++) {
    const index = Math.floor((offset + at) / 2 ** shift);
    const newest = buckets.at(-1);
    if (newest?.[0] === index) newest[1] += counts[at]!;
    else buckets.push([index, counts[at]!]);
  }
  return buckets;
}
