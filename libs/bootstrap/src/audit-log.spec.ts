import express, { type Request } from 'express';
import supertest from 'supertest';
import { type AuthenticatedRequest } from '@wardstone/auth';
import { AUDIT_HEADER, type AuditEvent, AuditLog, changeFacts, noteForAudit } from './audit-log';
import { createLogger } from './logger';

interface Line {
  msg: string;
  audit?: boolean;
  [field: string]: unknown;
}

function aServer(level: string, isStored = false, accounts: readonly string[] = []) {
  const lines: Line[] = [];
  const events: AuditEvent[] = [];
  const logger = createLogger('monitoring', level, { write: (line) => lines.push(JSON.parse(line) as Line) });
  const app = express();
  const audit = new AuditLog(logger, false, {
    isUnaudited: (_method, path) => path.startsWith('/rest/metric/'),
    changesByGet: ['/back'],
    getForwardedResponse: ({ headers }) =>
      headers['x-elsewhere'] === undefined ? undefined : { auditHeader: headers['x-stated'] as string | undefined },
    isAccount: (name) =>
      name === 'broken' ? Promise.reject(new Error('away')) : Promise.resolve(accounts.includes(name)),
    ...(isStored ? { store: (event) => events.push(event) } : {}),
  });
  app.use((request: Request, response) => {
    audit.watch(request, response);
    if (request.query['anonymous'] === undefined) {
      const caller = {
        username: 'ann',
        subject: 'https://id.example|acme|7',
        issuer: 'https://id.example',
        method: 'session',
        orgId: 'acme',
        clientAddress: '203.0.113.9',
      };
      (request as AuthenticatedRequest).caller = caller as never;
    }
    const status = Number(request.query['status'] ?? 200);
    noteForAudit(request, { noted: 'here', ...(request.query['org'] ? { org: request.query['org'] } : {}) });
    if (status === 201) response.setHeader('Location', '/rest/plugins/10001');
    if (status >= 400) response.setHeader('X-Error-Type', 'plugin_invalid');
    response.status(status).end();
  });
  return { lines, events, audit, request: supertest(app) };
}

