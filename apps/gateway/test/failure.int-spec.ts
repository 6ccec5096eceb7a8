import dns from 'node:dns';
import type http from 'node:http';
import net from 'node:net';
import { eventually } from '@wardstone/testing';
import {
  findClosedPort,
  type GatewayFixture,
  type HttpUpstream,
  sendRaw,
  startGateway,
  startUpstream,
} from './gateway-fixture';

/** Responses depend on the path; see the tests. */
const actOut: http.RequestListener = (request, response) => {
  const path = request.url!.replace(/^\/rest/, '');
  if (path === '/silent') return;
  if (path === '/hang-up') request.socket.destroy();
  else if (path === '/reset') request.socket.resetAndDestroy();
  else if (path === '/not-http') request.socket.end('SSH-2.0-OpenSSH\r\n');
  else if (path === '/half') {
    response.writeHead(200, { 'Content-Length': 10 });
    response.write('12345');
    setTimeout(() => request.socket.destroy(), 50);
  } else if (path === '/half-chunked') {
    response.write('12345');
    setTimeout(() => request.socket.destroy(), 50);
  } else if (path === '/stall') {
    response.writeHead(200, { 'Content-Length': 10 });
    response.write('12345');
  } else if (path === '/size') {
    let bytes = 0;
    request.on('data', (chunk: Buffer) => (bytes += chunk.length));
    request.on('end', () => response.end(String(bytes)));
  } else response.end('fine');
};

describe('a service that fails', () => {
  let upstream: HttpUpstream;
  let fixture: GatewayFixture;

  beforeAll(async () => {
    upstream = await startUpstream(actOut);
    fixture = await startGateway({
      MONITORING_URL: upstream.address,
      COMPLIANCE_URL: `http://127.0.0.1:${await findClosedPort()}`,
      // A network that never responds (TEST-NET-1).
      ERROR_REGISTRY_URL: 'http://192.0.2.1',
      // Longer than a busy machine needs for a response.
      UPSTREAM_TIMEOUT_MS: 1_500,
      CONNECT_TIMEOUT_MS: 1_500,
    });
  });
  afterAll(async () => {
    await fixture.close();
    await upstream.close();
  });

  const inChunks = (): RequestInit => ({
    method: 'POST',
    body: new Blob(['x']).stream(),
    duplex: 'half',
  });

  it.each(
    (
      [
        ['refuses connections', '/api/compliance/v2/policies', 503, 'downstream_issue'],
        ['hangs up', '/rest/hang-up', 503, 'downstream_issue'],
        ['resets the connection', '/rest/reset', 503, 'downstream_issue'],
        ['does not speak HTTP', '/rest/not-http', 502, 'invalid_response'],
        ['does not answer', '/rest/silent', 504, 'external_service_timeout'],
      ] as const
    ).flatMap(([name, ...rest]) =>
      (
        [
          ['a request without a body', () => ({})],
          ['a body of known length', () => ({ method: 'POST', body: 'x' })],
          ['a body in chunks', inChunks],
        ] as [string, () => RequestInit][]
      ).map(([sent, init]) => [name, sent, init, ...rest] as const),
    ),
  )('because it %s, sent %s, causes a response that explains it', async (_name, _sent, init, path, status, type) => {
    const response = await fetch(fixture.url + path, init());

    expect(response.status).toBe(status);
    expect(response.headers.get('x-error-type')).toBe(type);
    expect(response.headers.get('link')).toBe(`<${fixture.url}/api/v1/error/${type}>; rel="help"`);
    expect(response.headers.get('content-type')).toBe('application/problem+json; charset=utf-8');
    expect(response.headers.get('retry-after')).toBe(status === 503 ? '5' : null);
    const body = await response.text();
    expect(JSON.parse(body)).toMatchObject({ title: type, error_type: type, status });
    expect(body.replaceAll(fixture.url, '')).not.toContain('127.0.0.1');
  });

  it('because its network drops every packet causes 503', async () => {
    const response = await fetch(`${fixture.url}/api/v1/error/not_found`);

    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '5']);
  });

  it.each([
    ['a request of any method without a body', () => ({ method: 'DELETE' })],
    ['a body of known length', () => ({ method: 'POST', body: 'x'.repeat(300_000) })],
    ['a body in chunks', inChunks],
  ])('at one of several addresses: %s is sent to another address', async (_sent, init) => {
    const { port } = new URL(upstream.address);
    const several = await startGateway({ MONITORING_URL: `http://monitoring.test:${port}` });
    // Nothing listens at the first.
    const addresses = ['127.0.0.2', '127.0.0.1'];
    const lookup = jest.spyOn(dns, 'lookup').mockImplementation(((
      _host: string,
      options: dns.LookupOptions,
      done: (error: Error | null, found: string | dns.LookupAddress[], family?: number) => void,
    ) => {
      const address = addresses.shift()!;
      if (options.all) done(null, [{ address, family: 4 }]);
      else done(null, address, 4);
    }) as unknown as typeof dns.lookup);
    try {
      const response = await fetch(`${several.url}/rest/size`, init());
      expect([response.status, addresses]).toEqual([200, []]);
      expect(await response.text()).toBe(String((await new Response((init() as RequestInit).body).text()).length));
    } finally {
      lookup.mockRestore();
      await several.close();
    }
  });

  it('does not affect the others', async () => {
    const hanging = fetch(`${fixture.url}/rest/silent`);
    const fine = fetch(`${fixture.url}/rest/fine`);
    expect(await Promise.race([hanging, fine])).toBe(await fine);
    expect(await (await fine).text()).toBe('fine');
    expect((await hanging).status).toBe(504);
  });

  it.each([
    ['an answer of known length', '/rest/half'],
    ['an answer in chunks', '/rest/half-chunked'],
    ['an answer that stalls', '/rest/stall'],
  ])('in the middle of %s: the client sees that it is not whole', async (_name, path) => {
    const response = await fetch(fixture.url + path);

    expect(response.status).toBe(200);
    await expect(response.text()).rejects.toThrow();
  });

  it('in the middle of a response without a length, for a client of HTTP/1.0: the connection is reset', async () => {
    const outcome = await new Promise<string>((resolve) => {
      const socket = net.connect(fixture.port, '127.0.0.1');
      socket.write('GET /rest/half-chunked HTTP/1.0\r\n\r\n');
      socket.on('error', (error: NodeJS.ErrnoException) => resolve(error.code!));
      socket.on('end', () => resolve('end'));
      socket.resume();
    });

    expect(outcome).toBe('ECONNRESET');
  });

  it('restarts: a request on a kept connection that it has just closed is sent again', async () => {
    const port = Number(new URL(upstream.address).port);
    const first = await startGateway({ MONITORING_URL: `http://127.0.0.1:${port}` });
    try {
      expect((await fetch(`${first.url}/rest/fine`)).status).toBe(200);
      // Closed without the gateway having noticed: the reset arrives with the next request.
      let isFirst = true;
      upstream.server.prependListener('request', function drop(request: http.IncomingMessage) {
        if (isFirst) request.socket.resetAndDestroy();
        isFirst = false;
        upstream.server.off('request', drop);
      });
      const response = await fetch(`${first.url}/rest/fine`);
      expect([response.status, await response.text()]).toEqual([200, 'fine']);
    } finally {
      await first.close();
    }
  });

  it('receives no second attempt of a request with side effects', async () => {
    let count = 0;
    const counting = await startUpstream((request, response) => {
      if (request.method === 'GET') {
        response.end();
        return;
      }
      count++;
      request.socket.resetAndDestroy();
    });
    const second = await startGateway({ MONITORING_URL: counting.address });
    try {
      await fetch(`${second.url}/rest/warm-up`);
      expect((await fetch(`${second.url}/rest/a`, { method: 'DELETE' })).status).toBe(503);
      await fetch(`${second.url}/rest/warm-up`);
      expect((await fetch(`${second.url}/rest/a`, { method: 'POST' })).status).toBe(503);
      expect(count).toBe(2);
    } finally {
      await second.close();
      await counting.close();
    }
  });
});

