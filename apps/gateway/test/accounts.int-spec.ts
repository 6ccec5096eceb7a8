import type { RolesBody } from '@wardstone/dto/gateway';
import { eventually } from '@wardstone/testing';
import {
  basic,
  type GatewayFixture,
  type HttpUpstream,
  PASSWORD,
  startGateway,
  startUpstream,
} from './gateway-fixture';

const OTHER = 'another password here';

describe('the accounts of an organisation', () => {
  let upstream: HttpUpstream;
  let fixture: GatewayFixture;
  let replica: GatewayFixture;

  beforeAll(async () => {
    upstream = await startUpstream((request, response) => {
      response.statusCode = request.headers['x-vendor-identity'] === undefined ? 401 : 200;
      response.end();
    });
    fixture = await startGateway({ MONITORING_URL: upstream.address });
    replica = await startGateway({ DATABASE_URL: fixture.databaseUrl, MONITORING_URL: upstream.address });
    await fixture.open.accounts.add({ username: 'stranger', password: PASSWORD, roles: ['admin'], orgId: 'org2' });
  });
  afterAll(async () => {
    await replica.close();
    await fixture.close();
    await upstream.close();
  });

  const ask = (method: string, path: string, headers: Record<string, string>, body?: object, url = fixture.url) =>
    fetch(url + path, {
      method,
      headers: { 'content-type': 'application/json', ...headers },
      ...(body && { body: JSON.stringify(body) }),
    });
  const asAdmin = (method: string, path: string, body?: object) =>
    ask(method, path, { authorization: basic('admin') }, body);
  const outcome = (response: Response): [number, string | null] => [
    response.status,
    response.headers.get('x-error-type'),
  ];
  const statusAt = async ({ url }: GatewayFixture, headers: Record<string, string>): Promise<number> =>
    (await ask('GET', '/rest/alert', headers, undefined, url)).status;
  const statuses = (headers: Record<string, string>): Promise<number[]> =>
    Promise.all([fixture, replica].map((gateway) => statusAt(gateway, headers)));
  const signIn = async (username: string, password = PASSWORD): Promise<string> => {
    const response = await ask('POST', '/auth/session', {}, { username, password });
    expect(response.status).toBe(201);
    return response.headers.getSetCookie()[0]!.split(';')[0]!;
  };
  const refusedSoon = async (headers: Record<string, string>): Promise<void> => {
    // Stops at the first refusal: after a few wrong passwords a gateway pauses even for the right one.
    await Promise.all(
      [fixture, replica].map((gateway) =>
        eventually('a refusal', async () => (await statusAt(gateway, headers)) !== 200, {
          everyMs: 100,
        }),
      ),
    );
  };

  it('are made, shown, changed and removed by its administrators', async () => {
    const wanted = { username: 'pat', type: 'User', roles: ['viewer'], password: PASSWORD };
    const made = await asAdmin('POST', '/auth/accounts', wanted);
    expect([made.status, made.headers.get('cache-control')]).toEqual([201, 'no-store']);
    const record = (await made.json()) as object;
    expect(record).toMatchObject({ username: 'pat', organisation: 'org1', roles: ['viewer'], hasPassword: true });
    expect(JSON.stringify(record)).not.toMatch(/argon|credential/);
    expect(await statuses({ authorization: basic('pat') })).toEqual([200, 200]);
    expect(outcome(await asAdmin('POST', '/auth/accounts', wanted))).toEqual([409, 'account_exists']);
    const list = (await (await asAdmin('GET', '/auth/accounts')).json()) as { accounts: { username: string }[] };
    expect(list.accounts.map(({ username }) => username)).toEqual(['admin', 'pat', 'viewer']);

    const changed = await asAdmin('PATCH', '/auth/accounts/pat', { roles: ['operator'] });
    expect(await changed.json()).toMatchObject({ roles: ['operator'], disabledAt: null });

    expect((await asAdmin('DELETE', '/auth/accounts/pat')).status).toBe(204);
    await refusedSoon({ authorization: basic('pat') });
    expect(outcome(await asAdmin('GET', '/auth/accounts/pat'))).toEqual([404, 'not_found']);
  });

  it('have a name for people to read, entered by an administrator or by the person, apart from the login', async () => {
    const wanted = { username: 'lee', type: 'User', roles: ['viewer'], password: PASSWORD, name: 'Ann Lee' };
    expect(await (await asAdmin('POST', '/auth/accounts', wanted)).json()).toMatchObject({ name: 'Ann Lee' });
    const names = async (headers: Record<string, string>): Promise<unknown> =>
      (await ask('GET', '/auth/names', headers)).json();
    const asLee = { authorization: basic('lee') };
    expect(await names(asLee)).toEqual({ names: [{ username: 'lee', name: 'Ann Lee' }], more: false });
    const caller = await (await ask('GET', '/auth/caller', asLee)).json();
    expect(caller).toMatchObject({ identity: { user: { username: 'lee', first_name: 'Ann Lee' } } });
    // Other organisations do not see it.
    expect(await names({ authorization: basic('stranger') })).toEqual({ names: [], more: false });

    const own = await ask('PUT', '/auth/name', asLee, { name: 'Ann Lee-Ray' });
    expect(await own.json()).toMatchObject({ username: 'lee', name: 'Ann Lee-Ray' });
    expect(await names(asLee)).toMatchObject({ names: [{ name: 'Ann Lee-Ray' }] });
    for (const name of ['', '   ', 'two\nlines', 'hidden\u200b\u202e', 'x'.repeat(101), 7]) {
      expect((await ask('PUT', '/auth/name', asLee, { name })).status).toBe(400);
    }
    const made = await ask('POST', '/auth/tokens', asLee, { name: 'x' });
    const { token } = (await made.json()) as { token: string };
    const byToken = await ask('PUT', '/auth/name', { authorization: `Bearer ${token}` }, { name: 'Mallory' });
    expect(outcome(byToken)).toEqual([403, 'insufficient_scope']);

    expect(await (await asAdmin('PATCH', '/auth/accounts/lee', { name: null })).json()).toMatchObject({ name: null });
    expect(await names(asLee)).toEqual({ names: [], more: false });
    await asAdmin('DELETE', '/auth/accounts/lee');
  });

  it('need no password for programs, which then have none', async () => {
    const made = await asAdmin('POST', '/auth/accounts', {
      username: 'robot',
      type: 'ServiceAccount',
      roles: ['viewer'],
    });
    expect(await made.json()).toMatchObject({ type: 'ServiceAccount', hasPassword: false });
    for (const password of ['', 'null', 'undefined']) {
      expect(outcome(await ask('GET', '/auth/tokens', { authorization: basic('robot', password) }))).toEqual([
        401,
        'invalid_credentials',
      ]);
    }
    const token = await asAdmin('POST', '/auth/tokens', { name: 'of the robot', account: 'robot' });
    const { token: secret } = (await token.json()) as { token: string };
    expect(await statuses({ authorization: `Bearer ${secret}` })).toEqual([200, 200]);
  });

  it('that are disabled cannot use password, session or token anywhere after 5 s; enabled again, the password alone works', async () => {
    await asAdmin('POST', '/auth/accounts', { username: 'dis', type: 'User', roles: ['viewer'], password: PASSWORD });
    const cookie = await signIn('dis');
    const response = await ask('POST', '/auth/tokens', { authorization: basic('dis') }, { name: 'x' });
    const { token } = (await response.json()) as { token: string };
    const logins: Record<string, string>[] = [
      { cookie },
      { authorization: `Bearer ${token}` },
      { authorization: basic('dis') },
    ];
    for (const headers of logins) expect(await statuses(headers)).toEqual([200, 200]);

    const disabled = await asAdmin('PATCH', '/auth/accounts/dis', { disabled: true });

    expect(await disabled.json()).toMatchObject({ disabledAt: expect.any(String) });
    for (const headers of logins) await refusedSoon(headers);
    await asAdmin('PATCH', '/auth/accounts/dis', { disabled: false });
    const login = { authorization: basic('dis') };
    await eventually('the account', async () => (await statuses(login)).every((status) => status === 200), {
      withinMs: 10_000,
    });
    // Kept connections reuse a login for a second.
    for (const headers of logins.slice(0, 2)) await refusedSoon(headers);
  });

  it.each([
    ['a person without a password', { username: 'p', type: 'User', roles: ['viewer'] }],
    ['a short password', { username: 'p', type: 'User', roles: ['viewer'], password: 'short' }],
    ['an unknown role', { username: 'p', type: 'User', roles: ['root'], password: PASSWORD }],
    ['no role', { username: 'p', type: 'User', roles: [], password: PASSWORD }],
    ['a name with a slash', { username: 'a/b', type: 'User', roles: ['viewer'], password: PASSWORD }],
    ['another type', { username: 'p', type: 'System', roles: ['viewer'], password: PASSWORD }],
  ])('are not created from %s', async (_case, body) => {
    expect(outcome(await asAdmin('POST', '/auth/accounts', body))).toEqual([400, 'invalid_request']);
  });

  it('have roles, whose permissions everybody who is signed in may read', async () => {
    expect((await ask('GET', '/auth/roles', {})).status).toBe(401);

    const response = await ask('GET', '/auth/roles', { authorization: basic('viewer') });
    expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'no-store']);
    const { roles, permissions } = (await response.json()) as RolesBody;
    expect(roles.map(({ name }) => name)).toEqual(['admin', 'operator', 'viewer', 'agent', 'metrics']);
    const holders = (wanted: string) => permissions.find(({ name }) => name === wanted)?.roles;
    expect(holders('compliance:content:write')).toEqual(['admin']);
    expect(holders('VIEW_RESOURCE')).toEqual(['admin', 'operator', 'viewer']);
    // Implied by MANAGE_INVENTORY.
    expect(holders('MANAGE_ALERTS')).toEqual(['admin', 'operator']);
  });

  it('are hidden from everybody else', async () => {
    const asViewer = { authorization: basic('viewer') };
    const asStranger = { authorization: basic('stranger') };
    for (const [method, path, body] of [
      ['GET', '/auth/accounts', undefined],
      ['POST', '/auth/accounts', { username: 'x', type: 'ServiceAccount', roles: ['viewer'] }],
      ['PATCH', '/auth/accounts/viewer', { roles: ['admin'] }],
      ['DELETE', '/auth/accounts/viewer', undefined],
    ] as const) {
      expect(outcome(await ask(method, path, asViewer, body))).toEqual([403, 'insufficient_scope']);
      expect((await ask(method, path, {}, body)).status).toBe(401);
    }
    for (const [method, body] of [['GET'], ['PATCH', { disabled: true }], ['DELETE']] as const) {
      expect(outcome(await ask(method, '/auth/accounts/viewer', asStranger, body))).toEqual([404, 'not_found']);
    }
    const list = (await (await ask('GET', '/auth/accounts', asStranger)).json()) as { accounts: object[] };
    expect(list.accounts).toHaveLength(1);
  });

  it('keep their administrator: no account removes, disables or demotes itself', async () => {
    for (const [method, body] of [
      ['PATCH', { roles: ['viewer'] }],
      ['PATCH', { disabled: true }],
      ['DELETE'],
    ] as const) {
      expect(outcome(await asAdmin(method, '/auth/accounts/admin', body))).toEqual([403, 'insufficient_scope']);
    }
  });

  it('get no more permissions than the narrow token of the administrator who creates them', async () => {
    const response = await fetch(`${fixture.url}/auth/token`, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'password',
        username: 'admin',
        password: PASSWORD,
        scope: 'MANAGE_SECURITY',
      }),
    });
    const { access_token: token } = (await response.json()) as { access_token: string };
    const narrow = { authorization: `Bearer ${token}` };
    expect((await ask('GET', '/auth/accounts', narrow)).status).toBe(200);
    const wanted = { username: 'gift', type: 'ServiceAccount', roles: ['admin'] };
    expect(outcome(await ask('POST', '/auth/accounts', narrow, wanted))).toEqual([403, 'insufficient_scope']);
    expect(outcome(await ask('PATCH', '/auth/accounts/viewer', narrow, { password: OTHER }))).toEqual([
      403,
      'insufficient_scope',
    ]);
    expect(outcome(await ask('POST', '/auth/tokens', narrow, { name: 'x' }))).toEqual([403, 'insufficient_scope']);
  });

  describe('one’s own password', () => {
    const change = (headers: Record<string, string>, currentPassword: string, newPassword: string) =>
      ask('PUT', '/auth/password', headers, { currentPassword, newPassword });

    it('is changed with the old one; other browsers are signed out, this one is not', async () => {
      await asAdmin('POST', '/auth/accounts', { username: 'own', type: 'User', roles: ['viewer'], password: PASSWORD });
      const [here, elsewhere] = [await signIn('own'), await signIn('own')];
      const browser = { cookie: here, 'sec-fetch-site': 'same-origin' };
      expect(outcome(await change(browser, 'a wrong password', OTHER))).toEqual([401, 'invalid_credentials']);
      expect(outcome(await change(browser, PASSWORD, 'short'))).toEqual([400, 'invalid_request']);
      expect(outcome(await change({ cookie: here }, PASSWORD, OTHER))).toEqual([403, 'foreign_page']);

      const changed = await change(browser, PASSWORD, OTHER);

      expect(changed.status).toBe(204);
      const next = changed.headers.getSetCookie()[0]!.split(';')[0]!;
      await refusedSoon({ cookie: elsewhere });
      await refusedSoon({ cookie: here });
      expect(await statuses({ cookie: next })).toEqual([200, 200]);
      expect(await statuses({ authorization: basic('own', OTHER) })).toEqual([200, 200]);
      await refusedSoon({ authorization: basic('own') });
    });
  });
});
