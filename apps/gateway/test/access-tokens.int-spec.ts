import { PasswordHasher } from '@wardstone/auth';
import { eventually } from '@wardstone/testing';
import { Client } from 'pg';
import { Housekeeping } from '../src/credentials/housekeeping';
import {
  basic,
  type GatewayFixture,
  type HttpUpstream,
  PASSWORD,
  startGateway,
  startUpstream,
} from './gateway-fixture';

const NOWHERE = '00000000-0000-4000-8000-000000000000';

interface Made {
  id: string;
  token: string;
  roles: string[];
  expiresAt: string | null;
  lastUsedAt: string | null;
}

describe('a token of a program', () => {
  let upstream: HttpUpstream;
  let fixture: GatewayFixture;
  let replica: GatewayFixture;
  let database: Client;

  beforeAll(async () => {
    upstream = await startUpstream((request, response) => {
      response.end(String(request.headers['x-vendor-identity']).split('.')[1]);
    });
    fixture = await startGateway({ MONITORING_URL: upstream.address });
    replica = await startGateway({ DATABASE_URL: fixture.databaseUrl, MONITORING_URL: upstream.address });
    database = new Client({ connectionString: fixture.databaseUrl });
    await database.connect();
    const { accounts } = fixture.open;
    const add = (username: string, role: string, orgId: string, type: 'User' | 'ServiceAccount' = 'User') =>
      accounts.add({ username, password: PASSWORD, roles: [role], orgId, type });
    await add('operator', 'operator', 'org1');
    await add('exporter', 'operator', 'org1', 'ServiceAccount');
    await add('elsewhere', 'admin', 'org2');
    await add('robot-elsewhere', 'viewer', 'org2', 'ServiceAccount');
    await add('a-agent', 'agent', 'org1', 'ServiceAccount');
  });
  afterAll(async () => {
    await database.end();
    await replica.close();
    await fixture.close();
    await upstream.close();
  });

  const ask = (method: string, path: string, authorization: string, body?: object, url = fixture.url) =>
    fetch(url + path, {
      method,
      headers: { authorization, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
  const make = async (username: string, body: object = {}): Promise<Made> => {
    const response = await ask('POST', '/auth/tokens', basic(username), { name: 'for a test', ...body });
    expect(response.status).toBe(201);
    return (await response.json()) as Made;
  };
  const refusal = (response: Response): [number, string | null] => [
    response.status,
    response.headers.get('x-error-type'),
  ];
  const statusesWith = (token: string): Promise<number[]> =>
    Promise.all(
      [fixture, replica].map(
        async ({ url }) => (await ask('GET', '/rest/alert', `Bearer ${token}`, undefined, url)).status,
      ),
    );
  const refusedSoon = async (token: string): Promise<void> => {
    await eventually('a refusal', async () => (await statusesWith(token)).every((status) => status === 401), {
      everyMs: 100,
    });
  };
  const claimsWith = async (token: string) =>
    JSON.parse(
      Buffer.from(await (await ask('GET', '/rest/alert', `Bearer ${token}`)).text(), 'base64url').toString(),
    ) as { identity: object; roles: string[]; permissions: string[] };

  it('logs in as its account at every replica, is shown once and never stored', async () => {
    const response = await ask('POST', '/auth/tokens', basic('viewer'), { name: 'export', expiresInDays: 30 });
    const made = (await response.json()) as Made;

    expect([response.status, response.headers.get('cache-control')]).toEqual([201, 'no-store']);
    expect(made.token).toMatch(/^wst_[\w-]{43}$/);
    expect(made).toMatchObject({ name: 'export', account: 'viewer', roles: ['viewer'], hint: made.token.slice(0, 8) });
    expect(Math.round((Date.parse(made.expiresAt!) - Date.now()) / 86_400_000)).toBe(30);
    expect(await statusesWith(made.token)).toEqual([200, 200]);
    expect(await claimsWith(made.token)).toMatchObject({
      identity: { org_id: 'org1', user: { username: 'viewer' } },
      roles: ['viewer'],
    });
    const { rows } = await database.query('SELECT t::text AS text FROM access_token t');
    expect(JSON.stringify(rows)).not.toContain(made.token.slice(8));
    const listed = await (await ask('GET', '/auth/tokens', basic('viewer'))).text();
    expect(listed).toContain(made.id);
    expect(listed).not.toContain(made.token);
  });

  it('costs no password hash', async () => {
    const { token } = await make('viewer');
    const verify = jest.spyOn(PasswordHasher.prototype, 'verify');
    for (let i = 0; i < 20; i++) await statusesWith(token);
    expect(verify).not.toHaveBeenCalled();
    verify.mockRestore();
  });

  it('holds only the requested roles', async () => {
    const { token, roles } = await make('admin', { roles: ['viewer'] });

    expect(roles).toEqual(['viewer']);
    const { permissions } = await claimsWith(token);
    expect(permissions).toContain('VIEW_RESOURCE');
    expect(permissions).not.toContain('MANAGE_INVENTORY');
  });

  it('never holds more than its account does today', async () => {
    const { token } = await make('operator');
    expect((await claimsWith(token)).permissions).toContain('MANAGE_INVENTORY');

    await database.query(`UPDATE account SET roles = '{viewer}' WHERE username = 'operator'`);
    await database.query(`SELECT pg_notify('identity', 'account operator')`);
    // Each connection remembers its login for a second.
    await eventually('no more than the account has', async () => {
      const { roles, permissions } = await claimsWith(token);
      return roles.length === 0 && permissions.length === 0;
    });
    await database.query(`UPDATE account SET roles = '{operator}' WHERE username = 'operator'`);
    await database.query(`SELECT pg_notify('identity', 'account operator')`);
    await eventually('the same', async () => (await claimsWith(token)).roles.includes('operator'));
  });

  it.each([
    ['a role above that of the maker', 'viewer', { roles: ['admin'] }, [403, 'insufficient_scope']],
    ['one beside that of the maker', 'viewer', { roles: ['viewer', 'metrics'] }, [403, 'insufficient_scope']],
    ['a role above that of the account', 'admin', { account: 'exporter', roles: ['admin'] }, [400, 'invalid_request']],
    ['an unknown role', 'admin', { roles: ['root'] }, [400, 'invalid_request']],
    ['no role', 'admin', { roles: [] }, [400, 'invalid_request']],
    ['another person', 'admin', { account: 'viewer' }, [404, 'not_found']],
    ['a program of another organisation', 'admin', { account: 'robot-elsewhere' }, [404, 'not_found']],
    ['nobody', 'admin', { account: 'nobody' }, [404, 'not_found']],
    ['a program, by no administrator', 'operator', { account: 'exporter' }, [403, 'insufficient_scope']],
    ['no name', 'admin', { name: ' ' }, [400, 'invalid_request']],
    ['a past end', 'admin', { expiresInDays: 0 }, [400, 'invalid_request']],
  ])('is not created for %s', async (_case, username, body, expected) => {
    const response = await ask('POST', '/auth/tokens', basic(username), { name: 'x', ...body });
    expect(refusal(response)).toEqual(expected);
  });

  it('makes no tokens itself: it would outlive its end', async () => {
    const { token } = await make('admin', { expiresInDays: 1 });
    expect(refusal(await ask('POST', '/auth/tokens', `Bearer ${token}`, { name: 'x' }))).toEqual([
      403,
      'insufficient_scope',
    ]);
  });

  it('is not created for an agent, and an existing one is refused', async () => {
    expect(refusal(await ask('POST', '/auth/tokens', basic('a-agent'), { name: 'x' }))).toEqual([
      400,
      'invalid_request',
    ]);
    const { id, token } = await make('viewer');
    await database.query(`UPDATE access_token SET username = 'a-agent' WHERE id = $1`, [id]);
    expect(await statusesWith(token)).toEqual([401, 401]);
  });

  it('narrowed to the role agent stays confined to what it registered', async () => {
    await fixture.open.accounts.add({
      username: 'both',
      password: PASSWORD,
      roles: ['agent', 'viewer'],
      orgId: 'org1',
    });
    const { token } = await make('both', { roles: ['agent'] });
    expect((await claimsWith(token)).identity).toMatchObject({ own_only: true });
  });

  it('is made for programs by administrators', async () => {
    const { token } = await make('admin', { account: 'exporter', roles: ['viewer'] });
    expect((await claimsWith(token)).identity).toMatchObject({
      type: 'ServiceAccount',
      user: { username: 'exporter' },
    });
  });

  it('is refused everywhere soon after it was revoked, by its owner or an administrator of the organisation', async () => {
    for (const by of ['viewer', 'admin']) {
      const { id, token } = await make('viewer');
      expect(await statusesWith(token)).toEqual([200, 200]);
      expect((await ask('DELETE', `/auth/tokens/${id}`, basic('operator'))).status).toBe(404);
      expect((await ask('DELETE', `/auth/tokens/${id}`, basic('elsewhere'))).status).toBe(404);

      const response = await ask('DELETE', `/auth/tokens/${id}`, basic(by));

      expect(response.status).toBe(204);
      await refusedSoon(token);
      expect((await ask('GET', '/rest/alert', `Bearer ${token}`)).headers.get('x-error-type')).toBe('invalid_token');
      expect((await ask('DELETE', `/auth/tokens/${id}`, basic(by))).status).toBe(404);
    }
    for (const id of [NOWHERE, 'x']) {
      expect(refusal(await ask('DELETE', `/auth/tokens/${id}`, basic('admin')))).toEqual([404, 'not_found']);
    }
  });

  it('ends with its account', async () => {
    await fixture.open.accounts.add({ username: 'leaver', password: PASSWORD, roles: ['viewer'], orgId: 'org1' });
    const { token } = await make('leaver');
    expect(await statusesWith(token)).toEqual([200, 200]);

    await fixture.open.accounts.remove('leaver');
    await fixture.open.accounts.add({ username: 'leaver', password: PASSWORD, roles: ['admin'], orgId: 'org1' });

    await refusedSoon(token);
  });

  it('expires', async () => {
    const { id, token } = await make('viewer', { expiresInDays: 1 });
    const { rows } = await database.query<{ token_hash: string }>(
      'UPDATE access_token SET expires_at = now() WHERE id = $1 RETURNING token_hash',
      [id],
    );
    await database.query(`SELECT pg_notify('identity', $1)`, [`access_token ${rows[0]!.token_hash}`]);

    await refusedSoon(token);
    const response = await ask('GET', '/rest/alert', `Bearer ${token}`);
    expect(refusal(response)).toEqual([401, 'expired_token']);
    expect(response.headers.get('www-authenticate')).toContain('Bearer error="invalid_token"');
  });

  it.each(['wst_', `wst_${'A'.repeat(43)}`, `wst_${'A'.repeat(42)}`, "wst_' OR 1=1 --"])(
    'is refused when it was never issued: %s',
    async (token) => {
      expect(refusal(await ask('GET', '/rest/alert', `Bearer ${token}`))).toEqual([401, 'invalid_token']);
    },
  );

  it('is listed to its owner, and to administrators of its organisation', async () => {
    const mine = await make('viewer');
    const ids = async (username: string) => {
      const response = await ask('GET', '/auth/tokens', basic(username));
      return ((await response.json()) as { tokens: Made[] }).tokens.map(({ id }) => id);
    };
    expect(await ids('viewer')).toContain(mine.id);
    expect(await ids('admin')).toContain(mine.id);
    expect(await ids('operator')).not.toContain(mine.id);
    expect(await ids('elsewhere')).toEqual([]);
  });

  it('is listed in pages, each once', async () => {
    await fixture.open.accounts.add({ username: 'pager', password: PASSWORD, roles: ['viewer'], orgId: 'org1' });
    const made: string[] = [];
    for (let i = 0; i < 5; i++) made.push((await make('pager')).id);
    const listed: string[] = [];
    let next: string | null = '';
    for (let page = 0; next !== null; page++) {
      const before: string = next === '' ? '' : `&before=${next}`;
      const response = await ask('GET', `/auth/tokens?limit=2${before}`, basic('pager'));
      const body = (await response.json()) as { tokens: Made[]; next: string | null };
      expect(body.tokens.length).toBe(page < 2 ? 2 : 1);
      listed.push(...body.tokens.map(({ id }) => id));
      next = body.next;
    }
    expect(listed.toSorted()).toEqual(made.toSorted());
    for (const wrong of ['limit=0', 'limit=1001', 'before=x', "before=1_'"]) {
      expect((await ask('GET', `/auth/tokens?${wrong}`, basic('pager'))).status).toBe(400);
    }
  });

  it('is not created for an account with a hundred valid ones', async () => {
    const account = { username: 'collector', password: PASSWORD, roles: ['viewer'], orgId: 'org1' };
    await fixture.open.accounts.add(account);
    const { id } = await make('collector');
    await database.query(
      `INSERT INTO access_token (id, token_hash, hint, username, name, roles, created_at, created_by, expires_at, revoked_at)
       SELECT gen_random_uuid(), gen_random_uuid(), t.hint, t.username, 'a copy', t.roles,
              t.created_at - CASE WHEN i > 99 THEN interval '2 hours' ELSE '0' END, t.created_by,
              CASE WHEN i > 99 AND i <= 149 THEN t.created_at END, CASE WHEN i > 149 THEN t.created_at END
         FROM access_token t, generate_series(1, 199) i WHERE t.id = $1`,
      [id],
    );

    const refused = await ask('POST', '/auth/tokens', basic('collector'), { name: 'one more' });

    expect(refusal(refused)).toEqual([409, 'too_many_tokens']);
    expect((await ask('DELETE', `/auth/tokens/${id}`, basic('collector'))).status).toBe(204);
    await make('collector');
  });

  it('is not created for an account that created and ended a hundred within the hour', async () => {
    const account = { username: 'spinner', password: PASSWORD, roles: ['viewer'], orgId: 'org1' };
    await fixture.open.accounts.add(account);
    const { id } = await make('spinner');
    const copies = (count: number, age: string) =>
      database.query(
        `INSERT INTO access_token (id, token_hash, hint, username, name, roles, created_at, created_by, revoked_at)
         SELECT gen_random_uuid(), gen_random_uuid(), t.hint, t.username, 'a copy', t.roles, t.created_at - $2::interval,
                t.created_by, t.created_at
           FROM access_token t, generate_series(1, $3::integer) i WHERE t.id = $1`,
        [id, age, count],
      );
    await copies(1, '61 minutes');
    await copies(99, '50 minutes');
    await make('spinner');
    await copies(1, '50 minutes');

    const refused = await ask('POST', '/auth/tokens', basic('spinner'), { name: 'one more' });

    expect(refusal(refused)).toEqual([409, 'too_many_tokens']);
  });

  it('is listed for 30 days after its end, and deleted then', async () => {
    const made = await Promise.all(['revoked', 'expired', 'good', 'old'].map((name) => make('admin', { name })));
    const [revoked, expired, good, old] = made.map(({ id }) => id) as [string, string, string, string];
    const set = (id: string, change: string) => database.query(`UPDATE access_token SET ${change} WHERE id = $1`, [id]);
    await set(revoked, `revoked_at = now() - interval '31 days'`);
    await set(expired, `expires_at = now() - interval '31 days'`);
    await set(old, `created_at = now() - interval '31 days', revoked_at = now() - interval '29 days'`);

    await fixture.gateway.app.get(Housekeeping).work();

    const { rows } = await database.query('SELECT id FROM access_token WHERE id = ANY ($1)', [
      made.map(({ id }) => id),
    ]);
    expect(new Set(rows.map(({ id }: { id: string }) => id))).toEqual(new Set([good, old]));
  });

  it('shows when it was last used', async () => {
    const { id, token } = await make('viewer');
    await statusesWith(token);
    await eventually('a noted use', async () => {
      const response = await ask('GET', '/auth/tokens', basic('viewer'));
      const { tokens } = (await response.json()) as { tokens: Made[] };
      return tokens.find((one) => one.id === id)?.lastUsedAt !== null;
    });
  });

  it('identifies its account for services', async () => {
    const { token } = await make('viewer');
    const response = await ask('GET', '/auth/caller', `Bearer ${token}`);
    expect(await response.json()).toMatchObject({ identity: { user: { username: 'viewer' } }, roles: ['viewer'] });
  });
});
