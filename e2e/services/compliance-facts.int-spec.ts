import { setTimeout as sleep } from 'node:timers/promises';
import { createService, type RunningService } from '@wardstone/bootstrap';
import { loadConfig } from '@wardstone/config';
import { eventually, rounds, useDatabase } from '@wardstone/testing';
import { ComplianceConfig } from '../../apps/compliance/src/compliance.config';
import { MIGRATIONS as COMPLIANCE_MIGRATIONS } from '../../apps/compliance/src/data-source';
import { aGuideDocument } from '../../apps/compliance/src/guides/test/given-guide-document';
import { MonitoringClient } from '../../apps/compliance/src/monitoring/monitoring-client';
import { complianceService } from '../../apps/compliance/src/service';
import { aTestResult } from '../../libs/scap/test/scan.builder';
import {
  basic,
  findClosedPort,
  type GatewayFixture,
  PASSWORD,
  startGateway,
} from '../../apps/gateway/test/gateway-fixture';
import { MIGRATIONS as MONITORING_MIGRATIONS } from '../../apps/monitoring/src/data-source';
import { type MetricService, startMetricService } from '../metrics/metric-service';

const ORG = 'org1';
const AGENT = 'web-1';
const V2 = '/api/compliance/v2';
const DAY_MS = 24 * 60 * 60 * 1000;

interface Resource {
  resourceId: number;
  resourceName: string;
  pluginName: string;
}

