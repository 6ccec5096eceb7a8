import type {
  AlertExplanation,
  IncidentRest,
  IntegrationRequestRest,
  IntegrationRest,
  ProblemRest,
  ProblemSummary,
} from '@wardstone/dto/monitoring';
import { Delivery } from '../../notifications/delivery/delivery.service';
import { AlertNotices } from '../../alert-engine/alert-notices';
import { openWebSink, type WebSink } from '../../test/alerts/sinks';
import { useMonitoring } from '../../test/use-monitoring';
import { IntegrationIntake } from '../integration-intake.service';
import { alertsOn, givenIntegration, type GivenIntegration } from './integration-fixture';
import {
  alertmanagerGroup,
  grafanaGroup,
  mail,
  pagerDutyEvent,
  PROBE_MAPPING,
  probeReport,
  prometheusAlerts,
  uptimeKuma,
} from './payloads';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const RUN = { signal: new AbortController().signal };

describe('integrations', () => {
  let web: WebSink;
  const api = useMonitoring(() => ({ ALERT_ALLOWED_NETWORKS: '127.0.0.0/8', ALERT_GROUP_BY: 'problem' }));
  const db = () => api.database;
  const intake = () => api.service.app.get(IntegrationIntake, { strict: false });
  const release = () => api.service.app.get(AlertNotices, { strict: false }).release(RUN);
  const post = (path: string, payload: unknown) => api.anonymous.post(path).send(payload as object);
  const statesOn = async (integration: GivenIntegration): Promise<string[]> =>
    (await alertsOn(api, integration)).map(({ status }) => status!.state);
  const listRequests = async ({ id }: GivenIntegration): Promise<IntegrationRequestRest[]> =>
    (await api.get(`/rest/integration/${id}/requests`).expect(200)).body as IntegrationRequestRest[];
  const read = async ({ id }: GivenIntegration): Promise<IntegrationRest> =>
    (await api.get(`/rest/integration/${id}`).expect(200)).body as IntegrationRest;

  beforeAll(async () => {
    web = await openWebSink();
  });
  afterAll(() => web.close());
  beforeEach(() => {
    api.clock.advance(HOUR);
    web.posts.length = 0;
    web.status = 204;
  });

  describe('of each kind accept firing, repeated, updated and ended alerts', () => {
    const alertNamed = (title: string) => ({ title });
    const kinds: Record<string, () => { given: Promise<GivenIntegration>; under?: string; payloads: () => unknown[] }> =
      {
        ALERTMANAGER: () => ({
          given: givenIntegration(api, 'ALERTMANAGER'),
          payloads: () => [
            alertmanagerGroup('firing'),
            alertmanagerGroup('firing', alertNamed('nearly full')),
            alertmanagerGroup('resolved'),
          ],
        }),
        PROMETHEUS: () => ({
          given: givenIntegration(api, 'PROMETHEUS'),
          under: '/api/v2/alerts',
          payloads: () => [
            prometheusAlerts(api.clock.now() + 5 * MINUTE),
            prometheusAlerts(api.clock.now() + 6 * MINUTE, alertNamed('nearly full')),
            prometheusAlerts(api.clock.now() - 1),
          ],
        }),
        PAGERDUTY: () => ({
          given: givenIntegration(api, 'PAGERDUTY'),
          under: '/v2/enqueue',
          payloads: () => [
            pagerDutyEvent('trigger'),
            pagerDutyEvent('trigger', { payload: { summary: 'nearly full', source: 'db-1', severity: 'critical' } }),
            pagerDutyEvent('resolve'),
          ],
        }),
        GRAFANA: () => ({
          given: givenIntegration(api, 'GRAFANA'),
          payloads: () => [
            grafanaGroup('firing'),
            grafanaGroup('firing', alertNamed('nearly full')),
            grafanaGroup('resolved'),
          ],
        }),
        UPTIME_KUMA: () => ({
          given: givenIntegration(api, 'UPTIME_KUMA'),
          payloads: () => [uptimeKuma(0), uptimeKuma(0, 'nearly full'), uptimeKuma(1)],
        }),
        JSON: () => ({
          given: givenIntegration(api, 'JSON', { mapping: PROBE_MAPPING }),
          payloads: () => [probeReport('alarm'), probeReport('alarm', { text: 'nearly full' }), probeReport('ok')],
        }),
      };

    it.each(Object.keys(kinds))('%s', async (kind) => {
      const { given, under = '', payloads } = kinds[kind]!();
      const integration = await given;
      const status = kind === 'PAGERDUTY' ? 202 : 200;
      const send = (payload: unknown) => post(integration.path + under, payload).expect(status);
      const [firing, update, over] = payloads();
      await send(firing);
      await send(firing);
      expect(await statesOn(integration)).toEqual(['FIRING']);
      expect(await read(integration)).toMatchObject({ open: 1, heardTime: api.clock.now() });
      await send(update);
      const [alert, ...more] = await alertsOn(api, integration);
      expect(more).toEqual([]);
      expect(alert!.external!.title).toMatch('nearly full');
      expect(alert!.external).toMatchObject({ severity: 'CRITICAL', resolvedTime: 0 });
      expect(alert!.alertDefinition).toMatchObject({ name: `${integration.name}: critical`, priority: 'HIGH' });
      await send(over);
      await send(over);
      expect(await statesOn(integration)).toEqual(['RECOVERED']);
      expect(await read(integration)).toMatchObject({ open: 0 });
      await send(firing);
      expect(await statesOn(integration)).toEqual(['RECOVERED', 'FIRING']);
      const counts = (await listRequests(integration)).map(
        ({ fired, updated, resolved, ignored }) => `${fired}${updated}${resolved}${ignored}`,
      );
      expect(counts.reverse()).toEqual(['1000', '0100', '0100', '0010', '0001', '1000']);
    });

    it('MAIL, as forms with files and as JSON', async () => {
      const integration = await givenIntegration(api, 'MAIL');
      const send = async (subject: string): Promise<void> => {
        const sent = new Request('http://x', { method: 'POST', body: mail(subject) });
        const body = Buffer.from(await sent.arrayBuffer());
        await api.anonymous
          .post(integration.path)
          .set('Content-Type', sent.headers.get('Content-Type')!)
          .send(body)
          .expect(200);
      };
      await send('** PROBLEM Service Alert: db-1/disk is CRITICAL **');
      await send('** PROBLEM Service Alert: db-1/disk is CRITICAL **');
      const [alert, ...more] = await alertsOn(api, integration);
      expect(more).toEqual([]);
      expect(alert!.external).toMatchObject({ severity: 'CRITICAL', value: 'value 97 %' });
      await send('** RECOVERY Service Alert: db-1/disk is OK **');
      expect(await statesOn(integration)).toEqual(['RECOVERED']);
      await post(integration.path, { subject: 'Backup failed', from: 'cron@db-1' }).expect(200);
      expect(await statesOn(integration)).toEqual(['RECOVERED', 'FIRING']);
    });
  });

  it('respond like PagerDuty, and acknowledge what is acknowledged there', async () => {
    const integration = await givenIntegration(api, 'PAGERDUTY');
    const path = `${integration.path}/v2/enqueue`;
    const { body } = await post(path, pagerDutyEvent('trigger')).expect(202);
    expect(body).toEqual({ status: 'success', message: 'Event processed', dedup_key: 'db-1/disk' });
    await post(path, pagerDutyEvent('acknowledge')).expect(202);
    const [alert] = await alertsOn(api, integration);
    expect(alert).toMatchObject({ ackBy: integration.name, status: { state: 'ACKNOWLEDGED' } });
    await post(path, pagerDutyEvent('resolve')).expect(202);
    expect(await statesOn(integration)).toEqual(['RECOVERED']);
  });

  it('choose the priority by severity, and notify again of what has become more severe', async () => {
    const integration = await givenIntegration(api, 'GRAFANA');
    const prioritiesOn = async () =>
      (await alertsOn(api, integration)).map(
        ({ alertDefinition, status }) => `${alertDefinition.priority} ${status!.state}`,
      );
    await post(integration.path, grafanaGroup('firing', { severity: 'info' })).expect(200);
    expect(await prioritiesOn()).toEqual(['LOW FIRING']);
    await post(integration.path, grafanaGroup('firing', { severity: 'warning' })).expect(200);
    expect(await prioritiesOn()).toEqual(['LOW CLOSED', 'MEDIUM FIRING']);
    await post(integration.path, grafanaGroup('firing', { severity: 'critical' })).expect(200);
    await post(integration.path, grafanaGroup('firing', { severity: 'info' })).expect(200);
    expect(await prioritiesOn()).toEqual(['LOW CLOSED', 'MEDIUM CLOSED', 'HIGH FIRING']);
  });

  it('keep the alerts of one system separate: each is a problem, ends and is acknowledged by itself', async () => {
    const integration = await givenIntegration(api, 'ALERTMANAGER');
    const numbers = [1, 2, 3].map((number) => ({ number, title: `disk ${number}` }));
    await post(integration.path, alertmanagerGroup('firing', ...numbers)).expect(200);
    await post(integration.path, alertmanagerGroup('resolved', numbers[1]!)).expect(200);
    const alerts = await alertsOn(api, integration);
    expect(alerts.map(({ status }) => status!.state)).toEqual(['FIRING', 'RECOVERED', 'FIRING']);
    expect(new Set(alerts.map(({ incidentId }) => incidentId)).size).toBe(3);
    await api.put(`/rest/alert/${alerts[0]!.id}`).expect(200);
    expect(await statesOn(integration)).toEqual(['ACKNOWLEDGED', 'RECOVERED', 'FIRING']);
    const problems = (await api.get('/rest/problem?ps=500').expect(200)).body as ProblemRest[];
    const own = problems.filter(({ resourceId }) => resourceId === integration.id);
    expect(own.map(({ name, state, seesRecovery }) => ({ name, state, seesRecovery })).sort(byName)).toEqual([
      { name: 'DiskFull: disk 1', state: 'ACKNOWLEDGED', seesRecovery: true },
      { name: 'DiskFull: disk 3', state: 'FIRING', seesRecovery: true },
    ]);
  });

  it('are UP while in inventory, and not listed as machines with problems', async () => {
    const summarize = async (): Promise<ProblemSummary> =>
      (await api.get('/rest/problem/summary').expect(200)).body as ProblemSummary;
    const before = await summarize();
    const integration = await givenIntegration(api, 'ALERTMANAGER');
    await post(integration.path, alertmanagerGroup('firing', { number: 1, title: 'burning' })).expect(200);
    expect(await alertsOn(api, integration)).toHaveLength(1);
    const after = await summarize();
    expect(after.unknown).toBe(before.unknown);
    expect(after.up).toBe(before.up + 1);
    expect(after.hosts.map(({ hostId }) => hostId)).not.toContain(integration.id);
  });

  it('are explained by the reported alert, not by its event', async () => {
    const integration = await givenIntegration(api, 'PAGERDUTY');
    const event = {
      routing_key: 'x'.repeat(32),
      event_action: 'trigger',
      dedup_key: 'hvac',
      payload: { summary: 'Air conditioning has failed', source: 'rack-12', severity: 'critical' },
    };
    await post(`${integration.path}/v2/enqueue`, event).expect(202);
    const [alert] = await alertsOn(api, integration);
    const { body } = await api.get(`/rest/alert/${alert!.id}/explain`).expect(200);
    expect((body as AlertExplanation).conditions).toMatchObject([
      { description: `${integration.name} reports critical`, valueText: 'Air conditioning has failed' },
    ]);
    const problems = (await api.get('/rest/problem?ps=500').expect(200)).body as ProblemRest[];
    expect(problems.find(({ alertId }) => alertId === alert!.id)?.description).toBe('Critical on rack-12');
  });

  it('notify recipients with title, host, value and link, once, and of the end', async () => {
    const integration = await givenIntegration(api, 'ALERTMANAGER');
    const [{ id: definitionId }] = (await api.get(`/rest/alert/definitions?resourceId=${integration.id}`).expect(200))
      .body as [{ id: number }];
    await api
      .post(`/rest/alert/definition/${definitionId}/notifications`)
      .send({ senderName: 'Slack', config: { url: `${web.url}/hook` } })
      .expect(201);
    const deliver = async (): Promise<void> => {
      const logs = await db().query<{ id: number }>(
        `SELECT l.id FROM alert_notification_log l JOIN alert a ON a.id = l.alert_id
          WHERE a.resource_id = $1 AND NOT l.is_settled AND l.carrier_id IS NULL ORDER BY l.id`,
        [integration.id],
      );
      for (const { id } of logs) await api.service.app.get(Delivery, { strict: false }).deliver(id);
    };
    await post(integration.path, alertmanagerGroup('firing')).expect(200);
    await post(integration.path, alertmanagerGroup('firing')).expect(200);
    await deliver();
    await post(integration.path, alertmanagerGroup('resolved')).expect(200);
    await post(integration.path, alertmanagerGroup('resolved')).expect(200);
    await deliver();
    await deliver();
    const texts = web.posts.map(({ body }) => body);
    expect(texts).toHaveLength(2);
    for (const part of [
      'DiskFull: /var is full on db-1',
      'db-1:9100',
      '97 %',
      'prometheus.example:9090',
      integration.name,
    ]) {
      expect(texts[0]).toContain(part);
    }
    expect(texts[1]).toContain('DiskFull: /var is full on db-1');
  });

  it('are subject to silences and grouping like all alerts', async () => {
    const integration = await givenIntegration(api, 'ALERTMANAGER');
    const silence = {
      scope: { kind: 'RESOURCE', id: integration.id },
      reason: 'works',
      endTime: api.clock.now() + HOUR,
    };
    await api.post('/rest/silence').send(silence).expect(201);
    await post(integration.path, alertmanagerGroup('firing')).expect(200);
    expect(await statesOn(integration)).toEqual(['SILENCED']);
    await post(integration.path, alertmanagerGroup('resolved')).expect(200);
    expect(await statesOn(integration)).toEqual(['RECOVERED']);
    api.clock.advance(2 * HOUR);
    const definitions = (await api.get(`/rest/alert/definitions?resourceId=${integration.id}`)).body as {
      id: number;
    }[];
    for (const { id } of definitions) {
      await api.put(`/rest/alert/definition/${id}/grouping`).send({ grouping: 'DEFINITION' }).expect(200);
    }
    await post(integration.path, alertmanagerGroup('firing', { number: 1 }, { number: 2 })).expect(200);
    const open = (await alertsOn(api, integration)).filter(({ status }) => status!.state === 'FIRING');
    expect(new Set(open.map(({ incidentId }) => incidentId)).size).toBe(1);
    const { body: listed } = await api.get(`/rest/incident?ps=500`).expect(200);
    const own = (listed as IncidentRest[]).filter(({ id }) => id === open[0]!.incidentId);
    expect(own).toMatchObject([{ firingCount: open.length, name: open[0]!.external!.title }]);
  });

  it('close alerts that are no longer reported, not repeated ones, and fire them again when they return', async () => {
    const integration = await givenIntegration(api, 'ALERTMANAGER');
    await post(integration.path, alertmanagerGroup('firing')).expect(200);
    for (let hour = 0; hour < 30; hour += 4) {
      api.clock.advance(4 * HOUR);
      await post(integration.path, alertmanagerGroup('firing')).expect(200);
      await release();
    }
    expect(await statesOn(integration)).toEqual(['FIRING']);
    api.clock.advance(25 * HOUR);
    await release();
    expect(await statesOn(integration)).toEqual(['CLOSED']);
    await post(integration.path, alertmanagerGroup('firing')).expect(200);
    expect(await statesOn(integration)).toEqual(['CLOSED', 'FIRING']);
  });

  it('end alerts that Prometheus does not repeat before their end time, unless the server has just started', async () => {
    const integration = await givenIntegration(api, 'PROMETHEUS');
    const send = () =>
      post(`${integration.path}/api/v2/alerts`, prometheusAlerts(api.clock.now() + 4 * MINUTE)).expect(200);
    await send();
    for (let minute = 0; minute < 12; minute++) {
      api.clock.advance(MINUTE);
      await send();
      await intake().expire(RUN);
    }
    expect(await statesOn(integration)).toEqual(['FIRING']);
    api.clock.advance(5 * MINUTE);
    intake().listen();
    await intake().expire(RUN);
    expect(await statesOn(integration)).toEqual(['FIRING']);
    api.clock.advance(10 * MINUTE);
    await intake().expire(RUN);
    expect(await statesOn(integration)).toEqual(['RECOVERED']);
  });

  it('are removed with their resource: the address is unknown and the alerts are over', async () => {
    const integration = await givenIntegration(api, 'ALERTMANAGER');
    await post(integration.path, alertmanagerGroup('firing')).expect(200);
    await api.delete(`/rest/integration/${integration.id}`).expect(204);
    await post(integration.path, alertmanagerGroup('firing')).expect(404);
    await api.get(`/rest/integration/${integration.id}`).expect(404);
    expect(await db().query('SELECT 1 FROM external_alert x WHERE x.integration_id = $1', [integration.id])).toEqual(
      [],
    );
  });

  it('are refused with invalid names, mappings and formats', async () => {
    const { name } = await givenIntegration(api, 'GRAFANA');
    const refuse = (sent: object, status: number) => api.post('/rest/integration').send(sent).expect(status);
    await refuse({ name, kind: 'GRAFANA' }, 409);
    await refuse({ name: ' ', kind: 'GRAFANA' }, 406);
    await refuse({ name: 'x'.repeat(81), kind: 'GRAFANA' }, 406);
    await refuse({ name: 'a', kind: 'NAGIOS' }, 406);
    await refuse({ name: 'a', kind: 'JSON' }, 406);
    await refuse({ name: 'a', kind: 'GRAFANA', mapping: { key: '/id' } }, 406);
    await refuse({ name: 'a', kind: 'JSON', mapping: { key: '/a'.repeat(11) } }, 406);
    await refuse({ name: 'a', kind: 'JSON', mapping: { key: `/${'a'.repeat(200)}` } }, 406);
  });

  it('fire once for the same alert, however many senders report it at a time', async () => {
    const integration = await givenIntegration(api, 'ALERTMANAGER');
    const group = () => alertmanagerGroup('firing', { number: 1 }, { number: 2 });
    await Promise.all(Array.from({ length: 20 }, () => post(integration.path, group()).expect(200)));
    expect(await statesOn(integration)).toEqual(['FIRING', 'FIRING']);
  });
});

function byName({ name: one }: { name: string }, { name: other }: { name: string }): number {
  return one < other ? -1 : 1;
}
