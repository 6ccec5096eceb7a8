import type http from 'node:http';
import { eventually } from '@wardstone/testing';
import { Housekeeping } from '../src/credentials/housekeeping';
import { Client } from 'pg';
import { browserFor, getCookie, type Headers } from './browser-requests';
import {
  basic,
  type GatewayFixture,
  type HttpUpstream,
  PASSWORD,
  startGateway,
  startUpstream,
} from './gateway-fixture';

describe('a session of a browser', () => {
  let seen: http.IncomingHttpHeaders[] = [];
  let upstream: HttpUpstream;
  let fixture: GatewayFixture;
  let replica: GatewayFixture;
  let database: Client;

  beforeAll(async () => {
    upstream = await startUpstream((request, response) => {
      if (request.url === '/api/v1/occurrences') return void response.end();
      seen.push(request.headers);
      const identity = request.headers['x-vendor-identity'];
      if (identity === undefined) {
        response.writeHead(401, {
          'WWW-Authenticate': 'Basic realm="Wardstone"',
          'Content-Type': 'text/html',
          ETag: '"1"',
        });
        response.end('<h1>Log in</h1>');
        return;
      }
      response.writeHead(200, { 'Cache-Control': 'max-age=60', Vary: 'Accept' });
      response.end(String(identity).split('.')[1]);
    });
    fixture = await startGateway({ MONITORING_URL: upstream.address, COMPLIANCE_URL: upstream.address });
    replica = await startGateway({ DATABASE_URL: fixture.databaseUrl, MONITORING_URL: upstream.address });
    database = new Client({ connectionString: fixture.databaseUrl });
    await database.connect();
  });
  afterAll(async () => {
    await database.end();
    await replica.close();
    await fixture.close();
    await upstream.close();
  });
  beforeEach(() => {
    seen = [];
  });

  const { ask, own, logIn, submit } = browserFor(() => fixture.url);
  const signIn = async (username: string, password = PASSWORD): Promise<string> => {
    const response = await logIn(username, password);
    expect(response.status).toBe(201);
    return getCookie(response);
  };
  const statusWith = async (cookie: string, url = fixture.url): Promise<number> =>
    (await ask('/rest/alert', { cookie }, {}, url)).status;
  const everywhere = (cookie: string): Promise<number[]> =>
    Promise.all([fixture, replica].map(({ url }) => statusWith(cookie, url)));
  const refusedSoon = async (cookie: string): Promise<void> => {
    await eventually('a refusal', async () => (await everywhere(cookie)).every((status) => status === 401), {
      everyMs: 100,
    });
  };

  it('starts with name and password, and then identifies its person at every replica', async () => {
    const response = await logIn('viewer');

    expect(response.status).toBe(201);
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(response.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^wardstone-session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict$/),
    ]);
    const record = (await response.json()) as Record<string, string>;
    expect(record).toMatchObject({ username: 'viewer', organisation: 'org1', roles: ['viewer'], method: 'password' });
    expect(Date.parse(record['endsAt']!) - Date.parse(record['createdAt']!)).toBe(12 * 3_600_000);
    expect(Date.parse(record['idleUntil']!) - Date.parse(record['createdAt']!)).toBeLessThan(31 * 60_000);
    const cookie = getCookie(response);
    for (const { url } of [fixture, replica]) {
      const passed = await ask('/rest/alert', { cookie }, {}, url);
      expect(passed.status).toBe(200);
      expect(JSON.parse(Buffer.from(await passed.text(), 'base64url').toString())).toMatchObject({
        identity: { org_id: 'org1', user: { username: 'viewer' } },
      });
      const shown = await ask('/auth/session', { cookie }, {}, url);
      expect([shown.headers.get('cache-control'), shown.headers.get('vary')]).toEqual(['no-store', 'Cookie']);
      expect(await shown.json()).toMatchObject({ username: 'viewer', createdAt: record['createdAt'] });
      const caller = await ask('/auth/caller', { cookie }, {}, url);
      expect(await caller.json()).toMatchObject({
        identity: { user: { username: 'viewer' } },
        session: { method: 'password', createdAt: record['createdAt'] },
      });
    }
  });

  it('stays at the gateway, and keeps its responses out of shared caches', async () => {
    const cookie = await signIn('viewer');

    const response = await ask('/rest/alert', { cookie: `other=1; ${cookie}` });

    expect(seen[0]).not.toHaveProperty('cookie');
    expect(response.headers.get('vary')).toBe('Cookie, Accept');
    expect(response.headers.get('cache-control')).toBe('private, max-age=60');
  });

  it('is not prolonged by background requests of a page, which are served while it lasts', async () => {
    const cookie = await signIn('viewer');
    const set = (minutes: number) =>
      database.query(`UPDATE session SET last_seen_at = now() - make_interval(mins => $1)`, [minutes]);
    const lastSeenMs = async (): Promise<number> => {
      const { rows } = await database.query<{ last_seen_at: Date }>(
        'SELECT last_seen_at FROM session ORDER BY created_at DESC LIMIT 1',
      );
      return rows[0]!.last_seen_at.getTime();
    };
    await set(20);
    const before = await lastSeenMs();
    // A replica that has not seen the session yet reads it as it is now.
    const poll = () => ask('/auth/session', { cookie, 'x-background': 'yes' }, {}, replica.url);
    const polled = await poll();
    expect(polled.status).toBe(200);
    const { idleUntil } = (await polled.json()) as { idleUntil: string };
    expect(Date.parse(idleUntil)).toBe(before + 30 * 60_000);
    await poll();
    expect(await lastSeenMs()).toBe(before);

    expect((await ask('/rest/alert', { cookie }, {}, replica.url)).status).toBe(200);
    await eventually('the use', async () => (await lastSeenMs()) > before);
  });

  it('is stored only as a digest', async () => {
    const id = (await signIn('viewer')).split('=')[1]!;

    const { rows } = await database.query('SELECT s::text AS text FROM session s');

    expect(rows.length).toBeGreaterThan(0);
    expect(JSON.stringify(rows)).not.toContain(id);
  });

  it('gets a new id at each login, whatever the browser came with, and the old one ends', async () => {
    const fixed = `wardstone-session=${'A'.repeat(43)}`;
    const first = getCookie(await logIn('viewer', PASSWORD, { cookie: fixed, ...own() }));
    const second = getCookie(await logIn('viewer', PASSWORD, { cookie: first, ...own() }));

    expect(new Set([fixed, first, second]).size).toBe(3);
    expect(await statusWith(fixed)).toBe(401);
    expect(await statusWith(second)).toBe(200);
    await refusedSoon(first);
  });

  it.each([
    ['a wrong password', 'viewer', 'wrong'],
    ['an unknown name', 'nobody', 'wrong'],
  ])('does not start with %s, and the refusal is the same as for the other', async (_case, username, password) => {
    const response = await logIn(username, password);

    expect([response.status, response.headers.get('x-error-type')]).toEqual([401, 'invalid_credentials']);
    expect(response.headers.getSetCookie()).toEqual([]);
    // Basic would make the browser prompt for a password.
    expect(response.headers.get('www-authenticate')).toBe('Bearer');
    expect(((await response.json()) as { detail: string }).detail).toBe('The user name or the password is wrong.');
  });

  it.each([
    ['no password', '{"username":"viewer"}', 400],
    ['a list', '[]', 400],
    ['no JSON', 'x', 400],
  ])('does not start with %s', async (_case, body, status) => {
    const response = await ask('/auth/session', { 'content-type': 'application/json' }, { method: 'POST', body });
    expect(response.status).toBe(status);
  });

  it('counts failed logins with all others', async () => {
    await fixture.open.accounts.add({ username: 'guessed', password: PASSWORD, roles: ['viewer'], orgId: 'org1' });
    for (let i = 0; i < 5; i++) await logIn('guessed', `wrong ${i}`);

    const [json, form] = [await logIn('guessed'), await submit({ username: 'guessed', password: PASSWORD })];

    expect([json.status, form.status]).toEqual([429, 429]);
    expect(Number(form.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await form.text()).toContain('role="alert"');
  });

  it('ends for every copy of the cookie when the user signs out', async () => {
    const cookie = await signIn('viewer');
    expect(await everywhere(cookie)).toEqual([200, 200]);

    const response = await ask('/auth/session', { cookie, ...own() }, { method: 'DELETE' });

    expect([response.status, response.headers.getSetCookie()]).toEqual([
      204,
      ['wardstone-session=; Max-Age=0; Path=/; HttpOnly; SameSite=Strict'],
    ]);
    expect(await statusWith(cookie)).toBe(401);
    await refusedSoon(cookie);
  });

  it.each([
    ['gets another password', () => fixture.open.accounts.setPassword('p-changed', 'another password here')],
    ['is removed', () => fixture.open.accounts.remove('p-changed')],
  ])('ends when its account %s', async (_case, change) => {
    await fixture.open.accounts.remove('p-changed').catch(() => undefined);
    await fixture.open.accounts.add({ username: 'p-changed', password: PASSWORD, roles: ['viewer'], orgId: 'org1' });
    const [cookie, other] = [await signIn('p-changed'), await signIn('viewer')];
    expect(await everywhere(cookie)).toEqual([200, 200]);

    await change();

    await refusedSoon(cookie);
    expect(await everywhere(other)).toEqual([200, 200]);
  });

  it('does not return with another account of its name', async () => {
    const { accounts } = fixture.open;
    await accounts.add({ username: 'heir', password: PASSWORD, roles: ['viewer'], orgId: 'org1' });
    const cookie = await signIn('heir');
    await accounts.remove('heir');
    await accounts.add({ username: 'heir', password: PASSWORD, roles: ['admin'], orgId: 'org1' });

    await refusedSoon(cookie);
    expect(await statusWith(await signIn('heir'))).toBe(200);
  });

  it.each([
    ['half an hour without use', `last_seen_at = now() - interval '30 minutes'`],
    ['twelve hours', `ends_at = now()`],
  ])('ends after %s', async (_case, change) => {
    const cookie = await signIn('viewer');
    const { rows } = await database.query<{ id_hash: string }>(
      `UPDATE session SET ${change} WHERE created_at = (SELECT max(created_at) FROM session) RETURNING id_hash`,
    );
    await database.query(`SELECT pg_notify('identity', $1)`, [`session ${rows[0]!.id_hash}`]);

    await refusedSoon(cookie);
    await fixture.gateway.app.get(Housekeeping).work();
    const left = await database.query('SELECT 1 FROM session WHERE id_hash = $1', [rows[0]!.id_hash]);
    expect(left.rows).toEqual([]);
  });

  it('continues while it is used, at any replica, and records that once a minute at most', async () => {
    const cookie = await signIn('viewer');
    expect(await everywhere(cookie)).toEqual([200, 200]);
    const lastSeen = async (): Promise<Date> => {
      const { rows } = await database.query<{ last_seen_at: Date }>(
        'SELECT last_seen_at FROM session ORDER BY created_at DESC LIMIT 1',
      );
      return rows[0]!.last_seen_at;
    };
    const begun = await lastSeen();
    await everywhere(cookie);
    expect(await lastSeen()).toEqual(begun);

    await database.query(`UPDATE session SET last_seen_at = now() - interval '29 minutes' WHERE last_seen_at = $1`, [
      begun,
    ]);
    const { rows } = await database.query<{ key: string }>(
      `SELECT 'session ' || id_hash AS key FROM session ORDER BY created_at DESC LIMIT 1`,
    );
    await database.query(`SELECT pg_notify('identity', $1)`, [rows[0]!.key]);
    await eventually('a noted use', async () => {
      await statusWith(cookie);
      return (await lastSeen()) >= begun;
    });
    expect(await everywhere(cookie)).toEqual([200, 200]);
  });

  it('is rejected for an account with a hundred sessions, which stay valid', async () => {
    await fixture.open.accounts.add({ username: 'many', password: PASSWORD, roles: ['viewer'], orgId: 'org1' });
    const cookie = await signIn('many');
    const { rows } = await database.query<{ id: string }>(`SELECT id_hash AS id FROM session WHERE username = 'many'`);
    const insert = (count: number, change: string) =>
      database.query(
        `INSERT INTO session (id_hash, subject, username, credential, created_at, last_seen_at, ends_at)
         SELECT gen_random_uuid(), s.subject, s.username, s.credential, s.created_at, s.last_seen_at ${change}, s.ends_at
           FROM session s, generate_series(1, $1) WHERE s.id_hash = $2`,
        [count, rows[0]!.id],
      );
    await insert(98, '');
    await insert(50, `- interval '31 minutes'`);
    const last = await signIn('many');

    const refused = await logIn('many');
    const page = await submit({ username: 'many', password: PASSWORD });

    expect([refused.status, refused.headers.get('x-error-type')]).toEqual([409, 'too_many_sessions']);
    expect([page.status, refused.headers.getSetCookie()]).toEqual([409, []]);
    expect(await page.text()).toContain('This account has reached the limit of 100 sessions');
    expect([await statusWith(cookie), await statusWith(last)]).toEqual([200, 200]);
    // A session that replaces another does not add to their number.
    expect((await logIn('many', PASSWORD, { cookie: last, ...own() })).status).toBe(201);
    expect((await logIn('viewer')).status).toBe(201);
  });

  describe('for a write', () => {
    const writes: [string, Headers, number][] = [
      ['a page of the product', { 'sec-fetch-site': 'same-origin' }, 200],
      ['no word of where it comes from', {}, 403],
      ['a person without a page', { 'sec-fetch-site': 'none' }, 403],
      ['another port of the host', { 'sec-fetch-site': 'same-site', origin: 'http://127.0.0.1:1' }, 403],
      ['another site', { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }, 403],
      ['a document without an origin', { origin: 'null' }, 403],
    ];
    it.each(writes)('requires proof of a same-origin page: %s', async (_case, headers, status) => {
      const cookie = await signIn('viewer');
      for (const method of ['POST', 'PUT', 'DELETE']) {
        // The connection that a read has logged in.
        await statusWith(cookie);
        const response = await ask('/rest/alert/1', { cookie, ...headers }, { method });
        expect([method, response.status]).toEqual([method, status]);
        if (status === 403) expect(response.headers.get('x-error-type')).toBe('foreign_page');
      }
    });

    it('requires it at the gateway itself, too', async () => {
      const cookie = await signIn('viewer');
      expect((await ask('/auth/session', { cookie }, { method: 'DELETE' })).status).toBe(403);
      expect((await ask('/logout', { cookie }, { method: 'POST' })).status).toBe(403);
      expect(await statusWith(cookie)).toBe(200);
    });
  });

  it('is ignored beside an Authorization header', async () => {
    const cookie = await signIn('admin');

    const response = await ask('/rest/alert', { cookie, authorization: basic('viewer') });
    const refused = await ask('/rest/alert', { cookie, authorization: basic('viewer', 'wrong') });

    expect(Buffer.from(await response.text(), 'base64url').toString()).toContain('"username":"viewer"');
    expect(refused.status).toBe(401);
    expect((await ask('/auth/session', { cookie, authorization: basic('viewer') })).status).toBe(404);
    const caller = await ask('/auth/caller', { cookie, authorization: basic('viewer') });
    expect(await caller.json()).not.toHaveProperty('session');
  });

  it.each([
    ['an unknown one', `wardstone-session=${'B'.repeat(43)}`],
    ['nonsense', 'wardstone-session=1; wardstone-session=2'],
  ])('is treated as no credentials when it is %s', async (_case, cookie) => {
    const response = await ask('/rest/alert', { cookie });

    expect([response.status, response.headers.get('www-authenticate')]).toEqual([401, 'Basic realm="Wardstone"']);
    expect((await ask('/auth/session', { cookie })).headers.get('x-error-type')).toBe('session_required');
  });

  describe('behind TLS', () => {
    let secure: GatewayFixture;
    beforeAll(async () => {
      secure = await startGateway({
        DATABASE_URL: fixture.databaseUrl,
        MONITORING_URL: upstream.address,
        TRUST_PROXY: 'true',
        PUBLIC_BASE_URL: 'https://wardstone.example',
      });
    });
    afterAll(() => secure.close());

    it('has a cookie that no other name of the domain can set', async () => {
      const headers = { 'x-forwarded-host': 'wardstone.example', 'x-forwarded-proto': 'https' };
      const response = await ask(
        '/auth/session',
        { ...headers, 'content-type': 'application/json' },
        { method: 'POST', body: JSON.stringify({ username: 'viewer', password: PASSWORD }) },
        secure.url,
      );
      expect(response.headers.getSetCookie()[0]).toMatch(
        /^__Host-wardstone-session=[\w-]{43}; Path=\/; Secure; HttpOnly; SameSite=Strict$/,
      );
      const cookie = getCookie(response);
      const tossed = `wardstone-session=${cookie.split('=')[1]}`;
      const toStatus = async (sent: string) =>
        (await ask('/rest/alert', { ...headers, cookie: sent }, {}, secure.url)).status;
      expect([await toStatus(cookie), await toStatus(tossed), await toStatus(`${tossed}; ${cookie}`)]).toEqual([
        200, 401, 200,
      ]);
    });
  });
});
