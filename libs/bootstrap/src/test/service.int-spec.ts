import http from 'node:http';
import net from 'node:net';
import { Body, Controller, Get, HttpCode, Module, Param, Post, Req, Res } from '@nestjs/common';
import { Allow, PasswordHasher } from '@wardstone/auth';
import { SystemClock } from '@wardstone/clock';
import { ServiceConfig, loadConfig } from '@wardstone/config';
import { problemDetailsRenderer } from '@wardstone/errors';
import { TestAccounts, TestAccountsModule, eventually } from '@wardstone/testing';
import type { Request } from 'express';
import request from 'supertest';
import { createService, type RunningService } from '../create-service';
import { createLogger } from '../logger';
import { Readiness } from '../readiness';

/** Number of started requests. */
let slowRequests = 0;

const FAILURES: Readonly<Record<string, { message: string; code?: string }>> = {
  broken: { message: 'the secret detail' },
  unreachable: { message: 'connect ECONNREFUSED', code: 'ECONNREFUSED' },
  full: { message: 'could not extend file: No space left on device', code: '53100' },
  nul: { message: 'invalid byte sequence for encoding "UTF8": 0x00', code: '22021' },
  half: { message: 'invalid input syntax for type json', code: '22P02' },
};

@Controller('things')
class ThingController {
  @Get('slow')
  @Allow('public')
  async slow(): Promise<string> {
    slowRequests++;
    await new Promise((resolve) => setTimeout(resolve, 300));
    return 'done';
  }

  @Get(Object.keys(FAILURES))
  @Allow('public')
  fail(@Req() { path }: Request): never {
    throw Object.assign(new Error(), FAILURES[path.split('/').at(-1)!]);
  }

  @Get('undeclared')
  undeclared(): string {
    return 'without declared access';
  }

  @Get(':id')
  @Allow('errors:read')
  read(@Param('id') id: string): { id: string } {
    return { id };
  }

  @Post('listeners')
  @Allow('errors:write')
  countListeners(@Res({ passthrough: true }) response: http.ServerResponse): number {
    return response.listenerCount('close');
  }

  @Post()
  @HttpCode(200)
  @Allow('errors:write')
  echo(@Body() body: unknown): { body: unknown } {
    return { body: body ?? null };
  }
}

@Module({ controllers: [ThingController] })
class ThingModule {}

const PASSWORD = 'correct horse battery';

