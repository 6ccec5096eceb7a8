import { MalformedWrite } from './write-fields';

/** Parts of a remote write that are counted before they are decoded. */
export interface WriteCounts {
  series: number;
  samples: number;
  labels: number;
  symbols: number;
  families: number;
  histograms: number;
  /** Spans, counts and custom bounds of native histograms. */
  buckets: number;
  /** Everything else: exemplars and unknown fields. */
  others: number;
}

/**
 * Two bytes of a message can become an object of a hundred bytes, and Snappy compresses them tenfold, so that a limit
 * in bytes is not enough. Prometheus sends 2,000 samples at a time, vmagent 10,000.
 */
export const MAX_IN_WRITE: Readonly<WriteCounts> = {
  series: 50_000,
  samples: 500_000,
  labels: 1_000_000,
  symbols: 250_000,
  families: 10_000,
  histograms: 100_000,
  buckets: 2_000_000,
  others: 500_000,
};

const NAMES: Readonly<Record<keyof WriteCounts, string>> = {
  series: 'series',
  samples: 'samples',
  labels: 'labels',
  symbols: 'symbols',
  families: 'descriptions of metrics',
  histograms: 'native histograms',
  buckets: 'buckets of native histograms',
  others: 'exemplars and unknown fields',
};

/** A message exceeds one of the counts. */
export class WriteTooLarge extends Error {
  constructor(part: keyof WriteCounts) {
    super(`more than ${MAX_IN_WRITE[part]} ${NAMES[part]} in one request`);
  }
}

type CountField = (cursor: Cursor, tag: number, counts: WriteCounts) => void;

/** @throws WriteTooLarge, MalformedWrite */
export function countFirst(bytes: Buffer): WriteCounts {
  return countMessage(bytes, (cursor, tag, counts) => {
    if (tag === 0x0a) countSeries(cursor, counts, countFirstField);
    else skipOther(cursor, tag, counts, tag === 0x1a ? 'families' : 'others');
  });
}

/** @throws WriteTooLarge, MalformedWrite */
export function countSecond(bytes: Buffer): WriteCounts {
  return countMessage(bytes, (cursor, tag, counts) => {
    if (tag === 0x2a) countSeries(cursor, counts, countSecondField);
    else skipOther(cursor, tag, counts, tag === 0x22 ? 'symbols' : 'others');
  });
}

function countMessage(bytes: Buffer, countField: CountField): WriteCounts {
  const counts: WriteCounts = {
    series: 0,
    samples: 0,
    labels: 0,
    symbols: 0,
    families: 0,
    histograms: 0,
    buckets: 0,
    others: 0,
  };
  const cursor = new Cursor(bytes);
  while (cursor.at < bytes.length) countField(cursor, cursor.varint(), counts);
  return counts;
}

function countSeries(cursor: Cursor, counts: WriteCounts, countField: CountField): void {
  counts.series++;
  requireRoom(counts, 'series');
  const end = cursor.end();
  while (cursor.at < end) countField(cursor, cursor.varint(), counts);
}

function countFirstField(cursor: Cursor, tag: number, counts: WriteCounts): void {
  if (tag === 0x0a) skipOther(cursor, tag, counts, 'labels');
  else if (tag === 0x12) countSample(cursor, counts);
  else if (tag === 0x22) countHistogram(cursor, counts);
  else skipOther(cursor, tag, counts, 'others');
}

function countSecondField(cursor: Cursor, tag: number, counts: WriteCounts): void {
  if (tag === 0x0a) {
    // Each label takes two references.
    counts.labels += cursor.skipVarints() / 2;
    requireRoom(counts, 'labels');
  } else if (tag === 0x08) {
    counts.labels += 0.5;
    cursor.varint();
    requireRoom(counts, 'labels');
  } else if (tag === 0x12) countSample(cursor, counts);
  else if (tag === 0x1a) countHistogram(cursor, counts);
  else skipOther(cursor, tag, counts, 'others');
}