describe('the audit log', () => {
  it('records who did what, with the outcome, at any log level', async () => {
    const { lines, request } = aServer('fatal');
    await request.post('/rest/plugins?handle=h&name=a.jar&status=201');

    expect(lines).toEqual([
      expect.objectContaining({
        audit: true,
        user: 'ann',
        subject: 'https://id.example|acme|7',
        issuer: 'https://id.example',
        login: 'session',
        org: 'acme',
        from: '203.0.113.9',
        requestId: expect.stringMatching(/./),
        method: 'POST',
        target: '/rest/plugins?handle=h&name=a.jar&status=201',
        outcome: 'done',
        status: 201,
        location: '/rest/plugins/10001',
        time: expect.stringMatching(/^\d{4}-/),
      }),
    ]);
  });

  it('records the facts noted about the request', async () => {
    const { lines, request } = aServer('info');
    await request.post('/rest/resource');
    expect(lines).toEqual([expect.objectContaining({ noted: 'here' })]);
  });

  it.each([
    [406, 'refused'],
    [500, 'failed'],
  ])('records a response of %d as %s', async (status, outcome) => {
    const { lines, request } = aServer('info');
    await request.delete(`/rest/plugins/10001?status=${status}`);
    expect(lines).toEqual([expect.objectContaining({ outcome, status, error: 'plugin_invalid' })]);
  });

  it.each([
    ['POST', '/rest/resource', 1],
    ['PATCH', '/api/compliance/v2/policies/1', 1],
    ['DELETE', '/rest/alert/7', 1],
    ['POST', '/rest/metric/data/raw', 0],
    ['POST', '/rest/metric/data/raw?status=403', 1],
    ['GET', '/rest/plugins', 0],
    ['GET', '/rest/plugins?status=404', 0],
    ['GET', '/rest/plugins?status=403', 1],
    ['HEAD', '/rest/plugins?status=429', 1],
  ] as const)('of %s %s writes %d lines', async (method, path, count) => {
    const { lines, request } = aServer('info');
    await request[method.toLowerCase() as 'put'](path);
    expect(lines).toHaveLength(count);
  });

  it('names the account that a refused login claims, and no password', async () => {
    const { lines, request, audit } = aServer('info', false, ['mallory']);
    await request.get('/rest/?status=401&anonymous').auth('mallory', 'guess');
    await audit.close();
    expect(lines).toEqual([
      expect.objectContaining({
        user: null,
        claimed: 'mallory',
        status: 401,
        from: expect.stringMatching(/127\.0\.0\.1/),
      }),
    ]);
    expect(JSON.stringify(lines)).not.toMatch(/guess|Z3Vlc3M/);
  });

  it.each(['my-secret-password', 'broken'])('does not log the name of an unknown account: %s', async (typed) => {
    const { lines, request, audit } = aServer('info', false, ['mallory']);
    await request.get('/rest/?status=401&anonymous').auth(typed, 'guess');
    await audit.close();
    expect(lines).toEqual([expect.objectContaining({ user: null, claimed: '?', status: 401 })]);
    expect(JSON.stringify(lines)).not.toContain(typed);
  });

  describe('of repeated refusals', () => {
    const repeat = async (send: () => PromiseLike<unknown>, times: number): Promise<void> => {
      for (let n = 0; n < times; n++) await send();
    };

    it('records the first refusal by a limit, and the last for all others', async () => {
      const { events, request, audit } = aServer('silent', true);
      await repeat(() => request.post('/rest/resource?status=429&anonymous'), 30);
      await repeat(() => request.post('/rest/resource?status=429'), 3);
      await audit.close();
      expect(events.map(({ user, status, facts }) => [user, status, facts])).toEqual([
        [null, 429, { noted: 'here' }],
        ['ann', 429, { noted: 'here' }],
        [null, 429, { noted: 'here', requests: 29 }],
        ['ann', 429, { noted: 'here', requests: 2 }],
      ]);
    });

    it('records a hundred refusals of other kinds for an address without a caller, with short targets', async () => {
      const { events, request, audit } = aServer('silent', true);
      const path = `/rest/resource?status=401&anonymous&${'x'.repeat(1_900)}`;
      await repeat(() => request.post(path), 120);
      await audit.close();
      expect(events).toHaveLength(101);
      expect(events.at(-1)).toMatchObject({ status: 401, facts: { requests: 20 } });
      expect(Math.max(...events.map(({ target }) => target.length))).toBe(200);
    });

    it('records everything that was not refused', async () => {
      const { events, request } = aServer('silent', true);
      await repeat(() => request.post('/rest/resource?anonymous'), 120);
      expect(events).toHaveLength(120);
    });
  });

  it('records what a GET changes, without its query, which is secret', async () => {
    const { lines, request } = aServer('info');
    await request.get('/back?code=secret');
    await request.get('/back?code=secret&status=403');
    await request.head('/back?code=secret');
    expect(lines).toMatchObject([
      { method: 'GET', target: '/back', noted: 'here', outcome: 'done' },
      { method: 'GET', target: '/back', outcome: 'refused' },
    ]);
    expect(JSON.stringify(lines)).not.toContain('secret');
  });

  it('takes the organisation of the caller, or the noted one where there is no caller', async () => {
    const { lines, request } = aServer('info');
    await request.post('/auth/agents?org=other&anonymous');
    await request.post('/auth/agents?org=other');
    await request.post('/auth/agents?anonymous');
    expect(lines.map(({ user, org }) => [user, org])).toEqual([
      [null, 'other'],
      ['ann', 'acme'],
      [null, null],
    ]);
  });

  it('ignores callers who have not tried to log in, and requests that another process has audited', async () => {
    const { lines, request } = aServer('info');
    await request.get('/rest/?status=401&anonymous');
    await request.delete('/rest/plugins/1').set('X-Elsewhere', 'yes');
    expect(lines).toEqual([]);
  });

  it('ignores requests that are not audited anywhere', async () => {
    const { lines, request } = aServer('silent');
    await request.delete('/rest/plugins/10001');
    expect(lines).toEqual([]);
  });

  it('states to the gateway what it audits, and to clients nothing', async () => {
    const { request } = aServer('info');
    const written = await request.post('/rest/resource');
    expect(written.headers[AUDIT_HEADER.toLowerCase()]).toBe('{"noted":"here"}');
    const read = await request.get('/rest/resource');
    expect(read.headers).not.toHaveProperty(AUDIT_HEADER.toLowerCase());
    const load = await request.post('/rest/metric/data/raw');
    expect(load.headers).not.toHaveProperty(AUDIT_HEADER.toLowerCase());
  });

  describe('with a store', () => {
    it('passes each event on, and states nothing in the response', async () => {
      const { events, lines, request } = aServer('info', true);
      const response = await request.post('/rest/resource?status=201');
      expect(response.headers).not.toHaveProperty(AUDIT_HEADER.toLowerCase());
      expect(events).toEqual([
        expect.objectContaining({
          user: 'ann',
          method: 'POST',
          facts: { noted: 'here' },
          status: 201,
          location: '/rest/plugins/10001',
        }),
      ]);
      expect(lines).toHaveLength(1);
    });

    it.each([
      ['post', '{"id":7}', 200, [{ id: 7 }]],
      ['post', 'not JSON', 200, [{}]],
      ['post', undefined, 200, []],
      ['get', undefined, 403, [{}]],
    ] as const)(
      "takes the facts of a %s from the header %s of the service's response (status %d), and leaves the log line to the service",
      async (method, stated, status, facts) => {
        const { events, lines, request } = aServer('info', true);
        const sent = request[method](`/rest/resource?status=${status}`).set('X-Elsewhere', 'yes');
        await (stated === undefined ? sent : sent.set('X-Stated', stated));
        expect(events.map((event) => event.facts)).toEqual(facts);
        expect(lines).toEqual([]);
      },
    );
  });
});

