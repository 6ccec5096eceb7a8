import type { Annotations } from './annotations';
import { type Budget, UNITS_PER_SERIES } from './budget';
import { type Labels } from './labels';
import { type Bucket, bucketFraction, bucketQuantile } from './quantile';
import { emptySeries, merged, type Series } from './series';

export interface HistogramCall {
  readonly series: readonly Series[];
  readonly count: number;
  readonly timeAt: (k: number) => number;
  /** Position of the vector in the query. */
  readonly place: string;
}

/** For buckets that differ only in the label `le`. */
export function histogramQuantile(
  q: Float64Array,
  call: HistogramCall,
  budget: Budget,
  annotations: Annotations,
): Promise<Series[]> {
  const compute = (buckets: Bucket[], k: number): number => {
    const { quantile, forced } = bucketQuantile(q[k]!, buckets);
    if (forced) annotations.informOfForced({ timeMs: call.timeAt(k), ...forced }, call.place);
    return quantile;
  };
  return ofBuckets(call, compute, budget, annotations);
}

/** Like `histogramQuantile`. */
export function histogramFraction(
  [lower, upper]: readonly [Float64Array, Float64Array],
  call: HistogramCall,
  budget: Budget,
  annotations: Annotations,
): Promise<Series[]> {
  return ofBuckets(call, (buckets, k) => bucketFraction(lower[k]!, upper[k]!, buckets), budget, annotations);
}

async function ofBuckets(
  { series, count, place }: HistogramCall,
  compute: (buckets: Bucket[], k: number) => number,
  budget: Budget,
  annotations: Annotations,
): Promise<Series[]> {
  const histograms = new Map<string, { labels: Labels; buckets: { upperBound: number; series: Series }[] }>();
  for (const one of series) {
    if (budget.tick(UNITS_PER_SERIES)) await budget.rest();
    const bound = one.labels.get('le');
    const upperBound = getBound(bound);
    if (upperBound === undefined) {
      const problem = `bucket label "le" is missing or has a malformed value of ${JSON.stringify(bound)}`;
      annotations.warn(problem, place);
      continue;
    }
    const rest = one.labels.without(['le']);
    const known = histograms.get(rest.key) ?? { labels: rest.withoutName(), buckets: [] };
    histograms.set(rest.key, known);
    known.buckets.push({ upperBound, series: one });
  }
  const results: Series[] = [];
  for (const { labels, buckets } of histograms.values()) {
    budget.spend(count);
    const result = emptySeries(labels, count);
    for (let k = 0; k < count; k++) {
      const found: Bucket[] = [];
      for (const {
        upperBound,
        series: { values, present },
      } of buckets) {
        if (present[k]) found.push({ upperBound, count: values[k]! });
      }
      if (found.length > 0) {
        result.present[k] = 1;
        result.values[k] = compute(found, k);
      }
      if (budget.tick(UNITS_PER_SERIES + buckets.length * 5)) await budget.rest();
    }
    results.push(result);
  }
  return merged(results, budget);
}

function getBound(text: string): number | undefined {
  if (/^[+-]?inf(inity)?$/i.test(text)) return text.startsWith('-') ? -Infinity : Infinity;
  const bound = /^\s*$/.test(text) ? NaN : Number(text);
  return Number.isNaN(bound) ? undefined : bound;
}
