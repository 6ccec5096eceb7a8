import { givenResource, givenType } from '../../test/given-inventory';
import { useMonitoring } from '../../test/use-monitoring';
import { MetricFacts } from '../../alert-engine/metric-facts.service';
import {
  aFirstMessage,
  FIRST_HEADERS,
  packed,
  type SentSeries,
} from '../../../../../libs/series-formats/test/write-request.builder';
import { overTen } from '../../test/alerts/alert-fixture';
import { DOWN, INCIDENT_SETTINGS, useIncidents, MINUTE, SECOND } from './incident-fixture';
import './failing-rows.suite';
import './storm-messages.suite';
import { type MailSink, openMailSink, openWebSink, type WebSink } from '../../test/alerts/sinks';

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
  const api = useMonitoring(() => ({ ...INCIDENT_SETTINGS, SMTP_URL: mail.url }));
  const db = () => api.database;
  const { aMail, define, report, reportAll, alertsOn, pass, own, subjects } = useIncidents(api, () => mail);
  let serial = 0;

  it('notify once of alerts below a DOWN resource, and once of their end', async () => {
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
      'Recovered: [HIGH] host down: 4 alerts on switch-1',
    ]);
    await pass(60 * MINUTE);
    expect(own()).toHaveLength(2);
  });

  describe('of a Prometheus target', () => {
    const sender = () => api.as({ username: 'prometheus', roles: ['operator'] });
    let labels: { job: string; instance: string; queue: string };
    beforeEach(() => {
      labels = { job: 'shop', instance: `web-${++serial}.example.com:24312`, queue: 'orders' };
    });
    const bodies = () => web.posts.map(({ body }) => JSON.parse(body) as Record<string, unknown>);
    async function measure(value: number): Promise<void> {
      api.clock.advance(SECOND);
      const series: SentSeries = {
        labels: { __name__: 'waiting_orders', ...labels },
        samples: [[api.clock.now(), value]],
      };
      await sender()
        .post('/prometheus/api/v1/write')
        .set(FIRST_HEADERS)
        .serialize((sent: unknown) => sent as string)
        .send(packed(aFirstMessage([series])))
        .expect(204);
      await api.service.app.get(MetricFacts, { strict: false }).drain();
    }
    async function givenAlert(): Promise<{ target: Id; definitionId: number }> {
      await measure(5);
      const [target] = await db().query<Id & { metric: number }>(
        `SELECT t.resource_id AS id, s.metric_definition_id AS metric
           FROM received_target t JOIN metric_schedule s ON s.resource_id = t.resource_id
          ORDER BY t.resource_id DESC LIMIT 1`,
      );
      const conditions = [{ ...overTen({ id: target!.metric }), threshold: 100 }];
      const notifications = [aMail(), { senderName: 'Webhook', config: { url: `${web.url}/hook` } }];
      const definitionId = await define(target!, { name: 'orders wait', conditions, notifications, priority: 'HIGH' });
      await measure(500);
      await pass(30 * SECOND);
      return { target: target!, definitionId };
    }

    it('have its instance as host, its labels, and the end, duration and last value when they are over', async () => {
      await givenAlert();
      await measure(5);
      await pass(10 * MINUTE);
      expect(subjects()).toEqual([
        `[HIGH] shop ${labels.instance}: orders wait, 500`,
        `Recovered: [HIGH] shop ${labels.instance}: orders wait`,
      ]);
      const [fired, ended] = bodies();
      expect(fired).toMatchObject({
        resource: { host: labels.instance, path: ['prometheus', expect.anything()] },
        labels,
      });
      const { incident, firedAt } = ended as {
        incident: { endedAt: string; durationSeconds: number };
        firedAt: string;
      };
      expect(ended).toMatchObject({ type: 'incident.ended', conditions: [{ value: '500', latest: { value: '5' } }] });
      expect(Date.parse(incident.endedAt) - Date.parse(firedAt)).toBe(incident.durationSeconds * SECOND);
      expect(own()[1]!.text).toMatch(/^Recovered after .*, now 5\.\r$/m);
    });

    it('show that their definition was removed, and require no attention then', async () => {
      const { target, definitionId } = await givenAlert();
      const open = async (): Promise<unknown[]> => {
        const { body } = await api.get('/rest/problem?ps=500').expect(200);
        return (body as { resourceId: number }[]).filter(({ resourceId }) => resourceId === target.id);
      };
      expect(await open()).toHaveLength(1);
      await api.delete(`/rest/alert/definition/${definitionId}`).expect(204);
      expect(await open()).toEqual([]);
      await pass(10 * MINUTE);
      expect(own()[1]!.text).toMatch(/^The alert definition was removed after .*\. The problem may persist\.\r$/m);
      expect(bodies()[1]).toMatchObject({ incident: { endedBy: 'definition removed' } });
    });
  });

  it('group alerts by the setting of their definition: by host, definition or cause', async () => {
    const [one, two] = [
      await givenResource(db(), { name: 'grouped-1' }),
      await givenResource(db(), { name: 'grouped-2' }),
    ];
    const type = await givenType(db());
    const parts: Id[] = [];
    for (const parent of [one, one, two]) parts.push(await givenResource(db(), { parent, type }));
    const notifications = [aMail()];
    const sent = { name: 'part down', enabled: true, conditions: [DOWN], notifications };
    const { body } = await api.post(`/rest/alert/definitions?resourceTypeId=${type.id}`).send(sent).expect(201);
    const path = `/rest/alert/definition/${(body as Id).id}/grouping`;
    expect((await api.get(path).expect(200)).body).toMatchObject({ grouping: 'DEFINITION', chosen: false });
    const incidents = async () => {
      const found = await Promise.all(parts.map(async (part) => (await alertsOn(part))[0]!.incidentId!));
      for (const part of parts) await report(part, 'UP');
      await pass(90 * MINUTE);
      const { body: first } = await api.get(`/rest/incident/${found[0]}`).expect(200);
      return { found, grouping: (first as { grouping: string }).grouping };
    };
    const fire = async () => {
      for (const part of parts) await report(part, 'UP', 'DOWN');
      return incidents();
    };
    const byDefinition = await fire();
    expect(new Set(byDefinition.found).size).toBe(1);
    expect(byDefinition.grouping).toBe('DEFINITION');
    for (const [grouping, count] of [
      ['HOST', 2],
      ['CAUSE', 3],
    ] as const) {
      expect((await api.put(path).send({ grouping }).expect(200)).body).toMatchObject({ grouping, chosen: true });
      const { found, grouping: shown } = await fire();
      expect(new Set(found).size).toBe(count);
      expect(shown).toBe(grouping === 'CAUSE' ? 'PROBLEM' : grouping);
      if (grouping === 'HOST') expect(found[0]).toBe(found[1]);
    }
    await api.put(path).send({ grouping: 'COLOUR' }).expect(406);
    await api
      .as({ roles: ['viewer'] })
      .put(path)
      .send({ grouping: 'HOST' })
      .expect(403);
    expect((await api.put(path).send({}).expect(200)).body).toMatchObject({ grouping: 'DEFINITION', chosen: false });
  });

  it('notify of 1,202 alerts of a failing switch by one notification, one update and one end', async () => {
    const recipient = aMail();
    const notifications = [recipient, { senderName: 'Webhook', config: { url: `${web.url}/hook` } }];
    const type = await givenType(db());
    const root = await givenResource(db(), { name: 'switch-2' });
    const hosts = await db().query<Id>(
      `INSERT INTO resource (resource_type_id, category, resource_key, name, parent_id, inventory_status, created_ms, modified_ms,
                             availability)
       SELECT r.resource_type_id, r.category, 'below ' || n, 'host ' || n, $2, 'COMMITTED', 0, 0, 'UP'
         FROM resource r, generate_series(1, 1201) AS n WHERE r.id = $1 RETURNING id`,
      [(await givenResource(db(), { type })).id, root.id],
    );
    await define(root, { name: 'switch down', notifications });
    const sent = { name: 'host down', enabled: true, conditions: [DOWN], notifications };
    await api.post(`/rest/alert/definitions?resourceTypeId=${type.id}`).send(sent).expect(201);
    // Half of the hosts are reported before the switch.
    const late = hosts.splice(0, 600);
    await reportAll(hosts, 'DOWN');
    await report(root, 'DOWN');
    await reportAll(late, 'DOWN');
    await pass(58 * SECOND);
    const [counted] = await db().query<{ alerts: number; suppressed: number }>(
      `SELECT count(*)::integer AS alerts, count(*) FILTER (WHERE h.is_held AND h.cause_id = $1)::integer AS suppressed
         FROM alert a JOIN alert_hold h ON h.alert_id = a.id JOIN resource r ON r.id = a.resource_id
        WHERE $1 IN (r.id, r.parent_id)`,
      [root.id],
    );
    expect(counted).toEqual({ alerts: 1202, suppressed: 1201 });
    expect(subjects()).toEqual(['[LOW] switch-2: switch down (1,201 alerts suppressed)']);
    expect(web.posts.map(({ body }) => JSON.parse(body) as object)).toEqual([
      expect.objectContaining({
        type: 'alert.fired',
        incident: expect.objectContaining({ suppressed: 1201 }) as object,
      }),
    ]);
    // One more is an update in the same thread.
    const last = await givenResource(db(), { name: 'host 1202', parent: root, type });
    await define(last, { notifications });
    await report(last, 'DOWN');
    await pass(6 * MINUTE);
    expect(subjects().slice(1)).toEqual(['Update: [LOW] switch-2 is DOWN: 1,202 alerts suppressed']);
    const threads = own().map(({ text }) => /^References: (.*)$/m.exec(text)![1]);
    expect(new Set(threads).size).toBe(1);
    await report(root, 'UP');
    await reportAll([...hosts, ...late, last], 'UP');
    await pass(5 * MINUTE);
    expect(subjects().slice(2)).toEqual([expect.stringMatching(/^Recovered: \[LOW\] switch-2: 1,203 alerts on .*$/)]);
    expect(web.posts.map(({ body }) => (JSON.parse(body) as { type: string }).type)).toEqual([
      'alert.fired',
      'incident.held',
      'incident.ended',
    ]);
  }, 120_000);

  it('have one cause for named dependencies too, which may not form a circle', async () => {
    const [web1, database] = [
      await givenResource(db(), { name: 'Shop 1' }),
      await givenResource(db(), { name: 'db-1' }),
    ];
    const depend = (from: Id, ...to: Id[]) =>
      api.put(`/rest/resource/${from.id}/dependencies`).send({ dependsOn: to.map(({ id }) => id) });
    const { body } = await depend(web1, database).expect(200);
    expect(body).toEqual([expect.objectContaining({ resourceId: database.id, resourceName: 'db-1' })]);
    expect((await depend(database, web1).expect(409)).body).toEqual({
      message: expect.stringContaining('therefore cannot depend on it') as string,
    });
    await depend(web1, web1).expect(409);
    await api
      .as({ roles: ['viewer'] })
      .put(`/rest/resource/${web1.id}/dependencies`)
      .send({ dependsOn: [] })
      .expect(403);
    expect((await api.get('/rest/dependency.json').query({ q: 'shop' }).expect(200)).body).toEqual([
      expect.objectContaining({ resourceId: web1.id, resourceName: 'Shop 1', dependsOn: [database.id] }),
    ]);
    expect(
      (
        await api
          .as({ roles: ['viewer'] })
          .get('/rest/dependency.json')
          .expect(200)
      ).body,
    ).toEqual([]);
    await define(web1, { notifications: [aMail()] });
    await report(database, 'DOWN');
    await report(web1, 'DOWN');
    await pass(30 * SECOND);
    expect(subjects()).toEqual(['[LOW] db-1 is DOWN: 1 alert suppressed']);
    // The host no longer depends on the other one, which is still DOWN.
    await depend(web1).expect(200);
    await pass(MINUTE);
    expect(subjects().slice(1)).toEqual([
      'Ended: [LOW] db-1 no longer suppresses alerts',
      expect.stringMatching(/host down$/),
    ]);
    const end = own().find(({ text }) => text.includes('Subject: Ended'))!.text;
    expect(end).toMatch(
      /db-1 no longer suppresses alerts after .*\. Alerts that still fire are notified\s+separately\./,
    );
    expect(end).not.toMatch(/Recovered|Resource:/);
  });

  it('count a host that is UP again as recovered in the message that releases its suppressed alerts', async () => {
    const host = await givenResource(db(), { name: 'host-9' });
    const service = await givenResource(db(), { name: 'service-9', parent: host });
    const notifications = [aMail()];
    for (const resource of [host, service]) {
      const id = await define(resource, { notifications });
      await api.put(`/rest/alert/definition/${id}/grouping`).send({ grouping: 'HOST' }).expect(200);
    }
    await report(host, 'DOWN');
    // An old alert is checked less often.
    await pass(30 * MINUTE);
    await report(service, 'DOWN');
    await pass(6 * MINUTE);
    await report(host, 'UP');
    await pass(10 * SECOND);
    expect(subjects().at(-1)).toBe('Update: [LOW] host-9 / service-9: host down (1 alert recovered)');
  });

  it('list no dependencies on a resource that left the inventory', async () => {
    const [shop, leaving] = [await givenResource(db(), { name: 'shop-9' }), await givenResource(db())];
    await api
      .put(`/rest/resource/${shop.id}/dependencies`)
      .send({ dependsOn: [leaving.id] })
      .expect(200);
    await db().query(`UPDATE resource SET inventory_status = 'UNINVENTORIED' WHERE id = $1`, [leaving.id]);

    expect((await api.get(`/rest/resource/${shop.id}/dependencies.json`).expect(200)).body).toEqual([]);
    expect((await api.get('/rest/dependency.json').query({ q: 'shop-9' }).expect(200)).body).toEqual([]);
  });

  it('hold flapping alerts, notify of that once, and of what still holds when it is stable', async () => {
    const resource = await givenResource(db(), { name: 'flappy' });
    await define(resource, { notifications: [aMail()] });
    for (let round = 0; round < 6; round++) {
      await report(resource, 'UP', 'DOWN');
      await pass(30 * SECOND);
    }
    expect((await alertsOn(resource))[0]!.hold).toMatchObject({ state: 'FLAPPING', flapping: true });
    await pass(6 * MINUTE);
    const said = own().filter(({ text }) => text.includes('This alert is flapping.'));
    expect(said).toHaveLength(1);
    const before = own().length;
    await pass(10 * MINUTE);
    expect(own()).toHaveLength(before);
    await pass(40 * MINUTE);
    expect((await alertsOn(resource))[0]!.hold).toMatchObject({ state: 'TOLD', flapping: true });
    expect(subjects().at(-1)).toMatch(/flappy: host down/);
  });

  it('are limited per recipient and hour, with the rest as one digest', async () => {
    const notifications = [aMail()];
    for (let n = 0; n < 9; n++) {
      const resource = await givenResource(db(), { name: `busy-${n}` });
      await define(resource, { name: `problem ${n}`, notifications });
      await report(resource, 'DOWN');
    }
    await pass(MINUTE);
    expect(own()).toHaveLength(5);
    await pass(60 * MINUTE);
    expect(own()).toHaveLength(6);
    const digest = own()[5]!.text;
    for (let n = 5; n < 9; n++) expect(digest).toContain(`problem ${n}`);
  });
});
