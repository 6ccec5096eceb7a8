const MIB = 1024 * 1024;
const varint = (number: number): number[] =>
  number < 128 ? [number] : [(number & 127) | 128, ...varint(number >>> 7)];
/** A field of protobuf with bytes in it. */
export const protobufField = (tag: number, ...parts: (Buffer | number[])[]): Buffer => {
  const bytes = Buffer.concat(parts.map((part) => Buffer.from(part)));
  return Buffer.concat([Buffer.from([tag, ...varint(bytes.length)]), bytes]);
};
const filled = (bytes: number, unit: Buffer | number[]): Buffer => {
  const one = Buffer.from(unit);
  return Buffer.alloc(bytes - (bytes % one.length), one);
};
/** Almost the maximum length of a body. */
const MANY = 16 * MIB - 4096;
const TIME = [0x19, 0, 0, 0x7b, 0x5e, 0x0b, 0x5c, 0xea, 0x18];

/** Bodies made of each message's smallest parts; made on demand, since each has 16 MiB. */
export const DENSE_FIRST_WRITES: Record<string, () => Buffer> = {
  'empty series': () => filled(MANY, [0x0a, 0]),
  'series of an empty sample': () => filled(MANY, [0x0a, 2, 0x12, 0]),
  'series of an empty label and sample': () => filled(MANY, [0x0a, 4, 0x0a, 0, 0x12, 0]),
  'series of a name and a sample': () =>
    filled(MANY, protobufField(0x0a, protobufField(0x0a, [0x0a, 1, 0x61]), [0x12, 0])),
  'a series of empty samples': () => protobufField(0x0a, filled(MANY, [0x12, 0])),
  'a series of empty labels': () => protobufField(0x0a, filled(MANY, [0x0a, 0]), [0x12, 0]),
  'a label of unknown fields': () => protobufField(0x0a, protobufField(0x0a, filled(MANY, [0x20, 0])), [0x12, 0]),
  'a sample of unknown fields': () => protobufField(0x0a, protobufField(0x12, filled(MANY, [0x20, 0]))),
  'native histograms': () => protobufField(0x0a, filled(MANY, [0x22, 0])),
  'unknown fields': () => filled(MANY, [0x20, 0]),
  descriptions: () => filled(MANY, [0x1a, 0]),
  'as many series as there may be': () => filled(4 * 50_000, [0x0a, 2, 0x12, 0]),
  'as many labels as there may be': () =>
    filled(4_900 * 1_005, protobufField(0x0a, filled(1_000, [0x0a, 3, 0x0a, 1, 0x61]), [0x12, 0])),
  'as many samples as there may be': () =>
    protobufField(0x0a, protobufField(0x0a, [0x0a, 1, 0x61]), filled(2 * 500_000, [0x12, 0])),
};
export const DENSE_SECOND_WRITES: Record<string, () => Buffer> = {
  symbols: () => filled(MANY, [0x22, 0]),
  'empty series': () => filled(MANY, [0x2a, 0]),
  'series of an empty sample': () => filled(MANY, [0x2a, 2, 0x12, 0]),
  'series of references and a sample': () =>
    Buffer.concat([protobufField(0x22, []), filled(MANY, [0x2a, 6, 0x0a, 2, 0, 0, 0x12, 0])]),
  'a series of references': () => protobufField(0x2a, protobufField(0x0a, filled(MANY, [0])), [0x12, 0]),
  'a series of single references': () => protobufField(0x2a, filled(MANY, [0x08, 0]), [0x12, 0]),
  'native histograms': () => protobufField(0x2a, filled(MANY, [0x1a, 0])),
  'unknown fields': () => filled(MANY, [0x08, 0]),
  'as many symbols as there may be': () =>
    Buffer.concat([filled(2 * 250_000, [0x22, 0]), filled(8 * 50_000, [0x2a, 6, 0x0a, 2, 0, 0, 0x12, 0])]),
  'one long description of many series': () =>
    Buffer.concat([
      protobufField(0x22, filled(12 * MIB, [0x61])),
      protobufField(0x22, Buffer.from('__name__')),
      ...Array.from({ length: 2_000 }, (_, at) => protobufField(0x22, Buffer.from(`m${at}`))),
      ...Array.from({ length: 2_000 }, (_, at) =>
        protobufField(0x2a, protobufField(0x0a, [1], varint(at + 2)), [0x12, 0], protobufField(0x2a, [0x18, 0])),
      ),
    ]),
};
const metrics = (...parts: Buffer[]): Buffer => protobufField(0x0a, protobufField(0x12, ...parts));
const gauge = (name: Buffer, points: Buffer): Buffer =>
  protobufField(0x12, protobufField(0x0a, name), protobufField(0x2a, points));
