import { givenGroup, givenResource, givenType } from '../../test/given-inventory';
import { PUBLIC_URL, useMonitoring } from '../../test/use-monitoring';
import type { Timer } from '@wardstone/alerting';
import { FactSources } from '../fact-sources.service';
import { MetricFacts } from '../metric-facts.service';
import { AlertService } from '../../incidents/alert.service';
import { givenMeasured, overTen } from '../../test/alerts/alert-fixture';

interface Alert {
  id: number;
  name: string;
  description: string;
  alertTime: number;
  ackBy: string | null;
  ackTime: number;
  definitionEnabled: boolean;
  alertDefinition: { id: number };
  resource: { resourceId: number };
}

const NOW = Date.UTC(2026, 0, 15, 12);
const down = { category: 'AVAILABILITY', name: 'AVAIL_GOES_DOWN' };
const up = { category: 'AVAILABILITY', name: 'AVAIL_GOES_UP' };

describe('alerts', () => {
  const api = useMonitoring();
  const db = () => api.database;
  const keeper = (...permissions: string[]) => api.as({ roles: ['viewer'], permissions });

  async function define(resource: { id: number }, body: object): Promise<number> {
    const sent = { name: 'a', enabled: true, ...body };
    const response = await api.post(`/rest/alert/definitions?resourceId=${resource.id}`).send(sent).expect(201);
    return (response.body as { id: number }).id;
  }
  const report = (resource: { id: number }, type: string, since = 0) =>
    api.put(`/rest/resource/${resource.id}/availability`).send({ type, since }).expect(204);
  const alertsOn = async (resource: { id: number }): Promise<Alert[]> =>
    (await api.get(`/rest/alert?resourceId=${resource.id}`).expect(200)).body as Alert[];
  /** Definitions of the alerts, the oldest first. */
  const firedOn = async (resource: { id: number }): Promise<number[]> =>
    (await alertsOn(resource)).map(({ alertDefinition }) => alertDefinition.id).reverse();
  const points = async (scheduleId: number, ...values: number[]): Promise<void> => {
    for (const value of values) {
      const point = [{ scheduleId, timeStamp: NOW, value }];
      await api.post('/rest/metric/data/raw').send(point).expect(204);
    }
    await api.service.app.get(MetricFacts, { strict: false }).drain();
  };

  it('fire when the availability goes down, and again after their recovery', async () => {
    const resource = await givenResource(db());
    const d = await define(resource, { dampeningCategory: 'ONCE', conditions: [down] });
    const r = await define(resource, { recoveryId: d, conditions: [up] });
    for (const type of ['UP', 'DOWN', 'DOWN', 'UP', 'DOWN']) {
      api.clock.advance(1000);
      await report(resource, type);
    }
    expect(await firedOn(resource)).toEqual([d, r, d]);
    const [last] = await alertsOn(resource);
    expect(last).toMatchObject({ definitionEnabled: false, name: 'a', resource: { resourceId: resource.id } });
    expect(last!.alertTime).toBe(api.clock.now());
    const isMarked = async (): Promise<unknown> =>
      (await api.get(`/rest/alert/definition/${d}?include=disabledByAlert`).expect(200)).body as unknown;
    expect(await isMarked()).toMatchObject({ enabled: false, disabledByAlert: true });
    await report(resource, 'UP');
    expect(await isMarked()).toMatchObject({ enabled: true, disabledByAlert: false });
  });

  it('fire once until they have recovered, whatever value follows, and leave their definition unchanged', async () => {
    const { resource, metric, scheduleId } = await givenMeasured(db());
    const id = await define(resource, { onceUntilRecovered: true, conditions: [overTen(metric)] });
    await points(scheduleId, 11, 12);
    await points(scheduleId, 13);
    expect(await firedOn(resource)).toEqual([id]);
    await points(scheduleId, 9, 14);
    await points(scheduleId, 15);
    expect(await firedOn(resource)).toEqual([id, id]);
    const shown = await api.get(`/rest/alert/definition/${id}?include=onceUntilRecovered,disabledByAlert`).expect(200);
    expect(shown.body).toMatchObject({ enabled: true, onceUntilRecovered: true, disabledByAlert: false });
  });

  it('do not fire again after a change of their definition, unless the condition that holds was changed', async () => {
    const { resource, metric, scheduleId } = await givenMeasured(db());
    const id = await define(resource, { onceUntilRecovered: true, conditions: [overTen(metric)] });
    await points(scheduleId, 11);
    await api.put(`/rest/alert/definition/${id}`).send({ enabled: true, priority: 'HIGH' }).expect(200);
    await points(scheduleId, 12);
    expect(await firedOn(resource)).toEqual([id]);
    await points(scheduleId, 9, 13);
    expect(await firedOn(resource)).toEqual([id, id]);

    // Another threshold is another condition (rule alerts-11): it has not fired yet.
    const { body } = await api.get(`/rest/alert/definition/${id}`).expect(200);
    const [condition] = (body as { conditions: { id: number }[] }).conditions;
    await api
      .put(`/rest/alert/condition/${condition!.id}`)
      .send({ ...overTen(metric), threshold: 12 })
      .expect(200);
    await points(scheduleId, 14);
    await points(scheduleId, 15);
    expect(await firedOn(resource)).toEqual([id, id, id]);

    for (const enabled of [false, true]) {
      await api.put(`/rest/alert/definition/${id}`).send({ enabled }).expect(200);
    }
    await points(scheduleId, 16);
    expect(await firedOn(resource)).toEqual([id, id, id, id]);
  });

  it('keep onceUntilRecovered and disabledByAlert through a PUT, unless the body contradicts them', async () => {
    const { resource, metric } = await givenMeasured(db());
    const sent = { onceUntilRecovered: true, conditions: [overTen(metric)] };
    const id = await define(resource, sent);
    const put = async (body: object): Promise<unknown> => {
      const path = `/rest/alert/definition/${id}?include=onceUntilRecovered,disabledByAlert`;
      return (await api.put(path).send(body).expect(200)).body as unknown;
    };
    const kept = { onceUntilRecovered: true, disabledByAlert: false };
    expect(await put({ priority: 'HIGH' })).toMatchObject({ priority: 'HIGH', ...kept });
    expect(await put({ disabledByAlert: true })).toMatchObject({ enabled: false, disabledByAlert: true });
    expect(await put({ enabled: true, disabledByAlert: true })).toMatchObject({ enabled: true, ...kept });
    expect(await put({ dampeningCategory: 'ONCE' })).toMatchObject({ onceUntilRecovered: false });
  });

  it('do not fire for facts before the definition, late reports, or while it is disabled', async () => {
    const resource = await givenResource(db());
    await report(resource, 'DOWN');
    const id = await define(resource, { conditions: [down] });
    await report(resource, 'DOWN');
    api.clock.advance(60_000);
    await report(resource, 'UP');
    await report(resource, 'DOWN', NOW - 3_600_000);
    expect(await firedOn(resource)).toEqual([]);
    await api.put(`/rest/alert/definition/${id}`).send({ enabled: false }).expect(200);
    api.clock.advance(1000);
    await report(resource, 'DOWN');
    expect(await firedOn(resource)).toEqual([]);
  });

  it('fire at values beyond a threshold, dampened over many requests', async () => {
    const { resource, metric, scheduleId } = await givenMeasured(db());
    const id = await define(resource, {
      dampeningCategory: 'CONSECUTIVE_COUNT',
      dampeningCount: 2,
      conditions: [overTen(metric)],
    });
    await points(scheduleId, 11, 9, 11);
    expect(await firedOn(resource)).toEqual([]);
    await points(scheduleId, 12);
    expect(await firedOn(resource)).toEqual([id]);
    const [{ id: alertId, description }] = (await alertsOn(resource)) as [Alert];
    expect(description).toBe('Condition 1: CPU Utilisation > 10 at 2026-01-15T12:00:00.000Z, value 12');
    const logs = await api.get(`/rest/alert/${alertId}/conditions`).expect(200);
    expect(logs.body).toEqual([
      "category='THRESHOLD', name='CPU Utilisation', comparator='>', threshold='10', option='null' : 12",
    ]);
  });

  it('discard pending matches when the definition changes', async () => {
    const { resource, metric, scheduleId } = await givenMeasured(db());
    const dampening = { enabled: true, dampeningCategory: 'CONSECUTIVE_COUNT', dampeningCount: 2 };
    const id = await define(resource, { ...dampening, conditions: [overTen(metric)] });
    await points(scheduleId, 11);
    await api.put(`/rest/alert/definition/${id}`).send(dampening).expect(200);
    await points(scheduleId, 11);
    expect(await firedOn(resource)).toEqual([]);
    await api.post(`/rest/alert/definition/${id}/conditions`).send(up).expect(201);
    await points(scheduleId, 11);
    expect(await firedOn(resource)).toEqual([id]);
  });

  it('fire once per fact however many replicas evaluate facts at a time', async () => {
    const { resource, metric, scheduleId } = await givenMeasured(db());
    await define(resource, { dampeningCategory: 'ONCE', conditions: [overTen(metric)] });
    await Promise.all(Array.from({ length: 10 }, () => points(scheduleId, 11, 12)));
    expect(await firedOn(resource)).toHaveLength(1);
  });

  it('fire at events, a problem before its recovery in one submission', async () => {
    const type = await givenType(db());
    const resource = await givenResource(db(), { type });
    await db().query(
      `INSERT INTO event_definition (resource_type_id, name, display_name) VALUES ($1, 'Event Log', 'Event Log')`,
      [type.id],
    );
    const source = await api.post(`/rest/event/${resource.id}/sources`).send({ name: 'Event Log', location: '/log' });
    const { id: sourceId } = source.body as { id: number };
    const event = (option: string) => ({ category: 'EVENT', name: 'WARN', option });
    const d = await define(resource, { dampeningCategory: 'ONCE', conditions: [event('link down')] });
    const r = await define(resource, { recoveryId: d, conditions: [event('link up')] });
    const submitted = ['link up', 'link down', 'link up'].map((detail) => ({ severity: 'WARN', detail }));
    await api.post(`/rest/event/source/${sourceId}/events`).send(submitted).expect(204);
    expect(await firedOn(resource)).toEqual([d, r]);
  });

  it('fire when the availability has stayed DOWN, by a timer in the database', async () => {
    const resource = await givenResource(db());
    const id = await define(resource, {
      conditions: [{ category: 'AVAIL_DURATION', name: 'AVAIL_DURATION_DOWN', option: '300' }],
    });
    await report(resource, 'UP');
    api.clock.advance(1000);
    await report(resource, 'DOWN');
    const [job] = await db().query<{ payload: Timer & { resourceId: number } }>(
      `SELECT j.payload FROM graphile_worker._private_jobs j JOIN graphile_worker._private_tasks t ON t.id = j.task_id
        WHERE t.identifier = 'alert.timer' AND (j.payload ->> 'resourceId')::integer = $1`,
      [resource.id],
    );
    expect(job!.payload).toMatchObject({ dueMs: api.clock.now() + 300_000 });
    api.clock.advance(300_000);
    const sources = api.service.app.get(FactSources, { strict: false });
    await db().transaction((tx) => sources.evaluateTimer(tx, job!.payload));
    await db().transaction((tx) => sources.evaluateTimer(tx, job!.payload));
    expect(await firedOn(resource)).toEqual([id]);
  });

  it('store the recipients in the same transaction', async () => {
    const resource = await givenResource(db());
    const notifications = [{ senderName: 'Direct Emails', config: { emailAddress: 'a@example.test' } }];
    await define(resource, { conditions: [down], notifications });
    await report(resource, 'DOWN');
    const [{ id }] = (await alertsOn(resource)) as [Alert];
    const rows = await db().query(
      `SELECT l.sender_name, l.config, l.state, count(j.*)::integer AS jobs
         FROM alert_notification_log l
         LEFT JOIN graphile_worker._private_jobs j ON (j.payload ->> 'logId')::integer = l.id
        WHERE l.alert_id = $1 GROUP BY l.id`,
      [id],
    );
    expect(rows).toEqual([
      { sender_name: 'Direct Emails', config: { emailAddress: 'a@example.test' }, state: null, jobs: 1 },
    ]);
    expect((await api.get(`/rest/alert/${id}/notifications`).expect(200)).body).toEqual([]);
  });

  describe('of one resource', () => {
    let resource: { id: number };
    let ids: number[];
    beforeAll(async () => {
      resource = await givenResource(db(), { name: 'web-1' });
      await givenGroup(db(), { members: [resource], roles: ['viewer'] });
      await define(resource, { name: 'down', priority: 'HIGH', conditions: [down] });
      await define(resource, { name: 'up', conditions: [up] });
      for (const type of ['DOWN', 'UP', 'DOWN']) {
        api.clock.advance(1000);
        await report(resource, type);
      }
      ids = (await alertsOn(resource)).map(({ id }) => id);
    });
    const list = async (query: string): Promise<Alert[]> =>
      (await api.get(`/rest/alert?resourceId=${resource.id}&${query}`).expect(200)).body as Alert[];

    it('are listed newest first, by page, priority and time', async () => {
      expect(ids).toEqual([...ids].sort((a, b) => b - a));
      expect((await list('size=1&page=1')).map(({ id }) => id)).toEqual([ids[1]]);
      expect((await list('size=-1')).map(({ id }) => id)).toEqual(ids);
      expect((await list('prio=high')).map(({ name }) => name)).toEqual(['down', 'down']);
      const [newest, middle] = await list('');
      expect((await list(`since=${middle!.alertTime}`)).map(({ id }) => id)).toEqual([newest!.id]);
      const { body } = await api.get(`/rest/alert/count?since=${middle!.alertTime}`).expect(200);
      expect(body).toEqual({ value: 1 });
      const { headers } = await api.get(`/rest/alert?resourceId=${resource.id}&size=2`);
      expect(headers['x-collection-size']).toBe('3');
    });

    it.each(['size=0', 'size=-2', 'page=-1', 'prio=urgent', 'definitionId=1', 'since=x'])(
      'refuse %s',
      async (query) => {
        await api.get(`/rest/alert?resourceId=${resource.id}&${query}`).expect(406);
      },
    );

    it('contain only ids on request', async () => {
      const [slim] = await list('slim=true&size=1');
      expect(slim).toMatchObject({ resource: { resourceName: 'web-1', resourceId: resource.id } });
      expect(Object.keys(slim!.resource)).toHaveLength(2);
      expect(Object.keys(slim!.alertDefinition)).toEqual(['id']);
      const { body } = await api.get(`/rest/alert/${ids[0]}`).expect(200);
      expect(body).toMatchObject({ alertDefinition: { name: 'down' }, resource: { status: 'COMMITTED' } });
      expect(body).toHaveProperty('links.1.notification.href', `${PUBLIC_URL}/rest/alert/${ids[0]}/notifications`);
      expect(body).toHaveProperty('resource.parentId', null);
    });

    it.each(['json', 'xml', 'html', 'jsonw'])('are shown as %s', async (suffix) => {
      for (const path of [`/${ids[0]}.${suffix}`, `.${suffix}?slim=true`, `/${ids[0]}/conditions.${suffix}`]) {
        await api.get(`/rest/alert${path}`).expect(200);
      }
    });

    it('keep their first acknowledgement', async () => {
      const first = await keeper('MANAGE_ALERTS').put(`/rest/alert/${ids[0]}`).expect(200);
      expect(first.body).toMatchObject({ id: ids[0], ackTime: api.clock.now() });
      expect((first.body as Alert).ackBy).toBeTruthy();
      api.clock.advance(1000);
      const again = await api.put(`/rest/alert/${ids[0]}`).expect(200);
      expect(again.body).toEqual(first.body);
      await keeper().put(`/rest/alert/${ids[0]}`).expect(403);
      await api.put('/rest/alert/14').expect(404);
    });

    it('are found by the definition of their type', async () => {
      const type = await givenType(db());
      const [one, other] = [await givenResource(db(), { type }), await givenResource(db(), { type })];
      const definition = { name: 'of type', enabled: true, conditions: [down] };
      const { body } = await api.post(`/rest/alert/definitions?resourceTypeId=${type.id}`).send(definition).expect(201);
      for (const each of [one, other]) {
        await report(each, 'UP');
        api.clock.advance(1000);
        await report(each, 'DOWN');
      }
      const found = (await api.get(`/rest/alert?definitionId=${(body as { id: number }).id}`)).body as Alert[];
      expect(found.map((alert) => alert.resource.resourceId)).toEqual([other.id, one.id]);
    });

    it('keep their definition and logs when the definition is deleted', async () => {
      const definitionId = await define(resource, { name: 'short-lived', conditions: [down] });
      api.clock.advance(1000);
      await report(resource, 'UP');
      api.clock.advance(1000);
      await report(resource, 'DOWN');
      const [alert] = (await api.get(`/rest/alert?definitionId=${definitionId}`)).body as [Alert];
      await api.delete(`/rest/alert/definition/${definitionId}`).expect(204);
      expect((await api.get(`/rest/alert/${alert.id}`).expect(200)).body).toMatchObject({ name: 'short-lived' });
      expect((await api.get(`/rest/alert/${alert.id}/conditions`)).body).toHaveLength(1);
      const { body } = await api.get(`/rest/alert/${alert.id}/definition`).expect(200);
      expect(body).toMatchObject({ id: definitionId, name: 'short-lived' });
    });

    it('are hidden from callers who do not see the resource', async () => {
      const stranger = api.as({ roles: ['operator'], permissions: [] });
      await stranger.get(`/rest/alert/${ids[1]}`).expect(404);
      expect((await stranger.get('/rest/alert').expect(200)).body).toEqual([]);
      expect((await stranger.get('/rest/alert/count').expect(200)).body).toEqual({ value: 0 });
    });

    it('are linked from their resource, and counted', async () => {
      const { body } = await api.get(`/rest/resource/${resource.id}/alerts`).expect(200);
      const links = (await alertsOn(resource)).map(({ id }) => ({ alert: { href: `${PUBLIC_URL}/rest/alert/${id}` } }));
      expect(body).toEqual(links);
      const status = (await api.get('/rest/status').expect(200)).body as { values: Record<string, string> };
      const [counted] = await db().query<{ alerts: string; definitions: string }>(
        `SELECT count(*)::text AS alerts,
                (SELECT count(*)::text FROM alert_definition d WHERE NOT d.is_deleted) AS definitions FROM alert`,
      );
      expect(status.values).toMatchObject({
        AlertCount: counted!.alerts,
        AlertDefinitionCount: counted!.definitions,
      });
    });

    it('are deleted permanently', async () => {
      await keeper().delete(`/rest/alert/${ids[2]}`).expect(403);
      await keeper('MANAGE_ALERTS').delete(`/rest/alert/${ids[2]}`).expect(204);
      await api.get(`/rest/alert/${ids[2]}`).expect(404);
      await api.delete(`/rest/alert/${ids[2]}`).expect(204);
      await api.delete(`/rest/alert/${ids[2]}?validate=true`).expect(404);
    });
  });

  it('are deleted after their retention, and a deleted definition with the last of them', async () => {
    const resource = await givenResource(db());
    const id = await define(resource, { conditions: [down] });
    await report(resource, 'DOWN');
    await api.delete(`/rest/alert/definition/${id}`).expect(204);
    const purge = async (): Promise<{ alerts: number; definitions: number }> => {
      const jobs = api.service.app.get(AlertService, { strict: false });
      await jobs.purge({ signal: new AbortController().signal });
      const [left] = await db().query<{ alerts: number; definitions: number }>(
        `SELECT (SELECT count(*)::integer FROM alert a WHERE a.resource_id = $1) AS alerts,
                (SELECT count(*)::integer FROM alert_definition d WHERE d.resource_id = $1) AS definitions`,
        [resource.id],
      );
      return left!;
    };
    api.clock.advance(31 * 86_400_000);
    expect(await purge()).toEqual({ alerts: 1, definitions: 1 });
    api.clock.advance(1);
    expect(await purge()).toEqual({ alerts: 0, definitions: 0 });
  });
});
