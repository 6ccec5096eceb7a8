import type { AlertRest, SilenceRest } from '@wardstone/dto/monitoring';
import { untilSomebodyWaits } from '@wardstone/testing';
import { givenGroup, givenResource, givenType } from '../../test/given-inventory';
import { useMonitoring } from '../../test/use-monitoring';
import { Delivery } from '../../notifications/delivery/delivery.service';
import { AlertNotices } from '../../alert-engine/alert-notices';
import { MetricFacts } from '../../alert-engine/metric-facts.service';
import { SilenceService } from '../silences/silence.service';
import { givenMeasured, overTen } from '../../test/alerts/alert-fixture';
import './silence-rights.suite';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const RUN = { signal: new AbortController().signal };
const down = { category: 'AVAILABILITY', name: 'AVAIL_GOES_DOWN' };
const up = { category: 'AVAILABILITY', name: 'AVAIL_GOES_UP' };
const notifications = [{ senderName: 'Log4J Alerter', config: { log4JCategory: 'paging' } }];
type Id = { id: number };

describe('silences', () => {
  const api = useMonitoring();
  const db = () => api.database;

  async function define(resource: Id, body: object): Promise<number> {
    const sent = { name: 'a', enabled: true, notifications, ...body };
    const { body: made } = await api.post(`/rest/alert/definitions?resourceId=${resource.id}`).send(sent).expect(201);
    return (made as Id).id;
  }
  const report = async (resource: Id, ...types: string[]): Promise<void> => {
    for (const type of types) {
      api.clock.advance(1000);
      await api.put(`/rest/resource/${resource.id}/availability`).send({ type, since: 0 }).expect(204);
    }
  };
  const alertsOn = async (resource: Id): Promise<AlertRest[]> =>
    (await api.get(`/rest/alert?resourceId=${resource.id}&include=hold,incidentId`).expect(200)).body as AlertRest[];
  const silence = async (scope: object, over: object = {}): Promise<SilenceRest> => {
    const sent = { scope, reason: 'works', endTime: api.clock.now() + HOUR, ...over };
    return (await api.post('/rest/silence').send(sent).expect(201)).body as SilenceRest;
  };
  const onResource = ({ id }: Id, descendants = false): object => ({ kind: 'RESOURCE', id, descendants });
  const release = () => api.service.app.get(AlertNotices, { strict: false }).release(RUN);
  /** Runs queued jobs, and returns the notified alerts in order. */
  const listNotified = async (): Promise<number[]> => {
    const jobs = await db().query<{ logId: number }>(
      `DELETE FROM graphile_worker._private_jobs j USING graphile_worker._private_tasks t
        WHERE t.id = j.task_id AND t.identifier = 'alert.deliver' RETURNING (j.payload ->> 'logId')::integer AS "logId"`,
    );
    for (const { logId } of jobs) await api.service.app.get(Delivery, { strict: false }).deliver(logId);
    const rows = await db().query<Id>(
      `SELECT l.alert_id AS id FROM alert_notification_attempt t JOIN alert_notification_log l ON l.id = t.log_id
        ORDER BY t.id`,
    );
    return rows.map(({ id }) => id);
  };
  const toldOf = async (resource: Id): Promise<number[]> => {
    const ids = (await alertsOn(resource)).map(({ id }) => id);
    return (await listNotified()).filter((id) => ids.includes(id));
  };

  it('mark alerts, and notify once at the end of those that still hold', async () => {
    const resource = await givenResource(db());
    await define(resource, { conditions: [down] });
    const { id: silenceId } = await silence(onResource(resource), { reason: 'disk <swap>' });
    await report(resource, 'DOWN');
    const [alert] = await alertsOn(resource);
    expect(alert!.hold).toEqual({ state: 'SILENCED', silenceId, reason: 'disk <swap>' });
    expect(await toldOf(resource)).toEqual([]);
    expect((await api.get(`/rest/alert/${alert!.id}.html`).expect(200)).text).toContain('disk &lt;swap&gt;');
    api.clock.advance(HOUR / 2);
    await release();
    expect(await toldOf(resource)).toEqual([]);
    api.clock.advance(HOUR / 2);
    await Promise.all([release(), release(), release()]);
    expect(await toldOf(resource)).toEqual([alert!.id]);
    await release();
    expect(await toldOf(resource)).toEqual([alert!.id]);
    expect((await alertsOn(resource))[0]!.hold).toMatchObject({ state: 'TOLD', toldTime: api.clock.now() });
  });

  it('do not notify of alerts that have ended by then, in whatever way', async () => {
    const cases: [string, (resource: Id) => Promise<unknown>][] = [
      ['is up again', (resource) => report(resource, 'UP')],
      ['is acknowledged', async (resource) => api.put(`/rest/alert/${(await alertsOn(resource))[0]!.id}`).expect(200)],
      ['has left the inventory', (resource) => api.delete(`/rest/resource/${resource.id}`).expect(204)],
    ];
    const given: Id[] = [];
    for (const [, end] of cases) {
      const resource = await givenResource(db());
      await define(resource, { conditions: [down] });
      await silence(onResource(resource));
      await report(resource, 'DOWN');
      given.push((await alertsOn(resource))[0]!);
      await end(resource);
    }
    api.clock.advance(2 * HOUR);
    await release();
    const all = await listNotified();
    expect(given.filter(({ id }) => all.includes(id))).toEqual([]);
  });

  it('and causes hide no recovery: alerts that they hold back are over within two minutes, too', async () => {
    const [cause, suppressed, silenced] = [
      await givenResource(db()),
      await givenResource(db()),
      await givenResource(db()),
    ];
    await api
      .put(`/rest/resource/${suppressed.id}/dependencies`)
      .send({ dependsOn: [cause.id] })
      .expect(200);
    await report(cause, 'DOWN');
    await silence(onResource(silenced), { endTime: api.clock.now() + DAY });
    const getStates = (resources: readonly Id[]): Promise<unknown[]> =>
      Promise.all(
        resources.map(async ({ id }) => {
          const { body } = await api.get(`/rest/alert?resourceId=${id}&include=status`).expect(200);
          return (body as AlertRest[]).map(({ status }) => status?.state);
        }),
      );
    for (const resource of [suppressed, silenced]) {
      await define(resource, { conditions: [down] });
      await report(resource, 'DOWN');
    }
    for (let minutes = 0; minutes < 12; minutes++) {
      api.clock.advance(60_000);
      await release();
    }
    expect(await getStates([suppressed, silenced])).toEqual([['SUPPRESSED'], ['SILENCED']]);
    for (const resource of [suppressed, silenced]) await report(resource, 'UP');
    for (let minutes = 0; minutes < 2; minutes++) {
      api.clock.advance(60_000);
      await release();
    }
    expect(await getStates([suppressed, silenced])).toEqual([['RECOVERED'], ['RECOVERED']]);
  });

  it('notify of the newest of several alerts of one definition while its value exceeds the limit', async () => {
    const { resource, metric, scheduleId } = await givenMeasured(db());
    const id = await define(resource, { conditions: [overTen(metric)] });
    await silence({ kind: 'DEFINITION', id });
    const points = async (...values: number[]): Promise<void> => {
      for (const value of values) {
        api.clock.advance(1000);
        await api
          .post('/rest/metric/data/raw')
          .send([{ scheduleId, timeStamp: api.clock.now(), value }])
          .expect(204);
      }
      await api.service.app.get(MetricFacts, { strict: false }).drain();
    };
    await points(11, 12, 13);
    const newest = (await alertsOn(resource))[0]!.id;
    api.clock.advance(HOUR);
    await release();
    expect(await toldOf(resource)).toEqual([newest]);
    expect((await alertsOn(resource)).map(({ hold }) => hold!.state)).toEqual(['TOLD', 'OVER', 'OVER']);
    await silence({ kind: 'DEFINITION', id });
    await points(14, 3);
    api.clock.advance(HOUR);
    await release();
    expect(await toldOf(resource)).toEqual([newest]);
  });

  it('lock no alerts while reading the values that decide whether they hold', async () => {
    const { resource, metric, scheduleId } = await givenMeasured(db());
    await define(resource, { conditions: [overTen(metric)] });
    await silence(onResource(resource));
    const point = { scheduleId, timeStamp: api.clock.now(), value: 11 };
    await api.post('/rest/metric/data/raw').send([point]).expect(204);
    await api.service.app.get(MetricFacts, { strict: false }).drain();
    api.clock.advance(HOUR);
    const released = await db().transaction(async (tx) => {
      await tx.query('LOCK TABLE metric_log');
      const under = release();
      await untilSomebodyWaits(db());
      await tx.query('SELECT 1 FROM alert_hold h FOR UPDATE NOWAIT');
      return [under];
    });
    await Promise.all(released);
    expect(await toldOf(resource)).toHaveLength(1);
  });

  describe('and recoveries', () => {
    async function givenRecovering() {
      const resource = await givenResource(db());
      const problem = await define(resource, { name: 'problem', dampeningCategory: 'ONCE', conditions: [down] });
      await define(resource, { name: 'recovery', recoveryId: problem, conditions: [up] });
      return resource;
    }
    const listNotifiedNames = async (resource: Id): Promise<string[]> => {
      const names = new Map((await alertsOn(resource)).map(({ id, name }) => [id, name]));
      return (await listNotified()).flatMap((id) => names.get(id) ?? []);
    };

    it('notify at the end of recoveries of alerts that were notified before', async () => {
      const resource = await givenRecovering();
      await report(resource, 'DOWN');
      expect(await listNotifiedNames(resource)).toEqual(['problem']);
      await silence(onResource(resource));
      await report(resource, 'UP');
      expect(await listNotifiedNames(resource)).toEqual(['problem']);
      api.clock.advance(HOUR);
      await release();
      expect(await listNotifiedNames(resource)).toEqual(['problem', 'recovery']);
    });

    it('do not notify of alerts that fired and recovered during the silence', async () => {
      const resource = await givenRecovering();
      await silence(onResource(resource));
      await report(resource, 'DOWN', 'UP');
      api.clock.advance(HOUR);
      await release();
      expect(await listNotifiedNames(resource)).toEqual([]);
    });

    it('do not notify of a recovery whose problem has returned', async () => {
      const resource = await givenRecovering();
      await report(resource, 'DOWN');
      await listNotified();
      await silence(onResource(resource));
      await report(resource, 'UP', 'DOWN');
      api.clock.advance(HOUR);
      await release();
      expect(await listNotifiedNames(resource)).toEqual(['problem', 'problem']);
    });
  });

  it('cover by resource, subtree, group, group definition, type and definition', async () => {
    const type = await givenType(db());
    const host = await givenResource(db(), { name: 'place-1' });
    const resource = await givenResource(db(), { name: '/data', type, parent: host });
    const group = await givenGroup(db(), { members: [resource] });
    const [dynagroup] = await db().query<Id>(
      `WITH e AS (INSERT INTO group_definition (name, expression, recalc_interval_ms, is_recursive, modified_ms)
                  VALUES ('by zone', '{}', 0, false, 0) RETURNING id),
            g AS (INSERT INTO resource_group (name, modified_ms, group_definition_id, pivot)
                  SELECT 'zone 1', 0, e.id, 'x' FROM e RETURNING id),
            m AS (INSERT INTO resource_group_member SELECT g.id, $1, true FROM g)
       SELECT e.id FROM e`,
      [resource.id],
    );
    const definition = await define(resource, { conditions: [down] });
    const others: object[] = [
      onResource(host),
      onResource(await givenResource(db()), true),
      { kind: 'GROUP', id: (await givenGroup(db(), { members: [host] })).id },
      { kind: 'TYPE', id: (await givenType(db())).id },
    ];
    for (const scope of others) await silence(scope, { endTime: api.clock.now() + DAY });
    const scopes: object[] = [
      onResource(resource),
      onResource(host, true),
      { kind: 'GROUP', id: group.id },
      { kind: 'GROUP_DEFINITION', id: dynagroup!.id },
      { kind: 'TYPE', id: type.id },
      { kind: 'DEFINITION', id: definition },
    ];
    await report(resource, 'DOWN');
    expect((await alertsOn(resource))[0]).not.toHaveProperty('hold');
    for (const scope of scopes) {
      const { id } = await silence(scope);
      await report(resource, 'UP', 'DOWN');
      expect((await alertsOn(resource))[0]!.hold).toMatchObject({ state: 'SILENCED', silenceId: id });
      await api.post(`/rest/silence/${id}/end`).expect(200);
    }
    const { body } = await api.get(`/rest/silence?resourceId=${resource.id}&sort=startTime`).expect(200);
    expect((body as SilenceRest[]).map(({ place }) => place)).toEqual([
      'place-1 / /data',
      'place-1',
      ...[1, 2, 3].map(() => undefined),
    ]);
    const ofDefinition = await api.get(`/rest/silence?definitionId=${definition}`).expect(200);
    expect(ofDefinition.body).toMatchObject([{ scope: { kind: 'DEFINITION' }, place: 'place-1 / /data' }]);
    expect((body as SilenceRest[]).map(({ scope }) => scope.kind)).toEqual([
      'RESOURCE',
      'RESOURCE',
      'GROUP',
      'GROUP_DEFINITION',
      'TYPE',
    ]);
  });

  it('end early or when they are deleted, and alerts that still hold are notified at once', async () => {
    for (const end of [
      (id: number) => api.post(`/rest/silence/${id}/end`).expect(200),
      (id: number) => api.delete(`/rest/silence/${id}`).expect(204),
      (id: number) =>
        api
          .put(`/rest/silence/${id}`)
          .send({ reason: 'later', startTime: api.clock.now() + DAY, endTime: api.clock.now() + 2 * DAY })
          .expect(200),
    ]) {
      const resource = await givenResource(db());
      await define(resource, { conditions: [down] });
      const { id } = await silence(onResource(resource));
      await report(resource, 'DOWN');
      expect(await toldOf(resource)).toEqual([]);
      await end(id);
      await release();
      expect(await toldOf(resource)).toHaveLength(1);
    }
  });

  it('hold notifications that are due when they start', async () => {
    const resource = await givenResource(db());
    await define(resource, { conditions: [down] });
    await report(resource, 'DOWN');
    const { id } = await silence(onResource(resource));
    expect(await toldOf(resource)).toEqual([]);
    expect((await alertsOn(resource))[0]!.hold).toMatchObject({ state: 'SILENCED', silenceId: id });
    api.clock.advance(HOUR);
    await release();
    expect(await toldOf(resource)).toHaveLength(1);
  });

  it('stay in force where another one covers the same when one ends', async () => {
    const resource = await givenResource(db());
    await define(resource, { conditions: [down] });
    const first = await silence(onResource(resource));
    const second = await silence(onResource(resource), { endTime: api.clock.now() + HOUR / 2 });
    await report(resource, 'DOWN');
    expect((await alertsOn(resource))[0]!.hold!.silenceId).toBe(first.id);
    await api.post(`/rest/silence/${first.id}/end`).expect(200);
    await release();
    expect((await alertsOn(resource))[0]!.hold).toMatchObject({ state: 'SILENCED', silenceId: second.id });
  });

  it('recur', async () => {
    const resource = await givenResource(db());
    await define(resource, { conditions: [down] });
    const startTime = api.clock.now() + HOUR;
    const over = { startTime, endTime: startTime + HOUR, rule: 'FREQ=DAILY', timeZone: 'UTC' };
    const made = await silence(onResource(resource), over);
    expect(made).toMatchObject({ state: 'SCHEDULED', windowStart: startTime, windowEnd: startTime + HOUR });
    await report(resource, 'DOWN');
    expect((await alertsOn(resource))[0]).not.toHaveProperty('hold');
    api.clock.advance(3 * DAY + HOUR);
    const { body: active } = await api.get(`/rest/silence/${made.id}`).expect(200);
    expect(active).toMatchObject({ state: 'ACTIVE', windowStart: startTime + 3 * DAY });
    await report(resource, 'UP', 'DOWN');
    expect((await alertsOn(resource))[0]!.hold).toMatchObject({ state: 'SILENCED' });
    api.clock.advance(HOUR);
    await release();
    expect((await alertsOn(resource))[0]!.hold).toMatchObject({ state: 'TOLD' });
  });

  it('notify once when the clock jumps forward and back', async () => {
    const resource = await givenResource(db());
    await define(resource, { conditions: [down] });
    await silence(onResource(resource));
    await report(resource, 'DOWN');
    api.clock.advance(DAY);
    await release();
    expect(await toldOf(resource)).toHaveLength(1);
    api.clock.advance(-DAY);
    await release();
    api.clock.advance(DAY);
    await release();
    expect(await toldOf(resource)).toHaveLength(1);
  });

  it('are listed page by page, by whether they have ended and by texts', async () => {
    const resource = await givenResource(db(), { name: `listed ${crypto.randomUUID()}` });
    const made: number[] = [];
    for (const reason of ['first', 'second', 'third 100%'])
      made.push((await silence(onResource(resource), { reason })).id);
    await api.post(`/rest/silence/${made[1]}/end`).expect(200);
    const ids = async (query: string) => {
      const { body, headers } = await api.get(`/rest/silence?resourceId=${resource.id}&${query}`).expect(200);
      return [(body as Id[]).map(({ id }) => id), Number(headers['x-collection-size'])];
    };
    expect(await ids('sort=reason&ps=2')).toEqual([made.slice(0, 2), 3]);
    expect(await ids('sort=reason&ps=2&page=1')).toEqual([made.slice(2), 3]);
    expect(await ids('ended=true')).toEqual([[made[1]], 1]);
    expect(await ids('ended=false&sort=reason:desc')).toEqual([[made[2], made[0]], 2]);
    expect(await ids('q=D%20100%25')).toEqual([[made[2]], 1]);
    expect(await ids('q=LISTED')).toEqual([expect.any(Array), 3]);
  });

  it('are deleted as long after their end as alerts are', async () => {
    const { id } = await silence(onResource(await givenResource(db())));
    const purge = () => api.service.app.get(SilenceService, { strict: false }).purge(RUN);
    await purge();
    await api.get(`/rest/silence/${id}`).expect(200);
    api.clock.advance(32 * DAY);
    await purge();
    await api.get(`/rest/silence/${id}`).expect(404);
    api.clock.advance(-32 * DAY);
  });
});
