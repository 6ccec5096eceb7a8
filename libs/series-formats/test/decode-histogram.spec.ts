import { Writer } from 'protobufjs/minimal';
import { decodeHistogram, type NativeHistogram } from '@wardstone/metric-points';
import {
  decodeWriteRequest,
  type IncomingHistogram,
  type IncomingSeries,
  RefusedSeries,
  SymbolNumbers,
  WRITE_MESSAGES,
  writeNotes,
  WriteTooLarge,
} from '@wardstone/series-formats';
import { aFirstMessage, aSecondMessage, type SentHistogram } from './write-request.builder';

const HISTOGRAM: SentHistogram = {
  time: 1_000,
  count: 21,
  sum: 3.5,
  schema: 3,
  zeroThreshold: 0.01,
  zeroCount: 1,
  positive: [
    [-2, [3, 0, 5]],
    [4, [2]],
  ],
  negative: [[1, [10]]],
};

describe.each([
  [WRITE_MESSAGES[0], aFirstMessage],
  [WRITE_MESSAGES[1], aSecondMessage],
] as const)('native histograms of %s', (message, encode) => {
  const decoded = (bytes: Buffer): IncomingSeries[] => [
    ...decodeWriteRequest(message, bytes, writeNotes(), new SymbolNumbers()),
  ];
  const read = (histogram: SentHistogram): IncomingHistogram =>
    decoded(encode([{ labels: [['__name__', 'x']], samples: [], histograms: [histogram] }]))[0]!.histograms![0]!;
  const toHistogram = (histogram: SentHistogram): NativeHistogram => decodeHistogram(read(histogram).bytes as Buffer);
  const findProblem = (over: Partial<SentHistogram>): string => {
    const { bytes } = read({ ...HISTOGRAM, ...over });
    return bytes instanceof RefusedSeries ? bytes.text : 'none';
  };

  it('have integer counts as differences, without empty buckets', () => {
    expect(read(HISTOGRAM).timeMs).toBe(1_000);
    expect(toHistogram(HISTOGRAM)).toEqual({
      schema: 3,
      hint: 'unknown',
      count: 21,
      sum: 3.5,
      zeroThreshold: 0.01,
      zeroCount: 1,
      positive: { indexes: Int32Array.of(-2, 0, 5), counts: Float64Array.of(3, 5, 2) },
      negative: { indexes: Int32Array.of(1), counts: Float64Array.of(10) },
    });
  });

  it('have float counts, and counts that need not agree', () => {
    const { count, positive, hint } = toHistogram({ ...HISTOGRAM, isFloat: true, count: 0.5, hint: 3 });
    expect({ count, counts: [...positive.counts], hint }).toEqual({ count: 0.5, counts: [3, 5, 2], hint: 'gauge' });
  });

  it('have custom buckets with bounds', () => {
    const custom = { ...HISTOGRAM, schema: -53, zeroThreshold: 0, zeroCount: 0, negative: [], bounds: [1, 2, 5] };
    const { schema, bounds, positive } = toHistogram({ ...custom, count: 7, positive: [[2, [3, 4]]] });
    expect({ schema, bounds, positive }).toEqual({
      schema: -53,
      bounds: Float64Array.of(1, 2, 5),
      positive: { indexes: Int32Array.of(2, 3), counts: Float64Array.of(3, 4) },
    });
  });

  it('are reduced to the finest schema that is stored', () => {
    const { schema, positive } = toHistogram({ ...HISTOGRAM, schema: 10 });
    expect({ schema, indexes: [...positive.indexes], counts: [...positive.counts] }).toEqual({
      schema: 8,
      indexes: [0, 2],
      counts: [8, 2],
    });
  });

  it('may count observations that are NaN', () => {
    expect(findProblem({ sum: NaN, count: 25 })).toBe('none');
    expect(findProblem({ sum: NaN, count: 20 })).toContain('21 observations in its buckets, but the count 20');
  });

  it('are an end of the series where the sum is a staleness marker', () => {
    expect(read({ ...HISTOGRAM, sum: null })).toEqual({ timeMs: 1_000, bytes: null });
  });

  it.each<[string, Partial<SentHistogram>, string]>([
    ['schema below the coarsest', { schema: -5 }, 'schema -5'],
    [
      'overlapping spans',
      {
        positive: [
          [0, [3, 5]],
          [-1, [2]],
        ],
      },
      'before the previous one ends',
    ],
    ['negative count', { isFloat: true, positive: [[0, [-1]]] }, 'negative count'],
    ['negative count of all', { isFloat: true, count: -1 }, 'negative count'],
    ['bounds of exponential buckets', { bounds: [1] }, 'bounds without custom buckets'],
    ['index beyond all numbers', { positive: [[2 ** 30 + 1, [10]]] }, 'beyond all numbers'],
    ['no number as width of the zero bucket', { zeroThreshold: NaN }, 'zero bucket'],
    ['custom and negative buckets', { schema: -53, bounds: [1] }, 'beside negative'],
    [
      'custom buckets without bounds',
      { schema: -53, bounds: [1], negative: [], zeroCount: 0, zeroThreshold: 0 },
      'without custom bounds',
    ],
    [
      'infinite bound',
      { schema: -53, bounds: [1, Infinity], negative: [], zeroCount: 0, zeroThreshold: 0, positive: [[0, [21]]] },
      'infinite',
    ],
  ])('are refused with %s', (_what, over, problem) => expect(findProblem(over)).toContain(problem));

  const tag = message === WRITE_MESSAGES[0] ? 4 : 3;
  const seriesTag = message === WRITE_MESSAGES[0] ? 1 : 5;
  /** A series with one histogram of these fields. */
  const withFields = (write: (writer: Writer) => void): Buffer => {
    const writer = Writer.create();
    writer
      .uint32((seriesTag << 3) | 2)
      .fork()
      .uint32((tag << 3) | 2)
      .fork();
    write(writer);
    return Buffer.from(writer.ldelim().ldelim().finish());
  };

  it('are refused at once if a span claims more buckets than there are counts', () => {
    const bytes = withFields((writer) =>
      writer.uint32(0x5a).fork().uint32(0x10).uint32(0xffffffff).ldelim().uint32(0x62).fork().sint64(1).ldelim(),
    );
    const [{ histograms }] = decoded(bytes) as [IncomingSeries];
    expect((histograms![0]!.bytes as RefusedSeries).text).toContain('spans of 4294967295 buckets for 1 counts');
  });

  it('may have counts that are not packed', () => {
    const bytes = withFields((writer) =>
      writer
        .uint32(0x08)
        .uint64(5)
        .uint32(0x5a)
        .fork()
        .uint32(0x10)
        .uint32(2)
        .ldelim()
        .uint32(0x60)
        .sint64(2)
        .uint32(0x60)
        .sint64(1),
    );
    const [{ histograms }] = decoded(bytes) as [IncomingSeries];
    expect(decodeHistogram(histograms![0]!.bytes as Buffer).positive.counts).toEqual(Float64Array.of(2, 3));
  });

  it.each<[string, (writer: Writer) => void]>([
    ['deltas', (writer) => writer.uint32(0x62).bytes(Buffer.alloc(2_000_001))],
    ['counts', (writer) => writer.uint32(0x6a).bytes(Buffer.alloc(8 * 2_000_001))],
    ['bounds', (writer) => writer.uint32(0x82).bytes(Buffer.alloc(8 * 2_000_001))],
    ['single deltas', (writer) => void Array.from({ length: 2_000_001 }, () => writer.uint32(0x60).sint64(0))],
    ['spans', (writer) => void Array.from({ length: 2_000_001 }, () => writer.uint32(0x5a).uint32(0))],
  ])('are counted before they are decoded: %s', (_what, write) => {
    expect(() => decoded(withFields(write))).toThrow(WriteTooLarge);
  });
});
