import type { CallerIdentity } from '@wardstone/auth';
import { Database } from '@wardstone/database';
import type { AuditEventBody, AuditEventsBody } from '@wardstone/dto/gateway';
import { eventually } from '@wardstone/testing';
import {
  basic,
  type GatewayFixture,
  type HttpUpstream,
  PASSWORD,
  startGateway,
  startUpstream,
} from '../../../test/gateway-fixture';
import { AuditTrail } from '../audit-trail';
import { AuditQueries } from '../audit.queries';
import { AuditService } from '../audit.service';

describe('the audit trail', () => {
  let upstream: HttpUpstream;
  let fixture: GatewayFixture;
  let stated: string | undefined;

  beforeAll(async () => {
    upstream = await startUpstream((request, response) => {
      if (stated !== undefined) response.setHeader('X-Audit', stated);
      if (request.method === 'POST') response.setHeader('Location', `${request.url}/10001`);
      response.statusCode = request.url?.includes('forbidden') ? 403 : 200;
      response.end('ok');
    });
    fixture = await startGateway(upstream.forAll);
  });
  afterAll(async () => {
    await fixture.close();
    await upstream.close();
  });
  beforeEach(() => {
    stated = undefined;
  });

  const send = (method: string, path: string, username = 'admin', password = PASSWORD) =>
    fetch(fixture.url + path, { method, headers: { authorization: basic(username, password) } });

  const list = async (query = ''): Promise<AuditEventsBody> => {
    const response = await send('GET', `/auth/audit${query}`);
    expect(response.status).toBe(200);
    return (await response.json()) as AuditEventsBody;
  };

  const stored = (target: string): Promise<AuditEventBody> =>
    eventually(`the event of ${target}`, async () => {
      const { events } = await list(`?target=${encodeURIComponent(target)}`);
      return events[0];
    });

  it('records changes that a service states, and passes the statement to no client', async () => {
    stated = '{"connectionProperties":{"url":"https://***@host/"}}';
    const response = await send('POST', '/rest/resource?a=1');

    expect(response.headers.get('x-audit')).toBeNull();
    expect(await stored('/rest/resource?a=1')).toEqual({
      time: expect.stringMatching(/^\d{4}-.*Z$/),
      user: 'admin',
      subject: expect.stringMatching(/^wardstone\|org1\|admin\|/),
      issuer: null,
      login: 'basic',
      org: 'org1',
      claimed: null,
      address: '127.0.0.1',
      request_id: response.headers.get('x-request-id'),
      service: 'monitoring',
      method: 'POST',
      target: '/rest/resource?a=1',
      facts: { connectionProperties: { url: 'https://***@host/' } },
      outcome: 'done',
      status: 200,
      location: '/rest/resource?a=1/10001',
      error_type: null,
    });
  });

  it('records every refusal of a request, but neither reads nor changes that a service does not state', async () => {
    await send('GET', '/rest/alert/none');
    await send('POST', '/rest/metric/data/none');
    await send('GET', '/api/v1/forbidden');

    expect(await stored('/api/v1/forbidden')).toMatchObject({
      outcome: 'refused',
      status: 403,
      service: 'error-registry',
    });
    expect((await list('?target=/rest/alert/none')).events).toEqual([]);
    expect((await list('?target=/rest/metric/data/none')).events).toEqual([]);
  });

  it('names the account that a refused login claims, and is visible only to its organisation', async () => {
    await fixture.gateway.app.get(Database).query(
      `INSERT INTO account (username, subject, type, org_id, roles, credential, created_at)
       VALUES ('olga', 'olga', 'User', 'org1', '{}', gen_random_uuid(), now())`,
    );
    await send('GET', '/rest/claimed', 'olga', 'a wrong password');
    await send('GET', '/rest/guessed', 'mallory', 'a wrong password');

    expect(await stored('/rest/claimed')).toMatchObject({ user: null, claimed: 'olga', status: 401 });
    expect(await stored('/rest/guessed')).toMatchObject({ user: null, claimed: '?' });
    const asAdministrator = (orgId: string, target: string) =>
      fixture.gateway.app.get(AuditService).list({ target, limit: 10 }, { orgId } as CallerIdentity);
    expect((await asAdministrator('org2', '/rest/claimed')).events).toEqual([]);
    expect((await asAdministrator('org2', '/rest/guessed')).events).toHaveLength(1);
    expect((await asAdministrator('org2', '/api/v1/forbidden')).events).toEqual([]);
  });

  it('has the operations of the gateway itself, without secrets', async () => {
    await fetch(`${fixture.url}/auth/token?own`, {
      method: 'POST',
      body: new URLSearchParams({ grant_type: 'password', username: 'viewer', password: 'a wrong password' }),
    });

    const event = await stored('/auth/token?own');
    expect(event).toMatchObject({ service: 'gateway', method: 'POST', claimed: 'viewer', outcome: 'refused' });
    expect(JSON.stringify(event)).not.toContain('wrong password');
  });

  it('can be read only by administrators', async () => {
    const response = await send('GET', '/auth/audit', 'viewer');

    expect(response.status).toBe(403);
    expect(response.headers.get('x-error-type')).toBe('insufficient_scope');
  });

  it.each(['?limit=0', '?limit=1001', '?service=nobody', '?since=yesterday', '?before=1', '?outcome=good'])(
    'refuses the query %s',
    async (query) => {
      const response = await send('GET', `/auth/audit${query}`);
      expect(response.status).toBe(400);
      expect(response.headers.get('x-error-type')).toBe('invalid_request');
    },
  );

  it('is read page by page, newest first, each event once', async () => {
    stated = '{}';
    for (let n = 0; n < 7; n++) await send('DELETE', `/api/compliance/v2/policies/paged-${n}`);
    await stored('/api/compliance/v2/policies/paged-6');

    const read: string[] = [];
    let next: string | null = '';
    for (let pages = 0; next !== null && pages < 10; pages++) {
      const cursor: string = next === '' ? '' : `&before=${next}`;
      const page: AuditEventsBody = await list(`?target=/api/compliance/v2/policies/paged&limit=3${cursor}`);
      read.push(...page.events.map(({ target }) => target.slice(-1)));
      next = page.next;
    }
    expect(read).toEqual(['6', '5', '4', '3', '2', '1', '0']);
  });

  it.each([
    ['user=admin', true],
    ['user=viewer', false],
    ['service=compliance', true],
    ['service=monitoring', false],
    ['outcome=done', true],
    ['outcome=failed', false],
    ['since=2020-01-01T00:00:00Z&until=2100-01-01T00:00:00Z', true],
    ['until=2020-01-01T00:00:00Z', false],
    ['since=2100-01-01T00:00:00Z', false],
  ])('is narrowed by %s', async (query, isFound) => {
    const { events } = await list(`?target=/api/compliance/v2/policies/paged-0&${query}`);
    expect(events).toHaveLength(isFound ? 1 : 0);
  });

  it.each(['UPDATE audit_event SET username = NULL', 'DELETE FROM audit_event', 'TRUNCATE audit_event'])(
    'cannot be changed by the service: %s',
    async (statement) => {
      const db = fixture.gateway.app.get(Database);
      await expect(db.query(statement)).rejects.toThrow('permission denied');
      const [partition] = await db.query<{ name: string }>(
        `SELECT inhrelid::regclass::text AS name FROM pg_inherits WHERE inhparent = 'audit_event'::regclass`,
      );
      await expect(db.query(statement.replace('audit_event', partition!.name))).rejects.toThrow('permission denied');
    },
  );

  it('keeps events in memory while the database refuses them, and stores them later', async () => {
    const db = fixture.gateway.app.get(Database);
    stated = '{}';
    await db.query('ALTER TABLE audit_event RENAME TO audit_event_elsewhere');
    await send('POST', '/rest/kept-1');
    await send('POST', '/rest/kept-2');
    await db.query('ALTER TABLE audit_event_elsewhere RENAME TO audit_event');

    expect(await stored('/rest/kept-2')).toMatchObject({ user: 'admin' });
    expect((await list('?target=/rest/kept-')).events).toHaveLength(2);
  });

  it('stores texts with characters that PostgreSQL rejects', async () => {
    stated = JSON.stringify({ 'na\0me': ['\0', '\ud800', 'plain'] }).replace(/[\ud800]/g, '\\ud800');
    await send('POST', '/rest/strange');

    expect(await stored('/rest/strange')).toMatchObject({ facts: { 'na\ufffdme': ['\ufffd', '\ufffd', 'plain'] } });
  });

  it('drops months past the retention', async () => {
    const queries = fixture.gateway.app.get(AuditQueries);
    const db = fixture.gateway.app.get(Database);
    const months = async () =>
      (
        await db.query<{ name: string }>(
          `SELECT inhrelid::regclass::text AS name FROM pg_inherits WHERE inhparent = 'audit_event'::regclass ORDER BY 1`,
        )
      ).map(({ name }) => name);
    const [present] = await months();
    await queries.turnMonth(new Date('2024-12-01'), new Date('2024-12-15'));
    await queries.turnMonth(new Date('2025-01-01'), new Date('2024-12-31'));
    expect(await months()).toEqual(['audit_event_202412', 'audit_event_202501', present]);

    await queries.turnMonth(new Date('2025-01-01'), new Date('2025-01-01'));
    expect(await months()).toEqual(['audit_event_202501', present]);
  });

  it('is complete when the gateway has ended', async () => {
    const trail = fixture.gateway.app.get(AuditTrail);
    const who = { user: 'admin', subject: 'wardstone|org1|admin', issuer: null, login: 'basic' as const };
    const event = { ...who, org: 'org1', from: '::1', requestId: 'r', method: 'POST', operation: 'unmatched' };
    const rest = { facts: {}, outcome: 'done' as const, status: 200, location: undefined, error: undefined };
    for (let n = 0; n < 2_500; n++) trail.store({ ...event, ...rest, target: `/rest/bulk-${n}` });
    await trail.beforeApplicationShutdown();

    const db = fixture.gateway.app.get(Database);
    const [row] = await db.query(`SELECT count(*)::int AS count FROM audit_event WHERE target LIKE '/rest/bulk-%'`);
    expect(row).toEqual({ count: 2_500 });
  });
});
