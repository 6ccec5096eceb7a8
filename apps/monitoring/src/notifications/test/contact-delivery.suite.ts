import type { AlertExplanation, ContactKindRest } from '@wardstone/dto/monitoring';
import { givenResource } from '../../test/given-inventory';
import { PUBLIC_URL, useMonitoring } from '../../test/use-monitoring';
import { Delivery } from '../delivery/delivery.service';
import { AT_ONCE, MINUTE, useOnCall } from '../../test/alerts/on-call-fixture';
import { type MailSink, openMailSink, openWebSink, type WebSink } from '../../test/alerts/sinks';
import { openPushService, type PushService } from './push-service';

/** See rules alerts-56, alerts-58. */
describe('pages by contact methods', () => {
  let mail: MailSink;
  let web: WebSink;
  let push: PushService;
  const checks = process.env['NODE_TLS_REJECT_UNAUTHORIZED'];
  beforeAll(async () => {
    [mail, web, push] = await Promise.all([openMailSink(), openWebSink(), openPushService()]);
    // The certificate of the push service is self-signed.
    process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = '0';
  });
  afterAll(async () => {
    if (checks === undefined) delete process.env['NODE_TLS_REJECT_UNAUTHORIZED'];
    else process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = checks;
    await Promise.all([mail.close(), web.close(), push.close()]);
  });
  const api = useMonitoring(() => ({
    ...AT_ONCE,
    SMTP_URL: mail.url,
    ALERT_ALLOWED_NETWORKS: '127.0.0.1/32',
    SMS_GATEWAY_URL: `${web.url}/sms`,
    VOICE_GATEWAY_URL: `${web.url}/voice`,
    ALERT_SEND_TIMEOUT_MS: '2000',
  }));
  const db = () => api.database;
  const { users, policy, define, report, alertOn, pass } = useOnCall(api);
  let named = 0;
  const person = async (role: 'operator' | 'viewer' = 'operator'): Promise<{ id: number; login: string }> => {
    const login = `person-${++named}`;
    await api.as({ username: login, roles: [role] }).get('/rest');
    const [row] = await db().query<{ id: number }>('SELECT u.id FROM service_user u WHERE u.login = $1', [login]);
    return { id: row!.id, login };
  };
  /** Verified by default. */
  const reach = async (login: string, sent: object, isVerified = true): Promise<number> => {
    const { body } = await api.post(`/rest/user/${login}/contact-methods`).send(sent).expect(201);
    const { id } = body as { id: number };
    if (isVerified) await db().query('UPDATE contact_method SET verified_ms = 1 WHERE id = $1', [id]);
    return id;
  };
  const mailTo = (login: string, over: object = {}): object => ({
    kind: 'EMAIL',
    label: 'Mail',
    config: { address: `${login}@own.example.test` },
    ...over,
  });
  const sms = (over: object = {}): object => ({ kind: 'SMS', label: 'SMS', config: { number: '+49 151' }, ...over });
  const page = async (receivers: object[], escalationId = 0): Promise<number> => {
    const resource = await givenResource(db(), { name: 'web-1' });
    await define(resource, escalationId, receivers);
    await report(resource, 'DOWN');
    resources.push(resource);
    return alertOn(resource);
  };
  const resources: { id: number }[] = [];
  const end = (): Promise<void> => report(resources.at(-1)!, 'UP');
  const mailed = (): string[] => mail.mails.splice(0).map(({ to }) => to);
  const posted = (): string[] => web.posts.splice(0).map(({ path }) => path);
  const toStory = async (alertId: number): Promise<string> => {
    const { body } = await api.get(`/rest/alert/${alertId}/explain`).expect(200);
    return (body as AlertExplanation).story.map(({ text }) => text).join('\n');
  };
  beforeEach(() => {
    mail.mails.length = 0;
    mail.unknown.clear();
    web.posts.length = 0;
    web.status = 204;
    push.status = 201;
    push.taken.length = 0;
  });

  it('are sent one after another until the alert is acknowledged', async () => {
    const { id, login } = await person();
    await reach(login, mailTo(login));
    await reach(login, sms({ delayMinutes: 5 }));
    await reach(login, { kind: 'VOICE', label: 'Call', config: { number: '+49 151' }, delayMinutes: 10 });
    const alertId = await page([users(id)]);
    await pass(1);
    expect([mailed(), posted()]).toEqual([[`${login}@own.example.test`], []]);
    expect(await toStory(alertId)).toContain(
      `System Users: SUCCESS: sent to [${login}: Mail]; ${login}: SMS: waits until`,
    );
    await pass(5);
    expect([mailed(), posted()]).toEqual([[], ['/sms']]);
    await api.put(`/rest/alert/${alertId}`).expect(200);
    await pass(30);
    expect([mailed(), posted()]).toEqual([[], []]);
    expect(await toStory(alertId)).toContain(`${login}: Call: not sent, recovered or acknowledged by then`);
  });

  it('stop when the alert has ended, and notify of the end by the first method only', async () => {
    const { id, login } = await person();
    await reach(login, mailTo(login));
    await reach(login, sms({ delayMinutes: 5 }));
    await page([users(id)]);
    await pass(1);
    expect(mailed()).toHaveLength(1);
    await end();
    await pass(30);
    expect([mailed(), posted()]).toEqual([[`${login}@own.example.test`], []]);
  });

  it('contain headline and page in a text message, sent only to the number', async () => {
    const { id, login } = await person();
    await reach(login, sms());
    const alertId = await page([users(id)]);
    await pass(1);
    const [{ body, headers }] = web.posts as [WebSink['posts'][number]];
    expect(JSON.parse(body)).toEqual({
      to: '+49151',
      text: `[LOW] web-1: host down ${PUBLIC_URL}/console/alerts/${alertId}`,
    });
    expect(headers['content-type']).toBe('application/json');
  });

  it('never use a method that is not verified, and fall back to the address of the issuer', async () => {
    const { id, login } = await person();
    await reach(login, mailTo(login), false);
    await reach(login, sms(), false);
    await db().query(`UPDATE service_user SET email = 'issued@example.test' WHERE id = $1`, [id]);
    await page([users(id)]);
    await pass(10);
    expect([mailed(), posted()]).toEqual([['issued@example.test'], []]);
  });

  it('use the next method at once when one fails, regardless of its delay', async () => {
    const { id, login } = await person();
    await reach(login, mailTo(login));
    await reach(login, sms({ delayMinutes: 30 }));
    await reach(login, { kind: 'VOICE', label: 'Call', config: { number: '+49 151' }, delayMinutes: 60 });
    mail.unknown.set(`${login}@own.example.test`, 'ever');
    const alertId = await page([users(id)]);
    await pass(1);
    expect(posted()).toEqual(['/sms']);
    expect(await toStory(alertId)).toContain(`sent to [${login}: SMS]; ${login}: Call: waits until`);
    await api.put(`/rest/alert/${alertId}`).expect(200);
  });

  it('respect quiet hours of a method, except for urgent alerts', async () => {
    const { id, login } = await person();
    const time = (minutes: number): string => new Date(api.clock.now() + minutes * MINUTE).toISOString().slice(11, 16);
    const quietHours = { timeZone: 'UTC', startTime: time(-60), endTime: time(60), urgentPriority: 'HIGH' };
    await reach(login, mailTo(login));
    await reach(login, sms({ quietHours }));
    await page([users(id)]);
    await pass(10);
    expect([mailed(), posted()]).toEqual([[`${login}@own.example.test`], []]);
    await pass(55);
    expect(posted()).toEqual(['/sms']);
  });

  it('escalate at once if nobody can be reached, and record that', async () => {
    const [nobody, neither, bob] = [await person(), await person(), await person()];
    await reach(bob.login, mailTo(bob.login));
    const id = await policy([
      [30, users(neither.id)],
      [60, users(bob.id)],
    ]);
    const alertId = await page([users(nobody.id)], id);
    await pass(2);
    expect(mailed()).toEqual([`${bob.login}@own.example.test`]);
    const story = await toStory(alertId);
    expect(story).toContain(`System Users: FAILURE: nobody notified: ${nobody.login} has no contact method`);
    expect(story).toContain(`Step 1, System Users: FAILURE: nobody notified: ${neither.login} has no contact method`);
    expect(story).toContain(`Step 2, System Users: SUCCESS: sent to [${bob.login}: Mail]`);
  });

  it('leave the times of steps unchanged if somebody was reached', async () => {
    const [nobody, ann, bob] = [await person(), await person(), await person()];
    for (const { login } of [ann, bob]) await reach(login, mailTo(login));
    const id = await policy([[30, users(bob.id)]]);
    await page([users(nobody.id), users(ann.id)], id);
    await pass(20);
    expect(mailed()).toEqual([`${ann.login}@own.example.test`]);
    await pass(15);
    expect(mailed()).toEqual([`${bob.login}@own.example.test`]);
  });

  it('are predicted: who is reached, and who is not', async () => {
    const [nobody, ann] = [await person(), await person()];
    await reach(ann.login, mailTo(ann.login));
    const id = await policy([
      [30, users(nobody.id)],
      [60, users(ann.id)],
    ]);
    const alertId = await page([users(ann.id)], id);
    await pass(1);
    const { body } = await api.get(`/rest/alert/${alertId}/explain`).expect(200);
    expect((body as AlertExplanation).steps.map(({ addressees }) => addressees)).toEqual([
      [{ name: nobody.login, unreachable: true }],
      [{ name: ann.login }],
    ]);
    expect(await toStory(alertId)).toContain(`System Users: ${nobody.login}, who has no contact method`);
  });

  it('have links only for people who may acknowledge', async () => {
    const [may, mayNot] = [await person(), await person('viewer')];
    for (const { login } of [may, mayNot]) {
      await reach(login, { kind: 'NTFY', label: 'Phone', config: { url: `${web.url}/`, topic: login } });
    }
    await page([users(may.id, mayNot.id)]);
    await pass(1);
    const linked = web.posts.map(({ body }) => JSON.parse(body) as { topic: string; actions?: unknown });
    expect(linked.map(({ topic, actions }) => [topic, actions !== undefined]).toSorted()).toEqual([
      [may.login, true],
      [mayNot.login, false],
    ]);
  });

  it('reach a browser, whose push service and keys verify what it gets', async () => {
    const { id, login } = await person();
    const { body } = await api.get('/rest/on-call/contact-kind').expect(200);
    const { applicationServerKey } = (body as ContactKindRest[]).find(({ kind }) => kind === 'WEB_PUSH')!;
    await reach(login, { kind: 'WEB_PUSH', label: 'Browser', config: push.subscribe(applicationServerKey!) });
    const alertId = await page([users(id)]);
    const firedMs = api.clock.now();
    await pass(1);
    expect(push.faults).toEqual([]);
    const [{ message, claims, headers }] = push.taken as [PushService['taken'][number]];
    expect(message).toMatchObject({
      title: '[LOW] web-1: host down',
      body: expect.stringMatching(/^availability goes DOWN, value DOWN\nSince /),
      url: `${PUBLIC_URL}/console/alerts/${alertId}`,
    });
    expect(headers).toMatchObject({ ttl: '86400', urgency: 'normal' });
    expect(claims).toMatchObject({
      sub: PUBLIC_URL,
      aud: new URL(push.subscribe(applicationServerKey!).endpoint).origin,
    });
    expect(claims.exp * 1000 - firedMs).toBeLessThanOrEqual(24 * 60 * MINUTE);
  });

  it('drop a browser that has unsubscribed, and use the next method', async () => {
    const { id, login } = await person();
    const { body } = await api.get('/rest/on-call/contact-kind').expect(200);
    const { applicationServerKey } = (body as ContactKindRest[]).find(({ kind }) => kind === 'WEB_PUSH')!;
    await reach(login, { kind: 'WEB_PUSH', label: 'Browser', config: push.subscribe(applicationServerKey!) });
    await reach(login, mailTo(login, { delayMinutes: 30 }));
    push.status = 410;
    const alertId = await page([users(id)]);
    await pass(1);
    expect(mailed()).toEqual([`${login}@own.example.test`]);
    const story = await toStory(alertId);
    expect(story).toMatch(/Browser: https:\/\/127.0.0.1:\d+\/\*{8}: HTTP status 410/);
    expect(story).not.toContain('tried again');
  });

  it('are sent once when several processes deliver them', async () => {
    const { id, login } = await person();
    await reach(login, mailTo(login));
    await reach(login, sms({ delayMinutes: 5 }));
    const alertId = await page([users(id)]);
    const [log] = await db().query<{ id: number }>('SELECT l.id FROM alert_notification_log l WHERE l.alert_id = $1', [
      alertId,
    ]);
    const delivery = api.service.app.get(Delivery, { strict: false });
    await delivery.deliver(log!.id);
    // A process that was killed before it noted the attempt: another one makes it again, at the same times.
    await db().query('DELETE FROM alert_notification_attempt WHERE log_id = $1', [log!.id]);
    await db().query(`UPDATE alert_notification_log SET outcomes = '[]' WHERE id = $1`, [log!.id]);
    api.clock.advance(2 * MINUTE);
    await delivery.deliver(log!.id);
    expect([mailed().length, posted()]).toEqual([2, []]);
    api.clock.advance(3 * MINUTE);
    await delivery.deliver(log!.id);
    await delivery.deliver(log!.id);
    expect([mailed(), posted()]).toEqual([[], ['/sms']]);
  });
});
