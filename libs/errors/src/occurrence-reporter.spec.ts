import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { eventually } from '@wardstone/testing';
import { OccurrenceReporter, type OccurrenceReporterOptions, type ReportedOccurrence } from './occurrence-reporter';

const NOON = Date.parse('2026-06-01T12:00:00Z');
const anOccurrence = (over: Partial<ReportedOccurrence> = {}): ReportedOccurrence => ({
  type: 'not_found',
  occurredAtMs: NOON,
  service: 'compliance',
  status: 404,
  requestId: 'r1',
  route: 'GET /api/compliance/v2',
  ...over,
});

interface Received {
  path: string | undefined;
  headers: http.IncomingHttpHeaders;
  ids: string[];
  body: { occurrences: Record<string, unknown>[] };
}

describe('OccurrenceReporter', () => {
  let server: http.Server;
  let registryUrl: string;
  let received: Received[];
  let stub: { status: number; delayMs: number };
  let mostUnderWay: number;
  let dropped: [number, string][];

  beforeEach(async () => {
    received = [];
    dropped = [];
    stub = { status: 204, delayMs: 0 };
    mostUnderWay = 0;
    let underWay = 0;
    server = http.createServer((request, response) => {
      void (async () => {
        mostUnderWay = Math.max(mostUnderWay, ++underWay);
        const chunks: Buffer[] = [];
        for await (const chunk of request) chunks.push(chunk as Buffer);
        const body = JSON.parse(Buffer.concat(chunks).toString()) as Received['body'];
        const ids = body.occurrences.map(({ request_id }) => String(request_id));
        received.push({ path: request.url, headers: request.headers, ids, body });
        await sleep(stub.delayMs);
        underWay--;
        response.writeHead(stub.status).end();
      })();
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    registryUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterEach(() => {
    server.closeAllConnections();
    server.close();
  });

  const reporter = (over: Partial<OccurrenceReporterOptions> = {}): OccurrenceReporter => {
    // A test does not wait for the response to its last batch, which may fail while the next test runs.
    const ownDropped = dropped;
    return new OccurrenceReporter({
      registryUrl,
      credentials: () => Promise.resolve({ 'X-Vendor-Identity': 'signed' }),
      onDropped: (count, reason) => ownDropped.push([count, reason]),
      flushIntervalMs: 20,
      timeoutMs: 25_000,
      ...over,
    });
  };
  const reportIds = (to: OccurrenceReporter, ...ids: number[]): void => {
    for (const id of ids) to.report(anOccurrence({ requestId: String(id) }));
  };

  it('sends all occurrences of an interval together, in the format of the registry', async () => {
    reportIds(reporter(), 1, 2);
    await eventually('a report', () => received.length > 0);

    expect(received).toHaveLength(1);
    expect(received[0]).toMatchObject({
      path: '/api/v1/occurrences',
      headers: { 'x-vendor-identity': 'signed', 'content-type': 'application/json' },
      ids: ['1', '2'],
    });
    expect(received[0]!.body.occurrences[0]).toEqual({
      type: 'not_found',
      time: '2026-06-01T12:00:00.000Z',
      service: 'compliance',
      status: 404,
      request_id: '1',
      route: 'GET /api/compliance/v2',
    });
  });

  it('does not wait when a batch is full, and sends nothing twice', async () => {
    const full = reporter({ batchSize: 2, flushIntervalMs: 60_000 });
    reportIds(full, 1, 2, 3, 4, 5);
    await full.close();

    expect(received.map(({ ids }) => ids)).toEqual([['1', '2'], ['3', '4'], ['5']]);
    expect(dropped).toEqual([]);
  });

  it('drops and counts occurrences beyond its queue', async () => {
    const small = reporter({ capacity: 3, flushIntervalMs: 60_000 });
    reportIds(small, 1, 2, 3, 4, 5);
    await small.close();

    expect(received.map(({ ids }) => ids)).toEqual([['1', '2', '3']]);
    expect(dropped).toEqual([
      [1, 'queue full'],
      [1, 'queue full'],
    ]);
  });

  it.each([
    ['refuses', () => (stub.status = 503), {}],
    ['does not answer in time', () => (stub.delayMs = 1000), { timeoutMs: 50 }],
    ['is not there', () => server.close(), {}],
    ['cannot be logged in to', () => undefined, { credentials: () => Promise.reject(new Error('no key')) }],
  ])('drops and counts a batch when the registry %s, and continues later', async (_name, fail, options) => {
    fail();
    const unlucky = reporter(options);
    reportIds(unlucky, 1, 2);
    await eventually('a loss', () => dropped.length > 0);

    expect(dropped).toEqual([[2, 'registry unavailable']]);
    reportIds(unlucky, 3);
    await eventually('another loss', () => dropped.length > 1);
    expect(dropped[1]).toEqual([1, 'registry unavailable']);
    await unlucky.close();
  });

  it('sends one request at a time', async () => {
    stub.delayMs = 40;
    const busy = reporter({ batchSize: 1 });
    reportIds(busy, 1, 2, 3);
    await busy.close();

    expect(mostUnderWay).toBe(1);
    expect(received.map(({ ids }) => ids)).toEqual([['1'], ['2'], ['3']]);
  });

  it('cuts texts to the limits of the registry', async () => {
    const long = reporter();
    long.report(anOccurrence({ route: `GET /${'x'.repeat(500)}`, requestId: 'y'.repeat(500) }));
    await long.close();

    const [sent] = received[0]!.body.occurrences;
    expect([String(sent?.route).length, String(sent?.request_id).length]).toEqual([256, 128]);
  });

  it('does nothing without an address, and nothing once it is closed', async () => {
    const off = reporter({ registryUrl: undefined });
    reportIds(off, 1);
    await off.close();
    const closed = reporter();
    await closed.close();
    reportIds(closed, 2);
    await sleep(60);

    expect(received).toEqual([]);
    expect(dropped).toEqual([]);
  });
});
