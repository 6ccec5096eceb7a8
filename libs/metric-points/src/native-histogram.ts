import { ByteReader, ByteWriter } from './byte-codec';

/** How a histogram relates to the previous one of its series, by number in remote write. */
export const RESET_HINTS = ['unknown', 'reset', 'not_reset', 'gauge'] as const;
export type ResetHint = (typeof RESET_HINTS)[number];

/** Observations by bucket, ascending; buckets without observations are left out. */
export interface BucketCounts {
  readonly indexes: Int32Array;
  readonly counts: Float64Array;
}

/** A native histogram of Prometheus, with integer or float counts. Never changed in place. */
export interface NativeHistogram {
  /** Each power of two is divided into `2 ** schema` buckets, or `CUSTOM_SCHEMA`. */
  readonly schema: number;
  readonly hint: ResetHint;
  readonly count: number;
  readonly sum: number;
  /** Absolute values up to it are counted by `zeroCount`. */
  readonly zeroThreshold: number;
  readonly zeroCount: number;
  /** The bucket with index i ends at `2 ** (i / 2 ** schema)`, a custom one at `bounds[i]`. */
  readonly positive: BucketCounts;
  readonly negative: BucketCounts;
  /** Ascending upper bounds of custom buckets, without infinity. */
  readonly bounds?: Float64Array;
}

/** Schema of custom buckets. */
export const CUSTOM_SCHEMA = -53;
/** Finest and coarsest exponential schema. */
export const MAX_SCHEMA = 8;
export const MIN_SCHEMA = -4;
/** Maximum number of buckets, and of custom bounds, of a histogram; SDKs and Prometheus' clients have 160. */
export const MAX_BUCKETS = 2_000;

export const NO_BUCKETS: BucketCounts = { indexes: new Int32Array(), counts: new Float64Array() };

/** Whether a histogram has few enough buckets to be stored; a sum may have more. Pure. */
export function isStorable({ positive, negative, bounds }: NativeHistogram): boolean {
  return positive.indexes.length + negative.indexes.length <= MAX_BUCKETS && (bounds?.length ?? 0) <= MAX_BUCKETS;
}

/** Merges each `2 ** shift` buckets. Pure. */
export function mergeBuckets(buckets: BucketCounts, shift: number): BucketCounts {
  if (shift === 0 || buckets.indexes.length === 0) return buckets;
  const { indexes, counts } = buckets;
  const merged = { indexes: new Int32Array(indexes.length), counts: new Float64Array(indexes.length) };
  let length = 0;
  for (let i = 0; i < indexes.length; i++) {
    const index = Math.floor((indexes[i]! - 1) / 2 ** shift) + 1;
    if (length === 0 || merged.indexes[length - 1] !== index) merged.indexes[length++] = index;
    merged.counts[length - 1]! += counts[i]!;
  }
  return { indexes: merged.indexes.subarray(0, length), counts: merged.counts.subarray(0, length) };
}

/**
 * The compact form of a histogram. Bytes, in this order: flags with the hint; schema; sum; count; threshold and count of
 * the zero bucket, unless both are zero; bounds of custom buckets; positive, then negative buckets, each their number,
 * first index, gaps between indexes, and counts. Whole counts are varints, each of a bucket as the difference to the
 * one before; others are doubles. Decoding gives the same numbers again.
 */
