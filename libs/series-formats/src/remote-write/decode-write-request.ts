import { Reader } from 'protobufjs/minimal';
import type { SpecialValue } from '@wardstone/metric-points';
import type { IncomingHistogram, IncomingSeries, LabelPair, MetricKind, MetricMetadata } from '../incoming-series';
import { readInt64 } from '../protobuf-numbers';
import { RefusedSeries } from '../refusals';
import { readHistogram } from './decode-histogram';
import { keyOfParts, MAX_KEY_BYTES } from './label-key';
import { isStaleMarker } from './stale-marker';
import type { SymbolNumbers } from './symbol-numbers';
import { countFirst, countSecond } from './write-bounds';
import {
  readEnd,
  labelTooLong,
  looseText,
  MalformedWrite,
  MAX_LABELS,
  readPair,
  requireEnd,
  readSlice,
  tooManyLabels,
} from './write-fields';
import { Symbols } from './write-symbols';

/** Message types of remote write. */
export const WRITE_MESSAGES = ['prometheus.WriteRequest', 'io.prometheus.write.v2.Request'] as const;
export type WriteMessage = (typeof WRITE_MESSAGES)[number];

/** Facts about a request other than its samples. */
export interface WriteNotes {
  readonly families: Map<string, MetricMetadata>;
}

/** Longer descriptions are cut before they are decoded, because many series may refer to one. */
const MAX_METADATA_BYTES = 4_000;

/** Metric types by their number in both versions. */
const KINDS: readonly MetricKind[] = [
  'unknown',
  'counter',
  'gauge',
  'histogram',
  'histogram',
  'summary',
  'gauge',
  'gauge',
];

export function writeNotes(): WriteNotes {
  return { families: new Map() };
}

/**
 * Decodes the series of a message one by one; only the bytes and the current series are in memory. Unknown fields are
 * skipped.
 * @param notes complete after the last series
 * @param symbols shared by all messages whose series keys must be distinct
 * @throws WriteTooLarge, MalformedWrite
 */
export function* decodeWriteRequest(
  message: WriteMessage,
  bytes: Buffer,
  notes: WriteNotes,
  symbols: SymbolNumbers,
): Generator<IncomingSeries> {
  try {
    const next = message === 'prometheus.WriteRequest' ? readFirst(bytes, notes) : readSecond(bytes, symbols);
    for (let series = next(); series; series = next()) yield series;
  } catch (error) {
    // The reader throws it for truncated input.
    if (error instanceof RangeError || isFromReader(error)) throw new MalformedWrite(error.message);
    throw error;
  }
}

/**
 * Returns the next series with samples; undefined at the end. Not a generator, because nested generators take as long
 * as the decoding.
 */
type ReadNext = () => IncomingSeries | undefined;

function isFromReader(error: unknown): error is Error {
  return error instanceof Error && /^(invalid|max depth|index out of range|illegal)/.test(error.message);
}

interface LabelSource {
  readLabels(places: readonly number[]): LabelPair[] | RefusedSeries;
}

/** A class, because a closure for each of thousands of series costs more than decoding them. */
class SentSeries implements IncomingSeries {
  readonly times: readonly number[];
  readonly values: readonly SpecialValue[];
  readonly histograms: readonly IncomingHistogram[] | undefined;

  constructor(
    readonly key: string,
    { times, values, histograms }: Samples,
    private readonly source: LabelSource,
    private readonly places: readonly number[],
    readonly metadata?: MetricMetadata,
  ) {
    this.times = times;
    this.values = values;
    this.histograms = histograms;
  }

  labels(): LabelPair[] | RefusedSeries {
    return this.source.readLabels(this.places);
  }
}

function readFirst(bytes: Buffer, notes: WriteNotes): ReadNext {
  countFirst(bytes);
  const reader = Reader.create(bytes);
  const message = { bytes, labels: { readLabels: (parts: readonly number[]) => labelsOfParts(bytes, parts) } };
  return () => {
    while (reader.pos < reader.len) {
      const tag = reader.uint32();
      if (tag === 0x0a) {
        const series = readFirstSeries(reader, message, readEnd(reader));
        if (series) return series;
      } else if (tag === 0x1a) readFamily(reader, bytes, readEnd(reader), notes);
      else reader.skipType(tag & 7);
    }
    return undefined;
  };
}

function readFirstSeries(
  reader: Reader,
  { bytes, labels }: { bytes: Buffer; labels: LabelSource },
  end: number,
): IncomingSeries | undefined {
  const samples = new Samples();
  /** Positions of labels, which are mostly adjacent. */
  let parts = NO_NUMBERS;
  while (reader.pos < end) {
    const start = reader.pos;
    const tag = reader.uint32();
    if (tag === 0x0a) {
      reader.skip(reader.uint32());
      if (parts.length === 0) parts = [start, reader.pos];
      else if (parts[parts.length - 1] === start) parts[parts.length - 1] = reader.pos;
      else parts.push(start, reader.pos);
    } else if (tag === 0x12) samples.read(reader, readEnd(reader));
    else if (tag === 0x22) samples.readHistogram(reader, readEnd(reader));
    else reader.skipType(tag & 7);
  }
  requireEnd(reader, end);
  if (samples.isEmpty) return undefined;
  return new SentSeries(keyOfParts(bytes, parts), samples, labels, parts);
}

