import type { NativeHistogram } from '@wardstone/metric-points';
import type { Annotations } from './annotations';
import { type Budget, UNITS_PER_SERIES } from './budget';
import { UNITS_PER_HISTOGRAM } from './histogram-aggregates';
import { type Labels } from './labels';
import { type NanNote, nativeFraction, nativeQuantile, type NativeResult } from './native-quantile';
import { type Bucket, bucketFraction, bucketQuantile } from './quantile';
import { emptySeries, mergeSeries, type Series, withValues } from './series';

export interface HistogramCall {
  readonly series: readonly Series[];
  readonly count: number;
  readonly timeAt: (k: number) => number;
  /** Position of the vector in the query. */
  readonly place: string;
}

/** A computation over the buckets of a classic or native histogram at a step. */
interface Computation {
  readonly ofBuckets: (buckets: Bucket[], k: number) => number;
  readonly ofNative: (histogram: NativeHistogram, k: number) => NativeResult;
}

/** Notes of Prometheus about NaN observations. */
const NAN_NOTES: Readonly<Record<NanNote, string>> = {
  'no result': 'input to histogram_quantile has NaN observations, result is NaN',
  skewed: 'input to histogram_quantile has NaN observations, result is skewed higher',
  'left out': 'input to histogram_fraction has NaN observations, which are excluded from all fractions',
};

/** For buckets that differ only in the label `le`, and for native histograms. */
export function histogramQuantile(
  q: Float64Array,
  call: HistogramCall,
  budget: Budget,
  annotations: Annotations,
): Promise<Series[]> {
  const ofBuckets = (buckets: Bucket[], k: number): number => {
    const { quantile, forced } = bucketQuantile(q[k]!, buckets);
    if (forced) annotations.informOfForced({ timeMs: call.timeAt(k), ...forced }, call.place);
    return quantile;
  };
  const ofNative = (histogram: NativeHistogram, k: number): NativeResult => nativeQuantile(q[k]!, histogram);
  return ofHistograms(call, { ofBuckets, ofNative }, budget, annotations);
}

/** Like `histogramQuantile`. */
export function histogramFraction(
  [lower, upper]: readonly [Float64Array, Float64Array],
  call: HistogramCall,
  budget: Budget,
  annotations: Annotations,
): Promise<Series[]> {
  const ofBuckets = (buckets: Bucket[], k: number): number => bucketFraction(lower[k]!, upper[k]!, buckets);
  const ofNative = (histogram: NativeHistogram, k: number): NativeResult =>
    nativeFraction(lower[k]!, upper[k]!, histogram);
  return ofHistograms(call, { ofBuckets, ofNative }, budget, annotations);
}

/** Buckets of one classic histogram. */
interface ClassicHistogram {
  readonly labels: Labels;
  readonly buckets: { readonly upperBound: number; readonly series: Series }[];
  /** 1 for steps at which the series has a native histogram, too. */
  readonly mixed: Uint8Array;
}

async function ofHistograms(
  call: HistogramCall,
  computation: Computation,
  budget: Budget,
  annotations: Annotations,
): Promise<Series[]> {
  const classic = await groupBuckets(call, budget, annotations);
  const results: Series[] = [];
  for (const one of call.series) {
    if (!one.histograms) continue;
    results.push(await ofNative(one, classic.get(one.labels.key), call, computation, budget, annotations));
  }
  for (const histogram of classic.values()) results.push(await ofClassic(histogram, call, computation, budget));
  return mergeSeries(withValues(results), budget);
}

async function groupBuckets(
  { series, count, place }: HistogramCall,
  budget: Budget,
  annotations: Annotations,
): Promise<Map<string, ClassicHistogram>> {
  const found = new Map<string, ClassicHistogram>();
  for (const one of series) {
    if (budget.tick(UNITS_PER_SERIES)) await budget.rest();
    if (!one.present.includes(1)) continue;
    const bound = one.labels.get('le');
    const upperBound = getBound(bound);
    if (upperBound === undefined) {
      const problem = `bucket label "le" is missing or has a malformed value of ${JSON.stringify(bound)}`;
      annotations.warn(problem, place);
      continue;
    }
    const rest = one.labels.without(['le']);
    const known = found.get(rest.key) ?? { labels: rest.withoutName(), buckets: [], mixed: new Uint8Array(count) };
    found.set(rest.key, known);
    known.buckets.push({ upperBound, series: one });
  }
  return found;
}

/** Nothing where the series has buckets beside its native histogram, which are then left out, too. */
async function ofNative(
  { labels, histograms }: Series,
  classic: ClassicHistogram | undefined,
  { count, place }: HistogramCall,
  computation: Computation,
  budget: Budget,
  annotations: Annotations,
): Promise<Series> {
  budget.spend(count);
  const result = emptySeries(labels.withoutName(), count);
  for (const [k, histogram] of histograms!.entries()) {
    if (!histogram) continue;
    if (budget.tick(UNITS_PER_HISTOGRAM)) await budget.rest();
    if (classic?.buckets.some(({ series }) => series.present[k])) {
      classic.mixed[k] = 1;
      annotations.warn('vector contains a mix of classic and native histograms', place);
      continue;
    }
    const { value, note } = computation.ofNative(histogram, k);
    if (note) annotations.inform(NAN_NOTES[note], place);
    result.present[k] = 1;
    result.values[k] = value;
  }
  return result;
}

async function ofClassic(
  { labels, buckets, mixed }: ClassicHistogram,
  { count }: HistogramCall,
  computation: Computation,
  budget: Budget,
): Promise<Series> {
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
    if (found.length > 0 && !mixed[k]) {
      result.present[k] = 1;
      result.values[k] = computation.ofBuckets(found, k);
    }
    if (budget.tick(UNITS_PER_SERIES + buckets.length * 5)) await budget.rest();
  }
  return result;
}

function getBound(text: string): number | undefined {
  if (/^[+-]?inf(inity)?$/i.test(text)) return text.startsWith('-') ? -Infinity : Infinity;
  const bound = /^\s*$/.test(text) ? NaN : Number(text);
  return Number.isNaN(bound) ? undefined : bound;
}
