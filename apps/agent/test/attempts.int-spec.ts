import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import net, { type AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { SystemClock } from '@wardstone/clock';
import { loadConfig } from '@wardstone/config';
import { eventually } from '@wardstone/testing';
import { Agent } from '../src/agent';
import { AgentConfig } from '../src/agent.config';
import { createLogger } from '../src/logger';
import { aMachine, aResource, aSchedule } from './machine.builder';
import { PlantedProgram, plantSystemctl } from './planted-program';
import { ReceivingServer } from './receiving-server';

interface Order {
  typeName: string;
  key: string;
  name: string;
  parameters?: Record<string, unknown>;
  pluginName?: string;
  kind?: string;
}

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'attempts-'));
const at = (...names: string[]): string => path.join(folder, ...names);

const unit = (key: string, name = 'stop', parameters = {}): Order => ({
  typeName: 'Systemd Unit',
  key,
  name,
  parameters,
});
const log = (key: string, parameters = {}): Order => ({ typeName: 'Log File', key, name: 'tail', parameters });
const script = (key: string, given: unknown, name = 'run'): Order => ({
  typeName: 'Script',
  key,
  name,
  parameters: { arguments: given },
});

/** A listed program that is not running, and a running program that is not listed. */
const LISTED = 'attempt-listed';
const VICTIM = 'attempt-victim';
const signal = (key: string, parameters: Record<string, unknown>): Order => ({
  typeName: 'Program',
  key,
  name: 'signal',
  parameters,
});
const victim = spawnVictim();

/**
 * Orders of an attacker with a stolen session, a stolen signing key or the server, which the agent cannot distinguish.
 */
const ORDERS: readonly Order[] = [
  unit('sshd.service'),
  unit('sshd.service', 'start'),
  unit('sshd'),
  unit('nginx.service sshd.service'),
  unit('--host=evil.example'),
  unit('nginx.service\nsshd.service'),
  unit('*.service'),
  unit('nginx.service', 'mask'),
  unit('nginx.service', 'edit'),
  unit('nginx.service', 'kill', { signal: '9' }),
  unit('nginx.service', 'set-property', { property: 'User=root' }),
  unit('nginx.service', 'constructor'),
  { ...unit('nginx.service'), pluginName: 'Platforms' },
  { ...unit('nginx.service'), kind: 'delete' },
  { ...unit('nginx.service'), kind: 'shell' },
  log('/etc/shadow'),
  log('/proc/self/environ'),
  log(at('state', 'identity.json')),
  log(`${at('app.log')}/../secret`),
  log(at('secret')),
  log(at('link.log')),
  script('other.js', ''),
  script('../other', ''),
  script(at('other.js'), ''),
  script('/bin/sh', '-c=id'),
  script('clean', 'mode=wet'),
  script('clean', 'mode=dry\nexec=id'),
  script('clean', 'mode=dry\0'),
  script('clean', 'LD_PRELOAD=/tmp/evil.so'),
  script('clean', { mode: 'dry' }),
  script('clean', 'mode=dry', 'write'),
  script('__proto__', ''),
  signal(VICTIM, { signal: 'KILL' }),
  signal(LISTED, { signal: 'KILL' }),
  signal(LISTED, { signal: 'HUP', pid: victim.pid }),
  signal(LISTED, { signal: 'HUP', pid: 1 }),
  signal(LISTED, { signal: 'HUP', pid: process.pid }),
  signal(`${LISTED}/../${VICTIM}`, { signal: 'HUP' }),
  { typeName: 'Host Configuration', key: 'users', name: 'update', parameters: { root: '0 /bin/sh' } },
  { typeName: 'Linux', pluginName: 'Platforms', key: 'x', name: 'executePromptCommand', parameters: { command: 'id' } },
];

const FOLDERS = ['/etc', '/', '/proc/self', '/root', at('state'), at(), `${at('watched')}/../`, at('watched', 'out')];

const HOSTS = ['127.0.0.1', 'localhost', '[::1]', '0x7f.1', '127.1', '2130706433', '[::ffff:127.0.0.1]', '0.0.0.0'];

function spawnVictim(): ChildProcess {
  const program = at(VICTIM);
  fs.copyFileSync('/bin/sleep', program);
  return spawn(program, ['600']);
}

