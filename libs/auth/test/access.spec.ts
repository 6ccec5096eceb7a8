import { Controller, Get, type INestApplication, Module } from '@nestjs/common';
import { DocumentBuilder, SwaggerModule } from '@nestjs/swagger';
import { Test } from '@nestjs/testing';
import { ErrorFilter, problemDetailsRenderer } from '@wardstone/errors';
import request from 'supertest';
import { Allow, Caller } from '../src/access/access.guard';
import { listRouteAccess, routesWithoutAccess } from '../src/access/route-access';
import { TestAccountsModule } from '@wardstone/testing';
import { AuthModule } from '../src/auth.module';
import type { CallerIdentity } from '../src/caller';
import { anAuthFixture, authConfig, type AuthFixture, basic, PASSWORD } from './auth-fixture';

@Controller('things')
class ThingController {
  @Get('open')
  @Allow('public')
  open(): string {
    return 'open';
  }

  @Get('mine')
  @Allow('authenticated')
  mine(@Caller() caller: CallerIdentity): string {
    return caller.username;
  }

  @Get('list')
  @Allow({ permissions: ['compliance:policy:read', 'inventory:hosts:read'], certificates: true })
  list(): string {
    return 'list';
  }

  @Get(['shared', 'common/:id'])
  @Allow('compliance:content:write')
  shared(): string {
    return 'shared';
  }

  @Get('shown')
  @Allow({ permissions: ['errors:read'], strangers: ({ headers }) => headers['x-page'] === 'yes' })
  shown(): string {
    return 'shown';
  }

  @Get('metered')
  @Allow('metrics:read')
  metered(): string {
    return 'metered';
  }

  @Get('forgotten')
  forgotten(): string {
    return 'never seen';
  }
}

@Module({ controllers: [ThingController] })
class ThingModule {}

describe('access to routes', () => {
  let fixture: AuthFixture;
  let app: INestApplication;

  beforeAll(async () => {
    fixture = anAuthFixture();
    for (const role of ['admin', 'viewer', 'agent', 'metrics'] as const) {
      await fixture.accounts.add({ username: role, password: PASSWORD, roles: [role], orgId: 'org-1' });
    }
    const { accounts, hasher, clock } = fixture;
    const config = authConfig({ IDENTITY_TRUST: 'plain' });
    const testing = await Test.createTestingModule({
      imports: [
        ThingModule,
        AuthModule.forRoot({ service: 'compliance', config, clock }),
        TestAccountsModule.with(accounts, hasher),
      ],
    }).compile();
    app = testing.createNestApplication({ logger: false });
    app.useGlobalFilters(
      new ErrorFilter({
        renderer: problemDetailsRenderer,
        mapping: {},
        getBaseAddress: () => 'http://localhost',
        requestIdOf: () => 'r',
        report: () => undefined,
      }),
    );
    await app.init();
  });

  afterAll(async () => {
    await app.close();
  });

  const get = (path: string, authorization?: string): request.Test => {
    const sent = request(app.getHttpServer()).get(path);
    return authorization === undefined ? sent : sent.set('Authorization', authorization);
  };

  it('lets everyone into a public route with any credentials', async () => {
    await get('/things/open').expect(200, 'open');
    await get('/things/open', 'Basic nonsense').expect(200, 'open');
  });

  it('challenges a caller without credentials with Basic and Bearer', async () => {
    const response = await get('/things/mine').expect(401);
    expect(response.headers['www-authenticate']).toBe('Basic realm="Wardstone", Bearer');
    expect(response.headers['x-error-type']).toBe('session_required');
  });

  it('passes the caller to the route', async () => {
    await get('/things/mine', basic('viewer')).expect(200, 'viewer');
  });

  it('refuses a wrong password as invalid_credentials', async () => {
    const response = await get('/things/mine', basic('viewer', 'wrong')).expect(401);
    expect(response.headers['x-error-type']).toBe('invalid_credentials');
  });

  it('requires every permission that a route names', async () => {
    await get('/things/list', basic('viewer')).expect(200);
    const response = await get('/things/shared', basic('viewer')).expect(403);
    expect(response.headers['x-error-type']).toBe('insufficient_scope');
    expect(response.body.detail).toContain('compliance:content:write');
    await get('/things/shared', basic('admin')).expect(200);
    await get('/things/common/7', basic('agent')).expect(403);
  });

  it('opens public routes to callers without credentials, but not to those with invalid ones', async () => {
    await get('/things/shown').expect(401);
    await get('/things/shown').set('X-Page', 'yes').expect(200, 'shown');
    await get('/things/shown', basic('viewer', 'wrong')).set('X-Page', 'yes').expect(401);
    await get('/things/shown').set({ 'X-Page': 'yes', 'X-VENDOR-IDENTITY': 'e30=' }).expect(401);
    await get('/things/shown', basic('metrics')).set('X-Page', 'yes').expect(403);
  });

  it('lets the role metrics read metrics and nothing else', async () => {
    await get('/things/metered', basic('metrics')).expect(200);
    for (const path of ['mine', 'list', 'shared', 'shown']) await get(`/things/${path}`, basic('metrics')).expect(403);
  });

  it('returns 500 to everybody on a route that declares no access', async () => {
    const response = await get('/things/forgotten', basic('admin')).expect(500);
    expect(response.text).not.toContain('never seen');
    expect(response.headers['x-error-type']).toBe('internal_error');
  });

  it('lets a host with a certificate into marked routes only, without any permission', async () => {
    const identity = { org_id: 'org-1', type: 'System', auth_type: 'cert-auth', system: { cn: 'host-1' } };
    const header = Buffer.from(JSON.stringify({ identity })).toString('base64');
    const ask = (path: string): request.Test => get(path).set('X-VENDOR-IDENTITY', header);
    await ask('/things/list').expect(200);
    await ask('/things/mine').expect(403);
    await ask('/things/shared').expect(403);
    await ask('/things/open').expect(200);
  });

  it('lists what every route requires, and those that declare nothing', () => {
    expect(routesWithoutAccess(app)).toEqual(['GET /things/forgotten (ThingController.forgotten)']);
    expect(listRouteAccess(app).map(({ method, path }) => `${method} ${path}`)).toEqual([
      'GET /things/open',
      'GET /things/mine',
      'GET /things/list',
      'GET /things/shared',
      'GET /things/common/:id',
      'GET /things/shown',
      'GET /things/metered',
      'GET /things/forgotten',
    ]);
    expect(listRouteAccess(app)[2]).toMatchObject({
      access: { kind: 'permission', permissions: ['compliance:policy:read', 'inventory:hosts:read'] },
      allowsCertificate: true,
    });
  });

  it('documents logins, permissions and refusals', () => {
    const { paths } = SwaggerModule.createDocument(app, new DocumentBuilder().build());
    const operation = paths['/things/list']?.get as Record<string, unknown> & { responses: object };
    expect(operation['x-permissions']).toEqual(['compliance:policy:read', 'inventory:hosts:read']);
    expect(operation.security).toEqual(expect.arrayContaining([{ basic: [] }, { bearer: [] }]));
    expect(Object.keys(operation.responses)).toEqual(expect.arrayContaining(['401', '403', '429']));
    expect(Object.keys(paths['/things/mine']?.get?.responses ?? {})).not.toContain('403');
    expect(paths['/things/open']?.get?.security).toBeUndefined();
  });
});
