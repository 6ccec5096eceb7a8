import { type BucketCounts, MAX_SCHEMA, mergeBuckets, type NativeHistogram } from '@wardstone/metric-points';
import type { ExponentialBuckets, ExponentialPoint, Temporality } from './otlp-metrics';

/** As in Prometheus, for senders that name none. */
const DEFAULT_ZERO_THRESHOLD = 1e-128;

/** An exponential histogram at a scale of at least `MIN_SCHEMA`; finer buckets than those of `MAX_SCHEMA` are merged. */
export function toNativeHistogram(point: ExponentialPoint, temporality: Temporality): NativeHistogram {
  const { scale, count, sum = 0, zeroCount, zeroThreshold, positive, negative } = point;
  const shift = Math.max(0, scale - MAX_SCHEMA);
  return {
    schema: scale - shift,
    // A delta does not accumulate.
    hint: temporality === 'delta' ? 'gauge' : 'unknown',
    count,
    sum,
    zeroThreshold: zeroThreshold > 0 ? zeroThreshold : DEFAULT_ZERO_THRESHOLD,
    zeroCount,
    positive: mergeBuckets(toBuckets(positive), shift),
    negative: mergeBuckets(toBuckets(negative), shift),
  };
}

/** OTLP names a bucket by its lower bound, Prometheus by its upper one. */
function toBuckets({ offset, counts }: ExponentialBuckets): BucketCounts {
  const kept = counts.flatMap((count, i) => (count > 0 ? [[offset + i + 1, count] as const] : []));
  return {
    indexes: Int32Array.from(kept, ([index]) => index),
    counts: Float64Array.from(kept, ([, count]) => count),
  };
}
