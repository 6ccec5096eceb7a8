import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { TestClock } from '@wardstone/clock';
import { eventually } from '@wardstone/testing';
import { ConnectionProblems } from '../src/events/connection-problems';
import { EventWatch } from '../src/events/event-watch';
import type { Logger } from '../src/logger';
import { NamedFiles } from '../src/machine/named-files';
import { PermittedFiles } from '../src/machine/permitted-files';
import { ReadGuard, Unresponsive } from '../src/machine/read-guard';
import { ThisMachine } from '../src/machine/this-machine';
import { Outbox } from '../src/outbox/outbox';
import { AgentProblems } from '../src/state/agent-problems';
import { StateFolder } from '../src/state/state-folder';
import { aMemory, aResource } from './machine.builder';

const LIMIT_MS = 200;

/** A read that returns when the test releases it. */
function held<T>(value: T) {
  let respond: () => void = () => undefined;
  const read = jest.fn(() => new Promise<T>((resolve) => (respond = () => resolve(value))));
  return { read, respond: () => respond() };
}

describe('a read that does not end', () => {
  it('times out, and is not started again before it ends', async () => {
    const guard = new ReadGuard(LIMIT_MS);
    const { read, respond } = held(7);
    await expect(guard.read('/nfs', read)).rejects.toThrow(Unresponsive);
    await expect(guard.read('/nfs', read)).rejects.toThrow('it does not respond within 0.2 s');
    expect([read.mock.calls.length, guard.hung]).toEqual([1, ['/nfs']]);
    expect(await guard.read('/other', () => Promise.resolve(1))).toBe(1);

    respond();
    await eventually('its end', () => guard.hung.length === 0);
    expect(await guard.read('/nfs', () => Promise.resolve(8))).toBe(8);
  });

  it('is limited: while a few hang, no others are started', async () => {
    const guard = new ReadGuard(1);
    const reads = Array.from({ length: 6 }, () => held(0).read);
    await Promise.allSettled(reads.map((read, at) => guard.read(`/nfs/${at}`, read)));
    const more = jest.fn();
    await expect(guard.read('/nfs/more', more)).rejects.toThrow('too many other files do not respond');
    expect(more).not.toHaveBeenCalled();
  });

  it('fails with its own error if that comes in time', async () => {
    await expect(new ReadGuard(LIMIT_MS).read('x', () => Promise.reject(new Error('EIO')))).rejects.toThrow('EIO');
  });
});

const IDLE = { user: 0, system: 0, idle: 0, wait: undefined };

describe('a machine with a part that does not respond', () => {
  const empty = () => Promise.resolve([]);
  const others = {
    memory: () => Promise.resolve(aMemory()),
    adapters: empty,
    processes: empty,
    times: () => Promise.resolve({ all: IDLE, cores: [] }),
  };

  it.each([
    ['memory', 'memory'],
    ['adapters', 'network adapters'],
    ['processes', 'processes'],
    ['times', 'processor times'],
  ] as const)('is measured without its %s, and names them', async (name, subject) => {
    const clock = new TestClock(0);
    const { read, respond } = held<never>((name === 'times' ? { all: IDLE, cores: [] } : []) as never);
    const readers = { fileSystems: empty, ...others, [name]: read };
    const machine = new ThisMachine(clock, { limitMs: LIMIT_MS, ...readers });
    const snapshot = await machine.snapshot();
    expect(machine.problems).toEqual([`cannot read ${subject}: it does not respond within 0.2 s`]);
    expect(snapshot.fileSystems).toEqual([]);
    if (name !== 'times') expect(snapshot[name]).toBeUndefined();
    for (let look = 0; look < 3; look++) {
      clock.advance(1_000);
      await machine.snapshot();
    }
    expect(read).toHaveBeenCalledTimes(1);

    respond();
    await new Promise(setImmediate);
    clock.advance(1_000);
    const again = machine.snapshot();
    respond();
    await again;
    expect(machine.problems).toEqual([]);
  });

  it('has its local file systems when one of another machine hangs', async () => {
    const local = [{ mount: '/', device: '/dev/vda', type: 'ext4', freeBytes: 1, usedShare: 0.5, isReadOnly: false }];
    const readers = { ...others, fileSystems: held([]).read, localFileSystems: () => Promise.resolve(local) };
    const machine = new ThisMachine(new TestClock(0), { limitMs: LIMIT_MS, ...readers });

    expect((await machine.snapshot()).fileSystems).toEqual(local);
    expect(machine.problems).toEqual(['cannot read file systems: it does not respond within 0.2 s']);
  });

  it('is read once for concurrent callers', async () => {
    const clock = new TestClock(0);
    const { read, respond } = held([]);
    const machine = new ThisMachine(clock, { ...others, fileSystems: read });
    const first = machine.snapshot();
    clock.advance(5_000);
    const second = machine.snapshot();
    respond();

    expect(await second).toBe(await first);
    expect(read).toHaveBeenCalledTimes(1);
  });

  it('is measured without what fails', async () => {
    const fails = () => Promise.reject(new Error('EACCES: permission denied'));
    const machine = new ThisMachine(new TestClock(0), { ...others, fileSystems: empty, times: fails });

    expect(await machine.snapshot()).toMatchObject({ load: undefined, coreLoads: undefined, memory: aMemory() });
    expect(machine.problems).toEqual(['cannot read processor times: EACCES: permission denied']);
  });

  it('has the data that Node.js provides', async () => {
    const machine = new ThisMachine(new TestClock(0), {
      limitMs: LIMIT_MS,
      system: held<never>({} as never).read,
      processor: held<never>({} as never).read,
    });

    expect(await machine.facts()).toMatchObject({ hostname: os.hostname(), osVersion: os.release(), distribution: '' });
  });
});

