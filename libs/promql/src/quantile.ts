/** The quantile of the first `count` numbers, which are sorted in place; NaN is the smallest. */
export function computeQuantile(q: number, numbers: Float64Array, count: number): number {
  if (count === 0 || Number.isNaN(q)) return NaN;
  if (q < 0) return -Infinity;
  if (q > 1) return Infinity;
  const sorted = numbers.subarray(0, count).sort();
  // NaN is sorted to the end.
  let nans = 0;
  while (nans < count && Number.isNaN(sorted[count - 1 - nans]!)) nans++;
  const at = (index: number): number => (index < nans ? NaN : sorted[index - nans]!);
  const rank = q * (count - 1);
  const lower = Math.floor(rank);
  const weight = rank - lower;
  return at(lower) * (1 - weight) + at(Math.min(count - 1, lower + 1)) * weight;
}

export interface Bucket {
  readonly upperBound: number;
  count: number;
}

export interface BucketQuantile {
  readonly quantile: number;
  /** The buckets that had fewer observations than smaller ones. */
  readonly forced?: Forced;
}

interface Forced {
  least: number;
  most: number;
  difference: number;
}

/** The quantile of a histogram, linear within a bucket; NaN unless the buckets have two bounds and the last is infinite. */
export function bucketQuantile(q: number, all: Bucket[]): BucketQuantile {
  if (Number.isNaN(q)) return { quantile: NaN };
  if (q < 0) return { quantile: -Infinity };
  if (q > 1) return { quantile: Infinity };
  const buckets = coalesced(all);
  if (buckets.at(-1)!.upperBound !== Infinity) return { quantile: NaN };
  const forced = forceRise(buckets);
  return { quantile: quantileWithin(q, buckets), ...(forced && { forced }) };
}

function quantileWithin(q: number, buckets: readonly Bucket[]): number {
  const last = buckets.length - 1;
  const total = buckets[last]!.count;
  if (last < 1 || total === 0) return NaN;
  const rank = q * total;
  let at = buckets.findIndex(({ count }) => count >= rank);
  if (at === -1) at = last;
  const { upperBound, count } = buckets[at]!;
  if (at === last) return buckets[last - 1]!.upperBound;
  if (at === 0 && upperBound <= 0) return upperBound;
  const before = at === 0 ? { upperBound: 0, count: 0 } : buckets[at - 1]!;
  return before.upperBound + (upperBound - before.upperBound) * ((rank - before.count) / (count - before.count));
}

/** The fraction of observations between two bounds, linear within a bucket; NaN as with `bucketQuantile`. */
export function bucketFraction(lower: number, upper: number, all: Bucket[]): number {
  const buckets = coalesced(all);
  const { upperBound, count: total } = buckets.at(-1)!;
  if (upperBound !== Infinity || total === 0 || Number.isNaN(lower) || Number.isNaN(upper)) return NaN;
  if (lower >= upper) return 0;
  return (countUpTo(upper, buckets) - countUpTo(lower, buckets)) / total;
}

/** Number of observations below a bound. */
function countUpTo(bound: number, buckets: readonly Bucket[]): number {
  const total = buckets.at(-1)!.count;
  let before = { upperBound: buckets[0]!.upperBound <= 0 ? -Infinity : 0, count: 0 };
  for (const bucket of buckets) {
    if (bound <= before.upperBound) return Math.min(before.count, total);
    if (bound < bucket.upperBound) {
      if (before.upperBound === -Infinity) return Math.min(bucket.count, total);
      const share = (bound - before.upperBound) / (bucket.upperBound - before.upperBound);
      return Math.min(before.count + (bucket.count - before.count) * share, total);
    }
    before = bucket;
  }
  return total;
}

/** Sorted by bound, with equal bounds merged. */
function coalesced(buckets: Bucket[]): Bucket[] {
  const result: Bucket[] = [];
  for (const { upperBound, count } of buckets.sort((a, b) => a.upperBound - b.upperBound)) {
    const last = result.at(-1);
    if (last?.upperBound === upperBound) last.count += count;
    else result.push({ upperBound, count });
  }
  return result;
}

/** Smaller relative differences of two counts are rounding errors. */
const TOLERANCE = 1e-12;

/** Raises counts that are below that of a smaller bound. */
function forceRise(buckets: readonly Bucket[]): Forced | undefined {
  let forced: Forced | undefined;
  let before = buckets[0]!.count;
  for (const bucket of buckets.slice(1)) {
    const { upperBound, count } = bucket;
    if (count !== before && isAlmost(count, before)) bucket.count = before;
    else if (count < before) {
      bucket.count = before;
      forced = {
        least: Math.min(upperBound, forced?.least ?? Infinity),
        most: Math.max(upperBound, forced?.most ?? -Infinity),
        difference: Math.max(before - count, forced?.difference ?? 0),
      };
    } else before = count;
  }
  return forced;
}

function isAlmost(a: number, b: number): boolean {
  if (Number.isNaN(a) || Number.isNaN(b)) return Number.isNaN(a) && Number.isNaN(b);
  if (a === 0 || b === 0) return false;
  return Math.abs(a - b) / Math.min(Math.abs(a) + Math.abs(b), Number.MAX_VALUE) < TOLERANCE;
}
