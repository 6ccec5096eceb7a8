import { Reader } from 'protobufjs/minimal';
import { readFixed64, readUint64 } from '../../received/domain/protobuf-numbers';
import {
  type Attributes,
  type AttributeValue,
  DEEPEST_VALUE,
  type ExponentialBuckets,
  type ExponentialPoint,
  type HistogramPoint,
  type Metric,
  type MetricData,
  MOST_MESSAGES,
  MOST_NUMBERS,
  type NumberPoint,
  OtlpFormatError,
  type ResourceMetrics,
  type ScopeMetrics,
  storableText,
  type SummaryPoint,
  type Temporality,
} from './otlp-metrics';

/** Reads a field; called for each occurrence. */
type Take = (reader: Reader, wireType: number) => void;
type Fields = Readonly<Record<number, Take>>;

const TEMPORALITIES: readonly Temporality[] = ['unspecified', 'delta', 'cumulative'];
const NO_VALUE_FLAG = 1;
const LENGTH_DELIMITED = 2;
const NANOSECONDS_PER_MS = 1_000_000n;

/** Reads an `ExportMetricsServiceRequest`. @throws OtlpFormatError */
export function decodeMetrics(bytes: Uint8Array): ResourceMetrics[] {
  try {
    return new Decoder().request(Reader.create(bytes));
  } catch (error) {
    // The reader throws errors of its own, all of them about what it reads.
    if (error instanceof OtlpFormatError || !(error instanceof Error)) throw error;
    throw new OtlpFormatError(error.message);
  }
}

class Decoder {
  private messages = 0;
  private listed = 0;

  request(reader: Reader): ResourceMetrics[] {
    const resources: ResourceMetrics[] = [];
    this.fields(reader, { 1: (field) => resources.push(this.resourceMetrics(field)) });
    return resources;
  }

  private resourceMetrics(reader: Reader): ResourceMetrics {
    const attributes = new Map<string, AttributeValue>();
    const scopes: ScopeMetrics[] = [];
    this.message(reader, {
      1: (field) => this.message(field, { 1: (each) => this.keyValue(each, attributes) }),
      2: (field) => scopes.push(this.scopeMetrics(field)),
    });
    return { attributes, scopes };
  }

  private scopeMetrics(reader: Reader): ScopeMetrics {
    const scope = { name: '', version: '', schemaUrl: '', attributes: new Map<string, AttributeValue>() };
    const metrics: Metric[] = [];
    this.message(reader, {
      1: (field) =>
        this.message(field, {
          1: (each) => (scope.name = storableText(each.string())),
          2: (each) => (scope.version = storableText(each.string())),
          3: (each) => this.keyValue(each, scope.attributes),
        }),
      2: (field) => metrics.push(this.metric(field)),
      3: (field) => (scope.schemaUrl = storableText(field.string())),
    });
    return { ...scope, metrics };
  }

  private metric(reader: Reader): Metric {
    const metric = { name: '', description: '', unit: '', data: undefined as MetricData | undefined };
    this.message(reader, {
      1: (field) => (metric.name = storableText(field.string())),
      2: (field) => (metric.description = storableText(field.string())),
      3: (field) => (metric.unit = storableText(field.string())),
      5: (field) =>
        (metric.data = { type: 'gauge', points: this.points(field, (one) => this.numberPoint(one)).points }),
      7: (field) => (metric.data = { type: 'sum', ...this.points(field, (one) => this.numberPoint(one)) }),
      9: (field) => (metric.data = { type: 'histogram', ...this.aggregates(field, (one) => this.histogramPoint(one)) }),
      10: (field) =>
        (metric.data = { type: 'exponential', ...this.aggregates(field, (one) => this.exponentialPoint(one)) }),
      11: (field) =>
        (metric.data = { type: 'summary', points: this.points(field, (one) => this.summaryPoint(one)).points }),
    });
    return metric;
  }

