import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import tls from 'node:tls';
import { loadConfig } from '@wardstone/config';
import { eventually } from '@wardstone/testing';
import { Agent } from '../../apps/agent/src/agent';
import { AgentConfig } from '../../apps/agent/src/agent.config';
import { createLogger } from '../../apps/agent/src/logger';
import { aMachine, aSnapshot, FACTS } from '../../apps/agent/test/machine.builder';
import { canStartSystemd, NamespacedSystemd, toBreakableUnit, toUnit } from '../../apps/agent/test/namespaced-systemd';
import { PlantedProgram, plantSystemctl } from '../../apps/agent/test/planted-program';
import { aCertificate } from '../../apps/agent/test/tls-certificate.builder';
import { useMonitoring } from '../../apps/monitoring/src/test/use-monitoring';
import { type LoginDoor, openLoginDoor } from './login-door';

const DAY = 24 * 60 * 60_000;
const RESTART_FAILS = `if (args.includes('restart')) { console.error('Job for nginx.service failed.'); process.exit(1); }`;

interface Member {
  hostName: string;
  status: string;
  errorMessage: string | null;
}

const HAS_SYSTEMD = canStartSystemd();

/** Agents and a server. Each host has a real systemd where one can run, otherwise a program that acts like it. */
describe('several hosts', () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'hosts-tour-'));
  const doors: LoginDoor[] = [];
  const agents: Agent[] = [];
  const systemctls = new Map<string, PlantedProgram>();
  const systemds: NamespacedSystemd[] = [];
  const shop = tls.createServer();
  // Stopped before the service, because the agents would go on sending requests.
  afterAll(async () => {
    await Promise.all(agents.map((agent) => agent.stop()));
    await Promise.all(doors.map((door) => door.close()));
    await Promise.all(systemds.map((systemd) => systemd.stop()));
    await new Promise((done) => shop.close(done));
    fs.rmSync(folder, { recursive: true, force: true });
  });

  const api = useMonitoring(() => ({ AGENTS_IMPORT: 'on' }));

  /** Running units, of which nginx may fail to restart. */
  const startUnits = async (own: string, isBroken: boolean): Promise<PlantedProgram> => {
    if (!HAS_SYSTEMD) {
      fs.writeFileSync(path.join(own, 'units.json'), '{"nginx.service":"active","cron.service":"active"}');
      return plantSystemctl(own, isBroken ? RESTART_FAILS : '');
    }
    const broken = path.join(own, 'broken');
    const systemd = new NamespacedSystemd(own, {
      'nginx.service': toBreakableUnit(broken),
      'cron.service': toUnit('ExecStart=/bin/sleep 3600'),
    });
    systemds.push(systemd);
    await eventually('systemd', () => systemd.isReady);
    expect(systemd.control('start', 'nginx.service', 'cron.service')).toBe(0);
    if (isBroken) fs.writeFileSync(broken, '');
    const forward = `require('node:child_process').spawnSync('${systemd.systemctl}', args, { stdio: 'inherit' })`;
    return new PlantedProgram(own, 'systemctl', `process.exitCode = ${forward}.status`);
  };
  const start = async (
    name: string,
    settings: Readonly<Record<string, string>>,
    isBroken = false,
  ): Promise<LoginDoor> => {
    const own = path.join(folder, name);
    fs.mkdirSync(own);
    const systemctl = await startUnits(own, isBroken);
    const door = await openLoginDoor(api, name);
    const config = loadConfig(AgentConfig, {
      WARDSTONE_URL: door.url,
      AGENT_NAME: name,
      AGENT_TOKEN: 'wsj_any',
      AGENT_STATE_DIR: path.join(own, 'state'),
      AGENT_LOG_FILES: path.join(own, 'no.log'),
      AGENT_PROBE_TARGETS: '127.0.0.1',
      AGENT_SYSTEMCTL: systemctl.path,
      ...settings,
    });
    const machine = {
      ...aMachine(() => aSnapshot({ timeMs: api.clock.now() })),
      facts: () => Promise.resolve({ ...FACTS, hostname: name }),
    };
    const agent = new Agent({ config, machine, clock: api.clock, logger: createLogger('silent') });
    void agent.run();
    doors.push(door);
    agents.push(agent);
    systemctls.set(name, systemctl);
    return door;
  };

  beforeAll(async () => {
    shop.setSecureContext(aCertificate('shop.example', api.clock.now() + 5 * DAY + 60_000));
    await new Promise<void>((done) => shop.listen(0, '127.0.0.1', done));
    for (const [name, units, isBroken] of [
      ['web-1', 'nginx', false],
      ['web-2', 'nginx,cron', true],
      ['web-3', 'nginx', false],
    ] as const) {
      await start(name, { AGENT_IMPORT: 'on', AGENT_SYNC_SECONDS: '1', AGENT_UNITS: units }, isBroken);
    }
  });

  const read = async <T>(target: string): Promise<T> => (await api.get(target).expect(200)).body as T;
  const find = (name: string) =>
    read<{ resourceId: number; resourceName: string; ancestry: string }[]>(`/rest/resource?q=${name}&status=COMMITTED`);
  /** Ids of the resources of this name by host. */
  const byHost = async (name: string): Promise<ReadonlyMap<string, number>> => {
    const found = async () => (await find(name)).filter(({ resourceName }) => resourceName === name);
    await eventually(`three times ${name}`, async () => (await found()).length === 3);
    return new Map((await found()).map(({ ancestry, resourceId }) => [ancestry.split('_:_').at(-1)!, resourceId]));
  };
  /** The process of the unit. */
  const listRunning = (host: string): string =>
    execFileSync(systemctls.get(host)!.path, ['show', '--property=MainPID,ActiveState', '--', 'nginx.service'], {
      encoding: 'utf8',
    });
  const restartsOn = (host: string): number =>
    systemctls.get(host)!.calls.filter(({ args }) => args.includes('restart')).length;

  it('restart a unit one after the other, and leave the remaining hosts untouched after a failure', async () => {
    const hosts = ['web-1', 'web-2', 'web-3'];
    const units = await byHost('nginx.service');
    const before = new Map(hosts.map((host) => [host, listRunning(host)]));
    const group = (await api.post('/rest/group').send({ name: 'nginx everywhere' }).expect(201)).body as { id: number };
    for (const unit of units.values()) await api.put(`/rest/group/${group.id}/resource/${unit}`).expect(200);
    const definitions = await read<{ id: number; name: string }[]>(
      `/rest/operation/definitions?resourceId=${units.get('web-1')!}`,
    );
    const { id: definitionId } = definitions.find(({ name }) => name === 'restart')!;
    const order = { definitionId, groupId: group.id, maxConcurrent: 1, stopOnFailure: true };
    const { id } = (await api.post('/rest/operation/schedules').send(order).expect(201)).body as { id: number };
    await eventually('the end', async () => {
      const { state } = await read<{ state: string }>(`/rest/operation/schedules/${id}`);
      return state === 'ENDED';
    });

    const members = await read<Member[]>(`/rest/operation/schedules/${id}/members`);
    expect(members.map(({ hostName, status, errorMessage }) => [hostName, status, errorMessage])).toEqual([
      ['web-1', 'SUCCESS', null],
      ['web-2', 'FAILURE', 'It ended with exit code 1'],
      ['web-3', 'SKIPPED', null],
    ]);
    expect(hosts.map(restartsOn)).toEqual([1, 1, 0]);
    expect(hosts.map((host) => listRunning(host) === before.get(host))).toEqual(
      HAS_SYSTEMD ? [false, false, true] : [true, true, true],
    );
  });

  it('report what their owners permit, and where that differs', async () => {
    const permissions = await byHost('permissions');
    const [one, other] = [permissions.get('web-1')!, permissions.get('web-2')!];
    const reported = async (id: number) =>
      Object.keys((await read<{ resourceConfig: object }>(`/rest/resource/${id}/configuration`)).resourceConfig);
    await eventually('both configurations', async () => {
      api.clock.advance(1_000);
      return (await reported(one)).length > 0 && (await reported(other)).length > 0;
    });

    expect(await read(`/rest/resource/${one}/configuration/differences?other=${other}`)).toEqual([
      { property: 'AGENT_UNITS', value: 'nginx', otherValue: 'nginx, cron' },
    ]);
  });

  it('detect that a certificate expires in five days, which fires an alert', async () => {
    const [host] = (await find('web-1')).filter(({ resourceName }) => resourceName === 'web-1');
    const { port } = shop.address() as AddressInfo;
    const pluginConfig = { host: '127.0.0.1', port, verifyCertificate: 'false' };
    const sent = {
      resourceName: 'shop',
      pluginName: 'Probes',
      typeName: 'TLS Probe',
      parentId: host!.resourceId,
      pluginConfig,
    };
    const { resourceId } = (await api.post('/rest/resource').send(sent).expect(201)).body as { resourceId: number };
    const schedules = await read<{ scheduleName: string; definitionId: number }[]>(
      `/rest/resource/${resourceId}/schedules`,
    );
    const { definitionId } = schedules.find(({ scheduleName }) => scheduleName === 'daysLeft')!;
    await api
      .post(`/rest/alert/definitions?resourceId=${resourceId}`)
      .send({
        name: 'certificate expires',
        enabled: true,
        priority: 'HIGH',
        conditionMode: 'ANY',
        conditions: [{ category: 'THRESHOLD', measurementDefinition: definitionId, comparator: '<', threshold: 14 }],
      })
      .expect(201);

    await eventually('the alert', async () => {
      api.clock.advance(5_000);
      return (await read<unknown[]>(`/rest/alert?resourceId=${resourceId}`)).length > 0;
    });
    const values = await read<{ metrics: { name: string; value: number }[] }>(`/rest/resource/${resourceId}/overview`);
    expect(values.metrics.find(({ name }) => name === 'daysLeft')).toMatchObject({
      value: expect.closeTo(5, 1) as number,
    });
  });

  it('measure at once what a person imports, though they synchronise once an hour', async () => {
    // The clock stands still, so the agent does not synchronise by schedule.
    const door = await start('db-1', { AGENT_SYNC_SECONDS: '3600' });
    const urls: string[] = [];
    door.meet = (url, hasResponse) => {
      const [, what] = /\/rest\/agent\/[^/]+\/(\w+)/.exec(url) ?? [];
      if (what !== undefined) urls.push(`${what} ${hasResponse ? 'answered' : 'requested'}`);
      return Promise.resolve(true);
    };
    const count = (what: string): number => urls.filter((each) => each === what).length;
    const isPolling = () => count('work requested') > count('work answered');
    const hasSynchronised = () =>
      urls.lastIndexOf('sync answered') > urls.lastIndexOf('inventory answered') &&
      count('sync answered') === count('sync requested');
    const waiting = async () =>
      (await read<{ resourceId: number; resourceName: string }[]>('/rest/resource?q=db-1&status=NEW')).find(
        ({ resourceName }) => resourceName === 'db-1',
      );
    await eventually('the new host', async () => (await waiting()) !== undefined && isPolling() && hasSynchronised());
    const { resourceId } = (await waiting())!;
    const before = count('sync requested');

    await api.put(`/rest/resource/${resourceId}`).send({ status: 'COMMITTED' }).expect(200);

    await eventually('another synchronisation', () => count('sync requested') > before);
    const endMs = api.clock.now() + 30 * 60_000;
    const measured = async () =>
      (await read<{ metrics: { value?: number | null }[] }>(`/rest/resource/${resourceId}/overview`)).metrics.some(
        ({ value }) => typeof value === 'number',
      );
    await eventually('a value', async () => {
      if (api.clock.now() < endMs) api.clock.advance(10_000);
      return measured();
    });
  });
});
