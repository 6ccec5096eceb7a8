import type { EscalationRest } from '@wardstone/dto/monitoring';
import type { TestMonitoring } from '../use-monitoring';
import { Delivery } from '../../notifications/delivery/delivery.service';
import { AlertNotices } from '../../alert-engine/alert-notices';
import { Escalations } from '../../alert-engine/escalations';

export const MINUTE = 60_000;
const RUN = { signal: new AbortController().signal };
const down = { category: 'AVAILABILITY', name: 'AVAIL_GOES_DOWN' };
export type Id = { id: number };
type Job = { name: string; payload: { logId?: number; incidentId?: number } };

/** Settings under which notifications wait for nothing. */
export const AT_ONCE = {
  ALERT_GROUP_WAIT_SECONDS: '0',
  ALERT_GROUP_INTERVAL_SECONDS: '0',
};

/** People, policies and alerts for tests of who is notified when. */
export function useOnCall(api: TestMonitoring) {
  const db = () => api.database;

  const person = async (username: string): Promise<number> => {
    await api.as({ username, roles: ['operator'] }).get('/rest/alert');
    // The address that the account's issuer would state.
    const [row] = await db().query<Id>(
      `UPDATE service_user SET email = login || '@example.test' WHERE login = $1 RETURNING id`,
      [username],
    );
    return row!.id;
  };
  const users = (...ids: number[]): object => ({
    senderName: 'System Users',
    config: { subjectId: `|${ids.join('|')}|` },
  });
  const policy = async (steps: readonly [number, object][], over: object = {}): Promise<number> => {
    const sent = {
      name: 'p',
      steps: steps.map(([afterMinutes, ...receivers]) => ({ afterMinutes, receivers })),
      ...over,
    };
    return ((await api.post('/rest/on-call/escalation').send(sent).expect(201)).body as EscalationRest).id;
  };
  const define = async (resource: Id, escalationId: number, notifications: object[]): Promise<number> => {
    const sent = { name: 'host down', enabled: true, conditions: [down], notifications };
    const { body } = await api.post(`/rest/alert/definitions?resourceId=${resource.id}`).send(sent).expect(201);
    await api
      .put(`/rest/alert/definition/${(body as Id).id}/escalation`)
      .send({ escalationId })
      .expect(200);
    return (body as Id).id;
  };
  const report = async (resource: Id, type: string): Promise<void> => {
    api.clock.advance(1000);
    await api.put(`/rest/resource/${resource.id}/availability`).send({ type, since: 0 }).expect(204);
  };
  const alertOn = async (resource: Id): Promise<number> =>
    ((await api.get(`/rest/alert?resourceId=${resource.id}`).expect(200)).body as Id[])[0]!.id;
  const takeJobs = (untilMs: number): Promise<Job[]> =>
    db().query<Job>(
      `DELETE FROM graphile_worker._private_jobs j USING graphile_worker._private_tasks t
        WHERE t.id = j.task_id AND t.identifier IN ('alert.deliver', 'alert.escalate') AND (j.run_at = j.created_at OR j.run_at <= to_timestamp($1))
       RETURNING t.identifier AS name, j.payload`,
      [untilMs / 1000],
    );
  /** Runs jobs at their times. Some run twice, as after a kill, and concurrently, as on two replicas. */
  const pass = async (minutes: number): Promise<void> => {
    const endMs = api.clock.now() + minutes * MINUTE;
    const escalations = api.service.app.get(Escalations, { strict: false });
    const delivery = api.service.app.get(Delivery, { strict: false });
    for (; api.clock.now() <= endMs; api.clock.advance(MINUTE / 2)) {
      await api.service.app.get(AlertNotices, { strict: false }).release(RUN);
      for (let jobs = await takeJobs(api.clock.now()); jobs.length > 0; jobs = await takeJobs(api.clock.now())) {
        for (const { name, payload } of jobs) {
          if (name === 'alert.deliver') await delivery.deliver(payload.logId!);
          else await Promise.all([1, 2, 3].map(() => escalations.escalate(payload.incidentId!)));
        }
      }
    }
  };
  return { person, users, policy, define, report, alertOn, takeJobs, pass };
}
