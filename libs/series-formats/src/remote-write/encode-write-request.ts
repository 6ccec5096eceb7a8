import { Writer } from 'protobufjs/minimal';
import { compressSync } from 'snappy';
import type { ExposedFamily } from '../exposition/parse-exposition';

/** A sample of a series. */
export interface WrittenSample {
  readonly labels: readonly (readonly [name: string, value: string])[];
  readonly value: number;
  readonly timeMs: number;
}

/** Type names of `MetricMetadata` by number. */
const TYPES = ['unknown', 'counter', 'gauge', 'histogram', 'gaugehistogram', 'summary', 'info', 'stateset'];
/** Tags with wire types: length-delimited, 64 bits, varint. */
const BYTES_1 = (1 << 3) | 2;
const BYTES_2 = (2 << 3) | 2;
const BYTES_3 = (3 << 3) | 2;
const BYTES_4 = (4 << 3) | 2;
const BYTES_5 = (5 << 3) | 2;
const DOUBLE_1 = (1 << 3) | 1;
const VARINT_1 = 1 << 3;
const VARINT_2 = 2 << 3;

/** Headers of a request of remote write 1.0. */
export const WRITE_HEADERS = {
  'Content-Type': 'application/x-protobuf',
  'Content-Encoding': 'snappy',
  'X-Prometheus-Remote-Write-Version': '0.1.0',
} as const;

/** Encodes a compressed `WriteRequest` of remote write 1.0. */
export function encodeWriteRequest(
  samples: readonly WrittenSample[],
  families: ReadonlyMap<string, ExposedFamily> = new Map(),
): Buffer {
  const writer = Writer.create();
  for (const sample of samples) writeSeries(writer.uint32(BYTES_1).fork(), sample);
  for (const [name, family] of families) {
    writer.uint32(BYTES_3).fork();
    writeText(writer.uint32(VARINT_1).int32(toType(family)), BYTES_2, name);
    writeText(writer, BYTES_4, family.help);
    writeText(writer, BYTES_5, family.unit);
    writer.ldelim();
  }
  return compressSync(writer.finish());
}

function writeSeries(writer: Writer, { labels, value, timeMs }: WrittenSample): void {
  for (const [name, text] of [...labels].sort(byName)) {
    writer.uint32(BYTES_1).fork().uint32(BYTES_1).string(name).uint32(BYTES_2).string(text).ldelim();
  }
  writer.uint32(BYTES_2).fork().uint32(DOUBLE_1).double(value).uint32(VARINT_2).int64(timeMs).ldelim();
  writer.ldelim();
}

function writeText(writer: Writer, tag: number, text = ''): void {
  if (text !== '') writer.uint32(tag).string(text);
}

function toType({ type = 'unknown' }: ExposedFamily): number {
  return Math.max(0, TYPES.indexOf(type));
}

/** In byte order, because label names are ASCII. */
function byName([a]: readonly [string, string], [b]: readonly [string, string]): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
