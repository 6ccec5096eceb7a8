import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseUnits, parseUnitStates } from '../src/control/unit-names';
import { Units } from '../src/control/units';
import { type PlantedProgram, plantSystemctl } from './planted-program';

describe('the names of units in AGENT_UNITS', () => {
  it('are full names, or services without a suffix', () => {
    expect(parseUnits(['nginx', 'postgresql@16-main.service', 'backup.timer', 'nginx.service'])).toEqual([
      'nginx.service',
      'postgresql@16-main.service',
      'backup.timer',
    ]);
  });

  it.each([
    '--help',
    '-a',
    '../nginx',
    'a/b.service',
    'nginx*',
    '[a-z].service',
    'a b',
    'a;b',
    '$(id)',
    'a\nb',
    'a\0b',
    '',
  ])('are rejected where systemctl could read them otherwise: %j', (name) =>
    expect(() => parseUnits([name])).toThrow('is not the name of a systemd unit'),
  );
});

describe('the output of systemctl show', () => {
  it('has a block for each unit', () => {
    const text =
      'CanReload=no\nLoadState=loaded\nActiveState=active\nSubState=running\n\nLoadState=not-found\nActiveState=inactive\nSubState=dead\nCanReload=no\n';
    expect(parseUnitStates(text)).toEqual([
      { loadState: 'loaded', activeState: 'active', subState: 'running', canReload: false },
      { loadState: 'not-found', activeState: 'inactive', subState: 'dead', canReload: false },
    ]);
    expect(parseUnitStates('')).toEqual([]);
  });
});

describe('the units that the owner of a host lists', () => {
  let folder: string;
  let systemctl: PlantedProgram;

  beforeEach(() => {
    folder = fs.mkdtempSync(path.join(os.tmpdir(), 'units-'));
    systemctl = plantSystemctl(folder);
    fs.writeFileSync(path.join(folder, 'units.json'), '{"nginx.service":"inactive","sshd.service":"active"}');
  });
  afterEach(() => fs.rmSync(folder, { recursive: true, force: true }));

  const units = (...listed: string[]): Units => new Units({ listed, systemctl: systemctl.path });
  const run = (unit: string, name: string, listed = ['nginx.service'], signal = new AbortController().signal) =>
    units(...listed).getOperation(unit, name)!({ parameters: {}, signal, report: () => undefined });
  /** Calls that could change something. */
  const changes = () => systemctl.calls.map(({ args }) => args).filter(([verb]) => verb !== 'show');

  it('are started by a fixed list of arguments, with the exit code, the state and the output as result', async () => {
    await expect(run('nginx.service', 'start')).resolves.toEqual({
      command: 'systemctl --no-ask-password start -- nginx.service',
      exitCode: 0,
      state: 'active (running)',
      output: '',
    });
    expect(changes()).toEqual([['--no-ask-password', 'start', '--', 'nginx.service']]);
  });

  it('get none of the secrets of the agent in their environment', async () => {
    process.env['AGENT_TOKEN'] = 'secret';
    await run('nginx.service', 'start').finally(() => delete process.env['AGENT_TOKEN']);
    expect(systemctl.calls.map(({ environment }) => environment['AGENT_TOKEN'])).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  it('have a status, also when they do not run', async () => {
    await expect(run('nginx.service', 'status')).resolves.toMatchObject({
      exitCode: 3,
      output: 'nginx.service - inactive\n',
    });
  });

  it('fail with the message of systemctl', async () => {
    systemctl = plantSystemctl(
      folder,
      `if (args.includes('restart')) { console.error('Job failed.'); process.exit(1); }`,
    );
    await expect(run('nginx.service', 'restart')).rejects.toMatchObject({
      message: 'It ended with exit code 1',
      result: { exitCode: 1, output: 'Job failed.\n' },
    });
  });

  it('are left alone when systemd does not know them', async () => {
    await expect(run('gone.service', 'start', ['gone.service'])).rejects.toThrow('it is not-found');
    expect(changes()).toEqual([]);
  });

  it.each([
    'sshd.service',
    'nginx',
    'nginx.service\n',
    '--help',
    '../nginx.service',
    'nginx.service sshd.service',
    '',
    'NGINX.service',
    '*',
  ])('are the only ones that a server can name: %j', async (unit) => {
    await expect(run(unit, 'stop')).rejects.toThrow('does not list the unit');
    expect(systemctl.calls).toEqual([]);
  });

  it.each(['kill', 'mask', 'enable', 'daemon-reload', 'poweroff', '--help', 'constructor', ''])(
    'reject the operation %j',
    (name) => expect(units('nginx.service').getOperation('nginx.service', name)).toBeUndefined(),
  );

  it('are up, down, or unknown when not listed any more', async () => {
    const listed = units('nginx.service', 'sshd.service', 'gone.service');
    await expect(
      listed.readAvailability(['sshd.service', 'other.service', 'nginx.service', 'gone.service']),
    ).resolves.toEqual(['UP', 'UNKNOWN', 'DOWN', 'DOWN']);
  });

  it('are unknown where systemd does not respond', async () => {
    systemctl = plantSystemctl(folder, 'process.exit(1);');
    await expect(units('nginx.service').readAvailability(['nginx.service'])).resolves.toEqual(['UNKNOWN']);
  });

  it('are reported as resources of the machine', async () => {
    await expect(units('nginx.service').discover()).resolves.toMatchObject([
      { key: 'nginx.service', typeName: 'Systemd Unit', pluginName: 'Host Control', name: 'nginx.service' },
    ]);
    await expect(units().discover()).resolves.toEqual([]);
  });
});
