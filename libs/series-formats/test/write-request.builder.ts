import { Writer } from 'protobufjs/minimal';
import { compressSync } from 'snappy';

export interface SentSeries {
  labels: Record<string, string> | (readonly [string, string])[];
  /** Time in ms and value; null for a marker of staleness. */
  samples: (readonly [number, number | null])[];
  metadata?: { type: number; help: string; unit: string };
  histograms?: readonly SentHistogram[];
}

/** A native histogram; counts are sent as deltas unless `isFloat`. */
export interface SentHistogram {
  time: number;
  count: number;
  /** Null for a marker of staleness. */
  sum: number | null;
  schema?: number;
  zeroThreshold?: number;
  zeroCount?: number;
  /** Spans: gap to the previous one, and counts. */
  positive?: readonly (readonly [offset: number, counts: readonly number[]])[];
  negative?: SentHistogram['positive'];
  hint?: number;
  bounds?: readonly number[];
  isFloat?: boolean;
}

const toPairs = ({ labels }: SentSeries): (readonly [string, string])[] =>
  Array.isArray(labels) ? labels : Object.entries(labels).sort(([a], [b]) => (a < b ? -1 : 1));

function writeSamples(writer: Writer, field: number, { samples }: SentSeries): void {
  for (const [time, value] of samples) {
    writer.uint32((field << 3) | 2).fork();
    writer.uint32(9);
    if (value === null) writer.fixed32(2).fixed32(0x7ff00000);
    else writer.double(value);
    writer.uint32(16).int64(time).ldelim();
  }
}

function writeHistograms(writer: Writer, field: number, { histograms = [] }: SentSeries): void {
  for (const histogram of histograms) {
    writer.uint32((field << 3) | 2).fork();
    writeHistogram(writer, histogram);
    writer.ldelim();
  }
}

function writeHistogram(writer: Writer, { time, count, sum, isFloat = false, ...rest }: SentHistogram): void {
  if (isFloat) writer.uint32(0x11).double(count);
  else writer.uint32(0x08).uint64(count);
  writer.uint32(0x19);
  if (sum === null) writer.fixed32(2).fixed32(0x7ff00000);
  else writer.double(sum);
  writer.uint32(0x20).sint32(rest.schema ?? 0);
  writer.uint32(0x29).double(rest.zeroThreshold ?? 0);
  if (isFloat) writer.uint32(0x39).double(rest.zeroCount ?? 0);
  else writer.uint32(0x30).uint64(rest.zeroCount ?? 0);
  writeBuckets(writer, 8, isFloat, rest.negative);
  writeBuckets(writer, 11, isFloat, rest.positive);
  writer.uint32(0x70).int32(rest.hint ?? 0);
  writer.uint32(0x78).int64(time);
  writeDoubles(writer, 16, rest.bounds ?? []);
}

function writeBuckets(writer: Writer, field: number, isFloat: boolean, spans: SentHistogram['positive'] = []): void {
  for (const [offset, { length }] of spans) {
    writer.uint32((field << 3) | 2).fork();
    writer.uint32(0x08).sint32(offset).uint32(0x10).uint32(length).ldelim();
  }
  const counts = spans.flatMap(([, each]) => each);
  if (isFloat) return writeDoubles(writer, field + 2, counts);
  if (counts.length === 0) return;
  writer.uint32(((field + 1) << 3) | 2).fork();
  counts.forEach((count, i) => writer.sint64(count - (counts[i - 1] ?? 0)));
  writer.ldelim();
}

function writeDoubles(writer: Writer, field: number, numbers: readonly number[]): void {
  if (numbers.length === 0) return;
  writer.uint32((field << 3) | 2).fork();
  for (const number of numbers) writer.double(number);
  writer.ldelim();
}

/** prometheus.WriteRequest, not compressed. */
export function aFirstMessage(series: readonly SentSeries[], families: Record<string, [number, string]> = {}): Buffer {
  const writer = Writer.create();
  for (const one of series) {
    writer.uint32(10).fork();
    for (const [name, value] of toPairs(one)) {
      writer.uint32(10).fork().uint32(10).string(name).uint32(18).string(value).ldelim();
    }
    writeSamples(writer, 2, one);
    writeHistograms(writer, 4, one);
    writer.ldelim();
  }
  for (const [name, [type, help]] of Object.entries(families)) {
    writer.uint32(26).fork().uint32(8).int32(type).uint32(18).string(name).uint32(34).string(help).ldelim();
  }
  return Buffer.from(writer.finish());
}

/** io.prometheus.write.v2.Request, not compressed. */
export function aSecondMessage(series: readonly SentSeries[]): Buffer {
  const symbols = new Map([['', 0]]);
  const getRef = (text: string): number => {
    if (!symbols.has(text)) symbols.set(text, symbols.size);
    return symbols.get(text)!;
  };
  const body = Writer.create();
  for (const one of series) {
    body.uint32(42).fork();
    body.uint32(10).fork();
    for (const [name, value] of toPairs(one)) body.uint32(getRef(name)).uint32(getRef(value));
    body.ldelim();
    writeSamples(body, 2, one);
    writeHistograms(body, 3, one);
    if (one.metadata) {
      const { type, help, unit } = one.metadata;
      body
        .uint32(42)
        .fork()
        .uint32(8)
        .int32(type)
        .uint32(24)
        .uint32(getRef(help))
        .uint32(32)
        .uint32(getRef(unit))
        .ldelim();
    }
    body.ldelim();
  }
  const head = Writer.create();
  for (const symbol of symbols.keys()) head.uint32(34).string(symbol);
  return Buffer.concat([head.finish(), body.finish()]);
}

export const FIRST_HEADERS = {
  'Content-Type': 'application/x-protobuf',
  'Content-Encoding': 'snappy',
  'X-Prometheus-Remote-Write-Version': '0.1.0',
};
export const SECOND_HEADERS = {
  ...FIRST_HEADERS,
  'Content-Type': 'application/x-protobuf;proto=io.prometheus.write.v2.Request',
  'X-Prometheus-Remote-Write-Version': '2.0.0',
};

export const packed = (message: Buffer): Buffer => compressSync(message);