  private points<T>(reader: Reader, read: (reader: Reader) => T) {
    const points: T[] = [];
    let temporality: Temporality = 'unspecified';
    let isMonotonic = false;
    this.message(reader, {
      1: (field) => points.push(read(field)),
      2: (field) => (temporality = TEMPORALITIES[field.int32()] ?? 'unspecified'),
      3: (field) => (isMonotonic = field.bool()),
    });
    return { points, temporality, isMonotonic };
  }

  private aggregates<T>(reader: Reader, read: (reader: Reader) => T) {
    const { points, temporality } = this.points(reader, read);
    return { points, temporality };
  }

  private numberPoint(reader: Reader): NumberPoint {
    const attributes = new Map<string, AttributeValue>();
    const point = { timeMs: NaN, value: NaN, isEmpty: false };
    this.message(reader, {
      3: (field) => (point.timeMs = timeOf(field)),
      4: (field) => (point.value = field.double()),
      6: (field) => (point.value = signed(field.sfixed64())),
      7: (field) => this.keyValue(field, attributes),
      8: (field) => (point.isEmpty = (field.uint32() & NO_VALUE_FLAG) !== 0),
    });
    return { ...point, attributes };
  }

  private histogramPoint(reader: Reader): HistogramPoint {
    const attributes = new Map<string, AttributeValue>();
    const [bounds, counts]: [number[], number[]] = [[], []];
    const point = { timeMs: NaN, count: 0, sum: undefined as number | undefined, isEmpty: false };
    this.message(reader, {
      3: (field) => (point.timeMs = timeOf(field)),
      4: (field) => (point.count = readFixed64(field)),
      5: (field) => (point.sum = field.double()),
      6: (field, wireType) => this.numbers(field, wireType, counts, (each) => readFixed64(each)),
      7: (field, wireType) => this.numbers(field, wireType, bounds, (each) => each.double()),
      9: (field) => this.keyValue(field, attributes),
      10: (field) => (point.isEmpty = (field.uint32() & NO_VALUE_FLAG) !== 0),
    });
    return { ...point, bounds, counts, attributes };
  }

  private exponentialPoint(reader: Reader): ExponentialPoint {
    const attributes = new Map<string, AttributeValue>();
    const point = { timeMs: NaN, count: 0, sum: undefined as number | undefined, isEmpty: false };
    const shape = { scale: 0, zeroCount: 0, zeroThreshold: 0 };
    let [positive, negative]: [ExponentialBuckets, ExponentialBuckets] = [NO_BUCKETS, NO_BUCKETS];
    this.message(reader, {
      1: (field) => this.keyValue(field, attributes),
      3: (field) => (point.timeMs = timeOf(field)),
      4: (field) => (point.count = readFixed64(field)),
      5: (field) => (point.sum = field.double()),
      6: (field) => (shape.scale = field.sint32()),
      7: (field) => (shape.zeroCount = readFixed64(field)),
      8: (field) => (positive = this.buckets(field)),
      9: (field) => (negative = this.buckets(field)),
      10: (field) => (point.isEmpty = (field.uint32() & NO_VALUE_FLAG) !== 0),
      14: (field) => (shape.zeroThreshold = field.double()),
    });
    return { ...point, ...shape, positive, negative, attributes };
  }

  private buckets(reader: Reader): ExponentialBuckets {
    const counts: number[] = [];
    let offset = 0;
    this.message(reader, {
      1: (field) => (offset = field.sint32()),
      2: (field, wireType) => this.numbers(field, wireType, counts, (each) => readUint64(each)),
    });
    return { offset, counts };
  }

  private summaryPoint(reader: Reader): SummaryPoint {
    const attributes = new Map<string, AttributeValue>();
    const quantiles: { quantile: number; value: number }[] = [];
    const point = { timeMs: NaN, count: 0, sum: 0, isEmpty: false };
    this.message(reader, {
      3: (field) => (point.timeMs = timeOf(field)),
      4: (field) => (point.count = readFixed64(field)),
      5: (field) => (point.sum = field.double()),
      6: (field) => {
        const at = { quantile: 0, value: 0 };
        this.message(field, {
          1: (each) => (at.quantile = each.double()),
          2: (each) => (at.value = each.double()),
        });
        quantiles.push(at);
      },
      7: (field) => this.keyValue(field, attributes),
      8: (field) => (point.isEmpty = (field.uint32() & NO_VALUE_FLAG) !== 0),
    });
    return { ...point, quantiles, attributes };
  }

