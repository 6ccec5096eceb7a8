import { Pace } from '@wardstone/turns';
import { Reader } from 'protobufjs/minimal';
import { readFixed64, readUint64 } from '../protobuf-numbers';
import {
  type Attributes,
  type AttributeValue,
  MAX_VALUE_DEPTH,
  type ExponentialBuckets,
  type ExponentialPoint,
  type HistogramPoint,
  type Metric,
  type MetricData,
  MAX_FIELDS,
  MAX_MESSAGES,
  MAX_NUMBERS,
  MAX_PARTS,
  MAX_TEXT_BYTES,
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
/** Reads a long message, and yields where other requests should be served. */
type Steps<T> = Generator<void, T, void>;

const TEMPORALITIES: readonly Temporality[] = ['unspecified', 'delta', 'cumulative'];
const NO_VALUE_FLAG = 1;
const LENGTH_DELIMITED = 2;
const NANOSECONDS_PER_MS = 1_000_000n;

/**
 * Parses an `ExportMetricsServiceRequest`; yields to other work in between.
 * @throws OtlpFormatError
 */
export async function decodeMetrics(bytes: Uint8Array): Promise<ResourceMetrics[]> {
  const pace = new Pace();
  try {
    const reading = new Decoder(pace).request(Reader.create(bytes));
    for (;;) {
      const { done, value } = reading.next();
      if (done) return value;
      await pace.rest();
    }
  } catch (error) {
    // All errors thrown by the reader concern its input.
    if (error instanceof OtlpFormatError || !(error instanceof Error)) throw error;
    throw new OtlpFormatError(error.message);
  }
}

class Decoder {
  private messages = 0;
  private listed = 0;
  /** Fields read since other requests could be served. */
  private unpaced = 0;

  constructor(private readonly pace: Pace) {}

  *request(reader: Reader): Steps<ResourceMetrics[]> {
    const resources: ResourceMetrics[] = [];
    for (const [number, wireType] of this.readFields(reader)) {
      if (number === 1) resources.push(yield* this.resourceMetrics(reader));
      else reader.skipType(wireType);
      if (this.pace.isDue) yield;
    }
    return resources;
  }

  private *resourceMetrics(reader: Reader): Steps<ResourceMetrics> {
    const attributes = new Map<string, AttributeValue>();
    const scopes: ScopeMetrics[] = [];
    for (const [number, wireType] of this.readFields(reader, this.readEnd(reader))) {
      if (number === 1) yield* this.attributes(reader, attributes);
      else if (number === 2) scopes.push(yield* this.scopeMetrics(reader));
      else reader.skipType(wireType);
      if (this.pace.isDue) yield;
    }
    return { attributes, scopes };
  }

  private *attributes(reader: Reader, into: Map<string, AttributeValue>): Steps<void> {
    for (const [number, wireType] of this.readFields(reader, this.readEnd(reader))) {
      if (number === 1) this.keyValue(reader, into);
      else reader.skipType(wireType);
      if (this.pace.isDue) yield;
    }
  }

  private *scopeMetrics(reader: Reader): Steps<ScopeMetrics> {
    const scope = { name: '', version: '', schemaUrl: '', attributes: new Map<string, AttributeValue>() };
    const metrics: Metric[] = [];
    for (const [number, wireType] of this.readFields(reader, this.readEnd(reader))) {
      if (number === 1) yield* this.scope(reader, scope);
      else if (number === 2) metrics.push(yield* this.metric(reader));
      else if (number === 3) scope.schemaUrl = readText(reader);
      else reader.skipType(wireType);
      if (this.pace.isDue) yield;
    }
    return { ...scope, metrics };
  }

  private *scope(
    reader: Reader,
    into: { name: string; version: string; attributes: Map<string, AttributeValue> },
  ): Steps<void> {
    for (const [number, wireType] of this.readFields(reader, this.readEnd(reader))) {
      if (number === 1) into.name = readText(reader);
      else if (number === 2) into.version = readText(reader);
      else if (number === 3) this.keyValue(reader, into.attributes);
      else reader.skipType(wireType);
      if (this.pace.isDue) yield;
    }
  }

  private *metric(reader: Reader): Steps<Metric> {
    const metric = { name: '', description: '', unit: '', data: undefined as MetricData | undefined };
    for (const [number, wireType] of this.readFields(reader, this.readEnd(reader))) {
      if (number === 1) metric.name = readText(reader);
      else if (number === 2) metric.description = readText(reader);
      else if (number === 3) metric.unit = readText(reader);
      else metric.data = (yield* this.data(reader, number)) ?? skipped(reader, wireType, metric.data);
      if (this.pace.isDue) yield;
    }
    return metric;
  }

  /** Undefined if the field contains no data. */
  private *data(reader: Reader, number: number): Steps<MetricData | undefined> {
    switch (number) {
      case 5: {
        const { points } = yield* this.points(reader, (one) => this.numberPoint(one));
        return { type: 'gauge', points };
      }
      case 7:
        return { type: 'sum', ...(yield* this.points(reader, (one) => this.numberPoint(one))) };
      case 9: {
        const { points, temporality } = yield* this.points(reader, (one) => this.histogramPoint(one));
        return { type: 'histogram', points, temporality };
      }
      case 10: {
        const { points, temporality } = yield* this.points(reader, (one) => this.exponentialPoint(one));
        return { type: 'exponential', points, temporality };
      }
      case 11: {
        const { points } = yield* this.points(reader, (one) => this.summaryPoint(one));
        return { type: 'summary', points };
      }
      default:
        return undefined;
    }
  }

  private *points<T>(
    reader: Reader,
    read: (reader: Reader) => T,
  ): Steps<{ points: T[]; temporality: Temporality; isMonotonic: boolean }> {
    const points: T[] = [];
    let temporality: Temporality = 'unspecified';
    let isMonotonic = false;
    for (const [number, wireType] of this.readFields(reader, this.readEnd(reader))) {
      if (number === 1) points.push(read(reader));
      else if (number === 2) temporality = TEMPORALITIES[reader.int32()] ?? 'unspecified';
      else if (number === 3) isMonotonic = reader.bool();
      else reader.skipType(wireType);
      if (this.pace.isDue) yield;
    }
    return { points, temporality, isMonotonic };
  }

  private numberPoint(reader: Reader): NumberPoint {
    const attributes = new Map<string, AttributeValue>();
    const point = { timeMs: NaN, value: NaN, isEmpty: false };
    this.message(reader, {
      3: (field) => (point.timeMs = toTime(field)),
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
      3: (field) => (point.timeMs = toTime(field)),
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
      3: (field) => (point.timeMs = toTime(field)),
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
      3: (field) => (point.timeMs = toTime(field)),
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
      1: (field) => (key = readText(field)),
      2: (field) => (value = this.anyValue(field, depth)),
    });
    into.set(key, value);
  }

  private anyValue(reader: Reader, depth: number): AttributeValue {
    if (depth > MAX_VALUE_DEPTH)
      throw new OtlpFormatError(`values of attributes nested deeper than ${MAX_VALUE_DEPTH}`);
    let value: AttributeValue = '';
    this.message(reader, {
      1: (field) => (value = readText(field)),
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
    const end = this.readEnd(reader);
    // Points with too many are refused, however many they have.
    while (reader.pos < end && into.length <= MAX_PARTS) {
      this.countNumber();
      into.push(read(reader));
    }
    requireEnd(reader, end);
    reader.skip(end - reader.pos);
  }

  /** Reads a nested message within the bounds of the outer one. */
  private message(reader: Reader, fields: Fields): void {
    const end = this.readEnd(reader);
    this.countMessage();
    while (reader.pos < end) {
      if (++this.unpaced > MAX_FIELDS)
        throw new OtlpFormatError(`more than ${MAX_FIELDS} fields in a data point or an attribute`);
      const tag = reader.uint32();
      const take = fields[tag >>> 3];
      if (take) take(reader, tag & 7);
      else reader.skipType(tag & 7);
    }
    requireEnd(reader, end);
  }

  /** Field number and wire type of each field of a message; the caller reads the values in between. */
  private *readFields(reader: Reader, end = reader.len): Generator<[number: number, wireType: number], void, void> {
    this.countMessage();
    while (reader.pos < end) {
      const tag = reader.uint32();
      this.unpaced = 0;
      yield [tag >>> 3, tag & 7];
    }
    requireEnd(reader, end);
  }

  private readEnd(reader: Reader): number {
    const length = reader.uint32();
    const end = reader.pos + length;
    if (end > reader.len) throw new OtlpFormatError('truncated');
    return end;
  }

  private countMessage(): void {
    if (++this.messages > MAX_MESSAGES) throw new OtlpFormatError(`more than ${MAX_MESSAGES} messages`);
  }

  private countNumber(): void {
    if (++this.listed > MAX_NUMBERS) throw new OtlpFormatError(`more than ${MAX_NUMBERS} numbers in lists`);
  }
}

/** @throws OtlpFormatError when it is too long to be read at once */
function readText(reader: Reader): string {
  const start = reader.pos;
  if (reader.uint32() > MAX_TEXT_BYTES) throw new OtlpFormatError(`a text of more than ${MAX_TEXT_BYTES} bytes`);
  reader.pos = start;
  return storableText(reader.string());
}

function requireEnd(reader: Reader, end: number): void {
  if (reader.pos > end) throw new OtlpFormatError('a field reaches beyond its message');
}

/** Skips a field without data, and returns the previous data. */
function skipped(reader: Reader, wireType: number, data: MetricData | undefined): MetricData | undefined {
  reader.skipType(wireType);
  return data;
}

const NO_BUCKETS: ExponentialBuckets = { offset: 0, counts: [] };

/** A 64-bit number of the reader: two halves as signed integers. */
type Wide = number | { readonly high: number; readonly low: number };

const HALF = 2 ** 32;

function signed(value: Wide): number {
  return typeof value === 'number' ? value : value.high * HALF + (value.low >>> 0);
}

function toBigInt(value: Wide): bigint {
  if (typeof value === 'number') return BigInt(value);
  return (BigInt(value.high) << 32n) | BigInt(value.low >>> 0);
}

/** 0 means no time. */
function toTime(reader: Reader): number {
  const nanoseconds = BigInt.asUintN(64, toBigInt(reader.fixed64()));
  return nanoseconds === 0n ? NaN : Number(nanoseconds / NANOSECONDS_PER_MS);
}
