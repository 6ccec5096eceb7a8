import type { Reader } from 'protobufjs/minimal';
import {
  type BucketCounts,
  CUSTOM_SCHEMA,
  encodeHistogram,
  MAX_BUCKETS,
  MAX_SCHEMA,
  mergeBuckets,
  MIN_SCHEMA,
  RESET_HINTS,
} from '@wardstone/metric-points';
import type { IncomingHistogram } from '../incoming-series';
import { readInt64, readSint64, readUint64 } from '../protobuf-numbers';
import { RefusedSeries } from '../refusals';
import { isStaleMarker } from './stale-marker';
import { readEnd, requireEnd } from './write-fields';

/** Finest schema that a sender may use; above `MAX_SCHEMA` buckets are merged, as in Prometheus. */
const FINEST_SENT_SCHEMA = 52;
/** Out of the range of doubles at every schema. */
const MAX_INDEX = 2 ** 30;

/** Positive or negative buckets as sent. */
class SentBuckets {
  /** Offset and length of each span. */
  readonly spans: number[] = [];
  readonly deltas: number[] = [];
  readonly counts: number[] = [];

  /** Buckets by index; without empty ones. @returns a text for buckets that contradict themselves */
  toCounts(isFloat: boolean): BucketCounts | string {
    const sent = isFloat ? this.counts : this.deltas;
    let length = 0;
    for (let i = 0; i < this.spans.length; i += 2) {
      if (i > 0 && this.spans[i]! < 0) return 'a span that begins before the previous one ends';
      length += this.spans[i + 1]!;
    }
    if (length !== sent.length) return `spans of ${length} buckets for ${sent.length} counts`;
    const indexes = new Int32Array(length);
    const counts = new Float64Array(length);
    let [index, at, kept, count] = [0, 0, 0, 0];
    for (let i = 0; i < this.spans.length; i += 2) {
      index += this.spans[i]!;
      for (let inSpan = 0; inSpan < this.spans[i + 1]!; inSpan++, index++, at++) {
        count = isFloat ? sent[at]! : count + sent[at]!;
        if (count < 0) return 'a bucket with a negative count';
        if (Math.abs(index) > MAX_INDEX) return 'a bucket beyond all numbers';
        if (count === 0) continue;
        indexes[kept] = index;
        counts[kept++] = count;
      }
    }
    return { indexes: indexes.subarray(0, kept), counts: counts.subarray(0, kept) };
  }

  /** Number of indexes up to the end of the last span. */
  get reach(): number {
    return this.spans.reduce((sum, part) => sum + part, 0);
  }
}

/** Reads a `Histogram` of both versions up to its end. */
export function readHistogram(reader: Reader, end: number): IncomingHistogram {
  const sent = new SentHistogram();
  while (reader.pos < end) {
    const tag = reader.uint32();
    const read = FIELDS.get(tag);
    if (read) read(sent, reader, tag);
    else reader.skipType(tag & 7);
  }
  requireEnd(reader, end);
  return { timeMs: sent.timeMs, bytes: sent.isStale ? null : toBytes(sent) };
}

class SentHistogram {
  count = 0;
  sum = 0;
  schema = 0;
  zeroThreshold = 0;
  zeroCount = 0;
  hint = 0;
  timeMs = 0;
  isFloat = false;
  /** Whether it is the end of the series. */
  isStale = false;
  readonly positive = new SentBuckets();
  readonly negative = new SentBuckets();
  readonly bounds: number[] = [];
}

type ReadField = (sent: SentHistogram, reader: Reader, tag: number) => void;

/** Fields by tag; lists may be packed or not. */
const FIELDS: ReadonlyMap<number, ReadField> = new Map<number, ReadField>([
  [
    0x08,
    (sent, reader) => {
      sent.count = readUint64(reader);
      sent.isFloat = false;
    },
  ],
  [
    0x11,
    (sent, reader) => {
      sent.count = reader.double();
      sent.isFloat = true;
    },
  ],
  [
    0x19,
    (sent, reader) => {
      sent.sum = reader.double();
      sent.isStale = Number.isNaN(sent.sum) && isStaleMarker(reader.buf, reader.pos - 8);
    },
  ],
  [0x20, (sent, reader) => (sent.schema = reader.sint32())],
  [0x29, (sent, reader) => (sent.zeroThreshold = reader.double())],
  [0x30, (sent, reader) => (sent.zeroCount = readUint64(reader))],
  [0x39, (sent, reader) => (sent.zeroCount = reader.double())],
  [0x42, ({ negative }, reader) => readSpan(reader, negative.spans)],
  ...listFields(9, 0, readSint64, ({ negative }) => negative.deltas),
  ...listFields(10, 1, readDouble, ({ negative }) => negative.counts),
  [0x5a, ({ positive }, reader) => readSpan(reader, positive.spans)],
  ...listFields(12, 0, readSint64, ({ positive }) => positive.deltas),
  ...listFields(13, 1, readDouble, ({ positive }) => positive.counts),
  [0x70, (sent, reader) => (sent.hint = reader.uint32())],
  [0x78, (sent, reader) => (sent.timeMs = readInt64(reader))],
  ...listFields(16, 1, readDouble, ({ bounds }) => bounds),
]);

