import { Reader } from 'protobufjs/minimal';
import type { IncomingSeries, LabelPair, MetricKind, MetricMetadata } from '../../received/domain/incoming-series';
import { RefusedSeries } from '../../received/domain/refusals';
import { KEY_OF_NUMBERS, keyOfParts, MOST_KEY_BYTES, TOO_LONG } from './label-key';
import type { SymbolNumbers } from './symbol-numbers';

/** The messages of remote write, by their names. */
export const WRITE_MESSAGES = ['prometheus.WriteRequest', 'io.prometheus.write.v2.Request'] as const;
export type WriteMessage = (typeof WRITE_MESSAGES)[number];

/** What a request holds beside its samples. */
export interface WriteNotes {
  readonly families: Map<string, MetricMetadata>;
  samples: number;
  /** Of native histograms, which are not stored. */
  histograms: number;
}

const MOST_LABELS = 200;
const MOST_SYMBOLS = 1_000_000;
const MOST_FAMILIES = 10_000;

/** As both versions number them. */
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

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** The message cannot be read. */
export class MalformedWrite extends Error {}

export function writeNotes(): WriteNotes {
  return { families: new Map(), samples: 0, histograms: 0 };
}

/**
 * The series of a message, one after the other: no more is in memory than its bytes and the series at hand. Fields that are
 * not known are skipped.
 *
 * @param notes is complete after the last series
 * @param symbols of all messages whose series are told apart by their keys
 * @throws MalformedWrite
 */
export function* seriesOf(
  message: WriteMessage,
  bytes: Buffer,
  notes: WriteNotes,
  symbols: SymbolNumbers,
): Generator<IncomingSeries> {
  const read = message === 'prometheus.WriteRequest' ? readFirst(bytes, notes) : readSecond(bytes, notes, symbols);
  try {
    yield* read;
  } catch (error) {
    // Of the reader, for what ends too early.
    if (error instanceof RangeError || isFromReader(error)) throw new MalformedWrite(error.message);
    throw error;
  }
}

function isFromReader(error: unknown): error is Error {
  return error instanceof Error && /^(invalid|max depth|index out of range|illegal)/.test(error.message);
}

interface LabelSource {
  labelsOf(places: readonly number[]): LabelPair[];
}

/** A class, since a closure for each of thousands of series costs more than to read them. */
class SentSeries implements IncomingSeries {
  readonly times: readonly number[];
  readonly values: readonly number[];

  constructor(
    readonly key: string,
    { times, values }: Samples,
    private readonly source: LabelSource,
    private readonly places: readonly number[],
    readonly metadata?: MetricMetadata,
  ) {
    this.times = times;
    this.values = values;
  }

  labels(): LabelPair[] {
    return this.source.labelsOf(this.places);
  }
}

function* readFirst(bytes: Buffer, notes: WriteNotes): Generator<IncomingSeries> {
  const reader = Reader.create(bytes);
  const message = { bytes, labels: { labelsOf: (parts: readonly number[]) => labelsOfParts(bytes, parts) } };
  while (reader.pos < reader.len) {
    const tag = reader.uint32();
    if (tag === 0x0a) {
      const series = readFirstSeries(reader, message, endOf(reader), notes);
      if (series) yield series;
    } else if (tag === 0x1a) readFamily(reader, bytes, endOf(reader), notes);
    else reader.skipType(tag & 7);
  }
}

function readFirstSeries(
  reader: Reader,
  { bytes, labels }: { bytes: Buffer; labels: LabelSource },
  end: number,
  notes: WriteNotes,
): IncomingSeries | undefined {
  const samples = new Samples();
  /** Where labels begin and end, as they lie: mostly side by side. */
  let parts = NO_NUMBERS;
  while (reader.pos < end) {
    const start = reader.pos;
    const tag = reader.uint32();
    if (tag === 0x0a) {
      reader.skip(reader.uint32());
      if (parts.length === 0) parts = [start, reader.pos];
      else if (parts[parts.length - 1] === start) parts[parts.length - 1] = reader.pos;
      else parts.push(start, reader.pos);
    } else if (tag === 0x12) samples.read(reader, endOf(reader));
    else {
      if (tag === 0x22) notes.histograms++;
      reader.skipType(tag & 7);
    }
  }
  requireEnd(reader, end);
  notes.samples += samples.times.length;
  if (samples.times.length === 0) return undefined;
  return new SentSeries(keyOfParts(bytes, parts), samples, labels, parts);
}

