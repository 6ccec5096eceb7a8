import { routesWithoutAccess } from '@wardstone/auth';
import { Client } from 'pg';
import { BASE, useCompliance } from './use-compliance';

describe('transport', () => {
  const { api } = useCompliance();
  const CONTRACT_HEADERS = {
    'content-security-policy': "default-src 'none'",
    'strict-transport-security': 'max-age=31556952',
    'access-control-allow-origin': '*',
  };

  it.each([
    ['get', '/nowhere'],
    ['get', ''],
    ['put', '/policies'],
    ['delete', '/policies'],
    ['post', '/systems/11111111-2222-4333-8444-555555555555/policies'],
    ['options', '/policies'],
  ] as const)('returns 404 for %s %s', async (method, path) => {
    const { body, headers } = await api[method](`${BASE}${path}`).expect(404);

    expect(body).toEqual({ errors: ['Not found'] });
    expect(headers).toMatchObject({
      ...CONTRACT_HEADERS,
      'content-type': 'application/vnd.api+json; charset=utf-8',
      'x-error-type': 'not_found',
    });
  });

  it('knows its own base path only', async () => {
    await api.get('/api/compliance/v1/policies').expect(404);
    await api.get('/policies').expect(404);
  });

  it('returns 400 for a path that cannot be decoded', async () => {
    const { body } = await api.get(`${BASE}/policies/%zz`).expect(400);

    expect(body).toEqual({ errors: ['Invalid query string'] });
  });

  it('ignores Accept', async () => {
    const { headers } = await api.get(`${BASE}/policies`).set('Accept', 'text/csv').expect(200);

    expect(headers).toMatchObject({ ...CONTRACT_HEADERS, 'content-type': 'application/vnd.api+json; charset=utf-8' });
  });

  it('allows preflight requests of any origin, without credentials', async () => {
    const { headers } = await api.anonymous
      .options(`${BASE}/policies`)
      .set('Origin', 'https://elsewhere.example')
      .set('Access-Control-Request-Method', 'PATCH')
      .set('Access-Control-Request-Headers', 'authorization, content-type')
      .expect(204);

    expect(headers).toMatchObject({
      'access-control-allow-origin': '*',
      'access-control-allow-headers': 'authorization, content-type',
      'access-control-allow-methods': 'GET, HEAD, OPTIONS',
    });
  });

  it('returns its status without authentication', async () => {
    const { text, headers } = await api.anonymous.get(`${BASE}/status`).expect(200);

    expect(text).toBe('{"data":{"api":true}}');
    expect(headers['content-type']).toBe('application/vnd.api+json; charset=utf-8');
    await api.anonymous.get('/readyz').expect(200);
  });

  it('returns its description without authentication', async () => {
    const { body } = await api.anonymous.get(`${BASE}/openapi.json`).expect(200);

    expect(body.openapi).toBe('3.1.0');
    expect(body.paths).toHaveProperty([`${BASE}/policies/{policy_id}`, 'patch', 'operationId'], 'UpdatePolicy');
  });

  it('leaves no route open by mistake', () => {
    expect(routesWithoutAccess(api.service.app)).toEqual([]);
  });
});

describe('a deployment with a base path of its own', () => {
  const { api } = useCompliance({ BASE_PATH: '/own/v2' });

  it('responds under it and links there', async () => {
    const { body } = await api.get('/own/v2/policies').expect(200);

    expect(body.links.first).toBe('/own/v2/policies?limit=10&offset=0');
    await api.get(`${BASE}/policies`).expect(404);
    await api.anonymous.get('/own/v2/openapi.json').expect(200);
  });
});

describe('a service whose database has gone', () => {
  const { db, api } = useCompliance();

  it('reports the failure', async () => {
    const name = new URL(db.url).pathname.slice(1);
    const server = new Client({ connectionString: process.env['TEST_DATABASE_URL'] });
    await server.connect();
    await server.query(`ALTER DATABASE ${name} WITH ALLOW_CONNECTIONS false`);
    await server.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1', [name]);
    await server.end();
    const { text } = await api.anonymous.get(`${BASE}/status`).expect(500);

    expect(text).toBe('{"data":{"api":false}}');
    await api.anonymous.get('/readyz').expect(503);
  });
});
