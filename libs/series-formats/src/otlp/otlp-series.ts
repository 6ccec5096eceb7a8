import { encodeHistogram, MIN_SCHEMA } from '@wardstone/metric-points';
import { plainValueText } from '@wardstone/promql';
import type { IncomingSeries, LabelPair, MetricKind, MetricMetadata } from '../incoming-series';
import { cut, MAX_BYTES, MAX_LABELS } from '../series-labels';
import { toNativeHistogram } from './exponential-histogram';
import { attributeText, toLabelName, toMetricName } from './otlp-names';
import {
  type Attributes,
  type ExponentialPoint,
  MAX_PARTS,
  type Metric,
  type MetricData,
  OtlpFormatError,
  type Point,
  type ResourceMetrics,
  type ScopeMetrics,
  type Temporality,
} from './otlp-metrics';

type Labels = ReadonlyMap<string, string>;

/** Individually refused data points, with the first reason. */
export class RejectedPoints {
  count = 0;
  readonly reasons = new Set<string>();

  add(count: number, reason: string): void {
    if (count === 0) return;
    this.count += count;
    if (this.reasons.size < MAX_REASONS) this.reasons.add(reason);
  }
}

const MAX_REASONS = 20;
/** Far more than the permitted labels of a series. */
const MAX_ATTRIBUTES = 1_000;
/** Out of the range of doubles at every scale. */
const MAX_OFFSET = 2 ** 30;
/** Limit for a whole request: a bucket is one number in the body, but becomes a series with labels. */
const MAX_SAMPLES = 150_000;
/** Buckets of an exponential histogram are stored together, and cost as much as a sample. */
const BUCKETS_PER_SAMPLE = 16;
/** Resource attributes that become labels of all series instead of `target_info`. */
const IDENTIFYING: ReadonlySet<string> = new Set(['service.namespace', 'service.name', 'service.instance.id']);
/** Separates the parts of keys; labels cannot contain it. */
const SEPARATOR = '\u0000';

/** Number of data points. */
export function countPoints(resources: readonly ResourceMetrics[]): number {
  let count = 0;
  for (const { scopes } of resources) {
    for (const scope of scopes) count += countScopePoints(scope);
  }
  return count;
}

function countScopePoints({ metrics }: ScopeMetrics): number {
  return metrics.reduce((count, { data }) => count + (data?.points.length ?? 0), 0);
}

/** @throws OtlpFormatError when the points have more samples than one request may bring */
export function requireFewSamples(resources: readonly ResourceMetrics[]): void {
  let count = 0;
  for (const { scopes } of resources) {
    for (const { metrics } of scopes) {
      for (const { data } of metrics) {
        const weight = data?.type === 'exponential' ? 1 / BUCKETS_PER_SAMPLE : 1;
        for (const point of data?.points ?? []) count += 1 + countParts(data!, point) * weight;
      }
    }
  }
  if (count > MAX_SAMPLES) throw new OtlpFormatError(`more than ${MAX_SAMPLES} samples in one request`);
}

/** Number of buckets and quantiles. */
function countParts(data: MetricData, point: Point): number {
  // The type of a point follows from its data.
  switch (data.type) {
    case 'gauge':
    case 'sum':
      return 0;
    case 'summary':
      return (point as (typeof data.points)[number]).quantiles.length;
    case 'histogram':
      return (point as (typeof data.points)[number]).bounds.length;
    case 'exponential': {
      const { positive, negative } = point as (typeof data.points)[number];
      return positive.counts.length + negative.counts.length;
    }
  }
}

function getLength(labels: readonly (readonly [string, string])[]): number {
  return labels.reduce((length, [name, text]) => length + name.length + text.length, 0);
}

const TOO_WIDE = `the labels of a resource and its scope are more than ${MAX_LABELS}, or than ${MAX_BYTES} bytes`;

/**
 * Converts data points to samples of series. Cumulative values are those of Prometheus. Delta values are stored
 * unchanged: no state is kept, so that repeats, restarts and several replicas make no difference. See rule otlp-2.
 * Yields undefined after work that gives no series, so that the reader can pause.
 */
