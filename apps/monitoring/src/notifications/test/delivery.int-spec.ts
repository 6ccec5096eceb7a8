import { createHmac } from 'node:crypto';
import * as snmp from 'net-snmp';
import { givenResource } from '../../test/given-inventory';
import { PUBLIC_URL, useMonitoring } from '../../test/use-monitoring';
import { Delivery } from '../delivery/delivery.service';
import {
  freeDatagramPort,
  type MailSink,
  openMailSink,
  openTrapSink,
  openWebSink,
  type TrapSink,
  type WebSink,
} from '../../test/alerts/sinks';

const down = { category: 'AVAILABILITY', name: 'AVAIL_GOES_DOWN' };
const MINUTE_MS = 60_000;

interface Fired {
  alertId: number;
  logIds: number[];
}

let mail: MailSink;
let web: WebSink;
let trapPort: number;

beforeAll(async () => {
  [mail, web, trapPort] = await Promise.all([openMailSink(), openWebSink(), freeDatagramPort()]);
});
afterAll(async () => {
  await mail.close();
  await web.close();
});
beforeEach(() => {
  mail.mails.length = 0;
  mail.unknown.clear();
  web.posts.length = 0;
  web.status = 204;
});

/** The service with the sinks as its surroundings. */
function useDelivery(settings: () => Record<string, string> = () => ({})) {
  const api = useMonitoring(() => ({
    SMTP_URL: mail.url,
    MAIL_FROM: 'Wardstone <alerts@mon.example.test>',
    ALERT_ALLOWED_NETWORKS: '127.0.0.0/8',
    ALERT_SEND_TIMEOUT_MS: '1500',
    SNMP_DEFAULT_PORT: String(trapPort),
    ...settings(),
  }));
  const db = () => api.database;
  const define = async (resource: { id: number }, notifications: object[]): Promise<number> => {
    const body = { name: 'host down', enabled: true, priority: 'HIGH', conditions: [down], notifications };
    const { body: made } = await api.post(`/rest/alert/definitions?resourceId=${resource.id}`).send(body).expect(201);
    return (made as { id: number }).id;
  };
  const fire = async (...notifications: object[]): Promise<Fired> => {
    const parent = await givenResource(db(), { name: 'host-a' });
    const resource = await givenResource(db(), { name: 'web-1', parent });
    await define(resource, notifications);
    await api.put(`/rest/resource/${resource.id}/availability`).send({ type: 'DOWN', since: 0 }).expect(204);
    const [{ id }] = (await api.get(`/rest/alert?resourceId=${resource.id}`)).body as [{ id: number }];
    const logs = await db().query<{ id: number }>(
      `SELECT l.id FROM alert_notification_log l WHERE l.alert_id = $1 ORDER BY l.id`,
      [id],
    );
    return { alertId: id, logIds: logs.map((log) => log.id) };
  };
  /** Stores a configuration from before configurations were checked. */
  const spoil = (logId: number, config: object): Promise<unknown> =>
    db().query('UPDATE alert_notification_log SET config = $2 WHERE id = $1', [logId, config]);
  const deliver = (logId: number): Promise<void> => api.service.app.get(Delivery, { strict: false }).deliver(logId);
  const getLogs = async (alertId: number): Promise<string[]> =>
    (await api.get(`/rest/alert/${alertId}/notifications`).expect(200)).body as string[];
  const getAttempts = async (alertId: number): Promise<{ state: string; message: string }[][]> => {
    const { body } = await api.get(`/rest/alert/${alertId}/explain`).expect(200);
    const { notifications } = body as { notifications: { attempts: { state: string; message: string }[] }[] };
    return notifications.map(({ attempts }) => attempts);
  };
  return { api, db, define, fire, spoil, deliver, logsOf: getLogs, attemptsOf: getAttempts };
}

