import { Database } from '@wardstone/database';
import { eventually, untilSomebodyWaits } from '@wardstone/testing';
import { Client } from 'pg';
import { browserFor, getCookie } from './browser-requests';
import { PASSWORD, basic } from './gateway-fixture';
import { TestAgent, useAgentGateways } from './test-agent';

const OTHER = 'another password here';

/** Attempts to turn a briefly stolen credential into lasting access. */
describe('a credential that was stolen', () => {
  let database: Client;
  let serial = 0;
  // Before the database is dropped.
  afterAll(() => database.end());
  const { gateways, send, asAdmin, outcomeOf, aName, invite, enrol, tokenOf, anAgent } = useAgentGateways();

  beforeAll(async () => {
    database = new Client({ connectionString: gateways.fixture.databaseUrl });
    await database.connect();
  });

  type Role = 'admin' | 'viewer' | 'operator';
  const anAccount = async (role: Role, orgId = 'org1', type: 'User' | 'ServiceAccount' = 'User'): Promise<string> => {
    const username = `${role}-${++serial}`;
    await gateways.fixture.open.accounts.add({ username, password: PASSWORD, roles: [role], orgId, type });
    return username;
  };
  const tokenFrom = async (response: Promise<Response>): Promise<string> => {
    const { token } = (await (await response).json()) as { token: string };
    return `Bearer ${token}`;
  };
  const personalToken = (username: string, body: object = {}): Promise<string> =>
    tokenFrom(send('POST', '/auth/tokens', { name: 'x', ...body }, basic(username)));
  const getAccessToken = async (username: string): Promise<string> => {
    const body = new URLSearchParams({ grant_type: 'password', username, password: PASSWORD });
    const response = await fetch(`${gateways.fixture.url}/auth/token`, { method: 'POST', body });
    return `Bearer ${((await response.json()) as { access_token: string }).access_token}`;
  };
  const browser = browserFor(() => gateways.fixture.url);
  const signIn = async (username: string): Promise<Record<string, string>> => ({
    cookie: getCookie(await browser.logIn(username)),
    ...browser.own(),
  });
  const sendAs = (headers: Record<string, string>, method: string, path: string, body?: object): Promise<Response> =>
    fetch(gateways.fixture.url + path, {
      method,
      headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    });
  const getStatuses = (authorization: string): Promise<number[]> =>
    Promise.all(
      Object.values(gateways).map(
        async ({ url }) => (await fetch(`${url}/auth/caller`, { headers: { authorization } })).status,
      ),
    );
  const becomes = (status: number, authorization: string): Promise<unknown> =>
    eventually(`${status} everywhere`, async () => (await getStatuses(authorization)).every((one) => one === status), {
      everyMs: 100,
      withinMs: 5_000,
    });
  /** Moves the start of an account's sessions into the past. */
  const age = async (username: string, session: Record<string, string>, minutes: number): Promise<void> => {
    const { rows } = await database.query<{ id_hash: string }>(
      `UPDATE session SET created_at = created_at - make_interval(mins => $2) WHERE username = $1 RETURNING id_hash`,
      [username, minutes],
    );
    for (const { id_hash: hash } of rows)
      await database.query(`SELECT pg_notify('identity', 'session ' || $1)`, [hash]);
    const limitMs = Date.now() - minutes * 60_000;
    await eventually('an old session', async () => {
      const response = await sendAs(session, 'GET', '/auth/session');
      return Date.parse(((await response.json()) as { createdAt: string }).createdAt) < limitMs + 30_000;
    });
  };

  const lasting: [string, (username: string) => [method: string, path: string, body: object]][] = [
    ['a token', () => ['POST', '/auth/tokens', { name: 'x' }]],
    ['an account', () => ['POST', '/auth/accounts', { username: aName(), type: 'ServiceAccount', roles: ['admin'] }]],
    ['a password', (username) => ['PATCH', `/auth/accounts/${username}`, { password: OTHER }]],
    ['a role', (username) => ['PATCH', `/auth/accounts/${username}`, { roles: ['admin'] }]],
    ['an account that is enabled', (username) => ['PATCH', `/auth/accounts/${username}`, { disabled: false }]],
    ['a join token', () => ['POST', '/auth/join-tokens', { uses: 10 }]],
  ];

  it.each(lasting)('makes %s with the password, and not with a token', async (_what, requestFor) => {
    const administrator = await anAccount('admin');
    const [method, path, body] = requestFor(await anAccount('viewer'));
    for (const bearer of [await getAccessToken(administrator), await personalToken(administrator)]) {
      expect(await outcomeOf(send(method, path, body, bearer))).toEqual([403, 'insufficient_scope']);
    }
    expect((await send(method, path, body, basic(administrator))).status).toBeLessThan(300);
  });

  it.each(lasting)('makes %s in a session whose password was given a short time ago', async (_what, requestFor) => {
    const administrator = await anAccount('admin');
    const [method, path, body] = requestFor(await anAccount('viewer'));
    const session = await signIn(administrator);
    await age(administrator, session, 11);
    expect(await outcomeOf(sendAs(session, method, path, body))).toEqual([403, 'reauthentication']);
    expect((await sendAs(await signIn(administrator), method, path, body)).status).toBeLessThan(300);
  });

  it('ends access without the password', async () => {
    const [administrator, other] = [await anAccount('admin'), await anAccount('viewer')];
    const bearer = await getAccessToken(administrator);
    expect((await send('PATCH', `/auth/accounts/${other}`, { disabled: true }, bearer)).status).toBe(200);
    expect((await send('DELETE', `/auth/accounts/${other}`, undefined, bearer)).status).toBe(204);
  });

  it('of an administrator changes its own password only with the current one', async () => {
    const administrator = await anAccount('admin');
    const own = sendAs(await signIn(administrator), 'PATCH', `/auth/accounts/${administrator}`, { password: OTHER });
    expect(await outcomeOf(own)).toEqual([403, 'insufficient_scope']);
    expect((await getStatuses(basic(administrator, OTHER))).includes(200)).toBe(false);
  });

  describe('of an agent', () => {
    it('makes no token, nor does an administrator for it', async () => {
      const agent = await anAgent();
      const bearer = await tokenOf(agent);
      expect(await outcomeOf(send('POST', '/auth/tokens', { name: 'x' }, bearer))).toEqual([403, 'insufficient_scope']);
      const byAdmin = asAdmin('POST', '/auth/tokens', { name: 'x', account: agent.name });
      expect(await outcomeOf(byAdmin)).toEqual([400, 'invalid_request']);
    });

    it('is useless after the roles of the agent were changed', async () => {
      const agent = await anAgent();
      const bearer = await tokenOf(agent);
      expect((await asAdmin('PATCH', `/auth/accounts/${agent.name}`, { roles: ['viewer'] })).status).toBe(200);
      await becomes(401, bearer);
      const rows = await database.query('SELECT 1 FROM agent_key WHERE username = $1 AND revoked_at IS NULL', [
        agent.name,
      ]);
      expect(rows.rowCount).toBe(0);
    });

    it('ends with all its keys, including a password that an administrator gave it', async () => {
      const agent = await anAgent();
      await asAdmin('PATCH', `/auth/accounts/${agent.name}`, { password: OTHER });
      expect(await getStatuses(basic(agent.name, OTHER))).toEqual([200, 200]);
      expect((await asAdmin('DELETE', `/auth/agents/${agent.name}/keys`)).status).toBe(204);
      await becomes(401, basic(agent.name, OTHER));
    });
  });

  describe('ends, and with it', () => {
    it.each([
      ['another password by its owner', (username: string) => changeOwn(username)],
      ['another password by an administrator', (name: string) => change(name, { password: OTHER })],
      ['disabling', (name: string) => change(name, { disabled: true })],
      [
        'another password at the command line',
        (name: string) => gateways.fixture.open.accounts.setPassword(name, OTHER),
      ],
    ])('its tokens and access tokens, by %s', async (_how, end) => {
      const username = await anAccount('viewer');
      const bearers = [await personalToken(username), await getAccessToken(username)];
      for (const bearer of bearers) expect(await getStatuses(bearer)).toEqual([200, 200]);

      await end(username);
      for (const bearer of bearers) await becomes(401, bearer);

      // Nothing earlier becomes valid again with the account.
      await asAdmin('PATCH', `/auth/accounts/${username}`, { disabled: false, password: 'a third long password' });
      await becomes(200, basic(username, 'a third long password'));
      for (const bearer of bearers) expect(await getStatuses(bearer)).toEqual([401, 401]);
    });

    it.each([
      ['another password', (name: string) => change(name, { password: OTHER })],
      ['disabling', (name: string) => change(name, { disabled: true })],
      ['the loss of its rights', (name: string) => change(name, { roles: ['operator'] })],
      ['its removal', (name: string) => asAdmin('DELETE', `/auth/accounts/${name}`)],
    ])('what an administrator made for others, by %s', async (_how, end) => {
      const [administrator, program] = [await anAccount('admin'), await anAccount('viewer', 'org1', 'ServiceAccount')];
      const bearer = await personalToken(administrator, { account: program });
      const of = await personalToken('admin', { account: program });
      const invited = await send('POST', '/auth/join-tokens', { uses: 3 }, basic(administrator));
      const { token } = (await invited.json()) as { token: string };
      expect(await getStatuses(bearer)).toEqual([200, 200]);

      expect((await end(administrator)).status).toBeLessThan(300);

      await becomes(401, bearer);
      expect(await outcomeOf(enrol(await TestAgent.make(aName()), token))).toEqual([401, 'enrolment_refused']);
      expect(await getStatuses(of)).toEqual([200, 200]);
    });

    it('the access token of a key does not come back with a disabled agent', async () => {
      const agent = await anAgent();
      const bearer = await tokenOf(agent);
      for (const disabled of [true, false]) await change(agent.name, { disabled });
      await becomes(401, bearer);
      await becomes(200, await tokenOf(agent));
    });

    it('access tokens end with `account -- sign-out`; tokens of programs stay', async () => {
      const username = await anAccount('viewer');
      const [bearer, token] = [await getAccessToken(username), await personalToken(username)];
      await gateways.fixture.open.accounts.signOut(username);
      await becomes(401, bearer);
      expect(await getStatuses(token)).toEqual([200, 200]);
    });

    const made = lasting.filter(([what]) => what !== 'an account that is enabled');
    it.each(made)('%s, created by a request that was authenticated before', async (_what, requestFor) => {
      const administrator = await anAccount('admin');
      expect(await getStatuses(basic(administrator))).toEqual([200, 200]);
      // The row is locked as by the reset, which has not ended yet.
      await database.query('BEGIN');
      await database.query('SELECT 1 FROM account WHERE username = $1 FOR UPDATE', [administrator]);
      const [method, path, body] = requestFor('viewer');
      const attempt = send(method, path, body, basic(administrator));
      await untilSomebodyWaits(gateways.fixture.gateway.app.get(Database, { strict: false }));
      await database.query('UPDATE account SET credential = gen_random_uuid() WHERE username = $1', [administrator]);
      await database.query('COMMIT');
      expect((await attempt).status).toBe(401);
    });
  });

  const change = (username: string, body: object) => asAdmin('PATCH', `/auth/accounts/${username}`, body);
  const changeOwn = (username: string) =>
    send('PUT', '/auth/password', { currentPassword: PASSWORD, newPassword: OTHER }, basic(username));

  it('leaves an organisation an administrator, even under concurrent changes', async () => {
    const ends: [string, object | undefined][] = [
      ['PATCH', { roles: ['viewer'] }],
      ['PATCH', { disabled: true }],
      ['DELETE', undefined],
    ];
    for (let round = 0; round < 8; round++) {
      const orgId = `alone-${round}`;
      const administrators = await Promise.all([1, 2, 3].map(() => anAccount('admin', orgId)));
      // Everybody is logged in, so that the requests meet in the database.
      await Promise.all(administrators.map((name) => getStatuses(basic(name))));
      const [method, body] = ends[round % ends.length]!;
      const pairs = administrators.flatMap((by) => administrators.filter((of) => of !== by).map((of) => ({ by, of })));
      const statuses = await Promise.all(
        pairs.map(async ({ by, of }) => (await send(method, `/auth/accounts/${of}`, body, basic(by))).status),
      );
      const { rowCount } = await database.query(
        `SELECT 1 FROM account WHERE org_id = $1 AND 'admin' = ANY (roles) AND disabled_at IS NULL`,
        [orgId],
      );
      expect([rowCount! > 0, statuses.some((status) => status < 300)]).toEqual([true, true]);
    }
  });

  it.each(['.', '..', '-x', '_x', '@x', '.hidden'])('takes no name that no path can address: %s', async (username) => {
    const account = { username, type: 'ServiceAccount', roles: ['viewer'] };
    expect(await outcomeOf(asAdmin('POST', '/auth/accounts', account))).toEqual([400, 'invalid_request']);
    const { token } = await invite({ uses: 5 });
    expect(await outcomeOf(enrol(await TestAgent.make(username), token))).toEqual([400, 'invalid_request']);
  });

  it('takes no name that differs from another only by case', async () => {
    const agent = await anAgent();
    const { token } = await invite({ uses: 5 });
    const names = ['Admin', 'ADMIN', agent.name.toUpperCase()];
    for (const name of names) {
      expect(await outcomeOf(enrol(await TestAgent.make(name), token))).toEqual([409, 'agent_name_taken']);
      const account = { username: name, type: 'ServiceAccount', roles: ['viewer'] };
      expect(await outcomeOf(asAdmin('POST', '/auth/accounts', account))).toEqual([409, 'account_exists']);
    }
    const racing = ['race', 'Race', 'rAce', 'raCe', 'racE'].map(
      async (name) => (await enrol(await TestAgent.make(name), token)).status,
    );
    expect((await Promise.all(racing)).toSorted((a, b) => a - b)).toEqual([201, 409, 409, 409, 409]);
  });

  it('learns nothing of names of other organisations by join tokens', async () => {
    const elsewhere = await anAccount('admin', 'org2');
    const response = await send('POST', '/auth/join-tokens', { name: 'viewer' }, basic(elsewhere));
    expect(response.status).toBe(201);
    const { token } = (await response.json()) as { token: string };
    expect(await outcomeOf(enrol(await TestAgent.make('viewer'), token))).toEqual([401, 'enrolment_refused']);
  });

  it('fills no table with tokens that it makes and revokes', async () => {
    const username = await anAccount('viewer');
    for (let round = 0; round < 130; round++) {
      const response = await send('POST', '/auth/tokens', { name: `${round}` }, basic(username));
      const { id } = (await response.json()) as { id: string };
      await send('DELETE', `/auth/tokens/${id}`, undefined, basic(username));
    }
    const { rows } = await database.query<{ n: number }>(
      'SELECT count(*)::int AS n FROM access_token WHERE username = $1',
      [username],
    );
    expect(rows[0]!.n).toBeLessThanOrEqual(101);
  });
});
