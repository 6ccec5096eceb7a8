import type {
  AlertExplanation,
  AlertRest,
  ProblemRest,
  ProblemSummary,
  ResourceOverview,
} from '@wardstone/dto/monitoring';
import { givenMetric, givenSchedule, overTen } from '../../test/alerts/alert-fixture';
import { AlertNotices } from '../../alert-engine/alert-notices';
import { MetricFacts } from '../../alert-engine/metric-facts.service';
import { givenResource, givenType } from '../../test/given-inventory';
import { useMonitoring } from '../../test/use-monitoring';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const RUN = { signal: new AbortController().signal };
const down = { category: 'AVAILABILITY', name: 'AVAIL_GOES_DOWN' };
type Id = { id: number };

describe('the state of a problem', () => {
  const api = useMonitoring(() => ({ ALERT_FLAPPING_COUNT: '0' }));
  const db = () => api.database;

  const list = async (query: string): Promise<ProblemRest[]> =>
    (await api.get(`/rest/problem?ps=500&${query}`).expect(200)).body as ProblemRest[];
  const on = async (resource: Id, query = ''): Promise<ProblemRest[]> =>
    (await list(query)).filter(({ resourceId }) => resourceId === resource.id);
  const statesOn = async (resource: Id): Promise<string[]> => (await on(resource)).map(({ state }) => state);
  const summary = async (): Promise<ProblemSummary> =>
    (await api.get('/rest/problem/summary').expect(200)).body as ProblemSummary;
  const overview = async (resource: Id): Promise<ResourceOverview> =>
    (await api.get(`/rest/resource/${resource.id}/overview`).expect(200)).body as ResourceOverview;
  const alertsOn = async (resource: Id, query = ''): Promise<AlertRest[]> =>
    (await api.get(`/rest/alert?resourceId=${resource.id}&include=status,incidentId&${query}`).expect(200))
      .body as AlertRest[];
  const firing = async (resource: Id): Promise<number> => {
    const query = new URLSearchParams({
      query: `ALERTS{resource_id="${resource.id}"}`,
      time: String((api.clock.now() + 1) / 1000),
    });
    const { body } = await api.get(`/prometheus/api/v1/query?${query.toString()}`).expect(200);
    return (body as { data: { result: unknown[] } }).data.result.length;
  };
  /** Lets the service check open alerts. */
  const look = async (ms = 2 * MINUTE): Promise<void> => {
    api.clock.advance(ms);
    await api.service.app.get(AlertNotices, { strict: false }).release(RUN);
  };
  async function define(resource: Id, body: object): Promise<number> {
    const sent = { name: 'watch', enabled: true, priority: 'HIGH', ...body };
    const { body: made } = await api.post(`/rest/alert/definitions?resourceId=${resource.id}`).send(sent).expect(201);
    return (made as Id).id;
  }
  const report = async (resource: Id, type: string): Promise<void> => {
    api.clock.advance(1000);
    await api.put(`/rest/resource/${resource.id}/availability`).send({ type, since: 0 }).expect(204);
  };
  /** A disk with one metric and a definition that fires above 10. */
  async function givenDisk(over: { parent?: Id; definition?: object } = {}) {
    const type = await givenType(db());
    const disk = await givenResource(db(), { type, ...(over.parent ? { parent: over.parent } : {}) });
    const metric = await givenMetric(db(), type);
    const scheduleId = await givenSchedule(db(), disk, metric);
    const definitionId = await define(disk, { conditions: [overTen(metric)], ...over.definition });
    const measure = async (...values: number[]): Promise<void> => {
      api.clock.advance(1000);
      const points = values.map((value, at) => ({ scheduleId, timeStamp: api.clock.now() + at, value }));
      await api.post('/rest/metric/data/raw').send(points).expect(204);
      await api.service.app.get(MetricFacts, { strict: false }).drain();
    };
    return { disk, metric, definitionId, measure };
  }

  it('is firing until its condition recovers, and recently recovered for a day', async () => {
    const { disk, measure } = await givenDisk();
    await measure(95);
    const [fired] = await on(disk);
    expect(fired).toMatchObject({ state: 'FIRING', acknowledgedBy: null, endTime: null, seesRecovery: true, count: 1 });
    expect(await firing(disk)).toBe(1);
    await measure(5);
    await look();
    expect(await on(disk)).toEqual([]);
    expect(await firing(disk)).toBe(0);
    const recovered = { state: 'RECOVERED', endTime: api.clock.now() };
    expect(await on(disk, 'state=recovered')).toMatchObject([recovered]);
    expect((await alertsOn(disk))[0]!.status).toMatchObject(recovered);
    expect(await overview(disk)).toMatchObject({ openAlertCount: 0, recoveredCount: 1, openAlerts: [] });
    expect(await alertsOn(disk, 'state=firing')).toEqual([]);
    expect(await alertsOn(disk, 'state=recovered')).toHaveLength(1);
    api.clock.advance(24 * HOUR);
    expect(await on(disk, 'state=recovered')).toEqual([]);
  });

  it('stays firing while another recovers, at any age', async () => {
    const [lasting, other] = [await givenDisk(), await givenDisk()];
    await lasting.measure(95);
    await other.measure(95);
    await other.measure(5);
    await look(11 * MINUTE + 3);
    expect(await statesOn(lasting.disk)).toEqual(['FIRING']);
    expect(await statesOn(other.disk)).toEqual([]);
  });

  describe('that is over', () => {
    const getEnd = async (disk: Id, at = 0) => (await alertsOn(disk))[at]!.status!;
    const changeThreshold = async (definitionId: number, metric: Id, threshold: number): Promise<void> => {
      const { body } = await api.get(`/rest/alert/definition/${definitionId}?full=true`).expect(200);
      const [condition] = (body as { conditions: Id[] }).conditions;
      await api
        .put(`/rest/alert/condition/${condition!.id}`)
        .send({ ...overTen(metric), threshold })
        .expect(200);
    };
    const toStory = async (disk: Id): Promise<string[]> => {
      const [alert] = await alertsOn(disk);
      const { body } = await api.get(`/rest/alert/${alert!.id}/explain`).expect(200);
      return (body as AlertExplanation).story.map(({ text }) => text);
    };

    it('is closed at once when its definition is changed so that its value does not meet it', async () => {
      const { disk, metric, definitionId, measure } = await givenDisk();
      await measure(95);
      await changeThreshold(definitionId, metric, 90);
      await look(0);
      expect(await statesOn(disk)).toEqual(['FIRING']);
      await changeThreshold(definitionId, metric, 99);
      await look(0);
      expect(await on(disk)).toEqual([]);
      expect(await getEnd(disk)).toMatchObject({ state: 'CLOSED', endReason: 'DEFINITION_CHANGED', endedBy: null });
      expect(await toStory(disk)).toContain('The alert definition was changed, and its condition is no longer met');
    });

    it('is closed so on every resource of a type whose definition is changed', async () => {
      const type = await givenType(db());
      const metric = await givenMetric(db(), type);
      const disk = await givenResource(db(), { type });
      const scheduleId = await givenSchedule(db(), disk, metric);
      const sent = { name: 'watch', enabled: true, conditions: [overTen(metric)] };
      const { body } = await api.post(`/rest/alert/definitions?resourceTypeId=${type.id}`).send(sent).expect(201);
      await api
        .post('/rest/metric/data/raw')
        .send([{ scheduleId, timeStamp: api.clock.now(), value: 95 }])
        .expect(204);
      await api.service.app.get(MetricFacts, { strict: false }).drain();
      expect(await statesOn(disk)).toEqual(['FIRING']);
      await changeThreshold((body as Id).id, metric, 99);
      await look(0);
      expect(await getEnd(disk)).toMatchObject({ state: 'CLOSED', endReason: 'DEFINITION_CHANGED' });
    });

    it('has recovered when its value recovered before its definition was changed', async () => {
      const { disk, metric, definitionId, measure } = await givenDisk();
      await measure(95);
      await measure(5);
      await changeThreshold(definitionId, metric, 99);
      await look(0);
      expect(await getEnd(disk)).toMatchObject({ state: 'RECOVERED', endReason: 'RECOVERED' });
    });

    it('is closed when a later alert reports the same problem', async () => {
      const { disk, measure } = await givenDisk();
      await measure(95);
      await measure(96);
      expect(await getEnd(disk)).toMatchObject({ state: 'FIRING', endReason: null });
      expect(await getEnd(disk, 1)).toMatchObject({ state: 'CLOSED', endReason: 'REPLACED' });
    });

    it('names the person who resolved it', async () => {
      const { disk, measure } = await givenDisk();
      await measure(95);
      const [{ incidentId }] = (await alertsOn(disk)) as [AlertRest];
      await api.post(`/rest/incident/${incidentId}/resolve`).send({}).expect(200);
      expect(await getEnd(disk)).toMatchObject({ state: 'RESOLVED', endReason: 'RESOLVED', endedBy: 'ann' });
      expect(await on(disk, 'state=recovered')).toMatchObject([{ state: 'RESOLVED', endedBy: 'ann' }]);
      expect(await toStory(disk)).toContain('Resolved by ann');
    });

    it('is closed when its definition is removed, unless it had recovered', async () => {
      const [open, recovered] = [await givenDisk(), await givenDisk()];
      for (const { measure } of [open, recovered]) await measure(95);
      await recovered.measure(5);
      await look();
      for (const { definitionId } of [open, recovered]) {
        await api.delete(`/rest/alert/definition/${definitionId}`).expect(204);
      }
      expect(await getEnd(open.disk)).toMatchObject({ state: 'CLOSED', endReason: 'DEFINITION_REMOVED' });
      await look();
      expect(await getEnd(open.disk)).toMatchObject({ state: 'CLOSED', endReason: 'DEFINITION_REMOVED' });
      expect(await getEnd(recovered.disk)).toMatchObject({ state: 'RECOVERED', endReason: 'RECOVERED' });
    });
  });

  it('is acknowledged by a named person, counted separately, and lasts as long as its condition', async () => {
    const host = await givenResource(db(), { type: await givenType(db(), { category: 'PLATFORM' }) });
    const { disk, measure } = await givenDisk({ parent: host });
    await measure(95);
    const before = await summary();
    const [alert] = await alertsOn(disk);
    await api.put(`/rest/alert/${alert!.id}`).expect(200);
    await look(HOUR);
    const acknowledged = { state: 'ACKNOWLEDGED', acknowledgedBy: 'ann' };
    expect(await on(disk)).toMatchObject([acknowledged]);
    expect(await on(disk, 'state=firing')).toEqual([]);
    const after = await summary();
    expect([after.high, after.acknowledged]).toEqual([before.high - 1, before.acknowledged + 1]);
    expect(after.hosts.find(({ hostId }) => hostId === host.id)).toMatchObject({ high: 0, acknowledged: 1 });
    expect(await overview(host)).toMatchObject({ openAlertCount: 1, acknowledgedCount: 1, openAlerts: [acknowledged] });
    expect(await firing(disk)).toBe(1);
    await measure(5);
    await look();
    expect(await on(disk)).toEqual([]);
    expect(await firing(disk)).toBe(0);
  });

  it('is silenced as long as a silence covers it, also one that was created after the notification', async () => {
    const { disk, measure } = await givenDisk();
    await measure(95);
    const endTime = api.clock.now() + HOUR;
    const scope = { kind: 'RESOURCE', id: disk.id };
    const { body } = await api.post('/rest/silence').send({ scope, reason: 'works', endTime }).expect(201);
    const silenced = { state: 'SILENCED', silenceId: (body as Id).id, silencedUntil: endTime };
    expect(await on(disk)).toMatchObject([silenced]);
    expect((await alertsOn(disk))[0]!.status).toMatchObject(silenced);
    expect(await alertsOn(disk, 'state=silenced')).toHaveLength(1);
    expect(await alertsOn(disk, 'state=firing')).toEqual([]);
    expect((await overview(disk)).openAlerts).toMatchObject([silenced]);
    expect(await firing(disk)).toBe(1);
    api.clock.advance(HOUR);
    expect(await statesOn(disk)).toEqual(['FIRING']);
  });

  it('stays open when it is acknowledged while it is silenced', async () => {
    const { disk, measure } = await givenDisk();
    const scope = { kind: 'RESOURCE', id: disk.id };
    const times = { startTime: api.clock.now(), endTime: api.clock.now() + HOUR };
    await api
      .post('/rest/silence')
      .send({ scope, reason: 'works', ...times })
      .expect(201);
    await measure(95);
    expect(await statesOn(disk)).toEqual(['SILENCED']);
    await api.put(`/rest/alert/${(await alertsOn(disk))[0]!.id}`).expect(200);
    await look(15 * MINUTE);
    await look(HOUR);
    expect(await statesOn(disk)).toEqual(['ACKNOWLEDGED']);
    expect(await firing(disk)).toBe(1);
  });

  it('is suppressed by its dependency, which shows how many it suppresses', async () => {
    const platform = await givenType(db(), { category: 'PLATFORM' });
    const [rack, node] = [
      await givenResource(db(), { type: platform, name: 'rack-3' }),
      await givenResource(db(), { type: platform }),
    ];
    await api
      .put(`/rest/resource/${node.id}/dependencies`)
      .send({ dependsOn: [rack.id] })
      .expect(200);
    await define(node, { conditions: [down] });
    for (const resource of [rack, node]) await report(resource, 'UP');
    // The node is seen first, and notified.
    await report(node, 'DOWN');
    expect(await on(node)).toMatchObject([{ kind: 'ALERT', state: 'FIRING', suppresses: 0 }]);
    await report(rack, 'DOWN');
    const suppressed = { state: 'SUPPRESSED', causeId: rack.id, causeName: 'rack-3' };
    // One problem for the node: its alert says that it is DOWN.
    expect(await on(node)).toMatchObject([{ kind: 'ALERT', ...suppressed }]);
    expect(await on(rack)).toMatchObject([{ kind: 'RESOURCE', state: 'FIRING', suppresses: 1 }]);
    expect((await alertsOn(node))[0]!.status).toMatchObject(suppressed);
    await report(rack, 'UP');
    expect(await statesOn(node)).toEqual(['FIRING']);
  });

  it('counts from its first alert when it fires repeatedly', async () => {
    const { disk, measure } = await givenDisk();
    await measure(95);
    const firstTime = api.clock.now();
    await measure(96);
    await measure(97, 98);
    expect(await on(disk)).toMatchObject([{ firstTime, lastTime: api.clock.now(), count: 4 }]);
    const other = await givenDisk();
    await other.measure(95, 96, 97);
    expect(await on(other.disk)).toMatchObject([{ count: 3 }]);
    await measure(5);
    await look();
    await measure(96);
    expect(await on(disk)).toMatchObject([{ firstTime: api.clock.now(), count: 1 }]);
  });

  it('ends with its definition, and when a person resolves it', async () => {
    const [gone, resolved] = [await givenDisk(), await givenDisk()];
    for (const { measure } of [gone, resolved]) await measure(95);
    await api.delete(`/rest/alert/definition/${gone.definitionId}`).expect(204);
    const [alert] = await alertsOn(resolved.disk);
    await api.post(`/rest/incident/${alert!.incidentId}/resolve`).send({}).expect(200);
    for (const { disk } of [gone, resolved]) {
      expect(await on(disk)).toEqual([]);
      expect(await firing(disk)).toBe(0);
    }
  });

  it('of an event states that its end is not observed, and closes by age', async () => {
    const type = await givenType(db());
    const disk = await givenResource(db(), { type });
    await db().query(
      `INSERT INTO event_definition (resource_type_id, name, display_name) VALUES ($1, 'Event Log', 'Event Log')`,
      [type.id],
    );
    await define(disk, { conditions: [{ category: 'EVENT', name: 'ERROR' }] });
    const { body } = await api
      .post(`/rest/event/${disk.id}/sources`)
      .send({ name: 'Event Log', location: '/var/log/x' })
      .expect(200);
    await api
      .post(`/rest/event/source/${(body as Id).id}/events`)
      .send([{ severity: 'ERROR', detail: 'boom' }])
      .expect(204);
    expect(await on(disk)).toMatchObject([{ state: 'FIRING', seesRecovery: false }]);
    await look(23 * HOUR);
    expect(await statesOn(disk)).toEqual(['FIRING']);
    await look(HOUR);
    expect(await statesOn(disk)).toEqual([]);
  });

  it('lasts until its recovering definition fires, whatever is measured in between', async () => {
    const { disk, metric, definitionId, measure } = await givenDisk({ definition: { dampeningCategory: 'ONCE' } });
    const under = { ...overTen(metric), comparator: '<', threshold: 3 };
    await define(disk, { name: 'recovered', recoveryId: definitionId, conditions: [under] });
    await measure(95);
    await measure(5);
    await look();
    expect(await statesOn(disk)).toEqual(['FIRING']);
    await measure(2);
    expect(await statesOn(disk)).toEqual([]);
    expect(await on(disk, 'state=recovered')).toMatchObject([{ definitionId }]);
  });
});
