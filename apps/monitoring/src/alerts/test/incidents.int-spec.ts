import type { AlertRest } from '@wardstone/dto/monitoring';
import { givenResource } from '../../test/given-inventory';
import { useMonitoring } from '../../test/use-monitoring';
import { Delivery } from '../delivery/delivery.service';
import { AlertNotices } from '../engine/alert-notices';
import { type MailSink, openMailSink, openWebSink, type WebSink } from './sinks';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const RUN = { signal: new AbortController().signal };
const down = { category: 'AVAILABILITY', name: 'AVAIL_GOES_DOWN' };
type Id = { id: number };

let mail: MailSink;
let web: WebSink;

beforeAll(async () => {
  [mail, web] = await Promise.all([openMailSink(), openWebSink()]);
});
afterAll(async () => {
  await mail.close();
  await web.close();
});
beforeEach(() => {
  mail.mails.length = 0;
  web.posts.length = 0;
});

describe('incidents', () => {
  const api = useMonitoring(() => ({
    SMTP_URL: mail.url,
    ALERT_ALLOWED_NETWORKS: '127.0.0.0/8',
    ALERT_GROUP_WAIT_SECONDS: '20',
    ALERT_GROUP_INTERVAL_SECONDS: '300',
    ALERT_RECIPIENT_LIMIT: '5',
  }));
  const db = () => api.database;
  let serial = 0;

  /** A recipient of its own. */
  const aMail = () => ({ senderName: 'Direct Emails', config: { emailAddress: `ops-${++serial}@example.test` } });
  async function define(resource: Id, body: object): Promise<number> {
    const sent = { name: 'host down', enabled: true, conditions: [down], ...body };
    const { body: made } = await api.post(`/rest/alert/definitions?resourceId=${resource.id}`).send(sent).expect(201);
    return (made as Id).id;
  }
  async function report(resource: Id, ...types: string[]): Promise<void> {
    for (const type of types) {
      api.clock.advance(SECOND);
      await api.put(`/rest/resource/${resource.id}/availability`).send({ type, since: 0 }).expect(204);
    }
  }
  const alertsOn = async (resource: Id): Promise<AlertRest[]> =>
    (await api.get(`/rest/alert?resourceId=${resource.id}`).expect(200)).body as AlertRest[];
  /** Lets time pass, and runs each job at its time. */
  async function pass(ms: number): Promise<void> {
    const endMs = api.clock.now() + ms;
    for (;;) {
      const [job] = await db().query<{ task: string; payload: { logId: number; causeId: number }; ms: number }>(
        `DELETE FROM graphile_worker._private_jobs j USING graphile_worker._private_tasks t
          WHERE t.id = j.task_id AND j.id = (
                SELECT o.id FROM graphile_worker._private_jobs o JOIN graphile_worker._private_tasks p ON p.id = o.task_id
                 WHERE p.identifier LIKE 'alert.%' AND (o.run_at <= to_timestamp($1 / 1000.0) OR o.run_at <= now())
                 ORDER BY o.run_at, o.id LIMIT 1)
        RETURNING t.identifier AS task, j.payload, (extract(epoch FROM j.run_at) * 1000)::float8 AS ms`,
        [endMs],
      );
      const minuteMs = (Math.floor(api.clock.now() / MINUTE) + 1) * MINUTE;
      const atMs = Math.max(api.clock.now(), Math.min(job?.ms ?? endMs, endMs));
      if (minuteMs <= atMs) {
        api.clock.set(minuteMs);
        await api.service.app.get(AlertNotices, { strict: false }).release(RUN);
      }
      api.clock.set(Math.max(api.clock.now(), atMs));
      if (!job) {
        if (minuteMs > endMs) return;
        continue;
      }
      if (job.task === 'alert.deliver')
        await api.service.app.get(Delivery, { strict: false }).deliver(job.payload.logId);
      const notices = api.service.app.get(AlertNotices, { strict: false });
      if (job.task === 'alert.suppressed') await notices.releaseSuppressed(job.payload.causeId, RUN);
      if (job.task === 'alert.release') await notices.release(RUN);
    }
  }
  const subjects = (): string[] =>
    mail.mails.map(({ text }) => /^Subject: (.*(?:\r?\n .*)*)/m.exec(text)![1]!.replace(/\r?\n /g, ' '));

  it('tell the alerts of resources below one that is DOWN in one notification, and their end in one', async () => {
    const notifications = [aMail()];
    const host = await givenResource(db(), { name: 'switch-1' });
    const below = [];
    for (let i = 0; i < 3; i++) below.push(await givenResource(db(), { name: `host-${i}`, parent: host }));
    for (const resource of [host, ...below]) await define(resource, { notifications, priority: 'HIGH' });
    await report(host, 'UP');
    for (const resource of below) await report(resource, 'UP');
    await report(host, 'DOWN');
    for (const resource of below) await report(resource, 'DOWN');
    await pass(30 * SECOND);
    expect(subjects()).toEqual(['[HIGH] switch-1: host down (3 alerts suppressed)']);
    const [alert] = await alertsOn(below[0]!);
    expect(alert!.hold).toEqual({ state: 'SUPPRESSED', causeId: host.id, causeName: 'switch-1' });
    expect(alert!.incidentId).toBe((await alertsOn(host))[0]!.incidentId);
    await report(host, 'UP');
    for (const resource of below) await report(resource, 'UP');
    await pass(5 * MINUTE);
    expect(subjects()).toEqual([
      '[HIGH] switch-1: host down (3 alerts suppressed)',
      'Over: [HIGH] switch-1: host down (4 alerts)',
    ]);
    await pass(60 * MINUTE);
    expect(mail.mails).toHaveLength(2);
  });
});
