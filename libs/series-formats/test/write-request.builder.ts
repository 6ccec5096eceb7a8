import { Writer } from 'protobufjs/minimal';
import { compressSync } from 'snappy';

export interface SentSeries {
  labels: Record<string, string> | (readonly [string, string])[];
  /** Time in ms and value; null for a marker of staleness. */
  samples: (readonly [number, number | null])[];
  metadata?: { type: number; help: string; unit: string };
  histograms?: number;
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

/** prometheus.WriteRequest, not compressed. */
export function aFirstMessage(series: readonly SentSeries[], families: Record<string, [number, string]> = {}): Buffer {
  const writer = Writer.create();
  for (const one of series) {
    writer.uint32(10).fork();
    for (const [name, value] of toPairs(one)) {
      writer.uint32(10).fork().uint32(10).string(name).uint32(18).string(value).ldelim();
    }
    writeSamples(writer, 2, one);
    for (let i = 0; i < (one.histograms ?? 0); i++) writer.uint32(34).fork().uint32(25).double(1).ldelim();
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
    for (let i = 0; i < (one.histograms ?? 0); i++) body.uint32(26).fork().uint32(25).double(1).ldelim();
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