function countSample(cursor: Cursor, counts: WriteCounts): void {
  counts.samples++;
  requireRoom(counts, 'samples');
  const end = cursor.end();
  while (cursor.at < end) {
    const tag = cursor.varint();
    if (tag === 0x09) cursor.at += 8;
    else if (tag === 0x10) cursor.varint();
    else skipOther(cursor, tag, counts, 'others');
  }
}

/** Numbers of a histogram that no list holds, by their tags. */
const SINGLE_NUMBERS: ReadonlySet<number> = new Set([0x08, 0x11, 0x19, 0x20, 0x29, 0x30, 0x39, 0x70, 0x78, 0x88]);
/** Packed lists of a histogram: deltas are varints, counts and bounds doubles. */
const PACKED_DELTAS: ReadonlySet<number> = new Set([0x4a, 0x62]);
const PACKED_DOUBLES: ReadonlySet<number> = new Set([0x52, 0x6a, 0x82]);
/** Spans, and lists that are not packed. */
const SINGLE_PARTS: ReadonlySet<number> = new Set([0x42, 0x5a, 0x48, 0x51, 0x60, 0x69, 0x81]);

function countHistogram(cursor: Cursor, counts: WriteCounts): void {
  counts.histograms++;
  requireRoom(counts, 'histograms');
  const end = cursor.end();
  while (cursor.at < end) {
    const tag = cursor.varint();
    if (SINGLE_NUMBERS.has(tag)) cursor.skip(tag & 7);
    else if (PACKED_DELTAS.has(tag)) counts.buckets += cursor.skipVarints();
    else if (PACKED_DOUBLES.has(tag)) counts.buckets += cursor.skipBytes() / 8;
    else skipOther(cursor, tag, counts, SINGLE_PARTS.has(tag) ? 'buckets' : 'others');
    requireRoom(counts, 'buckets');
  }
}

function skipOther(cursor: Cursor, tag: number, counts: WriteCounts, part: keyof WriteCounts): void {
  counts[part]++;
  requireRoom(counts, part);
  cursor.skip(tag & 7);
}

function requireRoom(counts: WriteCounts, part: keyof WriteCounts): void {
  if (counts[part] > MAX_IN_WRITE[part]) throw new WriteTooLarge(part);
}

/** Skips fields; the general reader takes three times as long. */
class Cursor {
  at = 0;

  constructor(private readonly bytes: Buffer) {}

  varint(): number {
    const { bytes } = this;
    const first = bytes[this.at++]!;
    if (first < 128) return first;
    let number = first & 127;
    for (let factor = 128; factor <= 128 ** 9; factor *= 128) {
      // Undefined past the end, so that both comparisons are false.
      const byte = bytes[this.at++]!;
      number += (byte & 127) * factor;
      if (byte < 128) return number;
    }
    throw new MalformedWrite('invalid varint encoding');
  }

  /** End of the field whose length is next. */
  end(): number {
    const length = this.varint();
    const end = this.at + length;
    if (!(end <= this.bytes.length)) throw new MalformedWrite('a field ends after the message');
    return end;
  }

  /** Number of varints in the field whose length is next. */
  skipVarints(): number {
    const end = this.end();
    let count = 0;
    for (; this.at < end; this.at++) if (this.bytes[this.at]! < 128) count++;
    return count;
  }

  /** Number of bytes in the field whose length is next. */
  skipBytes(): number {
    const end = this.end();
    const bytes = end - this.at;
    this.at = end;
    return bytes;
  }

  skip(wireType: number): void {
    if (wireType === 2) this.at = this.end();
    else if (wireType === 0) this.varint();
    else if (wireType === 1) this.at += 8;
    else if (wireType === 5) this.at += 4;
    else throw new MalformedWrite(`invalid wire type ${wireType}`);
  }
}
