import { Reader } from 'protobufjs/minimal';
import { uncompressSync } from 'snappy';

export interface WrittenSample {
  labels: Record<string, string>;
  value: number;
  timeMs: number;
}

/** A request of remote write 1.0: field numbers are those of its specification. */
export function decodeWriteRequest(bytes: Buffer): { samples: WrittenSample[]; families: Record<string, unknown>[] } {
  const samples: WrittenSample[] = [];
  const families: Record<string, unknown>[] = [];
  eachField(Reader.create(uncompressSync(bytes) as Buffer), {
    1: (series) => {
      const labels: [string, string][] = [];
      eachField(submessage(series), {
        1: (label) => {
          const pair: string[] = [];
          const take = (reader: Reader): number => pair.push(reader.string());
          eachField(submessage(label), { 1: take, 2: take });
          labels.push(pair as [string, string]);
        },
        2: (sample) => {
          const [value, timeMs] = [{ is: 0 }, { is: 0 }];
          eachField(submessage(sample), {
            1: (reader) => (value.is = reader.double()),
            2: (reader) => (timeMs.is = Number(reader.int64())),
          });
          samples.push({ labels: Object.fromEntries(labels), value: value.is, timeMs: timeMs.is });
        },
      });
    },
    3: (metadata) => {
      const family: Record<string, unknown> = {};
      eachField(submessage(metadata), {
        1: (reader) => (family['type'] = reader.int32()),
        2: (reader) => (family['name'] = reader.string()),
        4: (reader) => (family['help'] = reader.string()),
        5: (reader) => (family['unit'] = reader.string()),
      });
      families.push(family);
    },
  });
  return { samples, families };
}

function submessage(reader: Reader): Reader {
  return Reader.create(reader.bytes());
}

function eachField(reader: Reader, take: Record<number, (reader: Reader) => unknown>): void {
  while (reader.pos < reader.len) take[reader.uint32() >>> 3]!(reader);
}