function labelsOfParts(bytes: Buffer, parts: readonly number[]): LabelPair[] {
  const labels: LabelPair[] = [];
  for (let i = 0; i < parts.length; i += 2) {
    const reader = Reader.create(bytes);
    reader.pos = parts[i]!;
    while (reader.pos < parts[i + 1]!) {
      reader.uint32();
      const end = endOf(reader);
      let [name, value] = [bytes.subarray(0, 0), bytes.subarray(0, 0)];
      while (reader.pos < end) {
        const tag = reader.uint32();
        if (tag === 0x0a) name = sliceOf(reader, bytes);
        else if (tag === 0x12) value = sliceOf(reader, bytes);
        else reader.skipType(tag & 7);
      }
      labels.push(pairOf(name, value));
      if (labels.length > MOST_LABELS) throw tooManyLabels(labels.at(-1)![0]);
    }
  }
  return labels;
}

function readFamily(reader: Reader, bytes: Buffer, end: number, { families }: WriteNotes): void {
  let [kind, name, help, unit] = [0, '', '', ''];
  while (reader.pos < end) {
    const tag = reader.uint32();
    if (tag === 0x08) kind = reader.uint32();
    else if (tag === 0x12) name = looseText(sliceOf(reader, bytes));
    else if (tag === 0x22) help = looseText(sliceOf(reader, bytes));
    else if (tag === 0x2a) unit = looseText(sliceOf(reader, bytes));
    else reader.skipType(tag & 7);
  }
  requireEnd(reader, end);
  if (name === '' || families.size >= MOST_FAMILIES) return;
  families.set(name, { kind: KINDS[kind] ?? 'unknown', help, unit });
}

function* readSecond(bytes: Buffer, notes: WriteNotes, known: SymbolNumbers): Generator<IncomingSeries> {
  const symbols = new Symbols(bytes, known);
  // Symbols may stand behind what refers to them.
  const first = Reader.create(bytes);
  while (first.pos < first.len) {
    const tag = first.uint32();
    if (tag === 0x22) symbols.add(first);
    else first.skipType(tag & 7);
  }
  const reader = Reader.create(bytes);
  while (reader.pos < reader.len) {
    const tag = reader.uint32();
    if (tag !== 0x2a) {
      reader.skipType(tag & 7);
      continue;
    }
    const series = readSecondSeries(reader, symbols, endOf(reader), notes);
    if (series) yield series;
  }
}

function readSecondSeries(
  reader: Reader,
  symbols: Symbols,
  end: number,
  notes: WriteNotes,
): IncomingSeries | undefined {
  const samples = new Samples();
  const refs: number[] = [];
  let metadata: MetricMetadata | undefined;
  while (reader.pos < end) {
    const tag = reader.uint32();
    if (tag === 0x0a) {
      const last = endOf(reader);
      while (reader.pos < last) addRef(refs, reader.uint32());
      requireEnd(reader, last);
    } else if (tag === 0x08) addRef(refs, reader.uint32());
    else if (tag === 0x12) samples.read(reader, endOf(reader));
    else if (tag === 0x2a) metadata = readMetadata(reader, symbols, endOf(reader));
    else {
      if (tag === 0x1a) notes.histograms++;
      reader.skipType(tag & 7);
    }
  }
  requireEnd(reader, end);
  if (refs.length % 2 === 1) throw new MalformedWrite('a label of a series has no value');
  notes.samples += samples.times.length;
  if (samples.times.length === 0) return undefined;
  return new SentSeries(symbols.keyOf(refs), samples, symbols, refs, metadata);
}

/** One more than may be, for it to be refused. */
function addRef(refs: number[], ref: number): void {
  if (refs.length < 2 * MOST_LABELS + 2) refs.push(ref);
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
    // Read where a series is made: most are known.
    get help() {
      return looseText(symbols.bytesOf(help));
    },
    get unit() {
      return looseText(symbols.bytesOf(unit));
    },
  };
}

/** The texts of a message, to which its series refer. */
class Symbols {
  private readonly starts: number[] = [];
  private readonly ends: number[] = [];
  private readonly numbers: number[] = [];
  /** The characters of the key that is being made. */
  private readonly codes = [KEY_OF_NUMBERS];

  constructor(
    private readonly bytes: Buffer,
    private readonly known: SymbolNumbers,
  ) {}

