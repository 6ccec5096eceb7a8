import { eventually } from '@wardstone/testing';
import { basic, type GatewayFixture, sendRaw, startGateway } from './gateway-fixture';
import { type RecordingUpstream, startRecordingUpstream } from './recording-upstream';

const CHUNKED = 'Transfer-Encoding: chunked';
/** A request that an attacker tries to smuggle to the service. */
const HIDDEN = 'GET /rest/hidden HTTP/1.1\r\nHost: h\r\n\r\n';
const HIDDEN_CHUNKED = `0\r\n\r\n${HIDDEN}`;

const request = (method: string, target: string, headers: string[], body = ''): string =>
  `${method} ${target} HTTP/1.1\r\n${['Host: h', ...headers].join('\r\n')}\r\n\r\n${body}`;

const getStatuses = (response: string): string[] =>
  [...response.matchAll(/HTTP\/1\.1 (\d{3})/g)].map((match) => match[1]!);

describe('requests that two servers could read differently', () => {
  let upstream: RecordingUpstream;
  let fixture: GatewayFixture;

  beforeAll(async () => {
    upstream = await startRecordingUpstream();
    fixture = await startGateway({ MONITORING_URL: upstream.address, COMPLIANCE_URL: upstream.address });
  });
  afterAll(async () => {
    await fixture.close();
    await upstream.close();
  });
  beforeEach(() => {
    upstream.requests.length = 0;
  });

  const send = (bytes: string) => sendRaw(fixture.port, bytes);

  describe('are refused with an error type, and nothing reaches the service', () => {
    it.each([
      [
        'Content-Length and Transfer-Encoding',
        request('POST', '/rest/group', ['Content-Length: 6', CHUNKED], HIDDEN_CHUNKED),
      ],
      ['the same in the other order', request('POST', '/rest/group', [CHUNKED, 'Content-Length: 60'], HIDDEN_CHUNKED)],
      ['two equal lengths', request('POST', '/rest/group', ['Content-Length: 3', 'Content-Length: 3'], 'abc')],
      ['two lengths that differ', request('POST', '/rest/group', ['Content-Length: 0', 'Content-Length: 44'], HIDDEN)],
      ['a list of lengths', request('POST', '/rest/group', ['Content-Length: 3, 3'], 'abc')],
      ['a signed length', request('POST', '/rest/group', ['Content-Length: +3'], 'abc')],
      ['a negative length', request('POST', '/rest/group', ['Content-Length: -1'], HIDDEN)],
      ['a hexadecimal length', request('POST', '/rest/group', ['Content-Length: 0x3'], 'abc')],
      ['xchunked', request('POST', '/rest/group', ['Transfer-Encoding: xchunked'], HIDDEN_CHUNKED)],
      ['chunked, identity', request('POST', '/rest/group', ['Transfer-Encoding: chunked, identity'], HIDDEN_CHUNKED)],
      ['identity, chunked', request('POST', '/rest/group', ['Transfer-Encoding: identity, chunked'], HIDDEN_CHUNKED)],
      ['gzip, chunked', request('POST', '/rest/group', ['Transfer-Encoding: gzip, chunked'], HIDDEN_CHUNKED)],
      ['chunked in quotes', request('POST', '/rest/group', ['Transfer-Encoding: "chunked"'], HIDDEN_CHUNKED)],
      ['two encodings', request('POST', '/rest/group', [CHUNKED, CHUNKED], HIDDEN_CHUNKED)],
      [
        'two encodings that differ',
        request('POST', '/rest/group', ['Transfer-Encoding: identity', CHUNKED], HIDDEN_CHUNKED),
      ],
      [
        'an encoding that follows a vertical tab',
        request('POST', '/rest/group', ['Transfer-Encoding:\u000bchunked'], HIDDEN_CHUNKED),
      ],
      ['a folded encoding', request('POST', '/rest/group', ['Transfer-Encoding:\r\n chunked'], HIDDEN_CHUNKED)],
      ['a folded header', request('GET', '/rest/a', ['X-Any: one\r\n two'])],
      ['a folded first header', 'GET /rest/a HTTP/1.1\r\n Host: h\r\nHost: h\r\n\r\n'],
      ['a blank before the colon', request('POST', '/rest/group', ['Content-Length : 3'], 'abc')],
      [
        'a blank before the colon of the encoding',
        request('POST', '/rest/group', ['Transfer-Encoding : chunked'], HIDDEN_CHUNKED),
      ],
      ['a tab before the colon', request('POST', '/rest/group', ['Transfer-Encoding\t: chunked'], HIDDEN_CHUNKED)],
      ['an underscore in the name of the length', request('POST', '/rest/group', ['Content_Length: 3'], 'abc')],
      ['bare line feeds', 'GET /rest/a HTTP/1.1\nHost: h\n\n'],
      ['a bare line feed between two headers', 'GET /rest/a HTTP/1.1\r\nHost: h\nX-Any: 1\r\n\r\n'],
      [
        'a bare line feed that hides an encoding',
        request('POST', '/rest/group', [`X-Any: 1\n${CHUNKED}`], HIDDEN_CHUNKED),
      ],
      ['a bare carriage return', request('GET', '/rest/a', ['X-Any: 1\rX-Other: 2'])],
      ['a NUL in a value', request('GET', '/rest/a', ['X-Any: a\u0000b'])],
      ['a NUL in a name', request('GET', '/rest/a', ['X-A\u0000ny: b'])],
      ['a NUL in the target', request('GET', '/rest/a\u0000b', [])],
      ['an empty header name', request('GET', '/rest/a', [': 1'])],
      ['no host', 'GET /rest/a HTTP/1.1\r\n\r\n'],
      ['two hosts', request('GET', '/rest/a', ['Host: other'])],
      ['a host with a path', 'GET /rest/a HTTP/1.1\r\nHost: h/api\r\n\r\n'],
      ['chunks in HTTP/1.0', `POST /rest/group HTTP/1.0\r\nHost: h\r\n${CHUNKED}\r\n\r\n${HIDDEN_CHUNKED}`],
      ['HTTP/1.2', 'GET /rest/a HTTP/1.2\r\nHost: h\r\n\r\n'],
      ['HTTP/0.9', 'GET /rest/a\r\n\r\n'],
      ['an absolute target', request('GET', 'http://elsewhere/rest/a', [])],
      ['a target of another scheme', request('GET', 'file:///rest/a', [])],
      ['an asterisk', request('OPTIONS', '*', [])],
      ['CONNECT', 'CONNECT elsewhere:443 HTTP/1.1\r\nHost: elsewhere:443\r\n\r\n'],
      ['dot segments', request('GET', '/rest/../api/v1/error/a', [])],
      ['escaped dot segments', request('GET', '/rest/%2e%2e/api/v1/error/a', [])],
      ['a backslash', request('GET', '/rest\\..\\api', [])],
      [
        'Connection: content-length',
        request('POST', '/rest/group', ['Connection: keep-alive, Content-Length', 'Content-Length: 3'], 'abc'),
      ],
      [
        'Connection: transfer-encoding',
        request('POST', '/rest/group', ['Connection: Transfer-Encoding', CHUNKED], HIDDEN_CHUNKED),
      ],
      ['Connection: host', request('GET', '/rest/a', ['Connection: Host'])],
      [
        'Connection: authorization',
        request('GET', '/rest/a', ['Connection: authorization', 'Authorization: Basic eDp5']),
      ],
      [
        'a second login',
        request('GET', '/rest/a', [`Authorization: ${basic('admin')}`, `Authorization: ${basic('viewer')}`]),
      ],
    ])('%s', async (_name, bytes) => {
      const response = await send(bytes);

      expect(response).toMatch(/^HTTP\/1\.1 400 /);
      expect(response).toMatch(/x-error-type: (ambiguous_request|invalid_request)/i);
      expect(response).toMatch(
        /link: <http:\/\/localhost:8080\/api\/v1\/error\/(ambiguous|invalid)_request>; rel="help"/i,
      );
      expect(response).toMatch(/content-type: application\/problem\+json/i);
      expect(response).toMatch(/connection: close/i);
      expect(response).toMatch(/x-request-id: \S+/i);
      expect(getStatuses(response)).toHaveLength(1);
      expect(upstream.requests).toEqual([]);
      expect(upstream.leftovers()).toBe('');
    });
  });

  describe('a body in chunks reaches the service as the body of exactly one request', () => {
    it.each(['GET', 'HEAD', 'DELETE', 'OPTIONS', 'POST', 'PUT', 'PATCH'])('with %s', async (method) => {
      const hidden = 'GET /rest/hidden HTTP/1.1\r\nHost: h\r\n\r\n';
      const chunk = `${hidden.length.toString(16)}\r\n${hidden}\r\n0\r\n\r\n`;

      const response = await send(request(method, '/rest/group', [CHUNKED], chunk));

      expect(getStatuses(response)).toEqual(['200']);
      expect(upstream.requests.map(({ line, body }) => [line, body])).toEqual([
        [`${method} /rest/group HTTP/1.1`, hidden],
      ]);
      expect(upstream.leftovers()).toBe('');
    });

    it.each(['GET', 'HEAD', 'DELETE', 'OPTIONS'])('with %s, empty', async (method) => {
      await send(request(method, '/rest/group', [CHUNKED], '0\r\n\r\n'));

      expect(upstream.requests.map(({ line, body }) => [line, body])).toEqual([[`${method} /rest/group HTTP/1.1`, '']]);
      expect(upstream.leftovers()).toBe('');
    });

    it('without the headers that Connection names', async () => {
      await send(request('POST', '/rest/group', [CHUNKED, 'Connection: X-Mine', 'X-Mine: 1'], '3\r\nabc\r\n0\r\n\r\n'));

      expect(upstream.requests).toMatchObject([{ body: 'abc' }]);
      expect(JSON.stringify(upstream.requests[0]!.headers)).not.toMatch(/mine|connection/i);
    });

    it('over a connection that is kept for the next one', async () => {
      const chunks = request('POST', '/rest/group', [CHUNKED], '3\r\nabc\r\n0\r\n\r\n');
      await send(chunks);
      await send(chunks);

      expect(upstream.requests.map(({ body }) => body)).toEqual(['abc', 'abc']);
      expect(new Set(upstream.requests.map(({ connection }) => connection)).size).toBe(1);
    });

    it('chunk extensions and trailers are removed', async () => {
      const trailer = 'X-Vendor-Identity: forged\r\nX-Any: forged';
      await send(
        request(
          'POST',
          '/rest/group',
          [CHUNKED, 'Trailer: X-Vendor-Identity'],
          `3;a="b c"\r\nabc\r\n0\r\n${trailer}\r\n\r\n`,
        ),
      );

      expect(upstream.requests).toHaveLength(1);
      expect(upstream.requests[0]!.body).toBe('abc');
      expect(JSON.stringify(upstream.requests[0]!.headers)).not.toMatch(/forged|trailer/i);
      expect(upstream.leftovers()).toBe('');
    });
  });

  it.each(['GET', 'HEAD', 'DELETE', 'OPTIONS', 'POST'])(
    'a body of known length stays the body of one request with %s',
    async (method) => {
      const response = await send(request(method, '/rest/group', [`Content-Length: ${HIDDEN.length}`], HIDDEN));

      expect(getStatuses(response)).toEqual(['200']);
      expect(upstream.requests.map(({ line, body }) => [line, body])).toEqual([
        [`${method} /rest/group HTTP/1.1`, HIDDEN],
      ]);
    },
  );

  it('an encoding hidden behind two thousand headers frames the request for the service too', async () => {
    const many = Array.from({ length: 2_100 }, () => 'a:');
    const response = await send(
      request('DELETE', '/rest/group', [...many, CHUNKED], `${HIDDEN.length.toString(16)}\r\n${HIDDEN}\r\n0\r\n\r\n`),
    );

    expect(getStatuses(response)).toEqual(['200']);
    expect(upstream.requests.map(({ line, body }) => [line, body])).toEqual([['DELETE /rest/group HTTP/1.1', HIDDEN]]);
    expect(upstream.leftovers()).toBe('');
  });

  it('a chunk of a wrong size ends the connection, and the service never sees the end of the body', async () => {
    const response = await send(request('POST', '/rest/group', [CHUNKED], `3\r\nabcX${HIDDEN}`));

    expect(getStatuses(response)).toEqual(['400']);
    expect(response).toMatch(/x-error-type: (ambiguous|invalid)_request/i);
    expect(upstream.requests).toEqual([]);
    await eventually('the service to drop the rest', () => upstream.leftovers() === '');
  });

  it('a length among the trailers is refused', async () => {
    const response = await send(
      request('POST', '/rest/group', [CHUNKED], `3\r\nabc\r\n0\r\nContent-Length: 9\r\n\r\n`),
    );

    expect(getStatuses(response)).toEqual(['400']);
    expect(upstream.requests).toEqual([]);
  });

  it.each([
    ['negative', '-1\r\nabc\r\n0\r\n\r\n'],
    ['not hexadecimal', 'xyz\r\nabc\r\n0\r\n\r\n'],
    ['beyond 64 bits', '10000000000000003\r\nabc\r\n0\r\n\r\n'],
    ['followed by a bare line feed', '3\nabc\r\n0\r\n\r\n'],
    ['with a blank inside', '3 3\r\nabc\r\n0\r\n\r\n'],
  ])('a chunk size that is %s is refused', async (_name, body) => {
    const response = await send(request('POST', '/rest/group', [CHUNKED], body));

    expect(getStatuses(response)).toEqual(['400']);
    expect(upstream.requests).toEqual([]);
  });

  it('pipelined requests get their responses one after the other', async () => {
    const response = await send(
      request('POST', '/rest/one', ['Content-Length: 3'], 'abc') +
        request('GET', '/rest/two', []) +
        request('GET', '/nowhere', []),
    );

    expect(getStatuses(response)).toEqual(['200', '200', '404']);
    expect(upstream.requests.map(({ line }) => line).sort()).toEqual([
      'GET /rest/two HTTP/1.1',
      'POST /rest/one HTTP/1.1',
    ]);
  });

  it.each([
    ['the parser', request('POST', '/rest/group', ['Content-Length: 3', CHUNKED], HIDDEN_CHUNKED)],
    ['the framing rules', request('GET', '/rest/a', ['Host: other'])],
    ['the rules of addresses', request('GET', '/rest/../a', [])],
  ])('what follows a request that %s refuse is never processed', async (_name, refused) => {
    const response = await send(refused + HIDDEN + HIDDEN);

    expect(getStatuses(response)).toEqual(['400']);
    expect(upstream.requests).toEqual([]);
  });

  it('headers of more than 16 KiB are 431', async () => {
    const response = await send(request('GET', '/rest/a', [`X-Any: ${'a'.repeat(17_000)}`]));

    expect(response).toMatch(/^HTTP\/1\.1 431 /);
    expect(response).toMatch(/x-error-type: headers_too_large/i);
    expect(upstream.requests).toEqual([]);
  });

  it('headers of more than 16 KiB of a HEAD request are 431 without a body', async () => {
    const response = await send(request('HEAD', '/rest/a', [`X-Any: ${'a'.repeat(17_000)}`]));

    expect(response).toMatch(/^HTTP\/1\.1 431 /);
    expect(response).toMatch(/\r\n\r\n$/);
  });

  it('no protocol but HTTP/1.1 is ever switched to, and the request for it is not passed on', async () => {
    const websocket = request('GET', '/rest/a', [
      'Connection: Upgrade',
      'Upgrade: websocket',
      'Sec-WebSocket-Key: eA==',
    ]);
    const h2c = request('GET', '/rest/b', [
      'Connection: Upgrade, HTTP2-Settings',
      'Upgrade: h2c',
      'HTTP2-Settings: AAMAAABk',
    ]);

    expect(getStatuses((await send(websocket)) + (await send(h2c)))).toEqual(['200', '200']);
    expect(JSON.stringify(upstream.requests.map(({ headers }) => headers))).not.toMatch(/upgrade|http2-settings/i);
  });

  it('an expectation that came together with its body is removed, and so are the credentials', async () => {
    const login = `Authorization: ${basic('admin')}`;
    await send(request('POST', '/rest/group', ['Content-Length: 3', 'Expect: 100-continue', login], 'abc'));

    expect(upstream.requests).toMatchObject([{ body: 'abc' }]);
    const names = upstream.requests[0]!.headers.map(([name]) => name);
    expect(names).toContain('x-vendor-identity');
    expect(names.filter((name) => /^(expect|authorization)$/.test(name))).toEqual([]);
  });

  it('headers for this connection are not forwarded', async () => {
    await send(
      request('GET', '/rest/a', [
        'Connection: keep-alive, X-Mine',
        'X-Mine: 1',
        'Keep-Alive: 300',
        'TE: trailers',
        'Proxy-Authorization: Basic eDp5',
        'Proxy-Connection: close',
        'X-Yours: 2',
      ]),
    );

    const names = upstream.requests[0]!.headers.map(([name]) => name);
    expect(names).toContain('x-yours');
    expect(names.filter((name) => /^(x-mine|te|keep-alive|proxy-.*)$/.test(name))).toEqual([]);
  });

  it.each([
    ['closes the connection after the response', [], true],
    ['keeps the connection when asked to', ['Connection: keep-alive'], false],
  ])('the response to a client of HTTP/1.0: the gateway %s', async (_name, headers, hangsUp) => {
    const bytes = `GET /rest/a HTTP/1.0\r\n${headers.map((header) => `${header}\r\n`).join('')}\r\n`;
    const response = await send(hangsUp ? bytes : bytes + bytes);

    expect(getStatuses(response)).toEqual(hangsUp ? ['200'] : ['200', '200']);
    expect(response).not.toMatch(/transfer-encoding/i);
    expect(upstream.requests[0]!.line).toBe('GET /rest/a HTTP/1.1');
    expect(upstream.requests[0]!.headers.filter(([name]) => name === 'host')).toHaveLength(1);
  });

  it.each(['/rest//index', '/rest///a//b/?x=//y', '/rest/a%2Fb%zz', '/rest/?', '/rest/a;b=c?d=%00&http:/e'])(
    'the target %s arrives unchanged',
    async (target) => {
      await send(request('GET', target, []));

      expect(upstream.requests.map(({ line }) => line)).toEqual([`GET ${target} HTTP/1.1`]);
    },
  );
});