describe('a client that leaves', () => {
  it('aborts its request to the service, five hundred times, and leaves no socket behind', async () => {
    let aborted = 0;
    const leave = new Map<string, () => void>();
    const upstream = await startUpstream((request, response) => {
      request.on('error', () => undefined);
      response.on('close', () => (aborted += response.writableFinished ? 0 : 1));
      // Some clients disconnect before the response, some in its middle.
      if (request.url!.endsWith('0')) response.write('first part');
      leave.get(request.url!)!();
    });
    const fixture = await startGateway({ MONITORING_URL: upstream.address });
    try {
      for (let round = 0; round < 10; round++) {
        await Promise.all(
          Array.from({ length: 50 }, async (_, i) => {
            const path = `/rest/slow/${round}/${i}`;
            const arrived = new Promise<void>((resolve) => leave.set(path, resolve));
            await abortedRequest(fixture.port, i % 3 === 0 ? 'POST' : 'GET', path, arrived);
          }),
        );
      }
      await eventually('500 aborted requests', () => aborted === 500);
      const connections = (server: net.Server) =>
        new Promise<number>((resolve, reject) => server.getConnections((e, n) => (e ? reject(e) : resolve(n))));
      for (const server of [fixture.gateway.server, upstream.server]) {
        await eventually('its connections to close', async () => (await connections(server)) === 0);
      }
    } finally {
      await fixture.close();
      await upstream.close();
    }
  });

  it('in the middle of its upload: the service sees an upload that is not whole', async () => {
    let outcome = '';
    let hasArrived = false;
    const upstream = await startUpstream((request) => {
      hasArrived = true;
      request.on('error', () => (outcome = 'aborted'));
      request.on('end', () => (outcome = 'whole'));
      request.resume();
    });
    const fixture = await startGateway({ MONITORING_URL: upstream.address });
    try {
      const socket = net.connect(fixture.port, '127.0.0.1');
      socket.write('POST /rest/group HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n');
      await eventually('the upload', () => hasArrived);
      socket.destroy();
      await eventually('the outcome', () => outcome !== '');
      expect(outcome).toBe('aborted');
    } finally {
      await fixture.close();
      await upstream.close();
    }
  });

  it('stops sending its body: 408, and the service is let go', async () => {
    const upstream = await startUpstream((request) => void request.resume());
    const fixture = await startGateway({ MONITORING_URL: upstream.address, UPSTREAM_TIMEOUT_MS: 200 });
    try {
      const response = await sendRaw(
        fixture.port,
        'POST /rest/group HTTP/1.1\r\nHost: h\r\nContent-Length: 9\r\n\r\nabc',
        500,
      );
      expect(response).toMatch(/^HTTP\/1\.1 408 /);
      expect(response).toMatch(/x-error-type: request_timeout/i);
    } finally {
      await fixture.close();
      await upstream.close();
    }
  });
});

async function abortedRequest(port: number, method: string, path: string, arrived: Promise<void>): Promise<void> {
  const socket = net.connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  const body = method === 'POST' ? 'Content-Length: 100\r\n\r\npart of it' : '\r\n';
  socket.write(`${method} ${path} HTTP/1.1\r\nHost: h\r\n${body}`);
  await arrived;
  socket.destroy();
}