export const DENSE_OTLP: Record<string, () => Buffer> = {
  resources: () => filled(MANY, [0x0a, 0]),
  scopes: () => protobufField(0x0a, filled(MANY, [0x12, 0])),
  'resources of scopes of metrics': () => filled(MANY, [0x0a, 4, 0x12, 2, 0x12, 0]),
  points: () => metrics(gauge(Buffer.from('m'), filled(MANY, [0x0a, 0]))),
  attributes: () => protobufField(0x0a, protobufField(0x0a, filled(MANY, [0x0a, 0]))),
  'unknown fields': () => filled(MANY, [0x78, 0]),
  'points of a scope of many attributes': () =>
    metrics(
      protobufField(
        0x0a,
        ...Array.from({ length: 40_000 }, (_, at) =>
          protobufField(0x1a, protobufField(0x0a, Buffer.from(`a${at}`)), protobufField(0x12, [0x0a, 1, 0x61])),
        ),
      ),
      gauge(Buffer.from('m'), filled(110_000 * 11, protobufField(0x0a, TIME))),
    ),
  'points of a service of a long name': () =>
    protobufField(
      0x0a,
      protobufField(
        0x0a,
        protobufField(
          0x0a,
          protobufField(0x0a, Buffer.from('service.name')),
          protobufField(0x12, protobufField(0x0a, filled(14 * MIB, [0x61]))),
        ),
      ),
      protobufField(0x12, gauge(Buffer.from('m'), filled(180_000 * 11, protobufField(0x0a, TIME)))),
    ),
  'points of a long name': () =>
    metrics(gauge(filled(14 * MIB, [0x61]), filled(180_000 * 11, protobufField(0x0a, TIME)))),
  'points of a long name without time': () => metrics(gauge(filled(14 * MIB, [0x61]), filled(180_000 * 2, [0x0a, 0]))),
  'as many numbers as there may be': () =>
    metrics(
      protobufField(
        0x12,
        [0x0a, 1, 0x61],
        protobufField(
          0x4a,
          [0x10, 2],
          filled(140 * 8_000, protobufField(0x0a, TIME, protobufField(0x3a, filled(8_000, Buffer.alloc(8, 1))))),
        ),
      ),
    ),
  'a point of unknown fields': () => metrics(gauge(Buffer.from('m'), protobufField(0x0a, filled(MANY, [0x78, 0])))),
  'a name of many words': () => metrics(gauge(filled(MANY, [0x61, 0x2e]), protobufField(0x0a, TIME))),
  'a histogram of bounds': () =>
    metrics(
      protobufField(
        0x12,
        [0x0a, 1, 0x61],
        protobufField(
          0x4a,
          [0x10, 2],
          protobufField(0x0a, TIME, protobufField(0x3a, filled(MANY, Buffer.alloc(8, 1)))),
        ),
      ),
    ),
  'histograms of many buckets': () =>
    metrics(
      protobufField(
        0x12,
        [0x0a, 1, 0x61],
        protobufField(
          0x4a,
          [0x10, 2],
          filled(MANY, protobufField(0x0a, TIME, protobufField(0x3a, filled(8_000, Buffer.alloc(8, 1))))),
        ),
      ),
    ),
  'an exponential histogram of buckets': () =>
    metrics(
      protobufField(
        0x12,
        [0x0a, 1, 0x61],
        protobufField(
          0x52,
          [0x10, 2],
          protobufField(0x0a, TIME, protobufField(0x42, protobufField(0x12, filled(1_990_000, [1])))),
        ),
      ),
    ),
};