describe('a service', () => {
  let service: RunningService;
  const logLines: string[] = [];

  const api = () => request(service.url());
  const asAdmin = (method: 'get' | 'post' | 'head', route: string) => api()[method](route).auth('root', PASSWORD);

  beforeAll(async () => {
    const hasher = new PasswordHasher();
    const accounts = new TestAccounts(new Map(), new SystemClock(), hasher);
    await accounts.add({ username: 'root', password: PASSWORD, roles: ['admin'], orgId: 'one' });
    await accounts.add({ username: 'hasty', password: PASSWORD, roles: ['admin'], orgId: 'one' });
    await accounts.add({ username: 'reader', password: PASSWORD, roles: ['viewer'], orgId: 'one' });
    service = await createService({
      name: 'error-registry',
      api: { title: 'Things', description: 'For tests' },
      config: loadConfig(ServiceConfig, {
        HOST: '127.0.0.1',
        PUBLIC_BASE_URL: 'https://example.test',
      }),
      module: { module: ThingModule, imports: [TestAccountsModule.with(accounts, hasher)] },
      renderer: problemDetailsRenderer,
      jsonBody: { mediaTypes: ['application/json'], limitBytes: 1024 },
      headers: { 'X-Thing': 'yes' },
      prepareServer: (server) => (server.maxHeadersCount = 100),
      logger: createLogger('error-registry', 'info', { write: (line: string) => void logLines.push(line) }),
    });
    await service.listen();
  });

  afterAll(async () => {
    await service.close();
  });

  it('responds to callers with permission, and echoes a harmless request id', async () => {
    const response = await asAdmin('get', '/things/7').set('X-Request-Id', 'abc-1').expect(200);
    expect(response.body).toEqual({ id: '7' });
    expect(response.headers).toMatchObject({ 'x-request-id': 'abc-1', 'x-thing': 'yes' });
  });

  it('creates an id of its own when the given one could break a log line', async () => {
    const { headers } = await asAdmin('get', '/things/7').set('X-Request-Id', 'a b').expect(200);
    expect(headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('rejects unauthenticated callers, before it looks at their body', async () => {
    const { headers, body } = await api().post('/things').set('Content-Type', 'text/csv').send('x'.repeat(9999));
    expect(body).toMatchObject({ status: 401, error_type: 'session_required' });
    expect(headers['x-error-type']).toBe('session_required');
    expect(headers.link).toBe('<https://example.test/api/v1/error/session_required>; rel="help"');
  });

  it('refuses callers without the permission with 403', async () => {
    await api().post('/things').auth('reader', PASSWORD).send({}).expect(403);
  });

  it('refuses a route that declares no access', async () => {
    const { body } = await asAdmin('get', '/things/undeclared').expect(500);
    expect(body.error_type).toBe('internal_error');
  });

  // Node warns of more than ten, and a stream that is written to the response has most of them.
  it('listens once for the end of a response', async () => {
    const { text } = await asAdmin('post', '/things/listeners').send({}).expect(201);
    expect(Number(text)).toBe(1);
  });

  it.each([
    ['a media type it does not read', 'text/csv', 'a,b', 415, 'unsupported_media_type'],
    ['a body over its limit', 'application/json', JSON.stringify('x'.repeat(2000)), 413, 'payload_too_large'],
    ['a body that is not JSON', 'application/json', '{"a":', 400, 'invalid_request'],
    ['a body nested without end', 'application/json', '['.repeat(101) + ']'.repeat(101), 400, 'invalid_request'],
  ])('refuses %s', async (_case, mediaType, sent, status, type) => {
    const { body } = await asAdmin('post', '/things').set('Content-Type', mediaType).send(sent).expect(status);
    expect(body.error_type).toBe(type);
  });

  it('reads a body without a Content-Type as JSON, scalars included', async () => {
    const authorization = `Basic ${Buffer.from(`root:${PASSWORD}`).toString('base64')}`;
    const sent = { method: 'POST', headers: { authorization }, body: new TextEncoder().encode('7') };
    const body = await (await fetch(`${service.url()}/things`, sent)).json();
    expect(body).toEqual({ body: 7 });
  });

  it('does not accept a body without a Content-Type from a browser', async () => {
    const send = (headers: Record<string, string>) =>
      fetch(`${service.url()}/things`, {
        method: 'POST',
        headers: { authorization: `Basic ${Buffer.from(`root:${PASSWORD}`).toString('base64')}`, ...headers },
        body: new TextEncoder().encode('7'),
      });
    expect((await send({ origin: 'https://example.test' })).status).toBe(415);
    expect((await send({ 'sec-fetch-site': 'same-origin' })).status).toBe(415);
    expect((await send({ origin: 'https://example.test', 'content-type': 'application/json' })).status).toBe(200);
  });

  it.each(['/things', '/things/7', '/livez', '/openapi.json', '/nothing'])(
    'lets scripts of other origins request %s without credentials, and read what they have credentials for',
    async (path) => {
      const { headers, text } = await api()
        .options(path)
        .set('Origin', 'https://elsewhere.test')
        .set('Access-Control-Request-Method', 'GET')
        .set('Access-Control-Request-Headers', 'authorization')
        .expect(204);
      expect(text).toBe('');
      expect(headers).toMatchObject({
        'access-control-allow-origin': '*',
        'access-control-allow-headers': 'authorization',
        'access-control-allow-methods': 'GET, HEAD, OPTIONS',
        vary: 'Access-Control-Request-Headers',
      });
      // Without this one browsers send no login of their own.
      expect(headers).not.toHaveProperty('access-control-allow-credentials');
      const response = await asAdmin('get', path).set('Origin', 'https://elsewhere.test');
      expect(response.headers['access-control-allow-origin']).toBe('*');
      expect(response.headers['access-control-expose-headers']).toContain('X-Error-Type');
    },
  );

  it('refuses writes of cross-origin pages for every login', async () => {
    const response = await asAdmin('post', '/things').set('Origin', 'https://evil.test').send({}).expect(403);
    expect(response.headers['x-error-type']).toBe('foreign_page');
    expect(response.body.detail).toBe('Cross-origin POST rejected; only pages of https://example.test may send it.');
    await asAdmin('post', '/things').set('Sec-Fetch-Site', 'same-site').send({}).expect(403);
    await asAdmin('get', '/things/7').set('Sec-Fetch-Site', 'cross-site').expect(200);
  });

  it.each(['/livez', '/things/7', '/nowhere', '/docs', '/%'])('keeps cross-origin pages from %s', async (route) => {
    const { headers } = await api().get(route);
    expect(headers).toMatchObject({
      'cross-origin-resource-policy': 'same-origin',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'content-security-policy': expect.stringContaining("default-src '"),
    });
  });

  it('never names an unknown host in its responses', async () => {
    for (const host of ['evil.test', 'example.test.evil.test', '127.0.0.1:1']) {
      const { headers, text } = await api().get('/nowhere').set({ Host: host, 'X-Forwarded-Host': host });
      expect(headers.link).toBe('<https://example.test/api/v1/error/not_found>; rel="help"');
      expect(text).not.toContain(host);
    }
  });

  it.each(['zstd', 'compress', 'gzip, gzip'])('returns 415 for a body in %s', async (encoding) => {
    const sent = await asAdmin('post', '/things').set('Content-Encoding', encoding).send({});
    expect([sent.status, sent.headers['x-error-type']]).toEqual([415, 'unsupported_media_type']);
  });

  it('reports no failure of its own when the client disconnects before its body is read', async () => {
    const linesBefore = logLines.length;
    const socket = net.connect(Number(new URL(service.url()).port), '127.0.0.1');
    // A password that was never checked before, which takes long enough to disconnect meanwhile.
    const authorization = `Basic ${Buffer.from(`hasty:${PASSWORD}`).toString('base64')}`;
    const head = `POST /things HTTP/1.1\r\nHost: x\r\nAuthorization: ${authorization}\r\nContent-Length: 9\r\n\r\n`;
    await new Promise((resolve) => socket.write(`${head}{"a"`, resolve));
    socket.destroy();
    while (!logLines.some((line) => line.includes('"aborted":true'))) await new Promise(setImmediate);
    // Passwords are checked one after the other.
    await asAdmin('post', '/things').auth('hasty', PASSWORD).send({}).expect(200);

    expect(logLines.slice(linesBefore).filter((line) => line.includes('unexpected failure'))).toEqual([]);
  });

  it('returns 404 with an error type for unknown paths and 400 for a path that cannot be decoded', async () => {
    expect((await asAdmin('get', '/nowhere').expect(404)).body.error_type).toBe('not_found');
    expect((await asAdmin('get', '/things/%zz').expect(400)).body.error_type).toBe('malformed_url');
  });

  it('hides unexpected failures, and logs them with the request id', async () => {
    const { body, headers } = await api().get('/things/broken').expect(500);
    expect(JSON.stringify(body)).not.toContain('secret detail');
    const line = logLines.find((text) => text.includes('secret detail'));
    expect(line).toContain(headers['x-request-id']);
  });

  it('returns 503 with Retry-After when a dependency is unreachable', async () => {
    const { headers, body } = await api().get('/things/unreachable').expect(503);
    expect(headers['retry-after']).toBe('5');
    expect(body.error_type).toBe('service_unavailable');
  });

  it('reports the same while the disk of the database is full', async () => {
    const { headers, body } = await api().get('/things/full').expect(503);
    expect(headers['retry-after']).toBe('5');
    expect(JSON.stringify(body)).not.toContain('No space left');
  });

  it.each([
    [
      'headers beyond the limit',
      `GET /livez HTTP/1.1\r\nHost: x\r\nX-Long: ${'a'.repeat(20_000)}\r\n\r\n`,
      'headers_too_large',
    ],
    ['what is not HTTP', 'EHLO example.test\r\n\r\n', 'invalid_request'],
  ])('refuses %s with an error type and closes the connection', async (_case, sent, type) => {
    const text = await new Promise<string>((resolve, reject) => {
      const socket = net.connect(Number(new URL(service.url()).port), '127.0.0.1', () => socket.write(sent));
      let response = '';
      socket.on('data', (chunk) => (response += String(chunk)));
      socket.on('end', () => resolve(response));
      socket.on('error', reject);
    });
    expect(text).toContain(`X-Error-Type: ${type}\r\n`);
    expect(text).toContain(`Link: <https://example.test/api/v1/error/${type}>; rel="help"\r\n`);
    const body = JSON.parse(text.slice(text.indexOf('\r\n\r\n'))) as object;
    expect(body).toMatchObject({ title: type, status: Number(text.slice(9, 12)) });
  });

  it.each(['nul', 'half'])('blames the request for a character that the database refused (%s)', async (name) => {
    const { body } = await api().get(`/things/${name}`).expect(400);
    expect(body.error_type).toBe('invalid_request');
  });

  it('responds without a body to a HEAD request that it cannot read', async () => {
    const sent = http.request(`${service.url()}/${'a'.repeat(20_000)}`, { method: 'HEAD' });
    const response = await new Promise<http.IncomingMessage>((resolve, reject) => {
      sent.on('response', resolve).on('error', reject).end();
    });
    response.resume();
    await new Promise((resolve, reject) => response.on('end', resolve).on('error', reject));
    expect(response.statusCode).toBe(431);
    expect(response.headers['x-error-type']).toBe('headers_too_large');
  });

  it('returns problem details on request, and no body for HEAD', async () => {
    const { headers } = await api().get('/things/1').set('Accept', 'application/problem+json').expect(401);
    expect(headers['content-type']).toMatch(/^application\/problem\+json/);
    const head = await api().head('/things/1').expect(401);
    expect(head.text).toBeFalsy();
    expect(head.headers['x-error-type']).toBe('session_required');
  });

  it('returns 304 when the strong ETag still holds', async () => {
    const { headers } = await asAdmin('get', '/things/7').expect(200);
    expect(headers.etag).toMatch(/^"/);
    await asAdmin('get', '/things/7').set('If-None-Match', headers.etag!).expect(304);
  });

  it('exposes health to everyone and metrics to operators only', async () => {
    await api().get('/livez').expect(200, 'ok');
    await api().get('/readyz').expect(200, { status: 'ready', checks: {} });
    await api().get('/metrics').expect(401);
    await api().get('/metrics').auth('reader', PASSWORD).expect(403);
    const { text } = await asAdmin('get', '/metrics').expect(200);
    expect(text).toMatch(/http_request_duration_seconds_count\{.*method="GET",route="\/things\/:id",status="200"/);
    expect(text).toMatch(/http_errors_total\{type="session_required"/);
  });

  it('is not ready when a dependency fails', async () => {
    const failing = { name: 'thing', check: () => Promise.reject(new Error('gone')) };
    service.app.get(Readiness).add(failing);
    const { body } = await api().get('/readyz').expect(503);
    expect(body).toEqual({ status: 'not ready', checks: { thing: 'failed' } });
  });

  it('describes itself in OpenAPI 3.1 and shows the document to people', async () => {
    const { body, headers } = await api().get('/openapi.json').expect(200);
    expect(body.openapi).toBe('3.1.0');
    expect(Object.keys(body.paths as object)).toContain('/things/{id}');
    await api().get('/openapi.json').set('If-None-Match', headers.etag!).expect(304);
    const page = await api().get('/docs').redirects(1).expect(200);
    expect(page.headers['content-security-policy']).toContain("default-src 'self'");
  });

  it('never logs credentials', () => {
    expect(logLines.join('')).not.toContain(PASSWORD);
    expect(logLines.join('')).not.toContain(Buffer.from(`root:${PASSWORD}`).toString('base64'));
  });
});

/** A service without a log. */
const QUIET = {
  name: 'error-registry',
  api: { title: 'Things', description: 'For tests' },
  config: loadConfig(ServiceConfig, { HOST: '127.0.0.1', LOG_LEVEL: 'silent' }),
  module: ThingModule,
  renderer: problemDetailsRenderer,
  jsonBody: { mediaTypes: ['application/json'], limitBytes: 1024 },
} as const;

describe('a service that prepares its documents', () => {
  it('creates them before it listens, and not again per request', async () => {
    let made = 0;
    const service = await createService({
      ...QUIET,
      completeOpenApi: (document) => {
        made += 1;
        return document;
      },
    });
    expect(made).toBe(0);
    service.prepareDocuments();
    expect(made).toBe(1);
    await service.listen();
    expect((await fetch(`${service.url()}/openapi.json`)).status).toBe(200);
    expect(made).toBe(1);
    await service.close();
  });
});

describe('a service that stops', () => {
  it('finishes requests in progress, then refuses connections', async () => {
    const service = await createService(QUIET);
    await service.listen();
    const url = service.url();
    const before = slowRequests;
    const response = new Promise<number | undefined>((resolve, reject) => {
      http.get(`${url}/things/slow`, (response) => resolve(response.resume().statusCode)).on('error', reject);
    });
    await eventually('the request', () => slowRequests > before);
    await service.close();
    await expect(response).resolves.toBe(200);
    await expect(fetch(`${url}/livez`)).rejects.toThrow();
  });
});