export function* readOtlpSeries(
  resources: readonly ResourceMetrics[],
  rejected: RejectedPoints,
): Generator<IncomingSeries | undefined> {
  for (const { attributes, scopes } of resources) {
    const host = toText(attributes, 'host.name');
    const target = getTarget(attributes, host);
    let newestMs = -Infinity;
    for (const scope of scopes) {
      yield undefined;
      const common = scope.attributes.size > MAX_ATTRIBUTES ? undefined : [...target, ...scopeLabels(scope)];
      // Otherwise each series of the scope would be created and then refused.
      if (!common || common.length > MAX_LABELS || getLength(common) > MAX_BYTES) {
        rejected.add(countScopePoints(scope), TOO_WIDE);
        continue;
      }
      const commonKey = toKey(common);
      for (const metric of scope.metrics) {
        yield undefined;
        for (const { labels, own, point, metadata, value } of toSamples(metric, commonKey, rejected)) {
          const { timeMs } = point;
          newestMs = Math.max(newestMs, timeMs);
          yield {
            key: labels.key + toKey(own),
            labels: () => [...new Map([...labels.pairs, ...own, ...common])],
            metadata,
            host,
            ...(typeof value === 'number'
              ? { times: [timeMs], values: [value] }
              : { times: [], values: [], histograms: [{ timeMs, bytes: value }] }),
          };
        }
      }
    }
    yield undefined;
    const isWide = attributes.size > MAX_ATTRIBUTES;
    const about = toLabels(isWide ? [] : [...attributes].filter(([key]) => !IDENTIFYING.has(key)));
    if (about.size === 0 || !Number.isFinite(newestMs)) continue;
    const labels: LabelPair[] = [...new Map([...about, ['__name__', 'target_info'], ...target])];
    yield {
      key: toKey(labels),
      labels: () => labels,
      metadata: TARGET_INFO,
      host,
      times: [newestMs],
      values: [1],
    };
  }
}

const TARGET_INFO: MetricMetadata = { kind: 'gauge', help: 'Attributes of the resource', unit: '' };

function toKey(labels: Iterable<LabelPair>): string {
  let key = '';
  for (const [name, text] of labels) key += name + SEPARATOR + text + SEPARATOR;
  return key;
}

function getTarget(attributes: Attributes, host: string | undefined): [string, string][] {
  const name = toText(attributes, 'service.name') ?? 'unknown_service';
  const namespace = toText(attributes, 'service.namespace');
  return [
    ['job', namespace === undefined ? name : `${namespace}/${name}`],
    // Without an id, points of several hosts would share a series.
    ['instance', toText(attributes, 'service.instance.id') ?? host ?? ''],
  ];
}

function toText(attributes: Attributes, key: string): string | undefined {
  const value = attributes.get(key);
  return value === undefined ? undefined : attributeText(value) || undefined;
}

function scopeLabels({ name, version, schemaUrl, attributes }: ScopeMetrics): [string, string][] {
  const own = new Map(
    [...toLabels([...attributes].map(([key, value]) => [`otel_scope_${key}`, value]))].filter(
      ([label]) => !/^otel_scope_(name|version|schema_url)$/.test(label),
    ),
  );
  const fixed: [string, string][] = [
    ['otel_scope_name', name],
    ['otel_scope_version', version],
    ['otel_scope_schema_url', schemaUrl],
  ];
  return [...own, ...fixed].filter(([, text]) => text !== '');
}

/** Values of attributes with the same label name are joined in order of the attribute names. */
function toLabels(attributes: Iterable<readonly [string, Parameters<typeof attributeText>[0]]>): Map<string, string> {
  const labels = new Map<string, string>();
  for (const [key, value] of [...attributes].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const name = toLabelName(key);
    const text = attributeText(value);
    if (name === '' || name.startsWith('__') || text === '') continue;
    const known = labels.get(name);
    labels.set(name, known === undefined ? text : `${known};${text}`);
  }
  return labels;
}

/** Labels of all samples of a point, with their part of the key. */
interface PointLabels {
  readonly pairs: Labels;
  readonly key: string;
}

interface PointSample {
  readonly labels: PointLabels;
  /** Labels of only this sample. */
  readonly own: readonly LabelPair[];
  readonly point: Point;
  readonly metadata: MetricMetadata;
  /** A number, or an encoded native histogram. */
  readonly value: number | Buffer;
}