describe('a file that does not respond', () => {
  let folder: string;
  beforeEach(() => (folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'unresponsive-')))));
  afterEach(() => fs.rmSync(folder, { recursive: true }));

  it('neither holds up the other logs nor loses a line', async () => {
    const clock = new TestClock(0);
    const state = new StateFolder(path.join(folder, 'state'));
    const outbox = new Outbox(path.join(folder, 'reports'), 1024 * 1024);
    const logs = ['dead.log', 'live.log'].map((name) => path.join(folder, name));
    for (const log of logs) fs.writeFileSync(log, '');
    const files = new PermittedFiles({ roots: [folder], ownFiles: logs });
    const problems = new ConnectionProblems({ outbox, state, clock, target: '/agent/a' });
    const guard = new ReadGuard(LIMIT_MS);
    const watch = new EventWatch({
      outbox,
      state,
      clock,
      target: '/agent/a',
      logFiles: logs,
      files,
      guard,
      problems,
    });
    const inventory = { resources: [aResource()], schedules: [] };
    const details = (): string[] => {
      const found: string[] = [];
      for (let message = outbox.next(0); message; message = outbox.next(0)) {
        found.push(...(message.body as { events: { detail: string }[] }).events.map(({ detail }) => detail));
        outbox.remove(message);
      }
      return found;
    };
    await watch.look(inventory);
    for (const log of logs) fs.appendFileSync(log, `ERROR in ${path.basename(log)}\n`);
    const find = files.find.bind(files);
    let release: () => void = () => undefined;
    const finding = jest.spyOn(files, 'find').mockImplementation(async (named) => {
      if (named === logs[0]) await new Promise<void>((resolve) => (release = resolve));
      return find(named);
    });
    await watch.look(inventory);
    await watch.look(inventory);
    expect(details().sort()).toEqual(['ERROR in live.log', `Not read, ${logs[0]}: it does not respond within 0.2 s.`]);
    expect(finding.mock.calls.filter(([named]) => named === logs[0])).toHaveLength(1);

    finding.mockRestore();
    release();
    await eventually('its response', () => guard.hung.length === 0);
    await watch.look(inventory);
    expect(details()).toEqual(['ERROR in dead.log']);
  });

  it('leaves the resource that names it unknown', async () => {
    const clock = new TestClock(0);
    const outbox = new Outbox(path.join(folder, 'reports'), 1024 * 1024);
    const state = new StateFolder(path.join(folder, 'state'));
    const files = new PermittedFiles({ roots: [folder], ownFiles: [] });
    jest.spyOn(files, 'isFolder').mockReturnValue(new Promise(() => undefined));
    const problems = new ConnectionProblems({ outbox, state, clock, target: '/agent/a' });
    const directory = aResource({ parentId: 1, typeName: 'Directory', pluginConfig: { path: folder } });
    const found = await new NamedFiles(files, problems, new ReadGuard(LIMIT_MS)).lookAt([directory]);

    expect(found.isRefused(folder)).toBe(true);
  });
});

describe('the problems of an agent', () => {
  it('are logged when they begin and when they end, once', () => {
    const logger = { warn: jest.fn(), info: jest.fn() };
    let found = ['cannot read memory: x'];
    const problems = new AgentProblems(logger as never as Logger, [() => found, () => []]);
    expect([problems.look(), problems.look(), problems.current]).toEqual([true, false, found]);
    found = [];
    expect([problems.look(), problems.look(), problems.current]).toEqual([true, false, []]);

    expect(logger.warn.mock.calls).toEqual([['cannot read memory: x']]);
    expect(logger.info.mock.calls).toEqual([[{ problem: 'cannot read memory: x' }, 'over']]);
  });
});
