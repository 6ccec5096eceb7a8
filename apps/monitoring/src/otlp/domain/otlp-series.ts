import { plainValueText } from '../../prometheus/domain/number-text';
import type { IncomingSeries, LabelPair, MetricKind, MetricMetadata } from '../../received/domain/incoming-series';
import { type BucketCount, boundsOf } from './exponential-buckets';
import { attributeText, labelNameOf, metricNameOf } from './otlp-names';
import type { Attributes, Metric, MetricData, Point, ResourceMetrics, ScopeMetrics, Temporality } from './otlp-metrics';

type Labels = ReadonlyMap<string, string>;

/** Data points that are refused by themselves, and why the first was. */
export class RejectedPoints {
  count = 0;
  readonly reasons = new Set<string>();

  add(count: number, reason: string): void {
    if (count === 0) return;
    this.count += count;
    if (this.reasons.size < MOST_REASONS) this.reasons.add(reason);
  }
}

const MOST_REASONS = 20;
/** Far more than labels that a series may have. */
const MOST_ATTRIBUTES = 1_000;
/** Attributes of a resource that become labels of all its series, not of `target_info`. */
const IDENTIFYING: ReadonlySet<string> = new Set(['service.namespace', 'service.name', 'service.instance.id']);
/** Between the parts of keys: labels hold none. */
const SEPARATOR = '\u0000';

/** How many data points there are. */
export function countPoints(resources: readonly ResourceMetrics[]): number {
  let count = 0;
  for (const { scopes } of resources) {
    for (const { metrics } of scopes) for (const { data } of metrics) count += data?.points.length ?? 0;
  }
  return count;
}

/**
 * Data points as samples of series, one after the other. Cumulative values are those of Prometheus. Values since the last
 * point (delta) stay what they are: no state is kept, so that repeats, restarts and several replicas change nothing. See
 * rule otlp-2.
 */
export function* seriesOf(resources: readonly ResourceMetrics[], rejected: RejectedPoints): Generator<IncomingSeries> {
  for (const { attributes, scopes } of resources) {
    const host = textOf(attributes, 'host.name');
    const target = targetOf(attributes, host);
    let newestMs = -Infinity;
    for (const scope of scopes) {
      const common = [...target, ...scopeLabels(scope)];
      for (const metric of scope.metrics) {
        for (const { labels, point, metadata, value } of samplesOf(metric, rejected)) {
          newestMs = Math.max(newestMs, point.timeMs);
          yield series(new Map([...labels, ...common]), { timeMs: point.timeMs, value, metadata, host });
        }
      }
    }
    const isWide = attributes.size > MOST_ATTRIBUTES;
    const about = labelsOf(isWide ? [] : [...attributes].filter(([key]) => !IDENTIFYING.has(key)));
    if (about.size === 0 || !Number.isFinite(newestMs)) continue;
    const labels = new Map([...about, ['__name__', 'target_info'] as const, ...target]);
    yield series(labels, { timeMs: newestMs, value: 1, metadata: TARGET_INFO, host });
  }
}

const TARGET_INFO: MetricMetadata = { kind: 'gauge', help: 'Attributes of the resource', unit: '' };

interface Sample {
  readonly timeMs: number;
  readonly value: number;
  readonly metadata: MetricMetadata;
  readonly host: string | undefined;
}

function series(labels: Labels, { timeMs, value, metadata, host }: Sample): IncomingSeries {
  let key = '';
  for (const [name, text] of labels) key += name + SEPARATOR + text + SEPARATOR;
  return { key, labels: () => [...labels] as LabelPair[], metadata, host, times: [timeMs], values: [value] };
}

function targetOf(attributes: Attributes, host: string | undefined): [string, string][] {
  const name = textOf(attributes, 'service.name') ?? 'unknown_service';
  const namespace = textOf(attributes, 'service.namespace');
  return [
    ['job', namespace === undefined ? name : `${namespace}/${name}`],
    // Those of several hosts would be one where none has an id.
    ['instance', textOf(attributes, 'service.instance.id') ?? host ?? ''],
  ];
}

function textOf(attributes: Attributes, key: string): string | undefined {
  const value = attributes.get(key);
  return value === undefined ? undefined : attributeText(value) || undefined;
}

function scopeLabels({ name, version, schemaUrl, attributes }: ScopeMetrics): [string, string][] {
  const own = new Map(
    [...labelsOf([...attributes].map(([key, value]) => [`otel_scope_${key}`, value]))].filter(
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

/** Where several attributes become one label, their values are joined in the order of their names. */
function labelsOf(attributes: Iterable<readonly [string, Parameters<typeof attributeText>[0]]>): Map<string, string> {
  const labels = new Map<string, string>();
  for (const [key, value] of [...attributes].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const name = labelNameOf(key);
    const text = attributeText(value);
    if (name === '' || name.startsWith('__') || text === '') continue;
    const known = labels.get(name);
    labels.set(name, known === undefined ? text : `${known};${text}`);
  }
  return labels;
}

interface PointSample {
  readonly labels: Map<string, string>;
  readonly point: Point;
  readonly metadata: MetricMetadata;
  readonly value: number;
}

function* samplesOf({ name, unit, description, data }: Metric, rejected: RejectedPoints): Generator<PointSample> {
  const points = data?.points ?? [];
  const problem = problemOf(name, data);
  if (!data || problem !== undefined) return rejected.add(points.length, problem ?? `metric "${name}" has no data`);
  const isCounter = data.type === 'sum' && data.isMonotonic;
  const family = metricNameOf(name, unit, isCounter ? 'counter' : data.type === 'gauge' ? 'gauge' : 'other');
  if (family === '') return rejected.add(points.length, `nothing of the name "${name}" can be the name of a metric`);
  const metadata: MetricMetadata = { kind: kindOf(data), help: description, unit };
  for (const point of points) {
    if (!Number.isFinite(point.timeMs)) {
      rejected.add(1, `a point of "${name}" has no time`);
      continue;
    }
    if (point.attributes.size > MOST_ATTRIBUTES) {
      rejected.add(1, `a point of "${name}" has more than ${MOST_ATTRIBUTES} attributes`);
      continue;
    }
    // That there is no value is nothing to store.
    if (point.isEmpty) continue;
    const labels = labelsOf(point.attributes);
    for (const [suffix, value, extra] of partsOf(data, point)) {
      yield { labels: new Map([...labels, ...extra, ['__name__', family + suffix]]), point, metadata, value };
    }
  }
}

function problemOf(name: string, data: MetricData | undefined): string | undefined {
  const hasTemporality = data !== undefined && 'temporality' in data;
  return hasTemporality && data.temporality === 'unspecified' ? `metric "${name}" has no temporality` : undefined;
}

type Part = readonly [suffix: string, value: number, extra: readonly (readonly [string, string])[]];

/** The samples of a point. */
function partsOf(data: MetricData, point: Point): Part[] {
  // Each point is of the data it is read from.
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
      const exponential = point as (typeof data.points)[number];
      return histogramParts(boundsOf(exponential), exponential);
    }
  }
}

function histogramParts(
  buckets: readonly BucketCount[],
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

/** A value since the last point is no counter: it does not grow. */
function kindOf(data: MetricData): MetricKind {
  const isDelta = 'temporality' in data && (data.temporality satisfies Temporality) === 'delta';
  if (data.type === 'gauge' || isDelta) return 'gauge';
  if (data.type === 'sum') return data.isMonotonic ? 'counter' : 'gauge';
  return data.type === 'summary' ? 'summary' : 'histogram';
}
