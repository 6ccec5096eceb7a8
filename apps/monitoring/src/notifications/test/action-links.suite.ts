import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createLocalJWKSet, type JSONWebKeySet, jwtVerify } from 'jose';
import type { AlertRest } from '@wardstone/dto/monitoring';
import { givenResource } from '../../test/given-inventory';
import { useMonitoring } from '../../test/use-monitoring';
import { AT_ONCE, type Id, MINUTE, useOnCall } from '../../test/alerts/on-call-fixture';
import { findProblems } from '../../test/alerts/channel-schemas';
import { type MailSink, openMailSink, openWebSink, type WebSink } from '../../test/alerts/sinks';

const HOUR = 60 * MINUTE;
const LINK = '/rest/alert/link';
type Action = 'Acknowledge' | 'Resolve';

describe('a link of a notification', () => {
  let mail: MailSink;
  let web: WebSink;
  let gateway: Server;
  /** Roles of those accounts that are in use. */
  const accounts = new Map<string, string[]>();

  beforeAll(async () => {
    [mail, web] = [await openMailSink(), await openWebSink()];
    // A gateway that serves authenticated requests about accounts.
    gateway = createServer((request, response) => {
      void (async () => {
        const url = new URL(request.url ?? '', 'http://gateway.example.test');
        const keys = (await (await fetch(`${api.url}/service-keys.json`)).json()) as JSONWebKeySet;
        const token = (request.headers.authorization ?? '').replace('Bearer ', '');
        await jwtVerify(token, createLocalJWKSet(keys), {
          issuer: 'wardstone/monitoring',
          currentDate: new Date(api.clock.now()),
        });
        const username = url.searchParams.get('username') ?? '';
        const roles = accounts.get(username);
        const isKnown = roles && url.searchParams.get('subject') === `wardstone|acme|${username}|test`;
        response.writeHead(isKnown ? 200 : 404, { 'content-type': 'application/json' });
        response.end(JSON.stringify({ roles: roles ?? [], permissions: [] }));
      })().catch(() => response.writeHead(401).end());
    });
    await new Promise<void>((resolve) => gateway.listen(0, '127.0.0.1', resolve));
  });
  afterAll(async () => {
    gateway.closeAllConnections();
    await Promise.all([mail.close(), web.close(), new Promise((resolve) => gateway.close(resolve))]);
  });
  const api = useMonitoring(() => ({
    ...AT_ONCE,
    SMTP_URL: mail.url,
    ALERT_ALLOWED_NETWORKS: '127.0.0.0/8',
    GATEWAY_JWKS_URL: `http://127.0.0.1:${(gateway.address() as AddressInfo).port}/auth/jwks.json`,
  }));
  const { person, users, policy, define, report, alertOn, pass } = useOnCall(api);
  const known = async (username: string): Promise<number> => {
    accounts.set(username, ['operator']);
    return person(username);
  };
  beforeEach(() => {
    mail.mails.length = 0;
    // Guesses of other tests are forgotten.
    api.clock.advance(10 * MINUTE);
  });

  const tokenIn = (text: string, action: Action): string => {
    return new RegExp(`${action}: +https://mon\\.example\\.test${LINK}\\?token=(wsl_[\\w-]{43})`).exec(text)?.[1] ?? '';
  };
  const tokenFor = (name: string, action: Action = 'Acknowledge'): string =>
    tokenIn(mail.mails.filter(({ to }) => to.startsWith(`${name}@`)).at(-1)?.text ?? '', action);
  const open = (token: string) => api.anonymous.get(`${LINK}?token=${token}`);
  const use = (token: string) => api.anonymous.post(LINK).type('form').send({ token });
  const alert = async (id: number): Promise<AlertRest> =>
    (await api.get(`/rest/alert/${id}?include=ackComment`).expect(200)).body as AlertRest;
  /** An alert with one recipient. */
  const given = async (name: string): Promise<{ alertId: number; resource: Id; definitionId: number }> => {
    const resource = await givenResource(api.database);
    const definitionId = await define(resource, 0, [users(await known(name))]);
    await report(resource, 'DOWN');
    await pass(0);
    return { alertId: await alertOn(resource), resource, definitionId };
  };
  /** All refusals are alike. */
  const refused = async (token: string): Promise<void> => {
    for (const response of [await open(token), await use(token)]) {
      expect([response.status, response.headers['x-error-type']]).toEqual([404, 'alert_link_invalid']);
      expect(response.text).not.toContain(token.length > 10 ? token : 'no token');
    }
  };

  it('ends the steps of an escalation: the first person does not acknowledge, the second does by the mail', async () => {
    const [ann, bob, cleo] = [await known('ann'), await known('bob'), await known('cleo')];
    const id = await policy([
      [10, users(bob)],
      [20, users(cleo)],
    ]);
    const resource = await givenResource(api.database, { name: 'rack-host' });
    await define(resource, id, [users(ann)]);
    await report(resource, 'DOWN');
    await pass(11);
    expect(mail.mails.map(({ to }) => to)).toEqual(['ann@example.test', 'bob@example.test']);
    const token = tokenFor('bob');
    const page = await open(token).expect(200);
    expect(page.text).toContain('<button>Acknowledge</button>');
    expect(page.text).toContain('<h1>Acknowledge “host down” on rack-host?</h1>');
    expect(page.text).toContain('Escalation stops.');
    expect(page.text).toContain(`/console/alerts/${await alertOn(resource)}"`);
    expect(page.headers).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'strict-origin',
      'content-security-policy': expect.stringContaining("form-action 'self'") as string,
    });
    // Mail scanners open links repeatedly.
    for (let i = 0; i < 3; i++) await open(token).expect(200);
    await api.anonymous.head(`${LINK}?token=${token}`).expect(200);
    const alertId = await alertOn(resource);
    expect((await alert(alertId)).ackBy).toBeNull();
    const done = await use(token).expect(200);
    expect(done.text).toContain('The alert is acknowledged.');
    expect(done.headers['x-audit']).toContain('"recipient":"bob@example.test"');
    expect(done.headers['x-audit']).not.toContain(token);
    expect(await alert(alertId)).toMatchObject({ ackBy: 'bob', ackComment: 'acknowledged by a link (System Users)' });
    await pass(60);
    expect(mail.mails.map(({ to }) => to)).not.toContain('cleo@example.test');
  });

  it('works once, even with concurrent requests', async () => {
    const { alertId } = await given('ann');
    const token = tokenFor('ann');
    const responses = await Promise.all([1, 2, 3, 4, 5].map(() => use(token)));
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 404, 404, 404, 404]);
    expect((await alert(alertId)).ackBy).toBe('ann');
    await refused(token);
    // The other action has a link of its own.
    await open(tokenFor('ann', 'Resolve')).expect(200);
  });

  it('works for each of two people at the same time, and both are notified of the end once', async () => {
    const resource = await givenResource(api.database);
    await define(resource, 0, [users(await known('ann')), users(await known('bob'))]);
    await report(resource, 'DOWN');
    await pass(0);
    const tokens = (['Acknowledge', 'Resolve'] as const).flatMap((what) => [
      tokenFor('ann', what),
      tokenFor('bob', what),
    ]);
    mail.mails.length = 0;
    const responses = await Promise.all([...tokens, ...tokens].map((token) => use(token)));
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 404, 404, 404, 404]);
    expect(['ann', 'bob']).toContain((await alert(await alertOn(resource))).ackBy);
    await pass(30);
    expect(mail.mails.map(({ to, text }) => [to, /^Subject: (Resolved)/m.exec(text)?.[1]]).sort()).toEqual([
      ['ann@example.test', 'Resolved'],
      ['bob@example.test', 'Resolved'],
    ]);
    for (const token of tokens) await refused(token);
  });

  it('resolves the alert: only earlier recipients are notified, of its end', async () => {
    const { alertId } = await given('ann');
    const token = tokenFor('ann', 'Resolve');
    mail.mails.length = 0;
    expect((await use(token).expect(200)).text).toContain('The alert is resolved');
    await pass(30);
    expect(mail.mails.map(({ text }) => /^Subject: (Resolved)/m.exec(text)?.[1])).toEqual(['Resolved']);
    expect(await alert(alertId)).toMatchObject({ ackBy: 'ann', ackComment: 'resolved by a link (System Users)' });
  });

  it('is refused when it is guessed, truncated or empty', async () => {
    await given('ann');
    const token = tokenFor('ann');
    for (const guess of ['', 'x', token.slice(1), `${token}A`, `wsl_${'A'.repeat(43)}`, "' OR 1=1 --".padEnd(43)]) {
      await refused(encodeURIComponent(guess));
    }
    await api.anonymous.get(`${LINK}?token=${token}&token=x`).expect(404);
    await api.anonymous.get(LINK).expect(404);
    await open(token).expect(200);
  });

  it('is refused when it has expired, or its alert is gone', async () => {
    const expired = await given('ann');
    const late = tokenFor('ann');
    api.clock.advance(24 * HOUR);
    await refused(late);
    expect((await alert(expired.alertId)).ackBy).toBeNull();
    const deleted = await given('bob');
    await api.delete(`/rest/alert/${deleted.alertId}`).expect(204);
    await refused(tokenFor('bob'));
    const left = await given('cleo');
    await api.delete(`/rest/resource/${left.resource.id}`).expect(204);
    await refused(tokenFor('cleo'));
  });

  it('is refused when the account is removed, created again under its name, or has lost the permission', async () => {
    const { alertId } = await given('ann');
    const token = tokenFor('ann');
    accounts.delete('ann');
    await refused(token);
    accounts.set('ann', ['viewer']);
    await refused(token);
    accounts.set('ann', ['operator']);
    await open(token).expect(200);
    await api.as({ username: 'ann', subject: 'wardstone|acme|ann|another', roles: ['operator'] }).get('/rest/alert');
    await refused(token);
    expect((await alert(alertId)).ackBy).toBeNull();
    await api.as({ username: 'ann', roles: ['operator'] }).get('/rest/status');
  });

  it('shows an error while the gateway is unavailable, and works afterwards', async () => {
    await given('bob');
    const token = tokenFor('bob');
    const { port } = gateway.address() as AddressInfo;
    gateway.closeAllConnections();
    await new Promise((resolve) => gateway.close(resolve));
    await use(token).expect(503);
    await new Promise<void>((resolve) => gateway.listen(port, '127.0.0.1', resolve));
    await use(token).expect(200);
  });

  it('limits guesses of an address for a minute', async () => {
    await given('ann');
    const token = tokenFor('ann');
    const statuses: number[] = [];
    for (let guess = 0; guess < 25; guess++)
      statuses.push((await open(`wsl_${String(guess).padStart(43, '0')}`)).status);
    expect(statuses.filter((status) => status === 404)).toHaveLength(20);
    const limited = await open(`wsl_${'0'.repeat(43)}`).expect(429);
    expect(Number(limited.headers['retry-after'])).toBeGreaterThan(0);
    api.clock.advance(2 * MINUTE);
    await use(token).expect(200);
  });

  it('limits guesses by the client address that the gateway states, whatever other headers claim', async () => {
    await given('ann');
    const guess = (headers: Record<string, string>) => open(`wsl_${'1'.repeat(43)}`).set(headers);
    const stranger = api.clientAt('192.0.2.1');
    for (let i = 0; i < 20; i++) await guess(stranger).expect(404);
    await guess(stranger).expect(429);
    await guess(api.clientAt('192.0.2.2')).expect(404);
    await open(tokenFor('ann')).set(api.clientAt('192.0.2.3')).expect(200);
    const claims = { ...stranger, 'X-Forwarded-For': '192.0.2.4' };
    await guess(claims).expect(429);
    const forged = stranger['X-Wardstone-Client']!.replace(/.{9}$/, 'forgeries');
    await guess({ 'X-Wardstone-Client': forged }).expect(404);
    api.clock.advance(2 * MINUTE);
  });

  it('accepts the token only from the form of its own pages, and no huge one', async () => {
    const { alertId } = await given('ann');
    const token = tokenFor('ann');
    await api.anonymous.post(`${LINK}?token=${token}`).expect(404);
    await use(token).set('Origin', 'https://evil.example').expect(403);
    await use('x'.repeat(5_000)).expect(413);
    for (const method of ['put', 'delete', 'patch'] as const) {
      await api.anonymous[method](`${LINK}?token=${token}`).expect(405);
    }
    expect((await alert(alertId)).ackBy).toBeNull();
  });

  it.each([
    ['Slack', {}, 'Acknowledge> '],
    ['Microsoft Teams', {}, '"title":"Acknowledge"'],
    ['ntfy', { topic: 'on-call' }, '"label":"Acknowledge"'],
  ] as const)('is in what %s receives', async (sender, config, shown) => {
    const resource = await givenResource(api.database);
    await define(resource, 0, [{ senderName: sender, config: { url: `${web.url}/in/T0/secret`, ...config } }]);
    await report(resource, 'DOWN');
    await pass(0);
    const { body } = web.posts.at(-1)!;
    expect(findProblems(sender, JSON.parse(body))).toEqual([]);
    expect(body).toContain(shown);
    const [token] = /wsl_[\w-]{43}/.exec(body) ?? [];
    await open(token!).expect(200);
  });

  it('is sent to people who may acknowledge, and to channels of the definition', async () => {
    await api.as({ username: 'guest', roles: ['viewer'] }).get('/rest/alert');
    const [guest] = await api.database.query<Id>(`SELECT u.id FROM service_user u WHERE u.login = 'guest'`);
    const resource = await givenResource(api.database);
    await define(resource, 0, [
      users(guest!.id),
      { senderName: 'Direct Emails', config: { emailAddress: 'ops@example.test' } },
      { senderName: 'Webhook', config: { url: `${web.url}/secret` } },
      { senderName: 'Log4J Alerter', config: { log4JCategory: 'x' } },
    ]);
    await report(resource, 'DOWN');
    await pass(0);
    expect([tokenFor('guest'), tokenFor('ops').length]).toEqual(['', 47]);
    const { links } = JSON.parse(web.posts.at(-1)!.body) as { links: { acknowledge: string } };
    await use(new URL(links.acknowledge).searchParams.get('token')!).expect(200);
    const { ackBy } = await alert(await alertOn(resource));
    expect(ackBy).toMatch(/^Webhook http:\/\/127\.0\.0\.1:\d+\/\*+$/);
    const stored = JSON.stringify(await api.database.query(`SELECT k.* FROM alert_link k`));
    expect(stored).not.toContain(tokenFor('ops').slice('wsl_'.length));
  });
});
