import { createHash, randomBytes } from 'node:crypto';
import http from 'node:http';
import net from 'node:net';
import { pipeline } from 'node:stream/promises';
import { eventually } from '@wardstone/testing';
import { basic, type GatewayFixture, type HttpUpstream, sendRaw, startGateway, startUpstream } from './gateway-fixture';

const MIB = 1024 * 1024;
const BLOCK = randomBytes(MIB);

async function* blocks(count: number): AsyncGenerator<Buffer> {
  for (let i = 0; i < count; i++) yield BLOCK;
  await Promise.resolve();
}

const toDigest = (count: number): string => {
  const hash = createHash('sha256');
  for (let i = 0; i < count; i++) hash.update(BLOCK);
  return hash.digest('hex');
};

const REPEATED = [
  ...['a=1', 'b=2'].map((value) => ['Set-Cookie', value]),
  ...['</rest/a?page=1>; rel="next"', '</rest/a?page=9>; rel="last"'].map((value) => ['Link', value]),
  ...['Basic realm="x, y"', 'Bearer'].map((value) => ['WWW-Authenticate', value]),
  ...['1', '2'].map((value) => ['X-Many', value]),
];

/** Buffers of kernel and streams; far less than the bodies here. */
const ON_THE_WAY = 32 * MIB;

/** Waits until a number has risen above zero and then not changed for a while. */
async function untilStill(read: () => number): Promise<void> {
  let [last, quiet] = [0, 0];
  while (quiet < 10) {
    await new Promise((resolve) => setTimeout(resolve, 50));
    quiet = read() > 0 && read() === last ? quiet + 1 : 0;
    last = read();
  }
}