export function encodeHistogram(histogram: NativeHistogram): Buffer {
  const { schema, hint, count, sum, zeroThreshold, zeroCount, positive, negative, bounds } = histogram;
  const isWhole = [count, zeroCount].every(isExact) && positive.counts.every(isExact) && negative.counts.every(isExact);
  const hasZero = zeroThreshold !== 0 || !Object.is(zeroCount, 0);
  const parts = positive.indexes.length + negative.indexes.length + (bounds?.length ?? 0);
  const writer = new ByteWriter(scratchFor(MAX_HEAD_BYTES + parts * MAX_BYTES_PER_PART));
  writer.byte(RESET_HINTS.indexOf(hint) | (isWhole ? WHOLE : 0) | (hasZero ? ZERO : 0) | (bounds ? CUSTOM : 0));
  writer.signed(schema);
  writer.double(sum);
  const write = (value: number): void => (isWhole ? writer.unsigned(value) : writer.double(value));
  write(count);
  if (hasZero) {
    writer.double(zeroThreshold);
    write(zeroCount);
  }
  if (bounds) {
    writer.unsigned(bounds.length);
    for (const bound of bounds) writer.double(bound);
  }
  writeBuckets(writer, positive, isWhole);
  writeBuckets(writer, negative, isWhole);
  return writer.copy();
}

/** @throws RangeError if the bytes are not what `encodeHistogram` made. */
export function decodeHistogram(bytes: Uint8Array): NativeHistogram {
  const reader = new ByteReader(bytes);
  const flags = reader.byte();
  const isWhole = (flags & WHOLE) !== 0;
  const hasZero = (flags & ZERO) !== 0;
  const read = (): number => (isWhole ? reader.unsigned() : reader.double());
  return {
    hint: RESET_HINTS[flags & 3]!,
    schema: reader.signed(),
    sum: reader.double(),
    count: read(),
    zeroThreshold: hasZero ? reader.double() : 0,
    zeroCount: hasZero ? read() : 0,
    ...((flags & CUSTOM) !== 0 && { bounds: readBounds(reader) }),
    positive: readBuckets(reader, isWhole),
    negative: readBuckets(reader, isWhole),
  };
}

const WHOLE = 4;
const ZERO = 8;
const CUSTOM = 16;
/** Flags, schema, sum, count, zero bucket, and three numbers of parts. */
const MAX_HEAD_BYTES = 64;
/** Gap and double, or bound. */
const MAX_BYTES_PER_PART = 16;
/** Keeps the difference of two counts and its zigzag encoding exact in a double. */
const MAX_WHOLE = 2 ** 50;

let scratch = Buffer.alloc(4 * 1024);

function scratchFor(bytes: number): Buffer {
  if (scratch.length < bytes) scratch = Buffer.alloc(bytes * 2);
  return scratch;
}

function isExact(count: number): boolean {
  return Number.isInteger(count) && count >= 0 && count <= MAX_WHOLE && !Object.is(count, -0);
}

function writeBuckets(writer: ByteWriter, { indexes, counts }: BucketCounts, isWhole: boolean): void {
  writer.unsigned(indexes.length);
  let [index, count] = [0, 0];
  for (let i = 0; i < indexes.length; i++) {
    if (i === 0) writer.signed(indexes[i]!);
    else writer.unsigned(indexes[i]! - index - 1);
    index = indexes[i]!;
    if (isWhole) writer.signed(counts[i]! - count);
    else writer.double(counts[i]!);
    count = counts[i]!;
  }
}

function readBuckets(reader: ByteReader, isWhole: boolean): BucketCounts {
  const length = readLength(reader);
  if (length === 0) return NO_BUCKETS;
  const buckets = { indexes: new Int32Array(length), counts: new Float64Array(length) };
  let [index, count] = [0, 0];
  for (let i = 0; i < length; i++) {
    index = i === 0 ? reader.signed() : index + 1 + reader.unsigned();
    count = isWhole ? count + reader.signed() : reader.double();
    buckets.indexes[i] = index;
    buckets.counts[i] = count;
  }
  return buckets;
}

function readBounds(reader: ByteReader): Float64Array {
  const bounds = new Float64Array(readLength(reader));
  for (let i = 0; i < bounds.length; i++) bounds[i] = reader.double();
  return bounds;
}

function readLength(reader: ByteReader): number {
  const length = reader.unsigned();
  if (length > MAX_BUCKETS) throw new RangeError(`a histogram has ${length} buckets`);
  return length;
}
