import { gunzipSync, gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { decodeHistogram } from '@wardstone/metric-points';
import { protobufField } from '@wardstone/testing';
import type { IncomingSeries, LabelPair } from '../src/incoming-series';
import { readMetricsJson } from '../src/otlp/otlp-json';
import { attributeText, toLabelName, toMetricName } from '../src/otlp/otlp-names';
import { decodeMetrics } from '../src/otlp/otlp-protobuf';
import { RejectedPoints, readOtlpSeries } from '../src/otlp/otlp-series';
import { encodeRequest } from './otlp-schema';

const attribute = (key: string, stringValue: string): object => ({ key, value: { stringValue } });
const aRequest = (metrics: object[], attributes: object[] = [attribute('service.name', 'shop')]): object => ({
  resourceMetrics: [{ resource: { attributes }, scopeMetrics: [{ metrics }] }],
});
const AT = { timeUnixNano: '1795471800123000000' };

const isSeries = (one: IncomingSeries | undefined): one is IncomingSeries => one !== undefined;
const readSeries = (request: object, rejected = new RejectedPoints()): IncomingSeries[] =>
  [...readOtlpSeries(readMetricsJson(request), rejected)].filter(isSeries);

function translated(request: object) {
  const rejected = new RejectedPoints();
  const series = readSeries(request, rejected).map((one) => {
    const labels = Object.fromEntries((one.labels() as LabelPair[]).filter(([, value]) => value !== ''));
    const { __name__: name, ...rest } = labels;
    return { name, labels: rest, value: one.values[0], timeMs: one.times[0], kind: one.metadata?.kind };
  });
  return { series, rejected: rejected.count, reasons: [...rejected.reasons] };
}

describe('names of OpenTelemetry', () => {
  it.each([
    ['http.server.duration', 's', 'other', 'http_server_duration_seconds'],
    ['http.server.requests', '{request}', 'counter', 'http_server_requests_total'],
    ['requests_total', '1', 'counter', 'requests_total'],
    ['memory.usage', 'By', 'gauge', 'memory_usage_bytes'],
    ['memory.usage.bytes', 'By', 'gauge', 'memory_usage_bytes'],
    ['cpu.utilization', '1', 'gauge', 'cpu_utilization_ratio'],
    ['speed', 'm/s', 'gauge', 'speed_meters_per_second'],
    ['rate', '{packet}/s', 'gauge', 'rate_per_second'],
    ['io', 'By/s', 'counter', 'io_bytes_per_second_total'],
    ['a..b__c', '', 'gauge', 'a_b_c'],
    ['2xx', '', 'gauge', '_2xx'],
    ['Größe', 'Foo Bar', 'gauge', 'Gr_e_Foo_Bar'],
    ['…', '', 'gauge', ''],
  ] as const)('%s in %s (%s) is %s', (name, unit, type, expected) => {
    expect(toMetricName(name, unit, type)).toBe(expected);
  });

  it.each([
    ['http.method', 'http_method'],
    ['a..b', 'a_b'],
    ['1st', 'key_1st'],
    ['…', ''],
  ])('the attribute %s is the label %j', (key, label) => expect(toLabelName(key)).toBe(label));

  it('values that are not text are written as JSON', () => {
    const nested = new Map([['a', [1n, true, 'x', new Uint8Array([255])]]]);
    expect([attributeText(5n), attributeText(0.5), attributeText(false), attributeText(nested)]).toEqual([
      '5',
      '0.5',
      'false',
      '{"a":[1,true,"x","/w=="]}',
    ]);
  });
});

describe('metrics of OpenTelemetry as series', () => {
  it('name their target, their scope, and the resource once', () => {
    const attributes = [
      attribute('service.namespace', 'market'),
      attribute('service.name', 'shop'),
      attribute('service.instance.id', 'i-1'),
      attribute('host.name', 'web-1'),
    ];
    const gauge = {
      name: 'queue',
      gauge: { dataPoints: [{ ...AT, asInt: '7', attributes: [attribute('a.b', 'c')] }] },
    };
    const scope = { name: 'lib', version: '1', attributes: [attribute('team', 'x'), attribute('name', 'lost')] };
    const target = { job: 'market/shop', instance: 'i-1' };
    const read = { timeMs: 1_795_471_800_123, kind: 'gauge' };
    const request = {
      resourceMetrics: [{ resource: { attributes }, scopeMetrics: [{ scope, metrics: [gauge] }] }],
    };
    expect(translated(request).series).toEqual([
      {
        name: 'queue',
        labels: { ...target, a_b: 'c', otel_scope_name: 'lib', otel_scope_version: '1', otel_scope_team: 'x' },
        value: 7,
        ...read,
      },
      { name: 'target_info', labels: { ...target, host_name: 'web-1' }, value: 1, ...read },
    ]);
    expect(readSeries(request).map(({ host }) => host)).toEqual(['web-1', 'web-1']);
  });

  it.each([
    [2, true, 'requests_total', 'counter'],
    [2, false, 'requests', 'gauge'],
    [1, true, 'requests_total', 'gauge'],
    [1, false, 'requests', 'gauge'],
  ])('sums of temporality %d, monotonic %s, become %s, a %s', (aggregationTemporality, isMonotonic, name, kind) => {
    const sum = { aggregationTemporality, isMonotonic, dataPoints: [{ ...AT, asDouble: 2.5 }] };
    expect(translated(aRequest([{ name: 'requests', sum }])).series).toEqual([
      { name, labels: { job: 'shop' }, value: 2.5, timeMs: 1_795_471_800_123, kind },
    ]);
  });

  it('histograms have cumulative buckets', () => {
    const explicit = { ...AT, count: '6', sum: 9.5, bucketCounts: ['1', '2', '3'], explicitBounds: [0.5, 10] };
    const histogram = { aggregationTemporality: 2, dataPoints: [explicit] };
    const request = aRequest([{ name: 'explicit', unit: 's', histogram }]);
    expect(translated(request).series.map(({ name, labels: { le }, value }) => [name, le, value])).toEqual([
      ['explicit_seconds_bucket', '0.5', 1],
      ['explicit_seconds_bucket', '10', 3],
      ['explicit_seconds_bucket', '+Inf', 6],
      ['explicit_seconds_sum', undefined, 9.5],
      ['explicit_seconds_count', undefined, 6],
    ]);
  });

  it('exponential histograms are native', () => {
    const point = { ...AT, count: '5', sum: 3, scale: 10, positive: { offset: 0, bucketCounts: ['1', '1', '3'] } };
    const points = [point, { ...point, scale: -5 }, { ...point, positive: { offset: -(2 ** 31), bucketCounts: [5] } }];
    const exponentialHistogram = { aggregationTemporality: 2, dataPoints: points };
    const rejected = new RejectedPoints();
    const series = readSeries(aRequest([{ name: 'finer', unit: 's', exponentialHistogram }]), rejected);
    expect(series).toHaveLength(1);
    const [{ times, histograms, metadata }] = series as [IncomingSeries];
    expect(new Map(series[0]!.labels() as LabelPair[]).get('__name__')).toBe('finer_seconds');
    expect({ times, kind: metadata?.kind }).toEqual({ times: [], kind: 'histogram' });
    expect(histograms![0]!.timeMs).toBe(1_795_471_800_123);
    const { schema, count, positive } = decodeHistogram(histograms![0]!.bytes as Buffer);
    expect({ schema, count, counts: [...positive.counts] }).toEqual({ schema: 8, count: 5, counts: [5] });
    expect([...rejected.reasons]).toEqual([
      'a point of "finer" has a scale below -4',
      'a point of "finer" has buckets beyond all numbers',
    ]);
  });

  it('summaries have quantiles', () => {
    const point = { ...AT, count: '2', sum: 5, quantileValues: [{ quantile: 0.99, value: 4 }] };
    const { series } = translated(aRequest([{ name: 'pause', summary: { dataPoints: [point] } }]));
    expect(series.map(({ name, labels: { quantile }, value }) => [name, quantile, value])).toEqual([
      ['pause', '0.99', 4],
      ['pause_sum', undefined, 5],
      ['pause_count', undefined, 2],
    ]);
  });

  it('that cannot be series are rejected individually, with a reason', () => {
    const points = { dataPoints: [{ ...AT, asInt: 1 }, { asInt: 2 }] };
    const request = aRequest([
      { name: 'good', gauge: points },
      { name: 'vague', sum: points },
      { name: '…', gauge: points },
      { name: 'nothing' },
      { name: 'empty', gauge: { dataPoints: [{ ...AT, flags: 1 }] } },
    ]);
    expect(translated(request)).toMatchObject({
      series: [{ name: 'good', value: 1 }],
      rejected: 5,
      reasons: [
        'a point of "good" has no time',
        'metric "vague" has no temporality',
        'nothing of the name "…" can be the name of a metric',
      ],
    });
  });

  it('whose attributes become one label have their values joined', () => {
    const point = { ...AT, asInt: 1, attributes: [attribute('a.b', 'second'), attribute('a-b', 'first')] };
    expect(translated(aRequest([{ name: 'x', gauge: { dataPoints: [point] } }])).series[0]!.labels).toEqual({
      a_b: 'first;second',
      job: 'shop',
    });
  });
});

describe('requests in protobuf and in JSON', () => {
  const whole = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map(String);
  const count = fc.bigInt({ min: 0n, max: 2n ** 53n }).map(String);
  const time = fc.bigInt({ min: 1n, max: 2n ** 63n }).map(String);
  const double = fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0);
  const value = fc.oneof(
    fc.record({ stringValue: fc.string() }),
    fc.record({ boolValue: fc.boolean() }),
    fc.record({ intValue: whole }),
    fc.record({ doubleValue: double }),
    fc.record({
      arrayValue: fc.record({ values: fc.array(fc.record({ stringValue: fc.string() }), { maxLength: 3 }) }),
    }),
    fc.record({
      kvlistValue: fc.record({
        values: fc.array(fc.record({ key: fc.string(), value: fc.record({ intValue: whole }) }), { maxLength: 3 }),
      }),
    }),
  );
  const attributes = fc.array(fc.record({ key: fc.string(), value }), { maxLength: 4 });
  const point = { attributes, timeUnixNano: time, startTimeUnixNano: time, flags: fc.constantFrom(0, 1) };
  const numberPoint = fc.oneof(fc.record({ ...point, asDouble: double }), fc.record({ ...point, asInt: whole }));
  const temporality = fc.constantFrom(0, 1, 2);
  const buckets = fc.record({ offset: fc.integer(), bucketCounts: fc.array(count, { maxLength: 5 }) });
  const data = fc.oneof(
    fc.record({ gauge: fc.record({ dataPoints: fc.array(numberPoint, { maxLength: 3 }) }) }),
    fc.record({
      sum: fc.record({
        dataPoints: fc.array(numberPoint, { maxLength: 3 }),
        aggregationTemporality: temporality,
        isMonotonic: fc.boolean(),
      }),
    }),
    fc.record({
      histogram: fc.record({
        dataPoints: fc.array(
          fc.record(
            {
              ...point,
              count,
              sum: double,
              bucketCounts: fc.array(count, { maxLength: 4 }),
              explicitBounds: fc.array(double, { maxLength: 4 }),
            },
            { requiredKeys: ['timeUnixNano', 'count'] },
          ),
          { maxLength: 2 },
        ),
        aggregationTemporality: temporality,
      }),
    }),
    fc.record({
      exponentialHistogram: fc.record({
        dataPoints: fc.array(
          fc.record({
            ...point,
            count,
            scale: fc.integer({ min: -20, max: 20 }),
            zeroCount: count,
            zeroThreshold: double,
            positive: buckets,
            negative: buckets,
          }),
          { maxLength: 2 },
        ),
        aggregationTemporality: temporality,
      }),
    }),
    fc.record({
      summary: fc.record({
        dataPoints: fc.array(
          fc.record({
            ...point,
            count,
            sum: double,
            quantileValues: fc.array(fc.record({ quantile: double, value: double })),
          }),
          { maxLength: 2 },
        ),
      }),
    }),
  );
  const text = fc.string({ maxLength: 10 });
  const metric = fc
    .tuple(fc.record({ name: text, unit: text, description: text }), data)
    .map(([a, b]) => ({ ...a, ...b }));
  const request = fc.record({
    resourceMetrics: fc.array(
      fc.record({
        resource: fc.record({ attributes }),
        scopeMetrics: fc.array(
          fc.record({
            scope: fc.record({ name: text, version: text, attributes }),
            metrics: fc.array(metric, { maxLength: 3 }),
            schemaUrl: text,
          }),
          { maxLength: 2 },
        ),
      }),
      { maxLength: 2 },
    ),
  });

  it('are the same', async () => {
    await fc.assert(
      fc.asyncProperty(request, async (json) => {
        expect(await decodeMetrics(encodeRequest(json))).toEqual(readMetricsJson(json));
      }),
      { numRuns: 300 },
    );
  });

  it('that are truncated or damaged are read or refused', async () => {
    await fc.assert(
      fc.asyncProperty(request, fc.nat(), fc.nat({ max: 255 }), async (json, at, byte) => {
        const bytes = encodeRequest(json);
        const damaged = Buffer.from(bytes);
        if (damaged.length > 0) damaged[at % damaged.length] = byte;
        for (const one of [bytes.subarray(0, at % (bytes.length + 1)), damaged]) {
          try {
            for (const series of readOtlpSeries(await decodeMetrics(one), new RejectedPoints())) series?.labels();
          } catch (error) {
            expect((error as Error).name).toBe('OtlpFormatError');
          }
        }
      }),
      { numRuns: 500 },
    );
  });

  const nested = (levels: number): Buffer => {
    let value = Buffer.from([0x0a, 0x00]);
    for (let level = 0; level < levels; level++) {
      const list = Buffer.concat([Buffer.from([0x0a]), varint(value.length), value]);
      value = Buffer.concat([Buffer.from([0x2a]), varint(list.length), list]);
    }
    const pair = Buffer.concat([Buffer.from([0x12]), varint(value.length), value]);
    return wrapped(wrapped(wrapped(pair)));
  };
  const wrapped = (inner: Buffer): Buffer => Buffer.concat([Buffer.from([0x0a]), varint(inner.length), inner]);
  function varint(length: number): Buffer {
    const bytes: number[] = [];
    for (let rest = length; ; rest = Math.floor(rest / 128)) {
      if (rest < 128) return Buffer.from([...bytes, rest]);
      bytes.push((rest % 128) | 128);
    }
  }

  it('delay nobody else while they are read', async () => {
    const point = Buffer.concat([Buffer.from([0x0a, 9, 0x19]), Buffer.alloc(8, 1)]);
    const points = Buffer.alloc(150_000 * point.length, point);
    let served = 0;
    const serve = (): void => {
      served++;
      next = setImmediate(serve);
    };
    let next = setImmediate(serve);
    const metric = protobufField(0x12, protobufField(0x2a, points));
    await decodeMetrics(protobufField(0x0a, protobufField(0x12, metric)));
    clearImmediate(next);
    expect(served).toBeGreaterThan(1);
  });

  it('have limits of what is read at once', async () => {
    const within = protobufField;
    const metric = (...fields: Buffer[]): Buffer => within(0x0a, within(0x12, within(0x12, ...fields)));
    const bounds = within(0x3a, Buffer.alloc(8 * 1_000_000, 1));
    const [resource] = await decodeMetrics(metric(within(0x4a, within(0x0a, bounds))));
    // One more than a point may have, so that it is refused.
    expect(resource!.scopes[0]!.metrics[0]!.data!.points).toMatchObject([{ bounds: { length: 2_001 } }]);

    const unknown = Buffer.alloc(2 * 1_000_000, Buffer.from([0x78, 0]));
    const fields = 'more than 100000 fields in a data point or an attribute';
    await expect(decodeMetrics(metric(within(0x2a, within(0x0a, unknown))))).rejects.toThrow(fields);
    await expect(decodeMetrics(metric(within(0x0a, Buffer.alloc(2 * 1024 * 1024, 'a'))))).rejects.toThrow(
      'a text of more than 1048576 bytes',
    );
  });

  it('have limits of nesting and of messages', async () => {
    expect(await decodeMetrics(nested(10))).toHaveLength(1);
    await expect(decodeMetrics(nested(100))).rejects.toThrow('values of attributes nested deeper than 16');
    // Empty messages take two bytes each.
    const empty = gzipSync(Buffer.alloc(420_000, Buffer.from([0x0a, 0x00])));
    expect(empty.length).toBeLessThan(1_000);
    await expect(decodeMetrics(gunzipSync(empty))).rejects.toThrow('more than 200000 messages');
    let deep: object = { stringValue: '' };
    for (let level = 0; level < 100; level++) deep = { arrayValue: { values: [deep] } };
    const json = { resourceMetrics: [{ resource: { attributes: [{ key: 'a', value: deep }] } }] };
    expect(() => readMetricsJson(json)).toThrow('values of attributes nested deeper than 16');
  });

  it.each<[object | string, string]>([
    ['text', 'the body is not an object'],
    [{ resourceMetrics: {} }, 'resourceMetrics is not a list'],
    [{ resourceMetrics: [1] }, 'an element of resourceMetrics is not an object'],
    [aRequest([{ name: 7 }]), 'name is not text'],
    [aRequest([{ name: 'a', gauge: { dataPoints: [{ timeUnixNano: 'now' }] } }]), 'timeUnixNano is not a whole number'],
    [aRequest([{ name: 'a', gauge: { dataPoints: [{ ...AT, asDouble: 'much' }] } }]), 'asDouble is not a number'],
  ])('%j are refused: %s', (json, reason) => {
    expect(() => readMetricsJson(json)).toThrow(reason);
  });
});
