import {
  type Attributes,
  type AttributeValue,
  MAX_VALUE_DEPTH,
  type ExponentialBuckets,
  type Metric,
  type MetricData,
  OtlpFormatError,
  type Point,
  type ResourceMetrics,
  type ScopeMetrics,
  storableText,
  type Temporality,
} from './otlp-metrics';

type Json = Readonly<Record<string, unknown>>;

const TEMPORALITIES: readonly Temporality[] = ['unspecified', 'delta', 'cumulative'];
const NANOSECONDS_PER_MS = 1_000_000n;
const WHOLE = /^-?\d{1,20}$/;

/**
 * Parses an `ExportMetricsServiceRequest` in JSON.
 * @throws OtlpFormatError
 */
export function readMetricsJson(value: unknown): ResourceMetrics[] {
  return listIn(getObject(value, 'the body'), 'resourceMetrics', readResource);
}

function readResource(json: Json): ResourceMetrics {
  return {
    attributes: readAttributes(messageIn(json, 'resource')),
    scopes: listIn(json, 'scopeMetrics', readScope),
  };
}

function readScope(json: Json): ScopeMetrics {
  const scope = messageIn(json, 'scope');
  return {
    name: textIn(scope, 'name'),
    version: textIn(scope, 'version'),
    schemaUrl: textIn(json, 'schemaUrl'),
    attributes: readAttributes(scope),
    metrics: listIn(json, 'metrics', readMetric),
  };
}

function readMetric(json: Json): Metric {
  const [name, description, unit] = [textIn(json, 'name'), textIn(json, 'description'), textIn(json, 'unit')];
  return { name, description, unit, data: readData(json) };
}

function readData(json: Json): MetricData | undefined {
  const has = (name: string): boolean => json[name] !== undefined && json[name] !== null;
  const pointsIn = <T>(data: Json, read: (point: Json) => T) => ({
    points: listIn(data, 'dataPoints', read),
    temporality: TEMPORALITIES[numberIn(data, 'aggregationTemporality')] ?? 'unspecified',
  });
  if (has('gauge')) return { type: 'gauge', points: pointsIn(messageIn(json, 'gauge'), readNumberPoint).points };
  if (has('sum')) {
    const sum = messageIn(json, 'sum');
    return { type: 'sum', ...pointsIn(sum, readNumberPoint), isMonotonic: sum['isMonotonic'] === true };
  }
  if (has('histogram')) return { type: 'histogram', ...pointsIn(messageIn(json, 'histogram'), readHistogramPoint) };
  if (has('exponentialHistogram')) {
    return { type: 'exponential', ...pointsIn(messageIn(json, 'exponentialHistogram'), readExponentialPoint) };
  }
  if (has('summary')) return { type: 'summary', points: pointsIn(messageIn(json, 'summary'), readSummaryPoint).points };
  return undefined;
}

function readPoint(json: Json): Point {
  const nanoseconds = wholeIn(json, 'timeUnixNano');
  return {
    attributes: readAttributes(json),
    timeMs: nanoseconds === 0n ? NaN : Number(nanoseconds / NANOSECONDS_PER_MS),
    isEmpty: (numberIn(json, 'flags') & 1) !== 0,
  };
}

function readNumberPoint(json: Json) {
  const isWhole = json['asInt'] !== undefined && json['asInt'] !== null;
  return { ...readPoint(json), value: isWhole ? numberIn(json, 'asInt') : numberIn(json, 'asDouble', NaN) };
}

function readHistogramPoint(json: Json) {
  return {
    ...readPoint(json),
    count: numberIn(json, 'count'),
    sum: optionalNumberIn(json, 'sum'),
    bounds: numbersIn(json, 'explicitBounds'),
    counts: numbersIn(json, 'bucketCounts'),
  };
}