function* toSamples(
  { name, unit, description, data }: Metric,
  commonKey: string,
  rejected: RejectedPoints,
): Generator<PointSample> {
  const points = data?.points ?? [];
  const shown = cut(name);
  if (name.length + unit.length > MAX_BYTES) return rejected.add(points.length, `the name of "${shown}" is too long`);
  const problem = toProblem(name, data);
  if (!data || problem !== undefined) return rejected.add(points.length, problem ?? `metric "${shown}" has no data`);
  const isCounter = data.type === 'sum' && data.isMonotonic;
  const family = toMetricName(name, unit, isCounter ? 'counter' : data.type === 'gauge' ? 'gauge' : 'other');
  if (family === '') return rejected.add(points.length, `nothing of the name "${shown}" can be the name of a metric`);
  const metadata: MetricMetadata = { kind: toKind(data), help: description, unit };
  for (const point of points) {
    const pointProblem = findPointProblem(data, point);
    if (pointProblem !== undefined) {
      rejected.add(1, `a point of "${shown}" has ${pointProblem}`);
      continue;
    }
    // A point without a value is not stored.
    if (point.isEmpty) continue;
    const pairs = toLabels(point.attributes);
    const labels = { pairs, key: commonKey + toKey(pairs) };
    for (const [suffix, value, extra] of toParts(data, point)) {
      yield { labels, own: [...extra, ['__name__', family + suffix]], point, metadata, value };
    }
  }
}

function toProblem(name: string, data: MetricData | undefined): string | undefined {
  const hasTemporality = data !== undefined && 'temporality' in data;
  return hasTemporality && data.temporality === 'unspecified' ? `metric "${cut(name)}" has no temporality` : undefined;
}

function findPointProblem(data: MetricData, point: Point): string | undefined {
  if (!Number.isFinite(point.timeMs)) return 'no time';
  if (point.attributes.size > MAX_ATTRIBUTES) return `more than ${MAX_ATTRIBUTES} attributes`;
  if (countParts(data, point) > MAX_PARTS) return `more than ${MAX_PARTS} buckets or quantiles`;
  return data.type === 'exponential' ? findExponentialProblem(point as ExponentialPoint) : undefined;
}

function findExponentialProblem({ scale, positive, negative }: ExponentialPoint): string | undefined {
  if (!(Number.isInteger(scale) && scale >= MIN_SCHEMA)) return `a scale below ${MIN_SCHEMA}`;
  const isWithin = ({ offset }: ExponentialPoint['positive']): boolean => Math.abs(offset) <= MAX_OFFSET;
  return isWithin(positive) && isWithin(negative) ? undefined : 'buckets beyond all numbers';
}

type Part = readonly [suffix: string, value: number | Buffer, extra: readonly (readonly [string, string])[]];

/** The samples of a point. */
function toParts(data: MetricData, point: Point): Part[] {
  // The type of a point follows from its data.
  switch (data.type) {
    case 'gauge':
    case 'sum':
      return [['', (point as (typeof data.points)[number]).value, []]];
    case 'summary': {
      const { count, sum, quantiles } = point as (typeof data.points)[number];
      const at = quantiles.map(({ quantile, value }): Part => ['', value, [['quantile', plainValueText(quantile)]]]);
      return [...at, ['_sum', sum, []], ['_count', count, []]];
    }
    case 'histogram': {
      const { bounds, counts, ...rest } = point as (typeof data.points)[number];
      let total = 0;
      const buckets = bounds.map((bound, at) => ({ bound, count: (total += counts[at] ?? 0) }));
      return histogramParts(buckets, rest);
    }
    case 'exponential': {
      const histogram = toNativeHistogram(point as (typeof data.points)[number], data.temporality);
      return [['', encodeHistogram(histogram), []]];
    }
  }
}

function histogramParts(
  buckets: readonly { readonly bound: number; readonly count: number }[],
  { count, sum }: { count: number; sum: number | undefined },
): Part[] {
  const finite = buckets.filter(({ bound }) => bound !== Infinity);
  return [
    ...finite.map((bucket): Part => ['_bucket', bucket.count, [['le', plainValueText(bucket.bound)]]]),
    ['_bucket', count, [['le', '+Inf']]],
    ...(sum === undefined ? [] : [['_sum', sum, []] as const]),
    ['_count', count, []],
  ];
}

/** A delta is not a counter, because it does not accumulate. */
function toKind(data: MetricData): MetricKind {
  const isDelta = 'temporality' in data && (data.temporality satisfies Temporality) === 'delta';
  if (data.type === 'gauge' || isDelta) return 'gauge';
  if (data.type === 'sum') return data.isMonotonic ? 'counter' : 'gauge';
  return data.type === 'summary' ? 'summary' : 'histogram';
}
