import { givenResource, givenType } from '../../test/given-inventory';
import { PUBLIC_URL, useMonitoring } from '../../test/use-monitoring';
import { Delivery } from '../delivery/delivery.service';
import { MetricFacts } from '../../alert-engine/metric-facts.service';
import { givenMetric, givenSchedule } from '../../test/alerts/alert-fixture';
import { type MailSink, openMailSink, openWebSink, type WebSink } from '../../test/alerts/sinks';

let mail: MailSink;
let web: WebSink;

beforeAll(async () => {
  mail = await openMailSink();
  web = await openWebSink();
});
afterAll(async () => {
  await mail.close();
  await web.close();
});

describe('an alert about a percentage', () => {
  const api = useMonitoring(() => ({
    SMTP_URL: mail.url,
    MAIL_FROM: 'Wardstone <alerts@mon.example.test>',
    ALERT_ALLOWED_NETWORKS: '127.0.0.0/8',
  }));
  const page = async (path: string): Promise<string> => (await api.get(path).expect(200)).text;
  const read = async <T>(path: string): Promise<T> => (await api.get(path).expect(200)).body as T;

  /** A part of a host, and the metric of its alerts. */
  async function givenLoad() {
    const host = await givenResource(api.database, { name: 'web-1' });
    const type = await givenType(api.database);
    const resource = await givenResource(api.database, { type, name: 'System', parent: host });
    const metric = await givenMetric(api.database, type, { display_name: 'System Load', unit: 'PERCENTAGE' });
    return { resource, metric, scheduleId: await givenSchedule(api.database, resource, metric) };
  }

  const above = (metric: { id: number }, threshold: number) => ({
    category: 'THRESHOLD',
    comparator: '>',
    threshold,
    measurementDefinition: metric.id,
  });

  async function define(resource: { id: number }, body: object): Promise<{ id: number; conditions: object[] }> {
    const sent = { name: 'load is very high', enabled: true, priority: 'HIGH', ...body };
    const { body: made } = await api.post(`/rest/alert/definitions?resourceId=${resource.id}`).send(sent).expect(201);
    return made as { id: number; conditions: object[] };
  }

  describe('that has fired', () => {
    let alertId: number;
    let dryRun: { alerts: { matches: object[] }[] };
    let firedAt: string;
    const notifications = (): object[] => [
      { senderName: 'Direct Emails', config: { emailAddress: 'ops@example.test' } },
      { senderName: 'Webhook', config: { url: `${web.url}/hook` } },
    ];

    beforeAll(async () => {
      const { resource, metric, scheduleId } = await givenLoad();
      await define(resource, { conditions: [above(metric, 0.9)], notifications: notifications() });
      const timeStamp = api.clock.now() - 90_000;
      firedAt = `${new Date(api.clock.now()).toISOString().slice(0, 19).replace('T', ' ')} UTC`;
      await api
        .post('/rest/metric/data/raw')
        .send([{ scheduleId, timeStamp, value: 0.97 }])
        .expect(204);
      await api.service.app.get(MetricFacts, { strict: false }).drain();
      [{ id: alertId }] = await read<[{ id: number }]>(`/rest/alert?resourceId=${resource.id}`);
      const logs = await api.database.query<{ id: number }>(
        `SELECT l.id FROM alert_notification_log l WHERE l.alert_id = $1 ORDER BY l.id`,
        [alertId],
      );
      for (const { id } of logs) await api.service.app.get(Delivery, { strict: false }).deliver(id);
      const { body } = await api
        .post(`/rest/alert/definitions/dry-run?resourceId=${resource.id}`)
        .send({ conditions: [above(metric, 0.9)] })
        .expect(200);
      dryRun = body as typeof dryRun;
    });

    it('shows the value in percent', async () => {
      const { description } = await read<{ description: string }>(`/rest/alert/${alertId}`);
      expect(description).toMatch(/^Condition 1: System Load > 90 % at .*Z, value 97 %$/);
      const { conditions } = await read<{ conditions: object[] }>(`/rest/alert/${alertId}/explain`);
      expect(conditions).toEqual([
        expect.objectContaining({ description: 'System Load > 90 %', value: '0.97', valueText: '97 %' }),
      ]);
      expect(dryRun.alerts[0]!.matches).toEqual([
        expect.objectContaining({ description: 'System Load > 90 %', value: '0.97', valueText: '97 %' }),
      ]);
    });

    it('logs the numbers as stored', async () => {
      expect(await read(`/rest/alert/${alertId}/conditions`)).toEqual([
        "category='THRESHOLD', name='System Load', comparator='>', threshold='0.9', option='null' : 0.97",
      ]);
    });

    it('mails host, value, limit and start', () => {
      const [{ to, text }] = mail.mails as [{ to: string; text: string }];
      expect(to).toBe('ops@example.test');
      expect(text).toContain('Subject: [HIGH] web-1 / System: load is very high, 97 %');
      expect(text).toMatch(/^System Load > 90 %: 97 % at [0-9-]{10} [0-9:]{8} UTC\r$/m);
      expect(text).toMatch(/^Host: +web-1\r$/m);
      expect(text).toMatch(/^Resource: +web-1 > System\r$/m);
      expect(text).toMatch(/^Since: +[0-9-]{10} [0-9:]{8} UTC\r$/m);
      expect(text).toMatch(new RegExp(`^Fired: +${firedAt}\r$`, 'm'));
      expect(text).toContain(`${PUBLIC_URL}/console/alerts/${alertId}`);
    });

    it('posts the same to webhooks, with the measured number', () => {
      expect(JSON.parse(web.posts[0]!.body)).toMatchObject({
        type: 'alert.fired',
        summary: '[HIGH] web-1 / System: load is very high, 97 %',
        since: new Date(api.clock.now() - 90_000).toISOString(),
        resource: { name: 'System', host: 'web-1', ancestry: 'web-1 > System' },
        conditions: [{ text: 'System Load > 90 %', value: '0.97', valueText: '97 %' }],
      });
    });
  });

  describe('with a threshold that the metric cannot reach', () => {
    const note =
      '90 on a percentage stored as a fraction means 9000 %; use 0.9 for 90 %. With values from 0 % to 100 % the condition never holds.';

    it('is accepted with a note in every response that includes it, in the dry run and on the page', async () => {
      const { resource, metric } = await givenLoad();
      const made = await define(resource, { conditions: [above(metric, 90)] });
      expect(await read(`/rest/alert/definition/${made.id}?include=note`)).toMatchObject({
        conditions: [{ threshold: 90, note }],
      });
      const [{ id }] = made.conditions as [{ id: number }];
      expect(await read(`/rest/alert/condition/${id}?include=note`)).toMatchObject({ note });
      const changed = await api.put(`/rest/alert/condition/${id}?include=note`).send(above(metric, 90)).expect(200);
      expect(changed.body).toMatchObject({ note });
      expect(await page(`/rest/alert/definition/${made.id}.html`)).toContain(note);
      const tried = await api
        .post(`/rest/alert/definitions/dry-run?resourceId=${resource.id}`)
        .send({ conditions: [above(metric, 90)] })
        .expect(200);
      expect(tried.body).toMatchObject({ notes: [`Condition 1: ${note}`] });
    });

    it('has no note once the threshold is a fraction', async () => {
      const { resource, metric } = await givenLoad();
      const { id } = await define(resource, { conditions: [] });
      const added = await api
        .post(`/rest/alert/definition/${id}/conditions?include=note`)
        .send(above(metric, 0.9))
        .expect(201);
      expect(added.body).not.toHaveProperty('note');
    });
  });
});
