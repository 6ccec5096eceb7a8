import { basic, type GatewayFixture, type HttpUpstream, startGateway, startUpstream } from './gateway-fixture';

describe('a gateway whose installation leaves services out', () => {
  let upstream: HttpUpstream;
  let fixture: GatewayFixture;

  beforeAll(async () => {
    upstream = await startUpstream((_request, response) => response.end('{}'));
    fixture = await startGateway({ ...upstream.forAll, COMPLIANCE_URL: '', MONITORING_URL: '' });
  });
  afterAll(async () => {
    await fixture.close();
    await upstream.close();
  });

  const get = (path: string, headers: Record<string, string> = {}, init: RequestInit = {}) =>
    fetch(fixture.url + path, { headers, ...init });
  const asViewer = { authorization: basic('viewer') };

  it.each(['/api/compliance/v2/policies', '/rest/alert', '/prometheus/api/v1/query', '/otlp/v1/metrics'])(
    'returns 404 service_not_installed for %s to every caller',
    async (path) => {
      for (const headers of [asViewer, {}]) {
        const response = await get(path, headers);

        expect([response.status, response.headers.get('x-error-type')]).toEqual([404, 'service_not_installed']);
        expect(response.headers.get('retry-after')).toBeNull();
        expect(await response.json()).toMatchObject({
          detail: expect.stringMatching(/is not part of this installation/),
        });
      }
    },
  );

  it('drains the body of such a request, and refuses bad credentials as before', async () => {
    const response = await get('/rest/group', asViewer, { method: 'POST', body: 'x'.repeat(100_000) });
    expect([response.status, response.headers.get('x-error-type')]).toEqual([404, 'service_not_installed']);

    expect((await get('/rest/group', { authorization: basic('viewer', 'wrong') })).status).toBe(401);
  });

  it('serves the others, its own addresses and its readiness', async () => {
    for (const path of ['/api/v1/error', '/readyz', '/auth/jwks.json']) expect((await get(path)).status).toBe(200);
  });

  it('leaves them out of its page, its list of states and Swagger UI', async () => {
    const { services } = (await (await get('/services', { accept: 'application/json' })).json()) as {
      services: { service: string }[];
    };
    expect(services.map(({ service }) => service)).toEqual(['error-registry']);
    for (const path of ['/services', '/docs/start.js']) {
      const text = await (await get(path)).text();
      expect(text).toContain('/openapi/error-registry.json');
      for (const left of ['compliance.json', 'monitoring.json', '"/rest/"']) expect(text).not.toContain(left);
    }
  });

  it('lists the installed services for a caller', async () => {
    expect(await (await get('/auth/caller', asViewer)).json()).toMatchObject({ services: ['error-registry'] });
  });

  it('has no OpenAPI document of them', async () => {
    const response = await get('/openapi/compliance.json');

    expect([response.status, response.headers.get('x-error-type')]).toEqual([404, 'service_not_installed']);
  });

  it('reports the installed services to Prometheus', async () => {
    const metrics = await (await get('/metrics', { authorization: basic('admin') })).text();

    expect(metrics.match(/^installed_services\{.*$/gm)).toEqual([
      expect.stringMatching(/^installed_services\{upstream="error-registry",service="gateway"\} 1$/),
    ]);
  });
});

it('a gateway without the error registry names no catalogue of errors, and reports to none', async () => {
  const fixture = await startGateway({ ERROR_REGISTRY_URL: '' });
  try {
    const page = await (await fetch(`${fixture.url}/services`)).text();
    expect(page).toContain('/openapi/monitoring.json');
    expect(page).not.toContain('catalogue');
    expect((await fetch(`${fixture.url}/api/v1/error`)).headers.get('x-error-type')).toBe('service_not_installed');
  } finally {
    await fixture.close();
  }
});