const THING = { kind: 'policy', id: 'p1', name: 'CIS' } as const;

describe('the facts of a change', () => {
  it('are the values before and after of changed fields', () => {
    const before = { title: 'CIS', threshold: 90, goal: null, roles: ['viewer'] };
    expect(
      changeFacts(THING, before, { title: 'CIS', threshold: 95, goal: 'all', roles: ['viewer', 'admin'] }),
    ).toEqual({
      thing: THING,
      changes: [
        { field: 'threshold', from: 90, to: 95 },
        { field: 'goal', from: null, to: 'all' },
        { field: 'roles', from: ['viewer'], to: ['viewer', 'admin'] },
      ],
    });
  });

  it('are only the object where nothing differs', () => {
    expect(changeFacts(THING, { a: [1] }, { a: [1] })).toEqual({ thing: THING });
    expect(changeFacts(THING)).toEqual({ thing: THING });
  });

  it.each([
    'password',
    'newPassword',
    'smtpPasswd',
    'SECRET',
    'access_token',
    'apiKey',
    'api-key',
    'credentials',
    'privateKey',
  ])('never contain %s', (field) => {
    const facts = changeFacts(THING, { [field]: 'hunter2', deep: { [field]: ['hunter2'] } }, { [field]: 'hunter3' });
    expect(JSON.stringify(facts)).not.toContain('hunter');
    expect(facts.changes).toContainEqual({ field, from: '***', to: '***' });
  });

  it('are limited, however much changes', () => {
    const after = Object.fromEntries(Array.from({ length: 500 }, (_field, at) => [`field ${at}`, 'x'.repeat(1e5)]));
    const facts = changeFacts({ ...THING, name: '😀'.repeat(1e5) }, {}, after);
    expect(facts.changes).toHaveLength(12);
    expect(facts.moreChanges).toBe(488);
    expect(JSON.stringify(facts).length).toBeLessThan(4_000);
    expect(facts.thing.name.isWellFormed()).toBe(true);
  });
});
