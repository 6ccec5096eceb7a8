import type http from 'node:http';
import { gzipSync } from 'node:zlib';
import { givenResource } from '../../test/given-inventory';
import { useMonitoring } from '../../test/use-monitoring';
import { decodeMessage, encodeRequest } from '../../../../../libs/series-formats/test/otlp-schema';

const NOW = Date.UTC(2026, 0, 15, 12);
const PROTOBUF = 'application/x-protobuf';
const PATH = '/otlp/v1/metrics';

interface Reply {
  status: number;
  headers: http.IncomingHttpHeaders;
  body: Buffer;
}

const attribute = (key: string, stringValue: string): object => ({ key, value: { stringValue } });
const at = (ms: number): string => `${ms}000000`;

describe('OTLP over HTTP', () => {
  const api = useMonitoring(() => ({ RECEIVED_SERIES: '200', RECEIVED_NEW_SERIES: '100' }));
  const operator = () => api.as({ username: 'collector', roles: ['operator'] });

  const request = (metrics: object[], service = 'shop', extra: object[] = []): object => ({
    resourceMetrics: [
      {
        resource: { attributes: [attribute('service.name', service), ...extra] },
        scopeMetrics: [{ scope: { name: 'lib' }, metrics }],
      },
    ],
  });
  const gauge = (name: string, value: number, ms = NOW): object => ({
    name,
    gauge: { dataPoints: [{ timeUnixNano: at(ms), asDouble: value }] },
  });
  const post = async (body: Buffer | string, headers: Record<string, string>, who = operator()): Promise<Reply> => {
    const reply = await who.post(PATH).set(headers).responseType('blob').send(body);
    return { status: reply.status, headers: reply.headers, body: reply.body as Buffer };
  };
  const postBinary = (json: object, who = operator()): Promise<Reply> =>
    post(encodeRequest(json), { 'Content-Type': PROTOBUF }, who);
  const postJson = (json: object, who = operator()): Promise<Reply> =>
    post(JSON.stringify(json), { 'Content-Type': 'application/json' }, who);
  /** Stored values of the series that have these labels, by name and bound, in the order of time. */
  const values = async (labels: Record<string, string>): Promise<Record<string, number[]>> => {
    const found = await api.database.query<{ id: number; labels: Record<string, string> }>(
      `SELECT schedule_id AS id, labels FROM received_series WHERE labels @> $1::jsonb`,
      [JSON.stringify(labels)],
    );
    const window = `startTime=${NOW - 600_000}&endTime=${NOW + 1}`;
    const entries = found.map(async ({ id, labels: { __name__: name, le = '' } }): Promise<[string, number[]]> => {
      const { body } = await api.get(`/rest/metric/data/${id}/raw?${window}`).expect(200);
      return [`${name} ${le}`.trim(), (body as { value: number }[]).map(({ value }) => value)];
    });
    return Object.fromEntries(await Promise.all(entries));
  };

  beforeEach(() => api.clock.set(NOW));

  it('accepts protobuf, plain and compressed, and JSON, and responds in the same encoding', async () => {
    const binary = await postBinary(request([gauge('plain', 1)]));
    expect([binary.status, binary.headers['content-type'], binary.body.length]).toEqual([200, PROTOBUF, 0]);
    const packed = gzipSync(encodeRequest(request([gauge('packed', 2)])));
    expect((await post(packed, { 'Content-Type': PROTOBUF, 'Content-Encoding': 'gzip' })).status).toBe(200);
    const json = await postJson(request([gauge('text', 3)]));
    expect([json.status, json.headers['content-type'], json.body.toString()]).toEqual([200, 'application/json', '{}']);
    expect((await post('', { 'Content-Type': PROTOBUF })).status).toBe(200);

    expect(await values({ job: 'shop', otel_scope_name: 'lib' })).toEqual({ plain: [1], packed: [2], text: [3] });
  });

  it('creates an OpenTelemetry Service below the platform that the resource names', async () => {
    const [type] = await api.database.query<{ id: number }>(`SELECT id FROM resource_type WHERE name = 'Linux'`);
    await givenResource(api.database, { name: 'web-7', type: type! });
    const extra = [attribute('host.name', 'WEB-7'), attribute('service.instance.id', 'i-1')];
    await postBinary(request([gauge('placed', 1)], 'placed', extra));

    expect(
      await api.database.query(
        `SELECT t.name AS type, p.name AS parent FROM resource r JOIN resource p ON p.id = r.parent_id
           JOIN resource_type t ON t.id = r.resource_type_id WHERE r.name LIKE 'placed%'`,
      ),
    ).toEqual([{ type: 'OpenTelemetry Service', parent: 'web-7' }]);
    expect(await values({ job: 'placed', instance: 'i-1', host_name: 'WEB-7' })).toEqual({ target_info: [1] });
  });

  it('stores exponential histograms for PromQL, cumulative ones and deltas', async () => {
    const histogram = (name: string, aggregationTemporality: number): object => ({
      name,
      unit: 's',
      exponentialHistogram: {
        aggregationTemporality,
        dataPoints: [
          { timeUnixNano: at(NOW), count: '3', sum: 6, scale: 0, positive: { offset: 1, bucketCounts: ['1', '2'] } },
        ],
      },
    });
    const sent = request([histogram('pause', 2), histogram('wait', 1)], 'native');
    expect((await postBinary(sent)).body.length).toBe(0);
    expect((await postJson(sent)).body.toString()).toBe('{}');
    const search = new URLSearchParams({ query: '{__name__=~"(pause|wait)_seconds"}', time: String(NOW / 1000) });
    const { body } = await api.get(`/prometheus/api/v1/query?${search.toString()}`).expect(200);
    const { result } = (body as { data: { result: { histogram: [number, object] }[] } }).data;
    expect(result.map((one) => one.histogram[1])).toEqual(
      Array(2).fill({
        count: '3',
        sum: '6',
        buckets: [
          [0, '2', '4', '1'],
          [0, '4', '8', '2'],
        ],
      }),
    );
  });

  it('stores each sample once, however often a request is repeated, also of values since the last point', async () => {
    const delta = {
      name: 'calls',
      sum: {
        aggregationTemporality: 1,
        isMonotonic: true,
        dataPoints: [10, 20, 30].map((seconds) => ({ timeUnixNano: at(NOW - seconds * 1000), asInt: '2' })),
      },
    };
    const histogram = {
      name: 'pause',
      unit: 's',
      histogram: {
        aggregationTemporality: 2,
        dataPoints: [{ timeUnixNano: at(NOW), count: '3', sum: 4.5, bucketCounts: ['1', '2'], explicitBounds: [0.5] }],
      },
    };
    for (let time = 0; time < 3; time++) await postBinary(request([delta, histogram], 'repeats'));

    expect(await values({ job: 'repeats' })).toEqual({
      calls_total: [2, 2, 2],
      'pause_seconds_bucket 0.5': [1],
      'pause_seconds_bucket +Inf': [3],
      pause_seconds_sum: [4.5],
      pause_seconds_count: [3],
    });
  });

  it('returns how many points were rejected and why, and stores the others', async () => {
    const metrics = [
      gauge('kept', 1),
      gauge('old', 1, 0),
      gauge('ancient', 1, 1000),
      gauge('ahead', 1, Date.UTC(2100, 0)),
    ];
    const binary = await postBinary(request(metrics, 'partly'));
    expect(binary.status).toBe(200);
    expect(decodeMessage('Response', binary.body)).toEqual({
      partialSuccess: {
        rejectedDataPoints: '3',
        errorMessage: expect.stringMatching(/a point of "old" has no time; .*7 days.*; .*24 hours/) as string,
      },
    });
    const json = await postJson(request(metrics, 'partly'));
    expect(JSON.parse(json.body.toString())).toMatchObject({ partialSuccess: { rejectedDataPoints: '3' } });
    expect((await values({ job: 'partly' }))['kept']).toEqual([1]);
  });

  it('refuses the series of a label with too many values, and names the label', async () => {
    // In a separate minute, so that the limit is reached.
    api.clock.set(NOW - 600_000);
    const points = Array.from({ length: 300 }, (_, index) => ({
      timeUnixNano: at(NOW),
      asInt: '1',
      attributes: [attribute('user', String(index))],
    }));
    const reply = await postBinary(
      request([gauge('calm', 1), { name: 'crowd', gauge: { dataPoints: points } }], 'crowd'),
    );
    const { partialSuccess } = decodeMessage('Response', reply.body) as {
      partialSuccess: { rejectedDataPoints: string; errorMessage: string };
    };
    expect(Number(partialSuccess.rejectedDataPoints)).toBeGreaterThanOrEqual(200);
    expect(partialSuccess.errorMessage).toContain('user');
  });

  it('accepts text that no database stores', async () => {
    const odd = 'a\0b\ud800c';
    const metric = { ...gauge('odd', 1), description: odd, unit: odd };
    const point = { timeUnixNano: at(NOW), asInt: '1', attributes: [attribute(odd, odd)] };
    const more = { name: 'more', gauge: { dataPoints: [point] } };
    const reply = await postJson(request([metric, more], odd, [attribute('host.name', odd)]));
    expect([reply.status, reply.body.toString()]).toEqual([200, '{}']);
    expect((await values({ job: 'ab\ufffdc' }))['more']).toEqual([1]);
  });

  it('does not store values that are not numbers', async () => {
    const point = { timeUnixNano: at(NOW), asDouble: 'NaN' };
    const reply = await postJson(request([{ name: 'nothing', gauge: { dataPoints: [point] } }], 'nothing'));
    expect(reply.status).toBe(200);
    expect((await values({ job: 'nothing' }))['nothing'] ?? []).toEqual([]);
  });

  it.each<[string, Buffer | string, Record<string, string>, number, RegExp]>([
    ['truncated', encodeRequest(request([gauge('cut', 1)])).subarray(0, 40), { 'Content-Type': PROTOBUF }, 400, /body/],
    ['no protobuf', '{}', { 'Content-Type': PROTOBUF }, 400, /body/],
    ['no gzip', 'text', { 'Content-Type': PROTOBUF, 'Content-Encoding': 'gzip' }, 400, /./],
    ['no JSON', '{', { 'Content-Type': 'application/json' }, 400, /./],
    ['JSON of something else', '{"resourceMetrics":7}', { 'Content-Type': 'application/json' }, 400, /is not a list/],
    ['text', 'text', { 'Content-Type': 'text/plain' }, 415, /text\/plain/],
    [
      'a bomb',
      gzipSync(Buffer.alloc(40 * 1024 * 1024)),
      { 'Content-Type': PROTOBUF, 'Content-Encoding': 'gzip' },
      413,
      /./,
    ],
    ['deep JSON', '['.repeat(100_000), { 'Content-Type': 'application/json' }, 400, /./],
  ])('refuses %s with a status in the encoding of the request', async (_, body, headers, status, message) => {
    const reply = await post(body, headers);
    expect(reply.status).toBe(status);
    const isBinary = headers['Content-Type'] === PROTOBUF;
    expect(reply.headers['content-type']).toBe(isBinary ? PROTOBUF : 'application/json');
    const read: unknown = isBinary ? decodeMessage('Status', reply.body) : JSON.parse(reply.body.toString());
    expect(read).toEqual({ code: expect.any(Number) as number, message: expect.stringMatching(message) as string });
  });

  it('refuses anonymous callers, and accounts that may not submit', async () => {
    const viewer = api.as({ username: 'looks-on', roles: ['viewer'], permissions: ['VIEW_RESOURCE'] });
    const reply = await postBinary(request([gauge('no', 1)]), viewer);
    expect(reply.status).toBe(403);
    expect(decodeMessage('Status', reply.body)).toMatchObject({ code: 7 });
  });

  it('refuses a point with very many attributes, and accepts the others', async () => {
    const attributes = Array.from({ length: 20_000 }, (_, index) => attribute(`a${index}`, 'x'));
    const wide = { name: 'wide', gauge: { dataPoints: [{ timeUnixNano: at(NOW), asInt: '1', attributes }] } };
    const reply = await postBinary(request([gauge('beside', 1), wide], 'wide', attributes));
    expect(decodeMessage('Response', reply.body)).toEqual({
      partialSuccess: { rejectedDataPoints: '1', errorMessage: 'a point of "wide" has more than 1000 attributes' },
    });
    expect(await values({ job: 'wide' })).toEqual({ beside: [1] });
  });
});