describe('notifications', () => {
  const { api, db, define, fire, spoil, deliver, logsOf, attemptsOf } = useDelivery();
  const mailTo = (emailAddress: string): object => ({ senderName: 'Direct Emails', config: { emailAddress } });
  const hookTo = (config: object): object => ({ senderName: 'Webhook', config: { url: `${web.url}/hook`, ...config } });
  const addresses = (): string[] => mail.mails.map(({ to }) => to);

  describe('by mail', () => {
    it('are sent to each address once, and describe the alert', async () => {
      const { alertId, logIds } = await fire(mailTo('ops@example.test, dev@example.test,ops@example.test'));
      await deliver(logIds[0]!);
      expect(addresses()).toEqual(['ops@example.test', 'dev@example.test']);
      const { text } = mail.mails[0]!;
      expect(text).toContain('Subject: [HIGH] host-a / web-1: host down');
      expect(text).toMatch(/availability goes DOWN[^]*host-a > web-1/);
      expect(text).toContain(`${PUBLIC_URL}/console/alerts/${alertId}`);
      expect(await logsOf(alertId)).toEqual(['Direct Emails: SUCCESS: sent to [ops@example.test, dev@example.test]']);
    });

    it('are not sent again once they are settled', async () => {
      const { alertId, logIds } = await fire(mailTo('ops@example.test'));
      await Promise.all([deliver(logIds[0]!), deliver(logIds[0]!)]);
      await deliver(logIds[0]!);
      expect(await attemptsOf(alertId)).toEqual([[expect.objectContaining({ state: 'SUCCESS' })]]);
      const { text } = await api.get('/metrics').expect(200);
      expect(text).toMatch(/^notification_attempts_total\{sender="Direct Emails",state="SUCCESS"[^}]*\} [1-9]/m);
    });

    it('are retried only for addresses that may be reached later', async () => {
      mail.unknown.set('busy@example.test', 'now').set('gone@example.test', 'ever');
      const { alertId, logIds } = await fire(mailTo('a@example.test'));
      await spoil(logIds[0]!, { emailAddress: 'a@example.test,busy@example.test,gone@example.test,nonsense' });
      await deliver(logIds[0]!);
      const [first] = await logsOf(alertId);
      expect(first).toMatch(/^Direct Emails: PARTIAL: sent to \[a@example.test\]; busy@example.test: .*450/);
      expect(first).toContain(`tried again at ${new Date(api.clock.now() + 5000).toISOString()}`);
      mail.unknown.delete('busy@example.test');
      api.clock.advance(5000);
      await deliver(logIds[0]!);
      expect(addresses()).toEqual(['a@example.test', 'busy@example.test']);
      const [last] = await logsOf(alertId);
      expect(last).toMatch(/^Direct Emails: PARTIAL: sent to \[a@example.test, busy@example.test\]; gone@example.test/);
      expect(last).toContain('nonsense is not an e-mail address');
      expect(last).not.toContain('tried again');
      expect(await attemptsOf(alertId)).toHaveLength(1);
      expect((await attemptsOf(alertId))[0]).toHaveLength(2);
    });

    it('reach users and holders of roles', async () => {
      for (const username of ['jane', 'joe@example.test']) {
        const caller = api.as({ username, roles: ['operator'] });
        await caller.get('/rest/alert').expect(200);
      }
      await db().query(`UPDATE service_user SET email = 'jane.doe@example.test' WHERE login = 'jane'`);
      const [{ id }] = (await db().query(`SELECT u.id FROM service_user u WHERE u.login = 'jane'`)) as [{ id: number }];
      const { alertId, logIds } = await fire(
        { senderName: 'System Users', config: { subjectId: `|${id}|99999|` } },
        { senderName: 'System Roles', config: { roleId: '|2|' } },
        { senderName: 'System Roles', config: { roleId: '|2|' } },
        { senderName: 'System Users', config: { subjectId: `|${id}|` } },
      );
      await spoil(logIds[2]!, { roleId: '|1]' });
      await spoil(logIds[3]!, {});
      for (const logId of logIds) await deliver(logId);
      expect(await logsOf(alertId)).toEqual([
        'System Users: SUCCESS: sent to [jane.doe@example.test]',
        'System Roles: SUCCESS: sent to [jane.doe@example.test, joe@example.test]',
        'System Roles: FAILURE: property roleId is not a list of ids such as |1|2|',
        'System Users: FAILURE: property subjectId is missing',
      ]);
    });
  });

  describe('by webhook', () => {
    it('carry a signature that the secret verifies', async () => {
      const { alertId, logIds } = await fire(hookTo({ secret: 'wonderland' }));
      await deliver(logIds[0]!);
      const [{ headers, body, path }] = web.posts as [WebSink['posts'][number]];
      expect(path).toBe('/hook');
      const signed = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${body}`;
      const expected = createHmac('sha256', 'wonderland').update(signed).digest('base64');
      expect(headers['webhook-signature']).toBe(`v1,${expected}`);
      expect(Number(headers['webhook-timestamp'])).toBe(Math.floor(api.clock.now() / 1000));
      expect(JSON.parse(body)).toMatchObject({
        type: 'alert.fired',
        alertId,
        definition: { name: 'host down', priority: 'HIGH' },
        resource: { name: 'web-1', path: ['host-a', 'web-1'], host: 'host-a', ancestry: 'host-a > web-1' },
        conditions: [{ text: 'availability goes DOWN', value: 'DOWN', valueText: 'DOWN' }],
      });
      expect(await logsOf(alertId)).toEqual([`Webhook: SUCCESS: sent to [${web.url}/********]`]);
    });

    it('have the format of Alertmanager on request', async () => {
      const { logIds } = await fire(hookTo({ format: 'alertmanager' }));
      await deliver(logIds[0]!);
      const [{ headers, body }] = web.posts as [WebSink['posts'][number]];
      expect(headers).not.toHaveProperty('webhook-signature');
      expect(JSON.parse(body)).toMatchObject({
        version: '4',
        status: 'firing',
        alerts: [
          {
            status: 'firing',
            labels: { alertname: 'host down', severity: 'high', instance: 'host-a', resource: 'web-1' },
            startsAt: new Date(api.clock.now()).toISOString(),
          },
        ],
      });
    });

    it('are retried with growing waits and the same id, until a day has passed', async () => {
      web.status = 503;
      const { alertId, logIds } = await fire(hookTo({}));
      const firedMs = api.clock.now();
      const waits: number[] = [];
      for (;;) {
        const triedMs = api.clock.now();
        await deliver(logIds[0]!);
        const jobs = await db().query<{ run_at: Date }>(
          `SELECT j.run_at FROM graphile_worker.jobs j WHERE j.task_identifier = 'alert.deliver' ORDER BY j.id DESC LIMIT 1`,
        );
        if (jobs.length === 0 || (await logsOf(alertId))[0]!.includes('tried again') === false) break;
        const nextMs = jobs[0]!.run_at.getTime();
        waits.push(nextMs - triedMs);
        api.clock.set(nextMs);
      }
      expect(waits.slice(0, 4)).toEqual([5_000, 10_000, 20_000, 40_000]);
      expect(waits.at(-1)).toBe(60 * MINUTE_MS);
      expect(api.clock.now() - firedMs).toBeLessThanOrEqual(24 * 60 * MINUTE_MS);
      expect(api.clock.now() - firedMs).toBeGreaterThan(22 * 60 * MINUTE_MS);
      expect(new Set(web.posts.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
      expect(await logsOf(alertId)).toEqual([`Webhook: FAILURE: ${web.url}/********: HTTP status 503`]);
      expect((await attemptsOf(alertId))[0]).toHaveLength(waits.length + 1);
    });

    it.each([
      [302, 'refused'],
      [404, 'refused'],
      [429, 'tried again'],
      [0, 'tried again'],
    ])('whose response is %d are %s', async (status, fate) => {
      web.status = status;
      const { alertId, logIds } = await fire(hookTo({}));
      await deliver(logIds[0]!);
      const [log] = await logsOf(alertId);
      expect(log).toMatch(/^Webhook: FAILURE: /);
      expect(log!.includes('tried again')).toBe(fate === 'tried again');
      // No redirection is followed.
      expect(web.posts.map(({ path }) => path)).toEqual(['/hook']);
    });

    it('hide their secret from readers', async () => {
      const resource = await givenResource(db());
      const id = await define(resource, [hookTo({ secret: 'wonderland' })]);
      const { text } = await api.get(`/rest/alert/definition/${id}`).expect(200);
      expect(text).not.toContain('wonderland');
    });
  });

  it('are written to the log of the server', async () => {
    const { alertId, logIds } = await fire(
      { senderName: 'Log4J Alerter', config: { log4JCategory: 'paging' } },
      { senderName: 'Log4J Alerter', config: { log4JCategory: 'paging' } },
    );
    await spoil(logIds[1]!, {});
    for (const logId of logIds) await deliver(logId);
    expect(await logsOf(alertId)).toEqual([
      'Log4J Alerter: SUCCESS: sent to [paging]',
      'Log4J Alerter: FAILURE: property log4JCategory is missing',
    ]);
  });

  it('fail when their sender no longer exists', async () => {
    const { alertId, logIds } = await fire(mailTo('a@example.test'));
    await db().query(`UPDATE alert_notification_log SET sender_name = 'Pigeon' WHERE id = $1`, [logIds[0]]);
    await deliver(logIds[0]!);
    expect(await logsOf(alertId)).toEqual(['Pigeon: FAILURE: sender Pigeon no longer exists']);
  });

  it('are deleted with their alert', async () => {
    const { alertId, logIds } = await fire(mailTo('a@example.test'));
    await api.delete(`/rest/alert/${alertId}`).expect(204);
    await deliver(logIds[0]!);
    expect(mail.mails).toEqual([]);
  });

  describe('POST /rest/alert/notification/{nid}/test', () => {
    const given = async (notification: object): Promise<number> => {
      const id = await define(await givenResource(db()), [notification]);
      const { body } = await api.get(`/rest/alert/definition/${id}`);
      return (body as { notifications: [{ id: number }] }).notifications[0].id;
    };

    it('sends at once, and states that it is a test', async () => {
      const id = await given(mailTo('ops@example.test'));
      const { body } = await api.post(`/rest/alert/notification/${id}/test`).expect(200);
      expect(body).toEqual({
        senderName: 'Direct Emails',
        state: 'SUCCESS',
        message: 'sent to [ops@example.test]',
        responses: [expect.stringMatching(/^ops@example.test: 250/)],
      });
      expect(mail.mails[0]!.text).toContain('Subject: Test: [HIGH] ');
      expect(mail.mails[0]!.text).toContain('no alert has fired');
    });

    it('reports the failure without a retry', async () => {
      web.status = 500;
      const id = await given(hookTo({ secret: 'wonderland' }));
      const { body } = await api.post(`/rest/alert/notification/${id}/test`).expect(200);
      expect(body).toMatchObject({ state: 'FAILURE', message: `${web.url}/********: HTTP status 500` });
      expect(web.posts[0]!.headers).toHaveProperty('webhook-signature');
      expect(JSON.parse(web.posts[0]!.body)).toMatchObject({ type: 'alert.test' });
    });

    it('needs MANAGE_ALERTS, and an existing notification', async () => {
      const id = await given(mailTo('ops@example.test'));
      await api
        .as({ roles: ['viewer'] })
        .post(`/rest/alert/notification/${id}/test`)
        .expect(403);
      await api.post('/rest/alert/notification/14/test').expect(404);
      expect(mail.mails).toEqual([]);
    });
  });
});

describe('recipients inside the network', () => {
  const { fire, deliver, logsOf } = useDelivery(() => ({ ALERT_ALLOWED_NETWORKS: '' }));

  it.each([
    'http://127.0.0.1:1/',
    'http://localhost:1/',
    'http://[::1]:1/',
    'http://[::ffff:127.0.0.1]:1/',
    'http://[::127.0.0.1]:1/',
    'http://[::ffff:0:127.0.0.1]:1/',
    'http://[::ffff:0:10.0.0.1]/',
    'http://2130706433:1/',
    'http://169.254.169.254/latest/meta-data/',
    'http://168.63.129.16:1/',
    'http://10.0.0.1/',
    'http://172.16.3.4/',
    'http://192.168.1.1/',
    'http://[fd00::1]/',
    'http://[fe80::1]/',
    'http://0.0.0.0:1/',
  ])('are not called: %s', async (url) => {
    const { alertId, logIds } = await fire({ senderName: 'Webhook', config: { url } });
    await deliver(logIds[0]!);
    const [log] = await logsOf(alertId);
    expect(log).toMatch(/^Webhook: FAILURE: .*is not a public address/);
    expect(log).not.toContain('tried again');
  });

  it.each([
    ['by address', { host: '127.0.0.1' }],
    ['by name', { host: 'localhost' }],
    ['by the default', {}],
    ['by the default, at a port of choice', { port: '5353' }],
  ])('get no traps unless the operator allows their network: %s', async (_way, named) => {
    const { alertId, logIds } = await fire({ senderName: 'SNMP Traps', config: { oid: '1.3.6.1', ...named } });
    await deliver(logIds[0]!);
    const [log] = await logsOf(alertId);
    expect(log).toMatch(/is not a public address/);
    expect(log).not.toContain('tried again');
  });
});

const OID = '1.3.6.1.4.1.18016.2.1';
const USER = {
  name: 'wardstone',
  level: snmp.SecurityLevel.authPriv,
  authProtocol: snmp.AuthProtocols['sha256'],
  authKey: 'authentic-phrase',
  privProtocol: snmp.PrivProtocols['aes'],
  privKey: 'private-phrase',
};

describe.each([
  ['1', {}],
  ['2c', {}],
  [
    '3',
    {
      SNMP_AUTH_PROTOCOL: 'SHA256',
      SNMP_AUTH_PASSPHRASE: USER.authKey,
      SNMP_PRIVACY_PROTOCOL: 'AES',
      SNMP_PRIVACY_PASSPHRASE: USER.privKey,
    },
  ],
])('traps of version %s', (version, settings: Record<string, string>) => {
  const { fire, deliver, logsOf } = useDelivery(() => ({ SNMP_VERSION: version, ...settings }));
  let sink: TrapSink;
  beforeAll(async () => {
    sink = await openTrapSink(trapPort, [USER]);
  });
  afterAll(() => sink.close());

  it('describe the alert', async () => {
    const { alertId, logIds } = await fire({ senderName: 'SNMP Traps', config: { host: '127.0.0.1', oid: OID } });
    const arrived = sink.next();
    await deliver(logIds[0]!);
    const { pdu } = await arrived;
    const texts = new Map(pdu.varbinds.map(({ oid, value }) => [oid, String(value)]));
    expect(texts.get(`${OID}.1`)).toBe('host down');
    expect(texts.get(`${OID}.2`)).toBe('web-1');
    expect(texts.get(`${OID}.3`)).toBe('host-a');
    expect(texts.get(`${OID}.4`)).toBe('availability goes DOWN, value DOWN');
    expect(texts.get(`${OID}.5`)).toBe('high');
    expect(texts.get(`${OID}.6`)).toBe(`${PUBLIC_URL}/console/alerts/${alertId}`);
    expect(texts.get(`${OID}.7`)).toBe('host-a::web-1');
    if (version !== '1') expect(texts.get('1.3.6.1.6.3.1.1.4.1.0')).toBe(OID);
    expect(await logsOf(alertId)).toEqual([`SNMP Traps: SUCCESS: sent to [127.0.0.1:${trapPort}]`]);
  });
});