describe('compliance facts in monitoring', () => {
  const complianceDb = useDatabase({ name: 'compliance', migrations: COMPLIANCE_MIGRATIONS });
  const monitoringDb = useDatabase({ name: 'monitoring', migrations: MONITORING_MIGRATIONS });
  let gateway: GatewayFixture;
  let ports: { compliance: number; monitoring: number };
  let compliance: RunningService | undefined;
  let monitoring: MetricService | undefined;
  let platform: number;
  let systemId: string;
  let policyId: string;

  const shared = () => ({ HOST: '127.0.0.1', LOG_LEVEL: 'silent', GATEWAY_JWKS_URL: `${gateway.url}/auth/jwks.json` });
  const startMonitoring = async (): Promise<void> => {
    monitoring = await startMetricService(monitoringDb.url, {
      IDENTITY_TRUST: 'signed',
      GATEWAY_JWKS_URL: `${gateway.url}/auth/jwks.json`,
      PORT: String(ports.monitoring),
      SERVED_ORGANISATIONS: ORG,
      SAMPLE_INVENTORY: 'off',
      JOBS_PER_PROCESS: '0',
    });
  };
  const startCompliance = async (): Promise<void> => {
    const config = loadConfig(ComplianceConfig, {
      ...shared(),
      PORT: String(ports.compliance),
      DATABASE_URL: complianceDb.url,
      DATABASE_POOL_SIZE: '4',
    });
    compliance = await createService(complianceService(config));
    await compliance.listen();
  };
  /** kill -9. */
  const killMonitoring = async (): Promise<void> => {
    await monitoring?.kill();
    monitoring = undefined;
  };
  const client = () => compliance!.app.get(MonitoringClient, { strict: false });

  const send = async <T>(as: string, method: string, path: string, body?: object | string): Promise<T> => {
    const response = await fetch(gateway.url + path, {
      method,
      headers: {
        authorization: basic(as),
        accept: 'application/json',
        ...(body === undefined
          ? {}
          : { 'content-type': typeof body === 'string' ? 'application/xml' : 'application/json' }),
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    return (text === '' ? undefined : JSON.parse(text)) as T;
  };
  const asAdmin = <T>(method: string, path: string, body?: object | string) => send<T>('admin', method, path, body);
  const asAgent = <T>(method: string, path: string, body?: object | string) => send<T>(AGENT, method, path, body);

  const policyResource = async (): Promise<Resource | undefined> => {
    const children = await asAdmin<Resource[]>('GET', `/rest/resource/${platform}/children`);
    return children.find(({ pluginName }) => pluginName === 'Compliance');
  };
  const eventTexts = async (): Promise<string[]> => {
    const resource = await policyResource();
    if (!resource) return [];
    const events = await asAdmin<{ detail: string }[]>('GET', `/rest/event/${resource.resourceId}/events`);
    return events.map(({ detail }) => detail);
  };
  const scores = async (): Promise<number[]> => {
    const resource = await policyResource();
    if (!resource) return [];
    const schedules = await asAdmin<{ scheduleId: number; scheduleName: string }[]>(
      'GET',
      `/rest/resource/${resource.resourceId}/schedules`,
    );
    const { scheduleId } = schedules.find(({ scheduleName }) => scheduleName === 'score')!;
    const points = await asAdmin<{ value: number }[]>('GET', `/rest/metric/data/${scheduleId}/raw?duration=${DAY_MS}`);
    return points.map(({ value }) => value);
  };

  /** Waits until all queued facts are stored in monitoring. A new process finds those of another one after a minute. */
  const handedOver = () =>
    eventually('nothing waits', async () => !(await complianceDb.asOrg(ORG).hasRow('SELECT 1 FROM monitoring_fact')), {
      withinMs: 180_000,
    });

  let minute = 0;
  /** Uploads a result whose scan ended a minute after the previous one. */
  const upload = (score: number, rules: Record<string, string>): Promise<unknown> => {
    const endTime = new Date(Date.now() - DAY_MS / 2 + ++minute * 60_000).toISOString();
    const document = aTestResult({
      startTime: '',
      endTime,
      rules,
      score: `<score system="urn:xccdf:scoring:default" maximum="100">${score}</score>`,
    });
    return asAgent('POST', `${V2}/systems/${systemId}/test_results`, document);
  };

  beforeAll(async () => {
    ports = { compliance: await findClosedPort(), monitoring: await findClosedPort() };
    gateway = await startGateway({
      RATE_LIMIT: 'off',
      COMPLIANCE_URL: `http://127.0.0.1:${ports.compliance}`,
      MONITORING_URL: `http://127.0.0.1:${ports.monitoring}`,
    });
    for (const username of [AGENT, 'mallory']) {
      await gateway.open.accounts.add({ username, password: PASSWORD, roles: ['agent'], orgId: ORG });
    }
    await startCompliance();
    await startMonitoring();

    await asAgent('PUT', `/rest/agent/${AGENT}`, { version: '1', hostname: AGENT });
    const root = { key: AGENT, typeName: 'Linux', pluginName: 'Platforms', name: AGENT, children: [] };
    const found = await asAgent<{ resources: Resource[] }>('POST', `/rest/agent/${AGENT}/inventory`, {
      reportId: 'r',
      roots: [root],
    });
    platform = found.resources[0]!.resourceId;

    const guide = await asAdmin<{ data: { id: string } }>(
      'POST',
      `${V2}/security_guides?os_minor_versions=4`,
      aGuideDocument(),
    );
    const profiles = await asAdmin<{ data: { id: string; ref_id: string }[] }>(
      'GET',
      `${V2}/security_guides/${guide.data.id}/profiles`,
    );
    const policy = await asAdmin<{ data: { id: string } }>('POST', `${V2}/policies`, {
      title: 'CIS',
      profile_id: profiles.data.find(({ ref_id }) => ref_id === 'p1')!.id,
      compliance_threshold: 80,
    });
    policyId = policy.data.id;
    const system = await asAgent<{ data: { id: string } }>('PUT', `${V2}/agent/system`, {
      display_name: AGENT,
      os_major_version: 8,
      os_minor_version: 4,
    });
    systemId = system.data.id;
    await asAdmin('POST', `${V2}/policies/${policyId}/systems`, { ids: [systemId] });
  });
  afterAll(async () => {
    await compliance?.close();
    await killMonitoring();
    await gateway.close();
  });

  it('wait until the machine is in inventory; then platform and system name each other', async () => {
    await upload(90, { r1: 'pass', r2: 'pass', r3: 'pass' });
    await eventually('monitoring was asked', () => complianceDb.asOrg(ORG).hasRow('SELECT 1 FROM monitoring_wait'));
    await asAdmin('PUT', `/rest/resource/${platform}`, { status: 'COMMITTED' });
    await complianceDb.asOrg(ORG).query('UPDATE monitoring_wait SET due_at = now()');

    await handedOver();
    expect(await scores()).toEqual([90]);
    expect(await eventTexts()).toEqual([]);
    expect(await asAdmin('GET', `${V2}/systems/${systemId}`)).toMatchObject({
      data: { agent: AGENT, platform_id: platform },
    });
  });

  it('have each result once and in order, after an hour without monitoring too', async () => {
    await upload(60, { r1: 'pass', r2: 'fail', r3: 'pass' });
    await handedOver();
    await killMonitoring();
    await upload(30, { r1: 'fail', r2: 'fail', r3: 'pass' });
    await upload(95, { r1: 'pass', r2: 'pass', r3: 'pass' });
    await startMonitoring();
    await handedOver();

    expect(await scores()).toEqual([90, 60, 30, 95]);
    expect(await eventTexts()).toEqual([
      'Non-compliant: score 60 is below 80',
      'Rule failed: r2',
      'Rule failed: r1',
      'Compliant: score 95 is at least 80',
    ]);
  });

  it('are neither lost nor duplicated when compliance is killed repeatedly while results arrive', async () => {
    const before = await scores();
    const known = await eventTexts();
    const falling = {
      name: 'non-compliant',
      enabled: true,
      conditions: [{ category: 'EVENT', name: 'ERROR', option: '^Non-compliant' }],
    };
    await asAdmin('POST', `/rest/alert/definitions?resourceId=${(await policyResource())!.resourceId}`, falling);
    const send = client().report.bind(client());
    const expected: number[] = [];
    for (let round = 0; round < rounds(50); round++) {
      const [first, second] = [1 + ((round * 7) % 79), 80 + (round % 20)];
      let isKilled = false;
      client().report = async (...facts) => {
        const sent = send(...facts);
        sent.catch(() => undefined);
        // Spread from before the request arrives until after its response.
        await sleep((round * 3) % 75);
        await killMonitoring();
        isKilled = true;
        return sent;
      };
      await upload(first, { r1: 'fail', r2: 'pass', r3: 'pass' });
      await eventually('the death of monitoring', () => isKilled);
      client().report = send;
      await upload(second, { r1: 'pass', r2: 'pass', r3: 'pass' });
      await startMonitoring();
      expected.push(first, second);
      await handedOver();
    }

    expect(await scores()).toEqual([...before, ...expected]);
    const texts = (await eventTexts()).slice(known.length);
    expect(texts).toEqual(
      expected.flatMap((score) =>
        score < 80
          ? [`Non-compliant: score ${score} is below 80`, 'Rule failed: r1']
          : [`Compliant: score ${score} is at least 80`],
      ),
    );
    expect(await monitoringDb.query('SELECT 1 FROM alert')).toHaveLength(rounds(50));
  }, 1_800_000);

  it('are stored once when responses are lost, and when compliance restarts meanwhile', async () => {
    await upload(95, { r1: 'pass', r2: 'pass', r3: 'pass' });
    await handedOver();
    const [before, texts] = [await scores(), await eventTexts()];
    const expected: number[] = [];
    const newEvents: string[] = [];
    for (let round = 0; round < rounds(50); round++) {
      const send = client().report.bind(client());
      let losses = 1 + (round % 3);
      client().report = async (...facts) => {
        // Fails as a dying process does: before the request, or before the response.
        if (losses-- <= 0) return send(...facts);
        if (round % 2 === 0) await send(...facts);
        throw new Error('lost');
      };
      const score = round % 2 === 0 ? 10 + round : 99;
      await upload(score, { r1: round % 2 === 0 ? 'fail' : 'pass', r2: 'pass', r3: 'pass' });
      expected.push(score);
      newEvents.push(
        ...(round % 2 === 0
          ? [`Non-compliant: score ${score} is below 80`, 'Rule failed: r1']
          : ['Compliant: score 99 is at least 80']),
      );
      if (round % 3 === 2) {
        await compliance!.close();
        await startCompliance();
      }
      if (round % 6 === 5) await handedOver();
    }
    await handedOver();

    expect(await scores()).toEqual([...before, ...expected]);
    expect(await eventTexts()).toEqual([...texts, ...newEvents]);
  }, 900_000);
});