function labelsOfParts(bytes: Buffer, parts: readonly number[]): LabelPair[] | RefusedSeries {
  const labels: LabelPair[] = [];
  let room = MAX_KEY_BYTES;
  for (let i = 0; i < parts.length; i += 2) {
    const reader = Reader.create(bytes);
    reader.pos = parts[i]!;
    while (reader.pos < parts[i + 1]!) {
      reader.uint32();
      const end = readEnd(reader);
      const isTooLong = (room -= end - reader.pos) < 0;
      let [name, value] = [bytes.subarray(0, 0), bytes.subarray(0, 0)];
      while (reader.pos < end) {
        const tag = reader.uint32();
        if (tag === 0x0a) name = readSlice(reader, bytes);
        else if (tag === 0x12) value = readSlice(reader, bytes);
        else reader.skipType(tag & 7);
        if (isTooLong) return labelTooLong(name);
      }
      const pair = readPair(name, value);
      if (pair instanceof RefusedSeries) return pair;
      labels.push(pair);
      if (labels.length > MAX_LABELS) return tooManyLabels(name);
    }
  }
  return labels;
}

function readFamily(reader: Reader, bytes: Buffer, end: number, { families }: WriteNotes): void {
  let [kind, name, help, unit] = [0, '', '', ''];
  while (reader.pos < end) {
    const tag = reader.uint32();
    if (tag === 0x08) kind = reader.uint32();
    else if (tag === 0x12) name = looseText(readSlice(reader, bytes));
    else if (tag === 0x22) help = looseText(readSlice(reader, bytes));
    else if (tag === 0x2a) unit = looseText(readSlice(reader, bytes));
    else reader.skipType(tag & 7);
  }
  requireEnd(reader, end);
  if (name === '') return;
  families.set(name, { kind: KINDS[kind] ?? 'unknown', help, unit });
}

function readSecond(bytes: Buffer, known: SymbolNumbers): ReadNext {
  const symbols = new Symbols(bytes, known, countSecond(bytes).symbols);
  // Symbols may come after the series that refer to them.
  const first = Reader.create(bytes);
  while (first.pos < first.len) {
    const tag = first.uint32();
    if (tag === 0x22) symbols.add(first);
    else first.skipType(tag & 7);
  }
  const reader = Reader.create(bytes);
  return () => {
    while (reader.pos < reader.len) {
      const tag = reader.uint32();
      const series = tag === 0x2a && readSecondSeries(reader, symbols, readEnd(reader));
      if (series) return series;
      if (tag !== 0x2a) reader.skipType(tag & 7);
    }
    return undefined;
  };
}

function readSecondSeries(reader: Reader, symbols: Symbols, end: number): IncomingSeries | undefined {
  const start = reader.pos;
  const samples = new Samples();
  let metadata: MetricMetadata | undefined;
  symbols.beginSeries();
  while (reader.pos < end) {
    const tag = reader.uint32();
    if (tag === 0x0a || tag === 0x08) symbols.readRefs(reader, tag);
    else if (tag === 0x12) samples.read(reader, readEnd(reader));
    else if (tag === 0x2a) metadata = readMetadata(reader, symbols, readEnd(reader));
    else if (tag === 0x1a) samples.readHistogram(reader, readEnd(reader));
    else reader.skipType(tag & 7);
  }
  requireEnd(reader, end);
  const key = symbols.keyOfSeries();
  return samples.isEmpty ? undefined : new SentSeries(key, samples, symbols, [start, end], metadata);
}

function readMetadata(reader: Reader, symbols: Symbols, end: number): MetricMetadata | undefined {
  let [kind, help, unit] = [0, 0, 0];
  while (reader.pos < end) {
    const tag = reader.uint32();
    if (tag === 0x08) kind = reader.uint32();
    else if (tag === 0x18) help = reader.uint32();
    else if (tag === 0x20) unit = reader.uint32();
    else reader.skipType(tag & 7);
  }
  requireEnd(reader, end);
  if (kind === 0 && help === 0 && unit === 0) return undefined;
  const known = KINDS[kind] ?? 'unknown';
  return {
    kind: known,
    // Decoded only for a new series, because most are known.
    get help() {
      return looseText(symbols.getBytes(help).subarray(0, MAX_METADATA_BYTES));
    },
    get unit() {
      return looseText(symbols.getBytes(unit).subarray(0, MAX_METADATA_BYTES));
    },
  };
}

/**
 * Replaced by a list with the first number: an empty list that grows allocates room for seventeen, and most series have
 * one sample.
 */
const NO_NUMBERS: number[] = [];

class Samples {
  times = NO_NUMBERS;
  values: SpecialValue[] = NO_NUMBERS;
  /** Undefined for none, because most series have none. */
  histograms: IncomingHistogram[] | undefined;

  get isEmpty(): boolean {
    return this.times.length === 0 && this.histograms === undefined;
  }

  readHistogram(reader: Reader, end: number): void {
    (this.histograms ??= []).push(readHistogram(reader, end));
  }

  read(reader: Reader, end: number): void {
    let time = 0;
    let value: SpecialValue = 0;
    while (reader.pos < end) {
      const tag = reader.uint32();
      if (tag === 0x09) value = readValue(reader);
      else if (tag === 0x10) time = readInt64(reader);
      else reader.skipType(tag & 7);
    }
    requireEnd(reader, end);
    if (this.times.length === 0) [this.times, this.values] = [[time], [value]];
    else {
      this.times.push(time);
      this.values.push(value);
    }
  }
}

function readValue(reader: Reader): SpecialValue {
  const value = reader.double();
  return Number.isNaN(value) && isStaleMarker(reader.buf, reader.pos - 8) ? null : value;
}
