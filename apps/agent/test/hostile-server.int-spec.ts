import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { SystemClock } from '@wardstone/clock';
import { loadConfig } from '@wardstone/config';
import { eventually } from '@wardstone/testing';
import { Agent } from '../src/agent';
import { AgentConfig } from '../src/agent.config';
import { createLogger } from '../src/logger';
import { aMachine, aResource } from './machine.builder';
import { PlantedProgram, plantSystemctl } from './planted-program';
import { ReceivingServer } from './receiving-server';

/** A server taken over by an attacker: the agent does only what its owner lists. */
describe('a hostile server', () => {
  let folder: string;
  let server: ReceivingServer;
  let systemctl: PlantedProgram;
  let agent: Agent | undefined;

  beforeEach(async () => {
    folder = fs.mkdtempSync(path.join(os.tmpdir(), 'hostile-'));
    systemctl = plantSystemctl(folder);
    fs.writeFileSync(path.join(folder, 'units.json'), '{"nginx.service":"active","sshd.service":"active"}');
    server = new ReceivingServer();
    await server.start();
  });
  afterEach(async () => {
    await agent?.stop();
    await server.kill();
    fs.rmSync(folder, { recursive: true });
  });

  const start = (settings: Record<string, string> = {}): void => {
    const config = loadConfig(AgentConfig, {
      WARDSTONE_URL: server.url,
      AGENT_NAME: 'a',
      AGENT_TOKEN: 'wsj_secret',
      AGENT_STATE_DIR: path.join(folder, 'state'),
      AGENT_SYNC_SECONDS: '1',
      AGENT_COMPLIANCE: 'off',
      AGENT_LOG_FILES: path.join(folder, 'app.log'),
      AGENT_SYSTEMCTL: systemctl.path,
      ...settings,
    });
    agent = new Agent({ config, machine: aMachine(), clock: new SystemClock(), logger: createLogger('silent') });
    void agent.run();
  };
  /** Orders the operation on each of the keys; the outcomes in their order. */
  const orderAll = async (
    typeName: string,
    orders: readonly { key: string; name: string; parameters?: Record<string, string> }[],
  ): Promise<Record<string, unknown>[]> => {
    server.inventory = {
      resources: [
        aResource(),
        ...orders.map(({ key }, at) =>
          aResource({ resourceId: 10 + at, parentId: 1, pluginName: 'Host Control', typeName, key }),
        ),
      ],
      schedules: [],
    };
    server.work = orders.map(({ name, parameters = {} }, at) => ({
      id: 100 + at,
      kind: 'operation',
      resourceId: 10 + at,
      operation: { name, parameters },
    }));
    const getEnd = (at: number) => server.listBodies(`/work/${100 + at}`).find(({ state }) => state !== 'started');
    await eventually('the outcomes', () => Promise.resolve(orders.every((_order, at) => getEnd(at) !== undefined)));
    return orders.map((_order, at) => getEnd(at)!);
  };
  const changes = () => systemctl.calls.map(({ args }) => args).filter(([first]) => first !== 'show');

  it('reaches no unit that the owner does not list', async () => {
    start({ AGENT_UNITS: 'nginx' });
    const keys = ['sshd.service', '--help', '../nginx.service', 'nginx.service\n', 'nginx.service\0', 'nginx*', ''];

    const ends = await orderAll(
      'Systemd Unit',
      keys.map((key) => ({ key, name: 'stop' })),
    );

    expect(new Set(ends.map(({ state, errorMessage }) => `${String(state)}: ${String(errorMessage)}`))).toEqual(
      new Set(['failure: AGENT_UNITS of this host does not list the unit']),
    );
    expect(changes()).toEqual([]);
  });

  it('can only run known operations on a unit', async () => {
    start({ AGENT_UNITS: 'nginx' });
    const names = ['mask', 'kill', 'daemon-reload', '--help', '__proto__', 'toString', 'start; reboot'];

    const ends = await orderAll(
      'Systemd Unit',
      names.map((name) => ({ key: 'nginx.service', name })),
    );

    expect(ends.every(({ errorMessage }) => String(errorMessage).startsWith('The agent does not support'))).toBe(true);
    expect(changes()).toEqual([]);
  });

  it('reads no file that the owner does not list', async () => {
    const secret = path.join(folder, 'secret');
    fs.writeFileSync(secret, 'secret');
    fs.writeFileSync(path.join(folder, 'app.log'), 'line\n');
    start({ AGENT_LOG_TAIL: 'on' });
    const keys = [secret, '/etc/shadow', '/proc/self/environ', `${path.join(folder, 'app.log')}/../secret`, '--help'];

    const ends = await orderAll(
      'Log File',
      [...keys, path.join(folder, 'app.log')].map((key) => ({ key, name: 'tail' })),
    );

    expect(ends.map(({ state }) => state)).toEqual([...keys.map(() => 'failure'), 'success']);
    expect(JSON.stringify(ends)).not.toContain('secret"');
  });

  it('runs no script that the owner does not declare, and adds no command to one', async () => {
    const clean = new PlantedProgram(folder, 'clean.js');
    const other = new PlantedProgram(folder, 'other.js');
    const parameters = { note: { type: 'text' } };
    fs.writeFileSync(path.join(folder, 'scripts.json'), JSON.stringify({ clean: { file: 'clean.js', parameters } }));
    start({ AGENT_SCRIPTS: folder });
    const run = (key: string, given: string) => ({ key, name: 'run', parameters: { arguments: given } });

    const ends = await orderAll('Script', [
      run('other.js', ''),
      run('../other', ''),
      run(other.path, ''),
      run('clean', 'note=x\n--exec=y'),
      run('clean', 'note=a\0b'),
      run('clean', `note=; ${other.path} $(${other.path})`),
    ]);

    expect(ends.map(({ state }) => state)).toEqual(['failure', 'failure', 'failure', 'failure', 'failure', 'success']);
    expect(clean.calls.map(({ args }) => args)).toEqual([[`--note=; ${other.path} $(${other.path})`]]);
    expect(other.calls).toEqual([]);
  });

  it('does nothing on a host whose owner lists nothing', async () => {
    start();

    const [unit] = await orderAll('Systemd Unit', [{ key: 'nginx.service', name: 'restart' }]);

    expect(unit).toMatchObject({ state: 'failure' });
    expect(systemctl.calls).toEqual([]);
  });
});
