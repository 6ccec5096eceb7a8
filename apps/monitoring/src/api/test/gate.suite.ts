import { listRouteAccess, routesWithoutAccess } from '@wardstone/auth';
import { useMonitoring } from '../../test/use-monitoring';

const CHALLENGE = 'Basic realm="Wardstone", Bearer';

describe('the gate of the interface', () => {
  const api = useMonitoring(() => ({ JSONP: 'on' }));
  const basic = (credentials: string): string => `Basic ${Buffer.from(credentials).toString('base64')}`;

  describe('credentials', () => {
    it.each(['/rest/status/server', '/rest/none', '/rest', '/nowhere', '/metrics', '/rest/status%2', '/docsx'])(
      'are requested at %s before anything else',
      async (address) => {
        const { headers, body } = await api.anonymous.get(address).expect(401);
        expect(headers['www-authenticate']).toBe(CHALLENGE);
        expect(headers['x-error-type']).toBe('session_required');
        expect(headers.link).toMatch(/\/api\/v1\/error\/session_required>; rel="help"$/);
        expect(body).toEqual({ message: expect.stringMatching(/\S/) });
      },
    );

    it.each(['post', 'put', 'delete', 'options', 'head', 'patch'] as const)('are requested by %s', async (method) => {
      await api.anonymous[method]('/rest/none').expect(401);
    });

    it('cannot be a name and a password, which only the gateway accepts', async () => {
      const ask = (authorization: string) =>
        api.anonymous.get('/rest/status/server').set('Authorization', authorization);
      const { headers, body } = await ask(basic('jdoe:a password of hers')).expect(401);
      expect([headers['www-authenticate'], headers['x-error-type']]).toEqual(['Bearer', 'session_required']);
      expect(body).toEqual({ message: expect.stringMatching(/gateway/) as string });
      await ask('Basic !').expect(401);
      await ask('Digest x').expect(401).expect('WWW-Authenticate', CHALLENGE);
    });

    it('do not give JSONP to a page of another site', async () => {
      const ask = (headers: Record<string, string>) => api.get('/rest/?jsonp=show').set(headers).buffer(true);
      expect((await ask({ 'Sec-Fetch-Site': 'same-origin' }).expect(200)).text).toMatch(/^show\(/);
      for (const site of ['cross-site', 'same-site']) {
        const { headers, text } = await ask({ 'Sec-Fetch-Site': site }).expect(406);
        expect([headers['x-error-type'], headers['content-type']]).toEqual(['not_acceptable', 'application/json']);
        expect(text).not.toContain('show(');
      }
      await ask({ Referer: 'https://evil.test/' }).expect(406);
    });

    it('are checked before the JSONP callback, and a 401 calls it', async () => {
      await api.anonymous.get('/rest/?jsonp=a(b)').expect(401);
      const { text } = await api.anonymous.get('/rest/?jsonp=show').buffer(true).expect(401);
      expect(text).toMatch(/^show\(\{"message":".+"\}\);$/);
    });

    it.each(['/livez', '/readyz', '/openapi.json', '/docs', '/docs/swagger-ui.css'])(
      'are not needed at %s',
      async (address) => {
        await api.anonymous.get(address).expect(200);
      },
    );
  });

  describe('unknown paths', () => {
    it.each([
      '/rest/none',
      '/rest/statuses',
      '/rest/status/server/x',
      '/rest/STATUS/server',
      '/nowhere',
      '/rest/.jsonx',
    ])('return 404 at %s', async (address) => {
      const { body, headers } = await api.get(address).expect(404);
      expect(body).toEqual({ message: `Unknown path: ${address}` });
      expect(headers['x-error-type']).toBe('not_found');
    });

    it('are errors in the media type of the client', async () => {
      const as = (type: string) => api.get('/rest/a&b').set('Accept', type).expect(404);
      expect((await as('application/xml')).text).toContain(
        '<vendorErrorWrapper><message>Unknown path: /rest/a&amp;b</message></vendorErrorWrapper>',
      );
      const page = await as('text/html');
      expect(page.text).toContain('<h1>404 Not Found</h1>');
      expect(page.text).toContain('<p class="problem">Unknown path: /rest/a&amp;b</p>');
      expect(page.headers['content-security-policy']).toContain("default-src 'none'");
      expect((await as('text/csv')).text).toBe('Unknown path: /rest/a&b\n');
      expect((await as('image/png')).body).toEqual({ message: 'Unknown path: /rest/a&b' });
      expect((await as('application/problem+json')).body).toMatchObject({ title: 'not_found', status: 404 });
    });

    it('include paths that cannot be decoded', async () => {
      await api.get('/rest/%ff').expect(404);
    });
  });

  describe('methods', () => {
    it.each(['post', 'put', 'patch', 'delete'] as const)('%s is refused where only GET is allowed', async (method) => {
      const { headers, body } = await api[method]('/rest/status/server').expect(405);
      expect(headers.allow).toBe('GET, HEAD, OPTIONS');
      expect(headers['x-error-type']).toBe('method_not_allowed');
      expect(body.message).toContain(method.toUpperCase());
    });

    it('is checked before the Accept header and the body', async () => {
      await api.post('/rest/index').set('Accept', 'image/png').type('application/pdf').send('x').expect(405);
    });

    it.each(['/rest', '/rest//index/', '/rest/status/server.xml'])('are listed by OPTIONS at %s', async (address) => {
      const { headers, text } = await api.options(address).expect(204);
      expect(headers.allow).toBe('GET, HEAD, OPTIONS');
      expect(text).toBe('');
      await api.options('/rest/none').expect(404);
    });
  });

  describe('bodies', () => {
    it('that are not needed are checked nevertheless', async () => {
      const send = (type: string, body: string) => api.get('/rest/status/server').set('Content-Type', type).send(body);
      const unreadable = await send('application/json', '{').expect(406);
      expect(unreadable.headers['x-error-type']).toBe('invalid_content');
      const unsupported = await send('application/pdf', 'x').expect(415);
      expect(unsupported.body.message).toContain('application/pdf');
      await send('application/json', `"${'x'.repeat(1024 * 1024)}"`).expect(413);
      await api.get('/rest/status/server').set('Content-Type', 'application/xml').expect(200);
    });

    it('of a wrong type matter less than an Accept header that cannot be satisfied', async () => {
      await api.get('/rest/').set('Accept', 'image/png').type('application/pdf').send('x').expect(406);
    });
  });

  it('every route declares who may call it', () => {
    expect(listRouteAccess(api.service.app).map(({ path: route }) => route)).toContain('/rest/status/server');
    expect(routesWithoutAccess(api.service.app)).toEqual([]);
  });
});