describe('bodies', () => {
  let upstream: HttpUpstream;
  let fixture: GatewayFixture;
  let received: { bytes: number; digest: string; headers: http.IncomingHttpHeaders }[];

  beforeAll(async () => {
    upstream = await startUpstream(async (request, response) => {
      const [, count] = /blocks=(\d+)/.exec(request.url!) ?? [];
      if (count !== undefined) {
        await pipeline(blocks(Number(count)), response).catch(() => undefined);
        return;
      }
      const hash = createHash('sha256');
      let bytes = 0;
      request.on('error', () => undefined);
      try {
        for await (const chunk of request as AsyncIterable<Buffer>) {
          hash.update(chunk);
          bytes += chunk.length;
        }
      } catch {
        return;
      }
      received.push({ bytes, digest: hash.digest('hex'), headers: request.headers });
      response.end(JSON.stringify({ bytes }));
    });
    fixture = await startGateway({ MONITORING_URL: upstream.address, COMPLIANCE_URL: upstream.address });
  });
  afterAll(async () => {
    await fixture.close();
    await upstream.close();
  });
  beforeEach(() => {
    received = [];
  });

  const post = (path: string, headers: http.OutgoingHttpHeaders, body: AsyncIterable<Buffer>) =>
    new Promise<{ status: number; text: string; headers: http.IncomingHttpHeaders }>((resolve, reject) => {
      const request = http.request(fixture.url + path, { method: 'POST', headers }, (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (part) => (text += String(part)));
        response.on('end', () => resolve({ status: response.statusCode!, text, headers: response.headers }));
      });
      request.on('error', reject);
      pipeline(body, request).catch(() => undefined);
    });

  it.each([
    ['of known length', { 'content-length': String(40 * MIB) }],
    ['in chunks', {}],
  ])('of 40 MiB, %s, arrive unchanged', async (_name, headers) => {
    await post('/rest/content/fresh', headers, blocks(40));

    expect(received).toMatchObject([{ bytes: 40 * MIB, digest: toDigest(40) }]);
  });

  it('of 40 MiB are returned unchanged', async () => {
    const hash = createHash('sha256');
    const response = await fetch(`${fixture.url}/rest/content?blocks=40`);
    for await (const chunk of response.body! as unknown as AsyncIterable<Uint8Array>) hash.update(chunk);

    expect(hash.digest('hex')).toBe(toDigest(40));
  });

  it('wait in the service for a client that does not read, and are not buffered on the way', async () => {
    let written = 0;
    const eager = await startUpstream((_request, response) => {
      const more = (): void => {
        while (written < 100 * MIB && !response.destroyed) {
          written += MIB;
          if (!response.write(BLOCK)) {
            response.once('drain', more);
            return;
          }
        }
      };
      more();
    });
    const other = await startGateway({ MONITORING_URL: eager.address });
    const socket = net.connect(other.port, '127.0.0.1').pause();
    try {
      socket.write('GET /rest/content HTTP/1.1\r\nHost: h\r\n\r\n');
      await untilStill(() => written);

      expect(written).toBeLessThan(ON_THE_WAY);
    } finally {
      socket.destroy();
      await other.close();
      await eager.close();
    }
  });

  it.each([
    ['of known length', { 'content-length': String(100 * MIB) }],
    ['in chunks', {}],
  ])('%s wait in the client for a service that does not read, and are not buffered on the way', async (_, headers) => {
    const lazy = await startUpstream((request) => void request.pause());
    const other = await startGateway({ MONITORING_URL: lazy.address });
    const request = http.request(`${other.url}/rest/content/fresh`, { method: 'POST', headers });
    request.on('error', () => undefined);
    let written = 0;
    try {
      const more = (): void => {
        while (written < 100 * MIB && !request.destroyed) {
          written += MIB;
          if (!request.write(BLOCK)) {
            request.once('drain', more);
            return;
          }
        }
      };
      more();
      await untilStill(() => written);

      expect(written).toBeLessThan(ON_THE_WAY);
    } finally {
      request.destroy();
      await other.close();
      await lazy.close();
    }
  });

  it('pass on the first byte of a response, and its head before that, while the last byte is not written', async () => {
    const pieces: (() => void)[] = [];
    const slow = await startUpstream((_request, response) => {
      response.writeHead(200, { 'Content-Type': 'text/plain' });
      response.flushHeaders();
      pieces.push(
        () => response.write('first'),
        () => response.end('last'),
      );
    });
    const other = await startGateway({ MONITORING_URL: slow.address });
    try {
      const response = await fetch(`${other.url}/rest/a`);
      const reader = (response.body as ReadableStream<Uint8Array>).getReader();
      pieces[0]!();
      expect(Buffer.from((await reader.read()).value!).toString()).toBe('first');
      pieces[1]!();
      expect(Buffer.from((await reader.read()).value!).toString()).toBe('last');
    } finally {
      await other.close();
      await slow.close();
    }
  });

  it.each([
    ['of known length', { 'content-length': '9' }],
    ['in chunks', {}],
  ])('%s pass on the first byte of an upload while the last is not written', async (_name, headers) => {
    let first = '';
    const slow = await startUpstream((request, response) => {
      request.once('data', (chunk: Buffer) => (first = chunk.toString()));
      request.on('end', () => response.end());
      request.resume();
    });
    const other = await startGateway({ MONITORING_URL: slow.address });
    try {
      const request = http.request(`${other.url}/rest/content/fresh`, { method: 'POST', headers });
      request.write('first');
      await eventually('the first byte', () => first === 'first');
      const responded = new Promise((resolve) => request.on('response', resolve));
      request.end('last');
      await responded;
    } finally {
      await other.close();
      await slow.close();
    }
  });

  it.each([
    ['of known length', 'Content-Length: 9\r\n\r\nfirst'],
    ['in chunks', 'Transfer-Encoding: chunked\r\n\r\n5\r\nfirst\r\n'],
  ])('%s that the service responds to before their end: the client gets the response', async (_name, bytes) => {
    const hasty = await startUpstream((request, response) => {
      request.once('data', () => {
        response.statusCode = 409;
        response.end('enough');
      });
    });
    const other = await startGateway({ MONITORING_URL: hasty.address });
    try {
      const response = await sendRaw(other.port, `POST /rest/group HTTP/1.1\r\nHost: h\r\n${bytes}`);

      expect(response).toMatch(/^HTTP\/1\.1 409 /);
      expect(response).toMatch(/enough/);
    } finally {
      await other.close();
      await hasty.close();
    }
  });

  it('of known length arrive as they were sent, in whatever pieces, one after the other on one connection', async () => {
    const lengths = [1, 9, 70_000, 0, 200_000, 16_384];
    const socket = net.connect(fixture.port, '127.0.0.1').setNoDelay(true);
    let text = '';
    socket.on('data', (part) => (text += part.toString()));
    try {
      for (const [index, length] of lengths.entries()) {
        const body = BLOCK.subarray(0, length);
        socket.write(`POST /rest/group HTTP/1.1\r\nHost: h\r\nContent-Length: ${length}\r\n\r\n`);
        for (let at = 0; at < length; at += 30_000) {
          socket.write(body.subarray(at, at + 30_000));
          await new Promise((resolve) => setTimeout(resolve, 5));
        }
        await eventually('the answer', () => text.split('"bytes"').length === index + 2);
      }
      const digests = lengths.map((length) => createHash('sha256').update(BLOCK.subarray(0, length)).digest('hex'));
      expect(received.map(({ digest }) => digest)).toEqual(digests);
    } finally {
      socket.destroy();
    }
  });

  describe('that are too large', () => {
    const COMPLIANCE_SHAPE = { errors: ['Request body is too large'] };

    it.each([
      ['by their length', { 'content-length': String(2 * MIB) }],
      ['as they turn out', {}],
    ])('%s are 413 with the text of the service, and the service never sees their end', async (_name, headers) => {
      const response = await post('/api/compliance/v2/policies', headers, blocks(2));

      expect(response.status).toBe(413);
      expect(JSON.parse(response.text)).toEqual(COMPLIANCE_SHAPE);
      expect(response.headers).toMatchObject({
        'x-error-type': 'payload_too_large',
        'content-type': 'application/vnd.api+json; charset=utf-8',
        'access-control-allow-origin': '*',
      });
      expect(received).toEqual([]);
    });

    it('at exactly the limit pass', async () => {
      expect((await post('/api/compliance/v2/policies', {}, blocks(1))).status).toBe(200);
    });

    it('leave the connection usable when the client sends them whole', async () => {
      const body = 'a'.repeat(MIB + 1);
      const response = await sendRaw(
        fixture.port,
        `POST /api/compliance/v2/policies HTTP/1.1\r\nHost: h\r\nContent-Length: ${body.length}\r\n\r\n${body}GET /rest/a HTTP/1.1\r\nHost: h\r\n\r\n`,
        3_000,
      );

      expect([...response.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status)).toEqual(['413', '200']);
    });

    it('and never end are cut off', async () => {
      const socket = net.connect(fixture.port, '127.0.0.1');
      socket.on('error', () => undefined);
      socket.resume();
      socket.write('POST /rest/group HTTP/1.1\r\nHost: h\r\nContent-Length: 99999999999\r\n\r\n');
      const timer = setInterval(() => socket.write(Buffer.alloc(1000)), 20);
      await new Promise((resolve) => socket.once('close', resolve));
      clearInterval(timer);
    });
  });

  describe('that the client offers with Expect: 100-continue', () => {
    const expectContinue = (path: string, length: number, extra = ''): string =>
      `POST ${path} HTTP/1.1\r\nHost: h\r\nContent-Length: ${length}\r\nExpect: 100-continue\r\n${extra}\r\n`;

    it('do no harm when the client disconnects while its bad credentials are checked', async () => {
      const bytes = expectContinue('/rest/group', 5, `Authorization: ${basic('admin', 'wrong again')}\r\n`);
      // Leaves at once: the end of the connection is read before the check ends.
      await new Promise<void>((resolve) => {
        const socket = net.connect(fixture.port, '127.0.0.1', () => {
          socket.write(bytes);
          setTimeout(() => socket.destroy(), 5);
        });
        socket.on('close', () => setTimeout(resolve, 500)).resume();
      });

      expect(await sendRaw(fixture.port, expectContinue('/rest/group', 2 * MIB))).toMatch(/^HTTP\/1\.1 413 /);
    });

    it('are requested, then passed on', async () => {
      const response = await new Promise<string>((resolve) => {
        const socket = net.connect(fixture.port, '127.0.0.1');
        let text = '';
        socket.write(expectContinue('/rest/group', 5));
        socket.on('data', (part) => {
          text += part.toString();
          if (text === 'HTTP/1.1 100 Continue\r\n\r\n') socket.write('hello');
          if (text.includes('"bytes"')) {
            socket.destroy();
            resolve(text);
          }
        });
      });

      expect(response).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200 OK/);
      expect(received).toMatchObject([{ bytes: 5 }]);
      expect(received[0]!.headers).not.toHaveProperty('expect');
    });

    it.each([
      ['too large', expectContinue('/rest/group', 2 * MIB), '413'],
      [
        'sent with bad credentials',
        expectContinue('/rest/group', 5, `Authorization: ${basic('admin', 'wrong')}\r\n`),
        '401',
      ],
      ['framed in two ways', expectContinue('/rest/group', 5, 'Transfer-Encoding: chunked\r\n'), '400'],
    ])('are not requested when they are %s', async (_name, bytes, status) => {
      const response = await sendRaw(fixture.port, bytes);

      expect(response).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
      expect(response).toMatch(/connection: close/i);
      expect(received).toEqual([]);
    });

    it('with another expectation are 417', async () => {
      const response = await sendRaw(
        fixture.port,
        'POST /rest/group HTTP/1.1\r\nHost: h\r\nContent-Length: 1\r\nExpect: a-miracle\r\n\r\nx',
      );

      expect(response).toMatch(/^HTTP\/1\.1 417 /);
      expect(response).toMatch(/x-error-type: expectation_failed/i);
    });
  });

  it('come with the headers of the service, repeated ones too, and without those of its connection', async () => {
    const chatty = await startUpstream((_request, response) => {
      response.writeHead(207, 'All Sorts', [
        ...REPEATED,
        ['ETag', '"1"'],
        ['ETag', '"2"'],
        ['Connection', 'keep-alive, X-Hop'],
        ['Connection', 'X-Skip'],
        ['X-Hop', '1'],
        ['X-Skip', '1'],
        ['X-Request-Id', 'theirs'],
      ] as unknown as http.OutgoingHttpHeader[]);
      response.end();
    });
    const other = await startGateway({ MONITORING_URL: chatty.address });
    try {
      const response = await fetch(`${other.url}/rest/a`, { headers: { 'x-request-id': 'ours' } });
      expect([response.status, response.statusText]).toEqual([207, 'All Sorts']);
      expect(response.headers.getSetCookie()).toEqual(['a=1', 'b=2']);
      expect(response.headers.get('etag')).toBe('"1"');
      expect([response.headers.get('x-hop'), response.headers.get('x-skip')]).toEqual([null, null]);
      expect(response.headers.get('x-request-id')).toBe('ours');

      const raw = await sendRaw(other.port, 'GET /rest/a HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n');
      // The first of repeated single headers counts.
      const lines = [...REPEATED, ['ETag', '"1"']].map(([name, value]) => `${name}: ${value}`);
      expect(raw.split('\r\n').filter((line) => /^(?:Set-C|Link|WWW|X-Many|ETag)/.test(line))).toEqual(lines);
    } finally {
      await other.close();
      await chatty.close();
    }
  });
});