describe('attackers with a stolen session, a stolen signing key or control of the server', () => {
  const server = new ReceivingServer();
  let agent: Agent;
  let systemctl: PlantedProgram;
  let clean: PlantedProgram;
  let other: PlantedProgram;
  let inner: net.Server;
  let connections = 0;
  let before: Record<string, string>;

  const getPort = (): number => (inner.address() as AddressInfo).port;
  const getEnd = (index: number) => server.listBodies(`/work/${1000 + index}`).find(({ state }) => state !== 'started');
  const toResult = (scheduleId: number): string | undefined =>
    server
      .listBodies('/measurements')
      .flatMap(({ traits }) => traits as { scheduleId: number; value: string }[])
      .find((trait) => trait.scheduleId === scheduleId)?.value;
  /** Everything on the host that is not the agent's own. */
  const digests = (): Record<string, string> =>
    Object.fromEntries(
      fs
        .readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => path.join(entry.parentPath, entry.name))
        .filter((file) => !file.startsWith(at('state')) && !file.endsWith('.calls'))
        .map((file) => [file, createHash('sha256').update(fs.readFileSync(file)).digest('hex')]),
    );

  beforeAll(async () => {
    fs.mkdirSync(at('watched'));
    fs.writeFileSync(at('watched', 'app.conf'), 'port=80');
    fs.symlinkSync('/etc', at('watched', 'out'));
    fs.writeFileSync(at('secret'), 'canary-secret');
    fs.symlinkSync(at('secret'), at('link.log'));
    fs.writeFileSync(at('app.log'), 'line\n');
    systemctl = plantSystemctl(folder);
    fs.writeFileSync(at('units.json'), '{"nginx.service":"active","sshd.service":"active"}');
    clean = new PlantedProgram(folder, 'clean.js');
    other = new PlantedProgram(folder, 'other.js');
    const parameters = { mode: { type: 'choice', values: ['dry'] } };
    fs.writeFileSync(at('scripts.json'), JSON.stringify({ clean: { file: 'clean.js', parameters } }));
    inner = net.createServer(() => connections++);
    await new Promise<void>((done) => inner.listen(0, '127.0.0.1', done));
    before = digests();
    await server.start();
    const config = loadConfig(AgentConfig, {
      WARDSTONE_URL: server.url,
      AGENT_NAME: 'a',
      AGENT_TOKEN: 'wsj_secret',
      AGENT_STATE_DIR: at('state'),
      AGENT_SYNC_SECONDS: '1',
      AGENT_COLLECT_EVERY_MS: '500',
      AGENT_COMPLIANCE: 'off',
      AGENT_LOG_FILES: at('app.log'),
      AGENT_LOG_TAIL: 'on',
      AGENT_SYSTEMCTL: systemctl.path,
      AGENT_UNITS: 'nginx',
      AGENT_SCRIPTS: folder,
      AGENT_CONFIGURATION: 'users',
      AGENT_FILE_ROOTS: at('watched'),
      AGENT_FILE_TEXTS: at('watched', 'other.conf'),
      AGENT_SIGNALS: `${LISTED}:HUP`,
      AGENT_PROBE_TARGETS: '*.example.com,shop.example.com,192.0.2.0/24,127.0.0.1:1',
    });
    server.inventory = {
      resources: [
        aResource(),
        ...ORDERS.map(({ typeName, key, pluginName = 'Host Control' }, index) =>
          aResource({ resourceId: 100 + index, parentId: 1, pluginName, typeName, key }),
        ),
        ...HOSTS.flatMap((host, index) => [
          aResource({
            resourceId: 200 + index,
            parentId: 1,
            pluginName: 'Probes',
            typeName: 'TCP Probe',
            key: `tcp ${host}`,
            pluginConfig: { host, port: getPort() },
          }),
          aResource({
            resourceId: 300 + index,
            parentId: 1,
            pluginName: 'Probes',
            typeName: 'HTTP Probe',
            key: `http ${host}`,
            pluginConfig: { url: `http://${host}:${getPort()}/` },
          }),
        ]),
      ],
      schedules: HOSTS.flatMap((_host, index) =>
        [200, 300].map((first) =>
          aSchedule({ scheduleId: first + index, resourceId: first + index, name: 'result', type: 'TRAIT' }),
        ),
      ),
      driftDefinitions: FOLDERS.map((baseDirectory, index) => ({
        resourceId: 1,
        name: `definition ${index}`,
        baseDirectory,
        interval: 1,
        includes: [],
        excludes: [],
        version: null,
      })),
    };
    server.work = ORDERS.map(({ name, parameters = {}, kind = 'operation' }, index) => ({
      id: 1000 + index,
      kind,
      resourceId: 100 + index,
      operation: { name, parameters: parameters as Record<string, string> },
    }));
    agent = new Agent({ config, machine: aMachine(), clock: new SystemClock(), logger: createLogger('silent') });
    void agent.run();
    const missing = (): string[] => [
      ...ORDERS.flatMap((order, index) => (getEnd(index) ? [] : [JSON.stringify(order)])),
      ...HOSTS.flatMap((host, index) => (toResult(200 + index) && toResult(300 + index) ? [] : [host])),
    ];
    await eventually('all outcomes', () => missing().length === 0).catch((error: unknown) => {
      throw new Error(`no outcome of ${missing().join(', ')}`, { cause: error });
    });
  });
  afterAll(async () => {
    victim.kill('SIGKILL');
    await agent.stop();
    await server.kill();
    await new Promise((done) => inner.close(done));
    fs.rmSync(folder, { recursive: true });
  });

  it.each(ORDERS.map((order, index) => [JSON.stringify(order), index] as const))(
    'cause no action by the order %s',
    (_order, index) => {
      expect(getEnd(index)).toMatchObject({ state: 'failure' });
      expect(JSON.stringify(getEnd(index))).not.toContain('canary-secret');
    },
  );

  it.each(
    HOSTS.flatMap((host, index) => [[`tcp ${host}`, 200 + index] as const, [`http ${host}`, 300 + index] as const]),
  )('reach no port by the probe %s', (_probe, scheduleId) => {
    expect(toResult(scheduleId)).toMatch(/^not probed: AGENT_PROBE_TARGETS of this host does not list/);
  });

  it('read no file outside the folders that the owner lists', async () => {
    const sets = (): Record<string, unknown>[] => server.listBodies('/drift');
    await eventually('the files that are permitted', () => JSON.stringify(sets()).includes('app.conf'));
    const reported = JSON.stringify(sets());
    for (const name of ['shadow', 'passwd', 'identity.json', 'secret', 'environ']) expect(reported).not.toContain(name);
    // The file is permitted, its text is not.
    expect(reported).not.toContain('port=80');
  });

  it('have changed and run nothing on the host afterwards', () => {
    expect(systemctl.calls.map(({ args }) => args[0]).filter((verb) => verb !== 'show')).toEqual([]);
    expect([clean.calls, other.calls, connections]).toEqual([[], [], 0]);
    expect([victim.exitCode, victim.signalCode]).toEqual([null, null]);
    expect(digests()).toEqual(before);
  });
});