  add(reader: Reader): void {
    const end = endOf(reader);
    if (this.starts.length === MOST_SYMBOLS) throw new MalformedWrite(`more than ${MOST_SYMBOLS} symbols`);
    this.starts.push(reader.pos);
    this.ends.push(end);
    reader.pos = end;
  }

  bytesOf(ref: number): Buffer {
    const end = this.endOf(ref);
    return this.bytes.subarray(this.starts[ref], end);
  }

  private endOf(ref: number): number {
    const end = this.ends[ref];
    if (end === undefined) throw new MalformedWrite(`no symbol ${ref}`);
    return end;
  }

  keyOf(refs: readonly number[]): string {
    if (refs.length === 0 || refs.length > 2 * MOST_LABELS || this.lengthOf(refs) > MOST_KEY_BYTES) return TOO_LONG;
    const { codes } = this;
    let length = 1;
    for (const ref of refs) {
      const number = (this.numbers[ref] ??= this.known.numberOf(this.bytesOf(ref).toString('latin1')));
      codes[length++] = number % 2 ** 16;
      codes[length++] = Math.floor(number / 2 ** 16) % 2 ** 16;
      codes[length++] = Math.floor(number / 2 ** 32);
    }
    codes.length = length;
    return String.fromCharCode(...codes);
  }

  labelsOf(refs: readonly number[]): LabelPair[] {
    if (refs.length > 2 * MOST_LABELS) throw tooManyLabels(looseText(this.bytesOf(refs.at(-2)!)).slice(0, 100));
    if (this.lengthOf(refs) > MOST_KEY_BYTES) {
      const longest = refs.reduce((a, b) => (this.bytesOf(b).length > this.bytesOf(a).length ? b : a));
      const name = refs[refs.indexOf(longest) & ~1]!;
      const label = looseText(this.bytesOf(name).subarray(0, 100));
      throw new RefusedSeries('labels_too_long', label, `label ${JSON.stringify(label)} is too long`);
    }
    const labels: LabelPair[] = [];
    for (let i = 0; i < refs.length; i += 2) labels.push(pairOf(this.bytesOf(refs[i]!), this.bytesOf(refs[i + 1]!)));
    return labels;
  }

  private lengthOf(refs: readonly number[]): number {
    let length = 0;
    for (const ref of refs) length += this.endOf(ref) - this.starts[ref]!;
    return length;
  }
}

/** Replaced by a list of the first number: one that grows has room for seventeen, and most series have one sample. */
const NO_NUMBERS: number[] = [];

class Samples {
  times = NO_NUMBERS;
  values = NO_NUMBERS;

  read(reader: Reader, end: number): void {
    let [time, value] = [0, 0];
    while (reader.pos < end) {
      const tag = reader.uint32();
      if (tag === 0x09) value = reader.double();
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

/** As a double: times that it does not hold exactly are out of all bounds. */
function readInt64(reader: Reader): number {
  const { buf, len } = reader;
  let number = 0;
  let factor = 1;
  for (let i = 0; i < 10; i++) {
    if (reader.pos >= len) break;
    const byte = buf[reader.pos++]!;
    number += (byte & 127) * factor;
    if (byte < 128) return number >= 2 ** 63 ? number - 2 ** 64 : number;
    factor *= 128;
  }
  throw new MalformedWrite('invalid varint encoding');
}

function endOf(reader: Reader): number {
  const length = reader.uint32();
  const end = reader.pos + length;
  if (end > reader.len) throw new MalformedWrite('a field ends after the message');
  return end;
}

function requireEnd(reader: Reader, end: number): void {
  if (reader.pos !== end) throw new MalformedWrite('a field ends after the message that it is in');
}

function sliceOf(reader: Reader, bytes: Buffer): Buffer {
  const end = endOf(reader);
  const slice = bytes.subarray(reader.pos, end);
  reader.pos = end;
  return slice;
}

function pairOf(name: Buffer, value: Buffer): LabelPair {
  try {
    return [utf8.decode(name), utf8.decode(value)];
  } catch {
    const label = looseText(name).slice(0, 100);
    throw new RefusedSeries('invalid_label', label, `label ${JSON.stringify(label)} is not UTF-8`);
  }
}

/** What is shown alone; a zero is no text for the database. */
function looseText(bytes: Buffer): string {
  return bytes.toString().replaceAll('\0', '');
}

function tooManyLabels(last: string): RefusedSeries {
  return new RefusedSeries(
    'too_many_labels',
    last,
    `more than ${MOST_LABELS} labels, the last is ${JSON.stringify(last)}`,
  );
}
