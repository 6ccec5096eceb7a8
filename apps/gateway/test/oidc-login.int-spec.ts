import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import type http from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ROLES, ROLE_NAMES, permits } from '@wardstone/auth';
import { anOidcServer, anRsaKey, eventually, itWithBrowser, launchBrowser, type OidcServer } from '@wardstone/testing';
import { decodeJwt, importJWK, type JWK, type JWTPayload, SignJWT, UnsecuredJWT } from 'jose';
import { browserFor, getCookie } from './browser-requests';
import { basic, type GatewayFixture, type HttpUpstream, startGateway, startUpstream } from './gateway-fixture';
import { cookieNamed, oidcSignIn } from './oidc-sign-in';

const ADA = { sub: 'u-1', preferred_username: 'ada', org_id: 'org1', roles: ['staff'] };

describe('signing in at the OIDC issuer', () => {
  let seen: http.IncomingHttpHeaders[] = [];
  let folder: string;
  let keys: JWK[];
  let oidc: OidcServer;
  let upstream: HttpUpstream;
  let fixture: GatewayFixture;

  beforeAll(async () => {
    for (const level of ['warn', 'info'] as const) jest.spyOn(console, level).mockImplementation(() => undefined);
    keys = [await anRsaKey('first')];
    oidc = await anOidcServer({}, keys);
    upstream = await startUpstream((request, response) => {
      seen.push(request.headers);
      response.writeHead(request.headers['x-vendor-identity'] === undefined ? 401 : 200).end('a page');
    });
    folder = await mkdtemp(path.join(tmpdir(), 'wardstone-oidc-'));
    await writeFile(path.join(folder, 'secret'), `${oidc.client.secret}\n`);
    fixture = await start();
    oidc.redirectUris = [fixture.url, localhost()].map((address) => `${address}/auth/oidc/callback`);
    oidc.rotate(keys);
  });
  afterAll(async () => {
    await fixture.close();
    await upstream.close();
    await oidc.close();
    await rm(folder, { recursive: true });
    jest.restoreAllMocks();
  });
  beforeEach(() => {
    seen = [];
    oidc.person = ADA;
  });
  afterEach(() => oidc.respondWith(undefined));

  const start = (settings: Record<string, string> = {}): Promise<GatewayFixture> =>
    startGateway({
      MONITORING_URL: upstream.address,
      OIDC_ISSUER: oidc.issuer,
      OIDC_AUDIENCE: 'urn:wardstone',
      OIDC_ROLE_MAP: 'staff=operator',
      OIDC_CLIENT_ID: oidc.client.id,
      OIDC_CLIENT_SECRET_FILE: path.join(folder, 'secret'),
      ...settings,
    });
  const localhost = (): string => fixture.url.replace('127.0.0.1', 'localhost');

  const { ask, own, navigate, logIn } = browserFor(() => fixture.url);

  const { begin, comeBack, signIn } = oidcSignIn(ask, () => oidc);
  const expectPage = async (response: Response, status: number, type: string, text: string): Promise<void> => {
    expect([response.status, response.headers.get('x-error-type')]).toEqual([status, type]);
    expect(cookieNamed(response, 'wardstone-session')).toBeUndefined();
    const html = await response.text();
    expect(html).toContain(text);
    expect(html).toContain('<a href="/auth/oidc/login?next=');
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(response.headers.get('link')).toContain(`/api/v1/error/${type}>; rel="help"`);
  };

  it('is offered by the login page, with the way back', async () => {
    const page = await navigate('/login?next=/rest/alert');
    expect(await page.text()).toContain('<a href="/auth/oidc/login?next=%2Frest%2Falert">');
  });

  it('redirects to the issuer with PKCE, state and nonce, and remembers them in a cookie for ten minutes', async () => {
    const response = await ask('/auth/oidc/login?next=/rest/alert');
    const to = new URL(response.headers.get('location')!);

    expect([response.status, to.origin, response.headers.get('cache-control')]).toEqual([303, oidc.issuer, 'no-store']);
    expect(Object.fromEntries(to.searchParams)).toEqual({
      response_type: 'code',
      client_id: 'wardstone',
      redirect_uri: `${fixture.url}/auth/oidc/callback`,
      scope: 'openid profile',
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: 'S256',
      state: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
    });
    expect(response.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^wardstone-sign-in=[\w-]+; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax$/),
    ]);
  });

  it('begins a session with the roles and the organisation that the issuer states', async () => {
    const former = getCookie(await logIn('viewer'));
    const { cookie, to } = await begin('/rest/alert?ps=1');

    const response = await comeBack(await oidc.visit(to), `${cookie}; ${former}`);

    expect(await response.text()).toContain('<meta http-equiv="refresh" content="0; url=/rest/alert?ps=1">');
    expect(response.headers.getSetCookie()).toEqual([
      'wardstone-sign-in=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax',
      expect.stringMatching(/^wardstone-session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict$/),
    ]);
    const session = cookieNamed(response, 'wardstone-session')!;
    const record = (await (await ask('/auth/session', { cookie: session })).json()) as object;
    expect(record).toMatchObject({ username: 'ada', organisation: 'org1', roles: ['operator'], method: 'oidc' });
    const caller = await (await ask('/auth/caller', { cookie: session })).json();
    expect(caller).toMatchObject({ session: { method: 'oidc' } });
    expect((await ask('/rest/alert', { cookie: session })).status).toBe(200);
    expect(decodeJwt(String(seen[0]!['x-vendor-identity']))).toMatchObject({
      identity: { org_id: 'org1', subject: `${oidc.issuer}|org1|u-1`, user: { username: 'ada' } },
    });
    // The session that the browser had has ended.
    expect((await ask('/auth/session', { cookie: former })).status).toBe(401);
  });

  it('ends by signing out', async () => {
    const session = await signIn();
    const response = await ask('/logout', { cookie: session, ...own() }, { method: 'POST' });
    expect([response.status, response.headers.get('location')]).toEqual([303, '/login']);
    expect((await ask('/rest/alert', { cookie: session })).status).toBe(401);
  });

  it.each(ROLE_NAMES)('has the rights of the role %s, and no others', async (role) => {
    oidc.person = { ...ADA, sub: `u-${role}`, roles: [role] };
    const cookie = await signIn();
    seen = [];
    await ask('/rest/alert', { cookie });
    const stated = decodeJwt(String(seen[0]!['x-vendor-identity']));
    expect([stated['roles'], stated['permissions']]).toEqual([[role], [...ROLES[role].permissions]]);

    const mayManage = permits(ROLES[role].permissions, 'MANAGE_SECURITY');
    for (const page of ['/auth/accounts', '/auth/join-tokens', '/auth/audit']) {
      expect([page, (await ask(page, { cookie })).status]).toEqual([page, mayManage ? 200 : 403]);
    }
  });

  it('ends at every replica when an operator ends it, without ending those of others', async () => {
    const replica = await start({ DATABASE_URL: fixture.databaseUrl, SIGNING_KEY_FILE: fixture.signingKeyFile });
    try {
      const [ada, viewer] = [await signIn(), getCookie(await logIn('viewer'))];
      const statusesWith = (cookie: string): Promise<number[]> =>
        Promise.all(
          [fixture, replica].map(async ({ url }) => (await fetch(`${url}/rest/alert`, { headers: { cookie } })).status),
        );
      const end = async (cookie: string, username: string): Promise<void> => {
        expect(await fixture.open.sessions.removeByOwner(username)).toBeGreaterThan(0);
        await eventually('refusals', async () => (await statusesWith(cookie)).every((status) => status === 401));
      };
      expect([await statusesWith(ada), await statusesWith(viewer)].flat()).toEqual([200, 200, 200, 200]);

      expect(await fixture.open.sessions.removeByOwner('ada')).toBe(0);
      await end(ada, `${oidc.issuer}|org1|u-1`);
      expect(await statusesWith(viewer)).toEqual([200, 200]);
      await end(viewer, 'viewer');
    } finally {
      await replica.close();
    }
  });

  it('is audited, without what the issuer sent along', async () => {
    const session = await signIn();
    const events = await eventually('the event', async () => {
      const response = await ask(`/auth/audit?issuer=${oidc.issuer}`, { authorization: basic('admin') });
      const { events: items } = (await response.json()) as {
        events: { target: string; method: string; outcome: string }[];
      };
      return items.some(({ target }) => target.startsWith('/auth/oidc/callback')) && items;
    });
    expect(events).toContainEqual(
      expect.objectContaining({ method: 'GET', target: '/auth/oidc/callback', outcome: 'done' }),
    );
    expect(session).toBeDefined();
  });

  it('gives nobody the account of the same name', async () => {
    oidc.person = { ...ADA, preferred_username: 'viewer', roles: ['admin'] };
    const session = await signIn('&prompt=login');
    const send = (method: string, address: string, body: object): Promise<Response> =>
      ask(
        address,
        { cookie: session, ...own(), 'content-type': 'application/json' },
        { method, body: JSON.stringify(body) },
      );
    expect((await send('POST', '/auth/tokens', { name: 'mine' })).status).toBe(404);
    const change = { currentPassword: 'correct horse battery', newPassword: 'another correct horse' };
    expect((await send('PUT', '/auth/password', change)).status).toBe(403);
  });

  describe('refuses to sign in', () => {
    it('without an attempt of this browser', async () => {
      const { to } = await begin();
      const back = await oidc.visit(to);
      await expectPage(await comeBack(back, ''), 400, 'sign_in_expired', 'Sign in again.');
    });

    it('with a response to the attempt of another browser, whose attempt stays valid', async () => {
      const [attacker, victim] = [await begin(), await begin()];
      const response = await comeBack(await oidc.visit(attacker.to), victim.cookie);
      expect(response.headers.getSetCookie()).toEqual([]);
      await expectPage(response, 400, 'sign_in_expired', 'Sign in again.');
      expect((await comeBack(await oidc.visit(victim.to), victim.cookie)).status).toBe(200);
    });

    it('with a stolen code under a state of its own, because the verifier belongs to another attempt', async () => {
      const [thief, victim] = [await begin(), await begin()];
      const [own, stolen] = [await oidc.visit(thief.to), await oidc.visit(victim.to)];
      own.searchParams.set('code', stolen.searchParams.get('code')!);
      await expectPage(await comeBack(own, thief.cookie), 400, 'sign_in_expired', 'Sign in again.');
    });

    it('with the same response twice', async () => {
      const { cookie, to } = await begin();
      const back = await oidc.visit(to);
      expect((await comeBack(back, cookie)).status).toBe(200);
      await expectPage(await comeBack(back, cookie), 400, 'sign_in_expired', 'is finished already');
    });

    it('after ten minutes', async () => {
      const { cookie, to } = await begin();
      const [name, value] = cookie.split('=') as [string, string];
      const attempt = JSON.parse(Buffer.from(value, 'base64url').toString()) as { endsAtMs: number };
      const late = Buffer.from(JSON.stringify({ ...attempt, endsAtMs: Date.now() })).toString('base64url');
      const response = await comeBack(await oidc.visit(to), `${name}=${late}`);
      await expectPage(response, 400, 'sign_in_expired', 'took longer than ten minutes');
    });

    it('with an ID token for another nonce', async () => {
      const { cookie, to } = await begin();
      const changed = new URL(to);
      changed.searchParams.set('nonce', 'of-somebody-else');
      const response = await comeBack(await oidc.visit(changed.href), cookie);
      await expectPage(response, 403, 'sign_in_refused', 'does not match this sign-in');
    });

    it.each([
      ['that names another issuer', 'iss', 'https://evil.example'],
      ['with two states', 'state', 'another'],
    ])('with a response %s', async (_case, name, value) => {
      const { cookie, to } = await begin();
      const back = await oidc.visit(to);
      if (name === 'iss') back.searchParams.set(name, value);
      else back.searchParams.append(name, value);
      await expectPage(await comeBack(back, cookie), 403, 'sign_in_refused', 'does not match this sign-in');
    });

    const now = Math.floor(Date.now() / 1000);
    const signed = async (claims: JWTPayload, jwk = keys[0]!, kid = 'first'): Promise<string> =>
      new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid }).sign(await importJWK(jwk, 'RS256'));
    /** A token endpoint that returns any ID token; the rest is the provider's. */
    const issue = (idToken: (nonce: string) => string | Promise<string>, nonce: string): http.RequestListener => {
      const respond = async (request: http.IncomingMessage, response: http.ServerResponse): Promise<void> => {
        response.setHeader('Content-Type', 'application/json');
        if (request.url === '/token') {
          const tokens = { access_token: 'x', token_type: 'Bearer', expires_in: 60, id_token: await idToken(nonce) };
          response.end(JSON.stringify(tokens));
        } else if (request.url === '/jwks') {
          const [{ kty, n, e, kid, alg, use }] = keys as [JWK];
          response.end(JSON.stringify({ keys: [{ kty, n, e, kid, alg, use }] }));
        } else response.end(JSON.stringify({ ...ADA, sub: 'u-2' }));
      };
      return (request, response) => void respond(request, response);
    };
    const usual = (nonce: string): JWTPayload => ({
      iss: oidc.issuer,
      aud: 'wardstone',
      sub: 'u-1',
      iat: now,
      exp: now + 3600,
      nonce,
      org_id: 'org1',
      roles: ['admin'],
    });

    it.each<[string, (nonce: string) => string | Promise<string>]>([
      ['of another issuer', (nonce) => signed({ ...usual(nonce), iss: 'https://evil.example' })],
      ['for another client', (nonce) => signed({ ...usual(nonce), aud: 'another' })],
      ['that has expired', (nonce) => signed({ ...usual(nonce), exp: now - 600 })],
      ['that nobody signed', (nonce) => new UnsecuredJWT(usual(nonce)).encode()],
      ['that another key signed', async (nonce) => signed(usual(nonce), await anRsaKey('first'))],
      [
        'that the secret of the client signed',
        (nonce) => new SignJWT(usual(nonce)).setProtectedHeader({ alg: 'HS256' }).sign(Buffer.from(oidc.client.secret)),
      ],
      ['whose person is not the one of the user info', (nonce) => signed(usual(nonce))],
    ])('with an ID token %s', async (_case, idToken) => {
      const { cookie, to } = await begin();
      const back = await oidc.visit(to);
      oidc.respondWith(issue(idToken, new URL(to).searchParams.get('nonce')!));
      await expectPage(await comeBack(back, cookie), 403, 'sign_in_refused', 'does not match this sign-in');
    });

    it.each([
      ['organisation', { ...ADA, org_id: undefined }, 'its claim &quot;org_id&quot; is not a text'],
      ['role', { ...ADA, roles: ['guest'] }, 'it has no role here. Ask your administrator.'],
    ])('without a known %s', async (_case, person, text) => {
      oidc.person = person;
      const { cookie, to } = await begin();
      await expectPage(await comeBack(await oidc.visit(to), cookie), 403, 'sign_in_refused', text);
    });
  });

  it('shows why the issuer refuses, with the way to try again', async () => {
    oidc.person = undefined;
    const { cookie, to } = await begin('/rest/alert');
    const response = await comeBack(await oidc.visit(to), cookie);
    await expectPage(
      response,
      403,
      'sign_in_refused',
      'Your organisation&#39;s login refused: The visitor &lt;cancelled&gt; (access_denied).',
    );
  });

  it('shows no text from a link without an attempt', async () => {
    const response = await ask('/auth/oidc/callback?error=access_denied&error_description=Call+0900');
    expect(response.status).toBe(400);
    expect(await response.text()).not.toContain('0900');
  });

  it.each(['https://evil.example/', '//evil.example', '/\\evil.example', '/auth/oidc/login'])(
    'leads to no other site: %s',
    async (next) => {
      const { cookie, to } = await begin(next);
      const response = await comeBack(await oidc.visit(to), cookie);
      expect(await response.text()).toContain('content="0; url=/"');
    },
  );

  it('fails with a page while the issuer is away, begins as soon as it is back, and local accounts sign in meanwhile', async () => {
    const late = await start({ DATABASE_URL: fixture.databaseUrl });
    const at = (address: string): Promise<Response> => fetch(late.url + address, { redirect: 'manual' });
    try {
      oidc.respondWith((_request, response) => response.writeHead(500).end());
      await expectPage(await at('/auth/oidc/login'), 502, 'issuer_unusable', 'sign in with a local account');
      oidc.respondWith((request) => request.socket.destroy());
      await expectPage(await at('/auth/oidc/login'), 502, 'issuer_unusable', 'sign in with a local account');
      oidc.respondWith((_request, response) => {
        response.setHeader('Content-Type', 'application/json');
        response.end(JSON.stringify({ issuer: 'https://evil.example' }));
      });
      await expectPage(await at('/auth/oidc/login'), 502, 'issuer_unusable', 'sign in with a local account');
      expect((await at('/login')).status).toBe(200);
      expect((await logIn('viewer')).status).toBe(201);
      oidc.respondWith(undefined);
      expect((await at('/auth/oidc/login')).status).toBe(303);
    } finally {
      await late.close();
    }
  });

  it('fails with a page when the issuer goes away in between', async () => {
    const { cookie, to } = await begin();
    const back = await oidc.visit(to);
    oidc.respondWith((request) => request.socket.destroy());
    await expectPage(await comeBack(back, cookie), 502, 'issuer_unusable', 'sign in with a local account');
  });

  it('does not exist without a client, and does not start with half of the settings', async () => {
    const without = await startGateway({ DATABASE_URL: fixture.databaseUrl });
    try {
      const [page, begun] = await Promise.all(['/login', '/auth/oidc/login'].map((to) => fetch(without.url + to)));
      expect(await page!.text()).not.toContain('/auth/oidc/login');
      expect(begun!.status).toBe(404);
    } finally {
      await without.close();
    }
    const half = { DATABASE_URL: fixture.databaseUrl, OIDC_CLIENT_ID: 'wardstone' };
    await expect(startGateway(half)).rejects.toThrow('OIDC_ISSUER must be set with OIDC_CLIENT_ID');
  });

  itWithBrowser(
    'works in a browser, with the issuer on another site, and returns to the requested page',
    async () => {
      const browser = (await launchBrowser())!;
      try {
        const page = await browser.newPage();
        await page.goto(`${localhost()}/rest/alert?ps=1`);
        expect(page.url()).toBe(`${localhost()}/login?next=%2Frest%2Falert%3Fps%3D1`);
        await page.click('a[href^="/auth/oidc/login"]');
        await eventually('the page', () => page.url() === `${localhost()}/rest/alert?ps=1`);
        expect(await page.$eval('body', (body) => body.textContent)).toBe('a page');
      } finally {
        await browser.close();
      }
    },
    120_000,
  );
});