  private keyValue(reader: Reader, into: Map<string, AttributeValue>, depth = 0): void {
    let key = '';
    let value: AttributeValue = '';
    this.message(reader, {
      1: (field) => (key = storableText(field.string())),
      2: (field) => (value = this.anyValue(field, depth)),
    });
    into.set(key, value);
  }

  private anyValue(reader: Reader, depth: number): AttributeValue {
    if (depth > DEEPEST_VALUE) throw new OtlpFormatError(`values of attributes nested deeper than ${DEEPEST_VALUE}`);
    let value: AttributeValue = '';
    this.message(reader, {
      1: (field) => (value = storableText(field.string())),
      2: (field) => (value = field.bool()),
      3: (field) => (value = toBigInt(field.int64())),
      4: (field) => (value = field.double()),
      5: (field) => {
        const values: AttributeValue[] = [];
        this.message(field, { 1: (each) => values.push(this.anyValue(each, depth + 1)) });
        value = values;
      },
      6: (field) => {
        const map: Attributes = new Map<string, AttributeValue>();
        this.message(field, { 1: (each) => this.keyValue(each, map as Map<string, AttributeValue>, depth + 1) });
        value = map;
      },
      7: (field) => (value = field.bytes()),
    });
    return value;
  }

  /** A repeated number, packed or not. */
  private numbers(reader: Reader, wireType: number, into: number[], read: (reader: Reader) => number): void {
    if (wireType !== LENGTH_DELIMITED) {
      this.countNumber();
      into.push(read(reader));
      return;
    }
    const end = reader.uint32() + reader.pos;
    if (end > reader.len) throw new OtlpFormatError('truncated');
    while (reader.pos < end) {
      this.countNumber();
      into.push(read(reader));
    }
  }

  /** A message within another, which may not go beyond it. */
  private message(reader: Reader, fields: Fields): void {
    const length = reader.uint32();
    const end = reader.pos + length;
    if (end > reader.len) throw new OtlpFormatError('truncated');
    this.fields(reader, fields, end);
  }

  private fields(reader: Reader, fields: Fields, end = reader.len): void {
    if (++this.messages > MOST_MESSAGES) throw new OtlpFormatError(`more than ${MOST_MESSAGES} messages`);
    while (reader.pos < end) {
      const tag = reader.uint32();
      const take = fields[tag >>> 3];
      if (take) take(reader, tag & 7);
      else reader.skipType(tag & 7);
    }
    if (reader.pos > end) throw new OtlpFormatError('a field reaches beyond its message');
  }

  private countNumber(): void {
    if (++this.listed > MOST_NUMBERS) throw new OtlpFormatError(`more than ${MOST_NUMBERS} numbers in lists`);
  }
}

const NO_BUCKETS: ExponentialBuckets = { offset: 0, counts: [] };

/** A 64-bit number as the reader gives it: two halves, each as a signed one. */
type Wide = number | { readonly high: number; readonly low: number };

const HALF = 2 ** 32;

function signed(value: Wide): number {
  return typeof value === 'number' ? value : value.high * HALF + (value.low >>> 0);
}

function toBigInt(value: Wide): bigint {
  if (typeof value === 'number') return BigInt(value);
  return (BigInt(value.high) << 32n) | BigInt(value.low >>> 0);
}

/** A time of 0 is none. */
function timeOf(reader: Reader): number {
  const nanoseconds = BigInt.asUintN(64, toBigInt(reader.fixed64()));
  return nanoseconds === 0n ? NaN : Number(nanoseconds / NANOSECONDS_PER_MS);
}