function readExponentialPoint(json: Json) {
  return {
    ...readPoint(json),
    count: numberIn(json, 'count'),
    sum: optionalNumberIn(json, 'sum'),
    scale: numberIn(json, 'scale'),
    zeroCount: numberIn(json, 'zeroCount'),
    zeroThreshold: numberIn(json, 'zeroThreshold'),
    positive: readBuckets(messageIn(json, 'positive')),
    negative: readBuckets(messageIn(json, 'negative')),
  };
}

function readBuckets(json: Json): ExponentialBuckets {
  return { offset: numberIn(json, 'offset'), counts: numbersIn(json, 'bucketCounts') };
}

function readSummaryPoint(json: Json) {
  const quantiles = listIn(json, 'quantileValues', (at) => ({
    quantile: numberIn(at, 'quantile'),
    value: numberIn(at, 'value'),
  }));
  return { ...readPoint(json), count: numberIn(json, 'count'), sum: numberIn(json, 'sum'), quantiles };
}

function readAttributes(json: Json, depth = 0, name = 'attributes'): Attributes {
  return new Map(listIn(json, name, (each) => [textIn(each, 'key'), readValue(messageIn(each, 'value'), depth)]));
}

function readValue(json: Json, depth: number): AttributeValue {
  if (depth > MAX_VALUE_DEPTH) throw new OtlpFormatError(`values of attributes nested deeper than ${MAX_VALUE_DEPTH}`);
  const [kind] = Object.keys(json);
  switch (kind) {
    case 'boolValue':
      return json[kind] === true;
    case 'intValue':
      return wholeIn(json, kind);
    case 'doubleValue':
      return numberIn(json, kind);
    case 'bytesValue':
      return Buffer.from(textIn(json, kind), 'base64');
    case 'arrayValue':
      return listIn(messageIn(json, kind), 'values', (each) => readValue(each, depth + 1));
    case 'kvlistValue':
      return readAttributes(messageIn(json, kind), depth + 1, 'values');
    default:
      return textIn(json, 'stringValue');
  }
}

function getObject(value: unknown, name: string): Json {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Json;
  throw new OtlpFormatError(`${name} is not an object`);
}

/** Null messages count as absent, as in protobuf. */
function messageIn(json: Json, name: string): Json {
  return json[name] === undefined || json[name] === null ? {} : getObject(json[name], name);
}

function listIn<T>(json: Json, name: string, read: (each: Json) => T): T[] {
  const value = json[name];
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value)) throw new OtlpFormatError(`${name} is not a list`);
  return value.map((each: unknown) => read(getObject(each, `an element of ${name}`)));
}

function textIn(json: Json, name: string): string {
  const value = json[name] ?? '';
  if (typeof value !== 'string') throw new OtlpFormatError(`${name} is not text`);
  return storableText(value);
}

function numbersIn(json: Json, name: string): number[] {
  const value = json[name] ?? [];
  if (!Array.isArray(value)) throw new OtlpFormatError(`${name} is not a list`);
  return value.map((each: unknown) => toNumber(each, `an element of ${name}`));
}

function numberIn(json: Json, name: string, missing = 0): number {
  return optionalNumberIn(json, name) ?? missing;
}

function optionalNumberIn(json: Json, name: string): number | undefined {
  const value = json[name];
  return value === undefined || value === null ? undefined : toNumber(value, name);
}

/** 64-bit integers and non-finite numbers are sent as text. */
function toNumber(value: unknown, name: string): number {
  if (typeof value === 'number') return value;
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : NaN;
  if (Number.isNaN(number) && value !== 'NaN') throw new OtlpFormatError(`${name} is not a number`);
  return number;
}

function wholeIn(json: Json, name: string): bigint {
  const value = json[name] ?? 0;
  if (typeof value === 'number' && Number.isInteger(value)) return BigInt(value);
  if (typeof value === 'string' && WHOLE.test(value)) return BigInt(value);
  throw new OtlpFormatError(`${name} is not a whole number`);
}
