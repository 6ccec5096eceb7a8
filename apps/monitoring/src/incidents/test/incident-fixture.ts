import { Database } from '@wardstone/database';
import type { AlertRest } from '@wardstone/dto/monitoring';
import { AvailabilityTimeline } from '../../availability/availability-timeline';
import type { useMonitoring } from '../../test/use-monitoring';
import { Delivery } from '../../notifications/delivery/delivery.service';
import { AlertNotices } from '../../alert-engine/alert-notices';
import type { MailSink } from '../../test/alerts/sinks';

export const SECOND = 1000;
export const MINUTE = 60 * SECOND;
export const DOWN = { category: 'AVAILABILITY', name: 'AVAIL_GOES_DOWN' };
/** Settings of a service under test whose incidents are followed step by step. */
export const INCIDENT_SETTINGS = {
  ALERT_ALLOWED_NETWORKS: '127.0.0.0/8',
  ALERT_GROUP_WAIT_SECONDS: '20',
  ALERT_GROUP_INTERVAL_SECONDS: '300',
  ALERT_RECIPIENT_LIMIT: '5',
};
const RUN = { signal: new AbortController().signal };
type Id = { id: number };

/** Helpers for tests of incidents. */
export function useIncidents(api: ReturnType<typeof useMonitoring>, mail: () => MailSink) {
  let serial = 0;

  /** A recipient of its own. */
  const aMail = () => ({ senderName: 'Direct Emails', config: { emailAddress: `ops-${++serial}@example.test` } });
  async function define(resource: Id, body: object): Promise<number> {
    const sent = { name: 'host down', enabled: true, conditions: [DOWN], ...body };
    const { body: made } = await api.post(`/rest/alert/definitions?resourceId=${resource.id}`).send(sent).expect(201);
    return (made as Id).id;
  }
  async function report(resource: Id, ...types: string[]): Promise<void> {
    for (const type of types) {
      api.clock.advance(SECOND);
      await api.put(`/rest/resource/${resource.id}/availability`).send({ type, since: 0 }).expect(204);
    }
  }
  /** Reports availability in one transaction, as agents do. */
  async function reportAll(resources: readonly Id[], type: 'UP' | 'DOWN'): Promise<void> {
    const app = api.service.app;
    for (let at = 0; at < resources.length; at += 100) {
      api.clock.advance(10);
      const nowMs = api.clock.now();
      const reports = resources.slice(at, at + 100).map(({ id }) => ({ resourceId: id, type, sinceMs: nowMs }));
      await app
        .get(Database, { strict: false })
        .transaction((tx) => app.get(AvailabilityTimeline, { strict: false }).take(tx, reports, nowMs));
    }
  }
  const alertsOn = async (resource: Id): Promise<AlertRest[]> =>
    (await api.get(`/rest/alert?resourceId=${resource.id}&include=hold,incidentId`).expect(200)).body as AlertRest[];
  /** Takes the next job that begins by then; one without a time, which has that of the real clock, before all others. */
  async function nextJob(byMs: number) {
    const [job] = await api.database.query<{
      task: string;
      payload: { logId: number; causeId: number };
      ms: number | null;
    }>(
      `WITH job AS (
         SELECT j.id, p.identifier AS task, j.payload, CASE WHEN j.run_at < now() - interval '1 day' THEN j.run_at END AS at
           FROM graphile_worker._private_jobs j JOIN graphile_worker._private_tasks p ON p.id = j.task_id
          WHERE p.identifier LIKE 'alert.%'),
       next AS (SELECT * FROM job WHERE at IS NULL OR at <= to_timestamp($1 / 1000.0) ORDER BY at NULLS FIRST, id LIMIT 1)
       DELETE FROM graphile_worker._private_jobs j USING next WHERE j.id = next.id
       RETURNING next.task, next.payload, (extract(epoch FROM next.at) * 1000)::float8 AS ms`,
      [byMs],
    );
    return job;
  }
  /** Lets time pass, and runs each job at its time. */
  async function pass(ms: number): Promise<void> {
    const endMs = api.clock.now() + ms;
    const notices = api.service.app.get(AlertNotices, { strict: false });
    while (api.clock.now() < endMs) {
      const minuteMs = Math.min((Math.floor(api.clock.now() / MINUTE) + 1) * MINUTE, endMs);
      for (let job = await nextJob(minuteMs); job; job = await nextJob(minuteMs)) {
        api.clock.set(Math.max(api.clock.now(), job.ms ?? 0));
        if (job.task === 'alert.deliver') {
          await api.service.app.get(Delivery, { strict: false }).deliver(job.payload.logId);
        }
        if (job.task === 'alert.suppressed') await notices.releaseSuppressed(job.payload.causeId, RUN);
        if (job.task === 'alert.release') await notices.release(RUN);
      }
      api.clock.set(minuteMs);
      await notices.release(RUN);
    }
  }
  const own = () => mail().mails.filter(({ to }) => to === `ops-${serial}@example.test`);
  const subjects = (): string[] =>
    own().map(({ text }) => /^Subject: (.*(?:\r?\n .*)*)/m.exec(text)![1]!.replace(/\r?\n /g, ' '));
  return { aMail, define, report, reportAll, alertsOn, pass, own, subjects };
}
