import { eventually } from '@wardstone/testing';
import { Client } from 'pg';
import { AccountQueries } from '../src/accounts/account.queries';
import {
  basic,
  type GatewayFixture,
  type HttpUpstream,
  PASSWORD,
  startGateway,
  startUpstream,
} from './gateway-fixture';

describe('a gateway whose database goes away', () => {
  let upstream: HttpUpstream;
  let fixture: GatewayFixture;
  let admin: Client;

  beforeAll(async () => {
    upstream = await startUpstream((_request, response) => response.end('ok'));
    fixture = await startGateway({ MONITORING_URL: upstream.address });
    admin = new Client({ connectionString: process.env['TEST_DATABASE_URL'] });
    await admin.connect();
  });
  afterAll(async () => {
    await allow(true);
    await admin.end();
    await fixture.close();
    await upstream.close();
  });

  const name = () => new URL(fixture.databaseUrl).pathname.slice(1);
  /** A server that takes no more connections of the gateway, and ends those it has. */
  async function allow(isAllowed: boolean): Promise<void> {
    await admin.query(`ALTER DATABASE "${name()}" CONNECTION LIMIT ${isAllowed ? -1 : 0}`);
    if (isAllowed) return;
    await admin.query('SELECT pg_terminate_backend(a.pid) FROM pg_stat_activity a WHERE a.datname = $1', [name()]);
  }
  const toStatus = async (path: string, authorization?: string): Promise<number> =>
    (await fetch(fixture.url + path, { headers: authorization === undefined ? {} : { authorization } })).status;

  it('is not ready, passes on what needs no account, returns 503 to the rest, and recovers', async () => {
    expect(await toStatus('/rest/alert', basic('viewer'))).toBe(200);
    expect(await toStatus('/readyz')).toBe(200);

    await allow(false);
    await eventually('not ready', async () => (await toStatus('/readyz')) === 503);
    await eventually('a refusal', async () => (await toStatus('/rest/alert', basic('viewer'))) === 503);
    expect(await toStatus('/livez')).toBe(200);
    expect(await toStatus('/rest/alert')).toBe(200);
    const form = new URLSearchParams({ grant_type: 'password', username: 'viewer', password: PASSWORD });
    const token = await fetch(`${fixture.url}/auth/token`, { method: 'POST', body: form });
    expect([token.status, await token.json()]).toMatchObject([503, { error: 'temporarily_unavailable' }]);

    await allow(true);
    await eventually('ready', async () => (await toStatus('/readyz')) === 200);
    await eventually('a login', async () => (await toStatus('/rest/alert', basic('viewer'))) === 200);
  });

  it('notices a change after LISTEN was interrupted', async () => {
    await fixture.open.accounts.add({ username: 'gone', password: PASSWORD, roles: ['viewer'], orgId: 'org1' });
    expect(await toStatus('/rest/alert', basic('gone'))).toBe(200);
    const deaf = `SELECT pg_terminate_backend(a.pid) FROM pg_stat_activity a
                   WHERE a.datname = $1 AND a.application_name = 'gateway (identity)'`;
    await admin.query(deaf, [name()]);
    await fixture.open.accounts.remove('gone');
    await eventually('a refusal', async () => (await toStatus('/rest/alert', basic('gone'))) === 401, {
      withinMs: 5_000,
    });
  });

  it('does not query the database for cached accounts', async () => {
    await eventually('hearing again', async () => {
      const sql = `SELECT 1 FROM pg_stat_activity a WHERE a.datname = $1 AND a.application_name = 'gateway (identity)'`;
      return (await admin.query(sql, [name()])).rowCount === 1;
    });
    await toStatus('/rest/alert', basic('viewer'));
    const reads = jest.spyOn(fixture.gateway.app.get(AccountQueries), 'readUsable');
    for (let n = 0; n < 20; n++) {
      const headers = { authorization: basic('viewer'), connection: 'close' };
      expect((await fetch(`${fixture.url}/rest/alert`, { headers })).status).toBe(200);
    }
    expect(reads).not.toHaveBeenCalled();
  });
});
