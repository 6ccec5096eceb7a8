import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { TestClock } from '@wardstone/clock';
import { Collector } from '../src/collecting/collector';
import { FolderWatch } from '../src/collecting/folder-watch';
import { SpaceHistory } from '../src/collecting/space-history';
import { ConnectionProblems } from '../src/events/connection-problems';
import { createLogger } from '../src/logger';
import { HostReadings } from '../src/machine/host-readings';
import { NamedFiles } from '../src/machine/named-files';
import { ReadGuard } from '../src/machine/read-guard';
import { PermittedFiles } from '../src/machine/permitted-files';
import { Outbox } from '../src/outbox/outbox';
import { StateFolder } from '../src/state/state-folder';
import { FACTS, aMachine, aResource, aSchedule, aSnapshot } from './machine.builder';

describe('folders that are measured', () => {
  let folder: string;
  beforeEach(() => (folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'folders-')))));
  afterEach(() => fs.rmSync(folder, { recursive: true }));

  it('are measured one set at a time, delay nothing else, and have the time at which they were due', async () => {
    const root = path.join(folder, 'root');
    fs.mkdirSync(root);
    fs.writeFileSync(path.join(root, 'x'), '12345');
    const outbox = new Outbox(path.join(folder, 'outbox'), 1_000_000);
    const state = new StateFolder(path.join(folder, 'state'));
    const clock = new TestClock(1_000_000);
    const logger = createLogger('silent');
    const files = new PermittedFiles({ roots: [root], ownFiles: [] });
    let open = (): void => undefined;
    const opened = new Promise<void>((resolve) => (open = resolve));
    const openFolder = files.openFolder.bind(files);
    const walks = jest.spyOn(files, 'openFolder').mockImplementation(async (named) => {
      await opened;
      return openFolder(named);
    });
    const problems = new ConnectionProblems({ outbox, state, clock, target: '/agent/a' });
    const { signal } = new AbortController();
    const collector = new Collector({
      machine: aMachine(() => aSnapshot({ timeMs: clock.now() })),
      facts: FACTS,
      files: new NamedFiles(files, problems, new ReadGuard()),
      readings: new HostReadings({ clock, certificates: [], serverOffsetMs: () => undefined }),
      space: new SpaceHistory(state),
      folders: new FolderWatch({ files, guard: new ReadGuard(), problems, clock, logger, signal }),
      outbox,
      state,
      clock,
      logger,
      target: '/agent/a',
      phaseMs: 0,
      collectEveryMs: undefined,
    });
    const inventory = {
      resources: [
        aResource(),
        aResource({ resourceId: 2, parentId: 1, typeName: 'Directory', key: 'd', pluginConfig: { path: root } }),
      ],
      schedules: [
        aSchedule({ name: 'Native.MemoryInfo.free' }),
        aSchedule({ scheduleId: 20, resourceId: 2, name: 'usage' }),
      ],
    };
    const values = (): object[] => {
      const found: object[] = [];
      for (let message = outbox.next(0); message; message = outbox.next(0)) {
        found.push(...(message.body as { numeric: object[] }).numeric);
        outbox.remove(message);
      }
      return found;
    };

    expect(await collector.collect(inventory)).toBe(1);
    expect(values()).toEqual([{ scheduleId: 10, timestamp: 1_000_000, value: 100 }]);
    clock.set(1_140_000);
    expect(await collector.collect(inventory)).toBe(1);
    expect(values()).toMatchObject([{ scheduleId: 10 }]);
    expect(walks).toHaveBeenCalledTimes(1);

    open();
    while (outbox.size === 0) await new Promise((resolve) => setTimeout(resolve, 10));
    expect(values()).toEqual([{ scheduleId: 20, timestamp: 1_000_000, value: 5 }]);
  });
});
