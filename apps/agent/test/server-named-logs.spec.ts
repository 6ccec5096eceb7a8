import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { TestClock } from '@wardstone/clock';
import type { KnownResource } from '../src/domain/known-inventory';
import { ConnectionProblems } from '../src/events/connection-problems';
import { EventWatch } from '../src/events/event-watch';
import { NamedFiles } from '../src/machine/named-files';
import { ReadGuard } from '../src/machine/read-guard';
import { PermittedFiles } from '../src/machine/permitted-files';
import { Outbox } from '../src/outbox/outbox';
import { StateFolder } from '../src/state/state-folder';
import { aResource } from './machine.builder';

interface SentEvent {
  resourceId: number;
  definition: string;
  location: string;
  severity: string;
  detail: string;
}

describe('log files that the server names', () => {
  let folder: string;
  let root: string;
  let outbox: Outbox;
  let state: StateFolder;
  let clock: TestClock;
  let files: PermittedFiles;
  let problems: ConnectionProblems;
  let watch: EventWatch;
  beforeEach(() => {
    folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'named-')));
    root = path.join(folder, 'logs');
    fs.mkdirSync(root);
    outbox = new Outbox(path.join(folder, 'outbox'), 100_000_000);
    clock = new TestClock(1);
    restart();
  });
  afterEach(() => fs.rmSync(folder, { recursive: true }));

  const restart = (ownFiles: string[] = []) => {
    state = new StateFolder(path.join(folder, 'state'));
    files = new PermittedFiles({ roots: [root], ownFiles });
    problems = new ConnectionProblems({ outbox, state, clock, target: '/agent/a' });
    watch = new EventWatch({
      guard: new ReadGuard(),
      outbox,
      state,
      clock,
      target: '/agent/a',
      logFiles: ownFiles,
      files,
      problems,
    });
  };
  const server = (resourceId: number, ...paths: string[]): KnownResource =>
    aResource({
      resourceId,
      parentId: 1,
      pluginName: 'Processes',
      typeName: 'Server Process',
      pluginConfig: { program: 'none', logFiles: paths.map((each) => ({ path: each, minimumSeverity: 'DEBUG' })) },
    });
  const look = (...resources: KnownResource[]) => watch.look({ resources, schedules: [] });
  const taken = (): SentEvent[] => {
    const events: SentEvent[] = [];
    for (let message = outbox.next(0); message; message = outbox.next(0)) {
      events.push(...(message.body as { events: SentEvent[] }).events);
      outbox.remove(message);
    }
    return events;
  };

  it('are not read outside the roots, which the resource reports once', async () => {
    const key = path.join(folder, 'gateway-signing-key.json');
    fs.writeFileSync(key, '{"d":"secret"}\n');
    const resource = server(7, key);
    await look(resource);
    fs.appendFileSync(key, 'more\n');
    fs.renameSync(key, `${key}.1`);
    fs.writeFileSync(key, '{"d":"secret"}\n');
    for (let n = 0; n < 3; n++) await look(resource);
    restart();
    await look(resource);

    expect(taken()).toEqual([
      {
        resourceId: 7,
        definition: 'connectionProblem',
        location: key,
        timestamp: 1,
        severity: 'WARN',
        detail: `Not read, ${key}: it is outside the agent's AGENT_LOG_ROOTS.`,
      },
    ]);
  });

  it('are not read under /proc, not even of processes that do not exist yet', async () => {
    const key = path.join(folder, 'key.json');
    fs.writeFileSync(key, 'secret\n');
    await look(server(7, `/proc/${process.pid}/root${key}`, '/proc/4194303/root/etc/shadow'));
    await look(server(7, `/proc/${process.pid}/root${key}`, '/proc/4194303/root/etc/shadow'));

    expect(taken().map(({ definition }) => definition)).toEqual(['connectionProblem', 'connectionProblem']);
  });

  it('are read below the roots from the severity that was requested', async () => {
    const log = path.join(root, 'app.log');
    fs.writeFileSync(log, 'past\n');
    await look(server(7, log));
    fs.appendFileSync(log, 'debug 1\n');
    await look(server(7, log));

    expect(taken()).toMatchObject([{ resourceId: 7, definition: 'logEntry', detail: 'debug 1' }]);
  });

  it('are read from severity WARN on where only the owner of the host has named them', async () => {
    const log = path.join(folder, 'own.log');
    fs.writeFileSync(log, 'past\n');
    restart([log]);
    await look(server(7, log));
    fs.appendFileSync(log, 'debug secret\nERROR 1\n');
    await look(server(7, log));

    expect(taken()).toMatchObject([{ detail: 'ERROR 1' }]);
  });

  it('are limited for each resource and in total', async () => {
    const paths = (id: number, count: number) =>
      Array.from({ length: count }, (_, n) => path.join(root, `${id}-${n}.log`));
    const many = Array.from({ length: 12 }, (_, n) => server(10 + n, ...paths(10 + n, 1_500)));
    for (const resource of many) for (const file of paths(resource.resourceId, 21)) fs.writeFileSync(file, '');
    await look(...many);
    for (const resource of many) for (const file of paths(resource.resourceId, 21)) fs.writeFileSync(file, 'line\n');
    await look(...many);

    const events = taken();
    expect(events.filter(({ definition }) => definition === 'logEntry')).toHaveLength(200);
    expect(events.filter(({ definition }) => definition === 'connectionProblem')).toHaveLength(12);
    expect(events.find(({ location }) => location === 'logFiles')).toMatchObject({
      resourceId: 10,
      detail: 'Not read, logFiles: 1500 files are too many; only the first 20 are followed.',
    });
  });

  it('store their positions together: once before their lines are reported, and once after', async () => {
    const paths = Array.from({ length: 20 }, (_, n) => path.join(root, `${n}.log`));
    for (const file of paths) fs.writeFileSync(file, '');
    const writes = jest.spyOn(state, 'write');
    await look(server(7, ...paths));
    expect(writes).toHaveBeenCalledTimes(1);
    for (const file of paths) fs.appendFileSync(file, 'line\n');
    await look(server(7, ...paths));
    expect(writes).toHaveBeenCalledTimes(3);
    await look(server(7, ...paths));
    expect(writes).toHaveBeenCalledTimes(3);
  });

  it('that are busy do not delay others', async () => {
    const busy = Array.from({ length: 20 }, (_, n) => path.join(root, `busy-${n}.log`));
    const quiet = path.join(root, 'quiet.log');
    for (const file of [...busy, quiet]) fs.writeFileSync(file, '');
    const resources = [server(7, ...busy), server(8, quiet)];
    await look(...resources);
    for (const file of busy) fs.appendFileSync(file, `${'x'.repeat(1_000)}\n`.repeat(2_000));
    fs.appendFileSync(quiet, 'here\n');
    for (let n = 0; n < 3; n++) await look(...resources);

    expect(taken().map(({ detail }) => detail)).toContain('here');
  });

  it('include pid files, which must hold only a number and lie below the roots', async () => {
    const pid = (name: string, text: string) => {
      fs.writeFileSync(path.join(root, name), text);
      return path.join(root, name);
    };
    fs.writeFileSync(path.join(folder, 'out.pid'), '5');
    const paths = [pid('a.pid', '42\n'), pid('b.pid', '42 secrets'), path.join(folder, 'out.pid')];
    const resources = paths.map((pidFile, n) =>
      aResource({ resourceId: n + 2, parentId: 1, typeName: 'Process', pluginConfig: { type: 'pidFile', pidFile } }),
    );
    const found = await new NamedFiles(files, problems, new ReadGuard()).lookAt(resources);

    expect(paths.map((each) => found.readPid(each))).toEqual([42, undefined, undefined]);
    expect(paths.map((each) => found.isRefused(each))).toEqual([false, false, true]);
    expect(taken()).toMatchObject([{ resourceId: 4, definition: 'connectionProblem', location: paths[2] }]);
  });
});
