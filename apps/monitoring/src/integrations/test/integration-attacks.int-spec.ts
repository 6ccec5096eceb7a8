import { newSecret } from '@wardstone/auth';
import type { IntegrationRequestRest, IntegrationRest } from '@wardstone/dto/monitoring';
import { useMonitoring } from '../../test/use-monitoring';
import { IntegrationIntake } from '../integration-intake.service';
import { alertsOn, givenIntegration, type GivenIntegration, listReported } from './integration-fixture';
import {
  alertmanagerGroup,
  grafanaGroup,
  pagerDutyEvent,
  PROBE_MAPPING,
  probeReport,
  prometheusAlerts,
} from './payloads';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const RUN = { signal: new AbortController().signal };

describe('integrations against attackers', () => {
  const api = useMonitoring();
  const db = () => api.database;
  const intake = () => api.service.app.get(IntegrationIntake, { strict: false });
  const post = (path: string, payload: unknown) => api.anonymous.post(path).send(payload as object);
  const statesOn = async (integration: GivenIntegration): Promise<string[]> =>
    (await alertsOn(api, integration)).map(({ status }) => status!.state);
  const getRequests = async ({ id }: GivenIntegration): Promise<IntegrationRequestRest[]> =>
    (await api.get(`/rest/integration/${id}/requests`).expect(200)).body as IntegrationRequestRest[];
  const read = async ({ id }: GivenIntegration): Promise<IntegrationRest> =>
    (await api.get(`/rest/integration/${id}`).expect(200)).body as IntegrationRest;

  beforeEach(() => api.clock.advance(HOUR));

  it('reject tokens that are guessed, revoked, or of another format', async () => {
    const integration = await givenIntegration(api, 'GRAFANA');
    const other = await givenIntegration(api, 'PAGERDUTY');
    const unknown = (path: string) => post(path, grafanaGroup('firing')).expect(404);
    await unknown(`/rest/integration/receive/${newSecret('wsi_')}`);
    await unknown('/rest/integration/receive/wsi_');
    await unknown('/rest/integration/receive/%00');
    await unknown(`/rest/integration/receive/${integration.id}`);
    await unknown(`${integration.path}/v2/enqueue`);
    await unknown(`${other.path}/api/v2/alerts`);
    await unknown(integration.path.replace('receive/wsi_', 'receive/wsh_'));
    const { body } = await api.post(`/rest/integration/${integration.id}/address`).expect(200);
    await unknown(integration.path);
    await post(new URL((body as IntegrationRest).address!).pathname, grafanaGroup('firing')).expect(200);
    expect(await statesOn(other)).toEqual([]);
    const stored = JSON.stringify(await db().query('SELECT * FROM integration'));
    expect(stored).not.toContain(integration.path.split('/').at(-1));
  });

  it('change only their own alerts, under any key', async () => {
    const [one, other] = [await givenIntegration(api, 'PAGERDUTY'), await givenIntegration(api, 'PAGERDUTY')];
    await post(`${one.path}/v2/enqueue`, pagerDutyEvent('trigger')).expect(202);
    await post(`${other.path}/v2/enqueue`, pagerDutyEvent('resolve')).expect(202);
    await post(`${other.path}/v2/enqueue`, pagerDutyEvent('acknowledge')).expect(202);
    expect(await statesOn(one)).toEqual(['FIRING']);
  });

  it('are hidden from anonymous callers and from people who do not see them', async () => {
    const { id } = await givenIntegration(api, 'GRAFANA');
    const nobody = api.as({ username: 'eve', roles: [] });
    for (const path of ['', '/alerts', '/requests']) {
      await nobody.get(`/rest/integration/${id}${path}`).expect(404);
      await api.anonymous.get(`/rest/integration/${id}${path}`).expect(401);
    }
    expect((await nobody.get('/rest/integration').expect(200)).body).toEqual([]);
    expect((await api.get(`/rest/integration/${id}`)).body).not.toHaveProperty('address');
  });

  it('store texts as they are, without control characters, and only web links', async () => {
    const integration = await givenIntegration(api, 'JSON', { mapping: PROBE_MAPPING });
    const text = '<script>alert(1)</script>\u0000\u202e\r\nX: y';
    await post(integration.path, probeReport('alarm', { text, page: 'javascript:alert(1)' })).expect(200);
    const [alert] = await alertsOn(api, integration);
    expect(alert!.external).toMatchObject({ title: '<script>alert(1)</script> X: y' });
    expect(alert!.external).not.toHaveProperty('link');
    const page = await api.get(`/rest/alert/${alert!.id}?include=external`).set('Accept', 'text/html').expect(200);
    expect(page.text).not.toContain('<script>alert');
  });

  it('refuse large, dense, deep and invalid bodies, and show why on the page', async () => {
    const integration = await givenIntegration(api, 'JSON', { mapping: PROBE_MAPPING });
    const send = (body: string | Buffer, headers: Record<string, string> = {}) =>
      api.anonymous
        .post(integration.path)
        .set({ 'Content-Type': 'application/json', ...headers })
        .send(body);
    await send(`{"items":[{"id":"${'x'.repeat(1024 * 1024)}"}]}`).expect(413);
    await send(`{"items":[${'[],'.repeat(60_000)}1]}`).expect(413);
    await send(`${'['.repeat(5_000)}${']'.repeat(5_000)}`).expect(406);
    await send('{').expect(406);
    await send('').expect(400);
    await send(JSON.stringify({ items: Array.from({ length: 501 }, (_, id) => ({ id })) })).expect(400);
    await send('{"__proto__":{"items":[{"id":1}]}}').expect(400);
    await send('x', { 'Content-Type': 'text/plain' }).expect(415);
    const requests = await getRequests(integration);
    expect(requests).toHaveLength(8);
    expect(requests.every(({ problem }) => problem !== undefined)).toBe(true);
    expect((await read(integration)).problem).toBeDefined();
    expect(await listReported(api, integration)).toEqual([]);
  });

  it('accept a limited number of keys that never repeat: alerts, rows and requests', async () => {
    const integration = await givenIntegration(api, 'PROMETHEUS');
    const path = `${integration.path}/api/v2/alerts`;
    let refused = 0;
    let sent = 0;
    for (let minute = 0; minute < 8; minute++) {
      api.clock.advance(MINUTE);
      for (let request = 0; request < 5; request++) {
        const numbers = Array.from({ length: 500 }, () => ({ number: ++sent }));
        const { status } = await post(path, prometheusAlerts(api.clock.now() + 24 * HOUR, ...numbers));
        if (status === 429) refused++;
        else expect(status).toBe(200);
      }
    }
    const [{ count }] = (await db().query<{ count: number }>(
      'SELECT count(*)::integer AS count FROM alert a WHERE a.resource_id = $1',
      [integration.id],
    )) as [{ count: number }];
    expect(count).toBe(5_000);
    expect(refused).toBeGreaterThan(20);
    expect((await read(integration)).open).toBe(5_000);
    expect((await getRequests(integration)).length).toBeLessThanOrEqual(50);
    const [{ rows }] = (await db().query<{ rows: number }>(
      'SELECT count(*)::integer AS rows FROM integration_request q WHERE q.integration_id = $1',
      [integration.id],
    )) as [{ rows: number }];
    expect(rows).toBe(50);
  }, 300_000);

  it('delete the alerts that ended longest ago, and all that ended a week ago', async () => {
    const integration = await givenIntegration(api, 'ALERTMANAGER');
    await db().query(
      `INSERT INTO external_alert (integration_id, key_digest, key, severity, title, first_ms, heard_ms, resolved_ms)
         SELECT $1, n::text, n::text, 'INFO', 't', $2::bigint, $2, $2::bigint - n FROM generate_series(1, 10000) n`,
      [integration.id, api.clock.now()],
    );
    await post(integration.path, alertmanagerGroup('firing')).expect(200);
    const toKeys = async () =>
      (
        await db().query<{ key: string }>('SELECT x.key FROM external_alert x WHERE x.integration_id = $1', [
          integration.id,
        ])
      ).map(({ key }) => key);
    const keys = await toKeys();
    expect(keys).toHaveLength(10_000);
    expect(keys).not.toContain('10000');
    api.clock.advance(8 * 24 * HOUR);
    await intake().purge(RUN);
    expect(await toKeys()).toEqual(['b1946ac92492d234']);
  });

  it('limit the requests of each integration, regardless of the sender', async () => {
    const integration = await givenIntegration(api, 'GRAFANA');
    const statuses: number[] = [];
    for (let batch = 0; batch < 31; batch++) {
      const sent = Array.from(
        { length: 20 },
        async () => (await post(integration.path, grafanaGroup('firing'))).status,
      );
      statuses.push(...(await Promise.all(sent)));
    }
    expect(statuses.filter((status) => status === 200)).toHaveLength(600);
    expect(statuses.filter((status) => status === 429)).toHaveLength(20);
    const { headers } = await post(integration.path, grafanaGroup('firing')).expect(429);
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    await post((await givenIntegration(api, 'GRAFANA')).path, grafanaGroup('firing')).expect(200);
    expect(await statesOn(integration)).toEqual(['FIRING']);
    api.clock.advance(MINUTE);
    await post(integration.path, grafanaGroup('firing')).expect(200);
  }, 120_000);
});
