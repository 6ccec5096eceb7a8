import { createHash } from 'node:crypto';
import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { browserFor } from './browser-requests';
import { DOCUMENT } from './compliance-document';
import {
  basic,
  findClosedPort,
  type GatewayFixture,
  type HttpUpstream,
  PASSWORD,
  startGateway,
  startUpstream,
} from './gateway-fixture';

const CONSOLE_PAGE = '<!doctype html><title>console</title>';
const CONSOLE_SCRIPT = `'${'x'.repeat(2000)}';`;
describe('the pages of the gateway', () => {
  let requests: string[];
  let upstream: HttpUpstream;
  let fixture: GatewayFixture;
  let folder: string;

  beforeAll(async () => {
    requests = [];
    upstream = await startUpstream((request, response) => {
      requests.push(request.url!);
      if (request.url === '/openapi.json') response.end(JSON.stringify(DOCUMENT));
      else response.writeHead(request.url === '/readyz' ? 200 : 404).end();
    });
    folder = await mkdtemp(path.join(tmpdir(), 'wardstone-console-'));
    await mkdir(path.join(folder, 'assets'));
    await writeFile(path.join(folder, 'index.html'), CONSOLE_PAGE);
    await writeFile(path.join(folder, 'assets', 'main-1.js'), CONSOLE_SCRIPT);
    await writeFile(path.join(folder, 'assets', 'main-1.js.br'), brotliCompressSync(CONSOLE_SCRIPT));
    const unready = `http://127.0.0.1:${await findClosedPort()}`;
    fixture = await startGateway({ COMPLIANCE_URL: upstream.address, MONITORING_URL: unready }, folder);
  });
  afterAll(async () => {
    await fixture.close();
    await upstream.close();
    await rm(folder, { recursive: true, force: true });
  });

  const { navigate } = browserFor(() => fixture.url);
  const get = (path: string, init: RequestInit = {}) => fetch(fixture.url + path, { redirect: 'manual', ...init });

  it.each(['/', '/services'])('%s shows programs the state of the services, and runs no script', async (address) => {
    const response = await get(address);
    const html = await response.text();

    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(response.headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'sha256-/);
    expect(html).not.toContain('<script');
    const text = html.replace(/<[^>]+>/g, ' ');
    expect(text).toMatch(/Compliance\s+ready[\s\S]+Monitoring\s+unreachable\s+\/rest\s+,\s+\/prometheus\s+,\s+\/otlp/);
    for (const service of ['compliance', 'monitoring', 'error-registry', 'gateway'])
      expect(html.split(`"/openapi/${service}.json"`)).toHaveLength(2);
    for (const link of ['/docs', '/rest/', '/api/v1/error', '/openapi/compliance.json'])
      expect(html).toContain(`"${link}"`);
  });

  it.each([['/services'], ['/rest/alert']])('%s has the one style that its policy allows', async (path) => {
    const response = await get(path, { headers: { accept: 'text/html', authorization: basic('admin', 'wrong') } });
    const [, style = ''] = /<style>(.*)<\/style>/s.exec(await response.text())!;
    const digest = createHash('sha256').update(style).digest('base64');

    expect(response.headers.get('content-security-policy')).toContain(`style-src 'sha256-${digest}'`);
  });

  it('visitors do not multiply the health checks of the services', async () => {
    await get('/');
    const before = requests.length;
    await Promise.all(Array.from({ length: 10 }, () => get('/')));

    expect(requests.length - before).toBeLessThanOrEqual(1);
  });

  it('returns programs that request JSON the state of each service, once', async () => {
    const response = await get('/services', { headers: { accept: 'application/json' } });

    expect(response.headers.get('vary')).toContain('Accept');
    expect(((await response.json()) as { services: unknown[] }).services.slice(0, 2)).toEqual([
      { service: 'compliance', state: 'ready', prefixes: ['/api/compliance/v2'] },
      { service: 'monitoring', state: 'unreachable', prefixes: ['/rest', '/prometheus', '/otlp'] },
    ]);
  });

  describe('an error', () => {
    it.each([
      ['/nothing', 404, 'not_found', 'Unknown path of the gateway: /nothing'],
      ['/rest/alert', 503, 'downstream_issue', 'The monitoring service is unreachable.'],
    ])('of %s is a page for a browser: %s %s', async (address, status, type, detail) => {
      const headers = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8', authorization: basic('viewer') };
      const response = await get(address, { headers });
      const html = await response.text();

      expect([response.status, response.headers.get('x-error-type')]).toEqual([status, type]);
      expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
      expect(html).toContain(detail);
      expect(html).toContain(`/api/v1/error/${type}">Explanation and resolution</a>`);
      const [, style = ''] = /<style>(.*)<\/style>/s.exec(html)!;
      const digest = createHash('sha256').update(style).digest('base64');
      expect(response.headers.get('content-security-policy')).toContain(`style-src 'sha256-${digest}'`);
    });

    it.each([undefined, '*/*', 'application/json, text/html', 'application/problem+json'])(
      'is problem details for %s',
      async (accept) => {
        const response = await get('/nothing', { headers: accept === undefined ? {} : { accept } });

        expect([response.status, response.headers.get('content-type')]).toEqual([
          404,
          'application/problem+json; charset=utf-8',
        ]);
        expect(response.headers.get('vary')?.toLowerCase()).toContain('accept');
      },
    );
  });

  describe('the console', () => {
    const asViewer = { authorization: basic('viewer'), accept: 'text/html' };

    it('is where a browser is redirected from the bare address', async () => {
      const response = await get('/', { headers: { accept: 'text/html,*/*;q=0.8' } });

      expect([response.status, response.headers.get('location')]).toEqual([302, '/console/']);
      expect(response.headers.get('vary')).toContain('Accept');
    });

    it.each(['/console', '/console/', '/console/inventory/10001?tab=alerts'])('is one page at %s', async (address) => {
      const response = await get(address, { headers: asViewer });

      expect([response.status, await response.text()]).toEqual([200, CONSOLE_PAGE]);
      expect(response.headers.get('cache-control')).toBe('no-cache');
      const policy = response.headers.get('content-security-policy');
      expect(policy).toMatch(/^default-src 'self';/);
      expect(policy).not.toContain('unsafe');
      const etag = response.headers.get('etag')!;
      expect((await navigate(address, { ...asViewer, 'if-none-match': etag })).status).toBe(304);
    });

    it('requires a login: a browser gets the login page, a program 401', async () => {
      const response = await navigate('/console/alerts?page=2');

      expect([response.status, response.headers.get('location')]).toEqual([
        303,
        `/login?next=${encodeURIComponent('/console/alerts?page=2')}`,
      ]);
      expect((await get('/console/alerts')).status).toBe(401);
    });

    it.each([
      ['br', 'br'],
      ['gzip', null],
    ])('has files that are cached for ever, for clients that accept %s', async (accepted, encoding) => {
      const headers = { 'accept-encoding': accepted };
      const response = await get('/console/assets/main-1.js', { headers });

      expect([response.status, await response.text()]).toEqual([200, CONSOLE_SCRIPT]);
      expect([response.headers.get('content-encoding'), response.headers.get('vary')]).toEqual([
        encoding,
        'Accept-Encoding',
      ]);
      expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
      expect(response.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
      const etag = response.headers.get('etag')!;
      const again = await navigate('/console/assets/main-1.js', { ...headers, 'if-none-match': etag });
      expect(again.status).toBe(304);
    });

    it.each(['none.js', 'main-1.js.br', '..%2findex.html', '.', 'main-1.js/x'])('has no file %s', async (name) => {
      const response = await get(`/console/assets/${name}`, { headers: { accept: 'application/json' } });

      expect([401, 404, 400]).toContain(response.status);
    });
  });

  describe('Swagger UI', () => {
    it('offers the three services and the gateway from files of its own', async () => {
      const page = await get('/docs');
      const html = await page.text();
      const scripts = [...html.matchAll(/<(?:script|link) [^>]*(?:src|href)="([^"]+)"/g)].map(
        ([, address]) => address!,
      );

      expect(html).toContain('href="/console/"');
      expect(page.headers.get('content-security-policy')).toContain("script-src 'self';");
      expect(html).not.toMatch(/<script>(?!<)/);
      expect(scripts.every((address) => address.startsWith('/docs/'))).toBe(true);
      for (const address of scripts) {
        const file = await get(address);
        expect([address, file.status, (await file.arrayBuffer()).byteLength > 100]).toEqual([address, 200, true]);
      }
      const start = await (await get('/docs/start.js')).text();
      for (const service of ['compliance', 'monitoring', 'error-registry', 'gateway']) {
        expect(start.split(`"/openapi/${service}.json"`)).toHaveLength(2);
      }
      // Passwords stay out of the storage of the browser.
      expect(start).not.toContain('persistAuthorization');
    });

    it.each(['/docs/nothing.js', '/docs/package.json', '/docs/swagger-ui.js'])('has nothing at %s', async (path) => {
      expect((await get(path)).status).toBe(404);
    });
  });

  describe('OpenAPI documents', () => {
    it('of a service name the gateway as server and its login', async () => {
      const response = await get('/openapi/compliance.json');

      expect(response.headers.get('content-type')).toMatch(/^application\/json/);
      expect(await response.json()).toMatchObject({
        servers: [{ url: '/' }, { url: 'http://localhost:8080' }],
        paths: { '/api/compliance/v2/policies': { get: { security: [{ basic: [] }, { bearer: [] }, { login: [] }] } } },
        components: { securitySchemes: { login: { flows: { password: { tokenUrl: '/auth/token' } } } } },
      });
    });

    it('include that of the gateway itself', async () => {
      const document = (await (await get('/openapi/gateway.json')).json()) as { paths: object };

      expect(Object.keys(document.paths)).toEqual(expect.arrayContaining(['/', '/auth/token', '/auth/jwks.json']));
    });

    it('of a service that is down are 503', async () => {
      const response = await get('/openapi/monitoring.json');

      expect(response.status).toBe(503);
      expect(response.headers.get('x-error-type')).toBe('downstream_issue');
      expect(response.headers.get('retry-after')).toBe('5');
    });

    it('of an unknown service are 404', async () => {
      expect((await get('/openapi/nothing.json')).headers.get('x-error-type')).toBe('not_found');
    });
  });

  it.each(['/livez', '/readyz'])('%s responds although a service is down', async (path) => {
    expect((await get(path)).status).toBe(200);
  });

  it('/metrics requires a permission and has the routes of proxied requests', async () => {
    await get('/api/compliance/v2/policies/one-of-many', { headers: { authorization: basic('viewer') } });
    const response = await get('/metrics', { headers: { authorization: basic('admin') } });

    expect((await get('/metrics')).status).toBe(401);
    expect((await get('/metrics', { headers: { authorization: basic('viewer') } })).status).toBe(403);
    const metrics = await response.text();
    const routes = [...metrics.matchAll(/_count\{.*route="([^"]+)".*status="404"/g)].map(([, route]) => route);
    expect(routes).toContain('/api/compliance/v2/*');
    expect(metrics.includes('one-of-many')).toBe(false);
  });

  it.each(['/nothing', '/api/v2/x', '/auth', '/wp-login.php', '/docs2'])(
    '%s is 404 with problem details',
    async (path) => {
      const response = await get(path);

      expect(response.status).toBe(404);
      expect(response.headers.get('content-type')).toBe('application/problem+json; charset=utf-8');
      expect(await response.json()).toMatchObject({
        title: 'not_found',
        type: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/api\/v1\/error\/not_found$/),
      });
    },
  );

  it.each([
    ['POST', '/', 'GET, HEAD'],
    ['DELETE', '/docs', 'GET, HEAD'],
    ['POST', '/services', 'GET, HEAD'],
    ['POST', '/console/alerts', 'GET, HEAD'],
    ['PUT', '/openapi/compliance.json', 'GET, HEAD'],
    ['GET', '/auth/token', 'POST'],
    ['POST', '/auth/jwks.json', 'GET, HEAD'],
  ])('%s %s is 405 and names what is allowed', async (method, path, allowed) => {
    const response = await get(path, { method });

    expect([response.status, response.headers.get('allow')]).toEqual([405, allowed]);
  });

  it.each(['/', '/docs', '/auth/jwks.json', '/openapi/compliance.json'])(
    'HEAD %s responds like GET, without a body',
    async (path) => {
      const response = await get(path, { method: 'HEAD' });

      expect([response.status, await response.text()]).toEqual([200, '']);
    },
  );

  describe('POST /auth/token', () => {
    const login = { grant_type: 'password', username: 'viewer', password: PASSWORD };
    const post = (body: string | URLSearchParams, contentType?: string, headers: Record<string, string> = {}) =>
      get('/auth/token', {
        method: 'POST',
        body,
        headers: { ...(contentType ? { 'content-type': contentType } : {}), ...headers },
      });

    it.each([
      ['a form', new URLSearchParams(login), undefined],
      ['JSON', JSON.stringify(login), 'application/json'],
    ])('accepts %s and returns a valid token', async (_name, body, contentType) => {
      const response = await post(body, contentType);
      const token = (await response.json()) as { access_token: string };

      expect(response.status).toBe(200);
      expect(response.headers.get('cache-control')).toBe('no-store');
      expect(token).toMatchObject({ token_type: 'Bearer', expires_in: 3600 });
      const metrics = await get('/metrics', { headers: { authorization: `Bearer ${token.access_token}` } });
      expect(metrics.status).toBe(403);
    });

    it('accepts a client with Basic credentials', async () => {
      const response = await post(new URLSearchParams({ grant_type: 'client_credentials' }), undefined, {
        authorization: basic('admin'),
      });

      expect(response.status).toBe(200);
    });

    it('takes the empty client that Swagger UI sends', async () => {
      expect((await post(new URLSearchParams(login), undefined, { authorization: 'Basic Og==' })).status).toBe(200);
    });

    it.each([
      [
        'a wrong password',
        new URLSearchParams({ ...login, password: 'wrong' }),
        undefined,
        400,
        'invalid_grant',
        'invalid_grant',
      ],
      [
        'another grant',
        new URLSearchParams({ grant_type: 'device' }),
        undefined,
        400,
        'unsupported_grant_type',
        'unsupported_grant_type',
      ],
      [
        'a scope that is not held',
        new URLSearchParams({ ...login, scope: 'metrics:read' }),
        undefined,
        400,
        'invalid_scope',
        'invalid_scope',
      ],
      [
        'no client',
        new URLSearchParams({ grant_type: 'client_credentials' }),
        undefined,
        401,
        'invalid_client',
        'invalid_client',
      ],
      ['nothing', '', 'application/x-www-form-urlencoded', 400, 'invalid_request', 'invalid_request'],
      ['broken JSON', '{', 'application/json', 400, 'invalid_request', 'invalid_request'],
      [
        'JSON of another shape',
        '{"grant_type":["password"]}',
        'application/json',
        400,
        'invalid_request',
        'invalid_request',
      ],
      ['another media type', 'x', 'text/plain', 415, 'invalid_request', 'unsupported_media_type'],
      [
        'a body that is too large',
        'a='.padEnd(20_000, 'x'),
        'application/x-www-form-urlencoded',
        413,
        'invalid_request',
        'payload_too_large',
      ],
    ])('refuses %s as OAuth clients expect', async (_name, body, contentType, status, code, type) => {
      const response = await post(body, contentType);

      expect(response.status).toBe(status);
      expect(response.headers.get('content-type')).toBe('application/json');
      expect(response.headers.get('x-error-type')).toBe(type);
      expect(response.headers.get('link')).toContain(`/api/v1/error/${type}>; rel="help"`);
      expect(await response.json()).toEqual({ error: code, error_description: expect.any(String) as string });
    });
  });

  it('the key set holds no private part', async () => {
    const response = await get('/auth/jwks.json');
    const { keys } = (await response.json()) as { keys: object[] };
    expect(response.headers.get('cache-control')).toBe('public, max-age=30');
    expect(keys.map((key) => Object.keys(key).sort())).toEqual([['alg', 'crv', 'kid', 'kty', 'use', 'x']]);
  });
});
