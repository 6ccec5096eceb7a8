import type { AlertRest, RotationRest } from '@wardstone/dto/monitoring';
import { rounds } from '@wardstone/testing';
import fc from 'fast-check';
import { givenResource } from '../given-inventory';
import { useMonitoring } from '../use-monitoring';
import { Delivery } from '../../notifications/delivery/delivery.service';
import { AlertNotices } from '../../alert-engine/alert-notices';
import { Escalations } from '../../alert-engine/escalations';
import { AT_ONCE, type Id, MINUTE, useOnCall } from './on-call-fixture';
import { openWebSink, type WebSink } from './sinks';

const RUN = { signal: new AbortController().signal };
const RESOURCES = 4;

/** Concurrent changes by people, agents and jobs, by place of the resource, and the minutes that pass. */
const turn = fc.record({
  minutes: fc.nat(4),
  acts: fc.array(
    fc.record({
      act: fc.constantFrom('down', 'down', 'up', 'silence', 'end silences', 'acknowledge', 'release', 'jobs'),
      place: fc.nat(RESOURCES - 1),
    }),
    { minLength: 3, maxLength: 9 },
  ),
});

describe('concurrent operations on alerts', () => {
  let web: WebSink;
  beforeAll(async () => {
    web = await openWebSink();
  });
  afterAll(() => web.close());
  const api = useMonitoring(() => ({
    ...AT_ONCE,
    ALERT_GROUP_WAIT_SECONDS: '60',
    ALERT_GROUP_INTERVAL_SECONDS: '120',
    ALERT_ALLOWED_NETWORKS: '127.0.0.0/8',
  }));
  const db = () => api.database;
  const { person, policy, define, takeJobs, pass } = useOnCall(api);
  const webhook = (path: string): object => ({ senderName: 'Webhook', config: { url: `${web.url}/${path}` } });

  /** Runs jobs like several replicas. */
  async function runJobs(): Promise<void> {
    const jobs = await takeJobs(api.clock.now());
    const delivery = api.service.app.get(Delivery, { strict: false });
    const escalations = api.service.app.get(Escalations, { strict: false });
    await Promise.all(
      jobs.map(({ name, payload }) =>
        name === 'alert.deliver' ? delivery.deliver(payload.logId!) : escalations.escalate(payload.incidentId!),
      ),
    );
  }
  const release = () => api.service.app.get(AlertNotices, { strict: false }).release(RUN);

  async function act(name: string, resource: Id): Promise<number> {
    const path = `/rest/resource/${resource.id}/availability`;
    if (name === 'down' || name === 'up') {
      return (await api.put(path).send({ type: name.toUpperCase(), since: 0 })).status;
    }
    if (name === 'silence') {
      const sent = {
        scope: { kind: 'RESOURCE', id: resource.id },
        reason: 'works',
        endTime: api.clock.now() + 3 * MINUTE,
      };
      return (await api.post('/rest/silence').send(sent)).status;
    }
    if (name === 'end silences') {
      const { body } = await api.get(`/rest/silence?resourceId=${resource.id}&ended=false`);
      const ended = await Promise.all((body as Id[]).map(({ id }) => api.post(`/rest/silence/${id}/end`)));
      return Math.max(200, ...ended.map(({ status }) => (status === 409 ? 200 : status)));
    }
    if (name === 'acknowledge') {
      const { body } = await api.get(`/rest/alert?resourceId=${resource.id}`);
      const [newest] = body as AlertRest[];
      return newest ? (await api.put(`/rest/alert/${newest.id}`)).status : 200;
    }
    await (name === 'jobs' ? runJobs() : release());
    return 200;
  }

  it('notify once or end the alert, and leave no incident open, whatever comes first', async () => {
    const escalation = await policy([
      [1, webhook('step')],
      [3, webhook('step')],
    ]);
    await fc.assert(
      fc.asyncProperty(fc.array(turn, { minLength: 3, maxLength: 8 }), async (turns) => {
        await db().query('DELETE FROM alert');
        const host = await givenResource(db());
        const resources = [host];
        while (resources.length < RESOURCES) resources.push(await givenResource(db(), { parent: host }));
        for (const resource of resources) await define(resource, escalation, [webhook('told'), webhook('also')]);
        for (const { minutes, acts } of turns) {
          const statuses = await Promise.all(acts.map(({ act: name, place }) => act(name, resources[place]!)));
          expect(Math.max(...statuses)).toBeLessThan(300);
          api.clock.advance(minutes * MINUTE);
        }
        await pass(5);
        for (const { id } of resources) {
          await api.put(`/rest/resource/${id}/availability`).send({ type: 'UP', since: 0 }).expect(204);
        }
        await pass(30);

        const open = await db().query(`SELECT h.* FROM alert_hold h WHERE h.is_held OR h.ended_ms IS NULL`);
        expect(open).toEqual([]);
        expect(await db().query(`SELECT i.* FROM incident i WHERE i.ended_ms IS NULL OR i.key IS NOT NULL`)).toEqual(
          [],
        );
        const lost = await db().query(
          `SELECT l.* FROM alert_notification_log l LEFT JOIN alert_notification_log c ON c.id = l.carrier_id
            WHERE NOT l.is_settled OR c.carrier_id IS NOT NULL OR NOT coalesce(c.is_settled, true)
               OR (c.id IS NOT NULL AND c.told_ms IS NULL)`,
        );
        expect(lost).toEqual([]);
        // Everybody was notified of each notified alert, unless it was over before that.
        const unheard = await db().query(
          `SELECT l.* FROM alert_notification_log l
            WHERE l.incident_id IS NOT NULL
              AND NOT EXISTS (SELECT 1 FROM alert_notification_attempt t
                               WHERE t.log_id = coalesce(l.carrier_id, l.id) AND t.state = 'SUCCESS')
            UNION ALL
           SELECT l.* FROM alert_notification_log l JOIN alert_hold h ON h.alert_id = l.alert_id
            WHERE h.told_ms IS NOT NULL AND l.step IS NULL AND l.kind = 'ALERT' AND l.incident_id IS NULL
              AND NOT EXISTS (SELECT 1 FROM alert_notification_log o WHERE o.alert_id = l.alert_id AND o.incident_id IS NOT NULL)`,
        );
        expect(unheard).toEqual([]);
        const twice = await db().query(
          `SELECT l.id FROM alert_notification_log l JOIN alert_notification_attempt t ON t.log_id = l.id
            GROUP BY l.id HAVING count(*) > 1
            UNION ALL
           SELECT max(l.id) FROM alert_notification_log l WHERE l.step IS NOT NULL GROUP BY l.alert_id, l.step HAVING count(*) > 1`,
        );
        expect(twice).toEqual([]);
      }),
      { numRuns: rounds(100, 25), seed: 20261127, endOnFailure: true },
    );
  }, 600_000);

  it('keep one of several concurrent changes of the same version of a rotation', async () => {
    const people = [await person('ann'), await person('bob'), await person('cleo')];
    const day = new Date(api.clock.now()).toISOString().slice(0, 10);
    const sent = { name: 'r', timeZone: 'UTC', turn: 'DAILY', handOverTime: '09:00', firstDay: day };
    const members = people.map((userId) => ({ userId }));
    const { body: made } = await api
      .post('/rest/on-call/rotation')
      .send({ ...sent, members })
      .expect(201);
    const path = `/rest/on-call/rotation/${(made as RotationRest).id}`;
    for (let round = 0; round < rounds(50, 25); round++) {
      const startTime = api.clock.now() + MINUTE;
      const { headers } = await api.get(path).expect(200);
      const changes = await Promise.all(
        people.map((userId) =>
          api
            .put(path)
            .set('If-Match', headers['etag']!)
            .send({ ...sent, members, overrides: [{ userId, startTime, endTime: startTime + MINUTE }] }),
        ),
      );
      expect(changes.map(({ status }) => status).sort()).toEqual([200, 412, 412]);
      const winner = people[changes.findIndex(({ status }) => status === 200)];
      const { body: now } = await api.get(path).expect(200);
      expect((now as RotationRest).overrides!.map(({ userId }) => userId)).toEqual([winner]);
      api.clock.advance(2 * MINUTE);
      const { body: onCall } = await api.get(`${path}/now`).expect(200);
      expect(people).toContain((onCall as { userId: number }).userId);
    }
  });
});
