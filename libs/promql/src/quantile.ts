/** The quantile of the first `count` numbers, which it sorts; NaN is the smallest. */
export function quantileOf(q: number, numbers: Float64Array, count: number): number {
  if (count === 0 || Number.isNaN(q)) return NaN;
  if (q < 0) return -Infinity;
  if (q > 1) return Infinity;
  const sorted = numbers.subarray(0, count).sort();
  // They stand at the end.
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

/** The quantile of a histogram, linear within a bucket; NaN unless the buckets have two bounds and the last is infinite. */
export function bucketQuantile(q: number, all: Bucket[]): number {
  if (Number.isNaN(q)) return NaN;
  if (q < 0) return -Infinity;
  if (q > 1) return Infinity;
  const buckets = coalesced(all);
  const last = buckets.length - 1;
  const total = buckets[last]!.count;
  if (buckets[last]!.upperBound !== Infinity || last < 1 || !(total !== 0)) return NaN;
  const rank = q * total;
  let at = buckets.findIndex(({ count }) => count >= rank);
  if (at === -1) at = last;
  const { upperBound, count } = buckets[at]!;
  if (at === last) return buckets[last - 1]!.upperBound;
  if (at === 0 && upperBound <= 0) return upperBound;
  const before = at === 0 ? { upperBound: 0, count: 0 } : buckets[at - 1]!;
  return before.upperBound + (upperBound - before.upperBound) * ((rank - before.count) / (count - before.count));
}

/** By bound, equal bounds as one, no count below that of a smaller bound. */
function coalesced(buckets: Bucket[]): Bucket[] {
  const result: Bucket[] = [];
  for (const { upperBound, count } of buckets.sort((a, b) => a.upperBound - b.upperBound)) {
    const last = result.at(-1);
    if (last?.upperBound === upperBound) last.count += count;
    else result.push({ upperBound, count });
  }
  let most = -Infinity;
  for (const bucket of result) bucket.count = most = Math.max(most, bucket.count);
  return result;
}