/** A list of numbers, packed or each with its wire type. */
function listFields(
  field: number,
  wireType: number,
  read: (reader: Reader) => number,
  listOf: (sent: SentHistogram) => number[],
): [number, ReadField][] {
  const readField: ReadField = (sent, reader, tag) => readNumbers(reader, tag, listOf(sent), read);
  return [
    [(field << 3) | wireType, readField],
    [(field << 3) | 2, readField],
  ];
}

function toBytes(sent: SentHistogram): Buffer | RefusedSeries {
  const { schema, isFloat, bounds, positive: sentPositive, negative: sentNegative } = sent;
  const isCustom = schema === CUSTOM_SCHEMA;
  if (!isCustom && (schema < MIN_SCHEMA || schema > FINEST_SENT_SCHEMA)) return invalid(`schema ${schema}`);
  const size = [sentPositive, sentNegative].reduce(
    (most, { deltas, counts, spans }) => most + Math.max(deltas.length, counts.length, spans.length / 2),
    0,
  );
  if (size > MAX_BUCKETS || bounds.length > MAX_BUCKETS) return invalid(`more than ${MAX_BUCKETS} buckets`);
  const [positive, negative] = [sentPositive.toCounts(isFloat), sentNegative.toCounts(isFloat)];
  if (typeof positive === 'string') return invalid(positive);
  if (typeof negative === 'string') return invalid(negative);
  const problem = isCustom ? findCustomProblem(sent) : bounds.length > 0 ? 'bounds without custom buckets' : undefined;
  const wrong = problem ?? findCountProblem(sent, [positive, negative]);
  if (wrong !== undefined) return invalid(wrong);
  const { count, sum, zeroThreshold, zeroCount } = sent;
  const shift = isCustom ? 0 : Math.max(0, schema - MAX_SCHEMA);
  return encodeHistogram({
    schema: schema - shift,
    hint: RESET_HINTS[sent.hint] ?? 'unknown',
    count,
    sum,
    zeroThreshold,
    zeroCount,
    positive: mergeBuckets(positive, shift),
    negative: mergeBuckets(negative, shift),
    ...(isCustom && { bounds: Float64Array.from(bounds) }),
  });
}

function findCustomProblem({
  bounds,
  positive,
  negative,
  zeroCount,
  zeroThreshold,
}: SentHistogram): string | undefined {
  if (negative.spans.length > 0 || negative.counts.length > 0 || negative.deltas.length > 0)
    return 'custom buckets beside negative ones';
  if (zeroCount !== 0 || zeroThreshold !== 0) return 'custom buckets beside a zero bucket';
  if (bounds.some((bound, i) => Number.isNaN(bound) || (i > 0 && bound <= bounds[i - 1]!)))
    return 'custom bounds that do not ascend';
  if (bounds.at(-1) === Infinity) return 'an infinite custom bound';
  if ((positive.spans[0] ?? 0) < 0 || positive.reach > bounds.length + 1) return 'buckets without custom bounds';
  return undefined;
}

/** As in Prometheus, NaN observations are in no bucket. */
function findCountProblem(
  { count, sum, zeroCount, zeroThreshold, isFloat }: SentHistogram,
  buckets: readonly BucketCounts[],
): string | undefined {
  if (count < 0 || zeroCount < 0) return 'a negative count';
  if (!(zeroThreshold >= 0)) return 'a negative width of the zero bucket';
  if (isFloat) return undefined;
  let inBuckets = zeroCount;
  for (const { counts } of buckets) for (const each of counts) inBuckets += each;
  const agrees = Number.isNaN(sum) ? inBuckets <= count : inBuckets === count;
  return agrees ? undefined : `${inBuckets} observations in its buckets, but the count ${count}`;
}

function invalid(problem: string): RefusedSeries {
  return new RefusedSeries('invalid_histogram', '', `a native histogram has ${problem}`);
}

function readSpan(reader: Reader, spans: number[]): void {
  const end = readEnd(reader);
  let [offset, length] = [0, 0];
  while (reader.pos < end) {
    const tag = reader.uint32();
    if (tag === 0x08) offset = reader.sint32();
    else if (tag === 0x10) length = reader.uint32();
    else reader.skipType(tag & 7);
  }
  requireEnd(reader, end);
  if (spans.length <= 2 * MAX_BUCKETS) spans.push(offset, length);
}

/** Reads a packed or a single number; one more than the maximum is enough to refuse the histogram. */
function readNumbers(reader: Reader, tag: number, numbers: number[], read: (reader: Reader) => number): void {
  const end = (tag & 7) === 2 ? readEnd(reader) : undefined;
  do {
    if (end !== undefined && reader.pos >= end) break;
    const number = read(reader);
    if (numbers.length <= MAX_BUCKETS) numbers.push(number);
  } while (end !== undefined);
  if (end !== undefined) requireEnd(reader, end);
}

function readDouble(reader: Reader): number {
  return reader.double();
}
