import { anOidcServer, anRsaKey, eventually, type OidcServer } from '@wardstone/testing';
import type { AuditEventBody, AuditEventsBody } from '@wardstone/dto/gateway';
import { browserFor } from './browser-requests';
import { basic, type GatewayFixture, type HttpUpstream, startGateway, startUpstream } from './gateway-fixture';
import { oidcSignIn } from './oidc-sign-in';

describe('a person of the OIDC issuer with the name of a local account', () => {
  let oidc: OidcServer;
  let upstream: HttpUpstream;
  let fixture: GatewayFixture;

  beforeAll(async () => {
    for (const level of ['warn', 'info'] as const) jest.spyOn(console, level).mockImplementation(() => undefined);
    const keys = [await anRsaKey('first')];
    oidc = await anOidcServer({}, keys);
    upstream = await startUpstream((request, response) => {
      if (request.method !== 'GET') response.setHeader('X-Audit', '{}');
      response.end();
    });
    fixture = await startGateway({
      MONITORING_URL: upstream.address,
      OIDC_ISSUER: oidc.issuer,
      OIDC_AUDIENCE: 'urn:wardstone',
      OIDC_CLIENT_ID: oidc.client.id,
      OIDC_CLIENT_SECRET: oidc.client.secret,
      RATE_LIMIT_REQUESTS: 100,
    });
    oidc.redirectUris = [`${fixture.url}/auth/oidc/callback`];
    oidc.rotate(keys);
    oidc.person = { sub: 'mallory-77', preferred_username: 'admin', org_id: 'org1', roles: ['operator'] };
  });
  afterAll(async () => {
    await fixture.close();
    await upstream.close();
    await oidc.close();
    jest.restoreAllMocks();
  });

  const { ask, own } = browserFor(() => fixture.url);
  const { signIn } = oidcSignIn(ask, () => oidc);
  const write = (path: string, headers: Record<string, string>) => ask(path, headers, { method: 'POST' });
  const list = async (query: Record<string, string>): Promise<AuditEventBody[]> => {
    const response = await ask(`/auth/audit?${new URLSearchParams(query).toString()}`, {
      authorization: basic('admin'),
    });
    expect(response.status).toBe(200);
    return ((await response.json()) as AuditEventsBody).events;
  };

  it('is distinguished in the audit trail, by issuer and subject', async () => {
    const session = await signIn();
    expect((await write('/rest/by-person', { cookie: session, ...own() })).status).toBe(200);
    expect((await write('/rest/by-account', { authorization: basic('admin') })).status).toBe(200);
    const [byPerson, byAccount] = await eventually('both events', async () => {
      const found = await Promise.all(['/rest/by-person', '/rest/by-account'].map((target) => list({ target })));
      return found.every(({ length }) => length === 1) ? found.map(([event]) => event!) : undefined;
    });
    const subject = `${oidc.issuer}|org1|mallory-77`;
    expect(byPerson).toMatchObject({ user: 'admin', issuer: oidc.issuer, subject, login: 'session' });
    expect(byAccount).toMatchObject({ user: 'admin', issuer: null, login: 'basic' });

    const targets = async (query: Record<string, string>) =>
      (await list({ target: '/rest/by-', ...query })).map(({ target }) => target);
    expect(await targets({ user: 'admin' })).toEqual(['/rest/by-account']);
    expect(await targets({ user: 'admin', issuer: oidc.issuer })).toEqual(['/rest/by-person']);
    expect(await targets({ issuer: oidc.issuer })).toEqual(['/rest/by-person']);
    expect(await targets({ subject })).toEqual(['/rest/by-person']);
    expect(await targets({ subject: byAccount!.subject! })).toEqual(['/rest/by-account']);
  });

  it('has a rate limit of their own', async () => {
    const session = await signIn();
    const left = async (headers: Record<string, string>) =>
      Number(/r=(\d+)/.exec((await ask('/rest/a', headers)).headers.get('ratelimit') ?? '')?.[1]);
    const before = await left({ authorization: basic('admin') });
    for (let n = 0; n < 5; n++) await left({ cookie: session });
    expect(await left({ authorization: basic('admin') })).toBe(before - 1);
  });
});
