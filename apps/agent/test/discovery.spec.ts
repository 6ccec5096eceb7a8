import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseWatchedProgram } from '../src/domain/watched-programs';
import { HostControl } from '../src/control/host-control';
import { Discovery } from '../src/inventory/discovery';
import type { Logger } from '../src/logger';
import type { RunningProcess } from '../src/domain/snapshot';
import { Outbox } from '../src/outbox/outbox';
import { aMachine, aProcess, aSnapshot, FACTS } from './machine.builder';

describe('the discovery of servers', () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'discovery-'));
  afterAll(() => fs.rmSync(folder, { recursive: true }));

  const aDiscovery = (named: string[], warn: jest.Mock, ...processes: RunningProcess[]) => {
    const programs = named.map(parseWatchedProgram);
    return new Discovery({
      machine: aMachine(() => aSnapshot({ processes })),
      facts: FACTS,
      outbox: new Outbox(folder, 1024 * 1024),
      logger: { warn } as never as Logger,
      target: '/agent/a',
      programs: [...programs, parseWatchedProgram('nginx')],
      named: programs,
      logFiles: [],
      unusedAdapters: false,
      control: new HostControl([]),
    });
  };

  it('reports once that no program has the configured name', async () => {
    const warn = jest.fn();
    const discovery = aDiscovery(
      ['Redis=redis-server', 'VM=victoria-metrics-prod'],
      warn,
      aProcess({ name: 'redis-server' }),
    );
    await discovery.report();
    await discovery.reportChanges();

    expect(warn.mock.calls).toEqual([
      [{ program: 'victoria-metrics-prod' }, 'no process runs this program of AGENT_PROCESSES'],
    ]);
  });

  it('requests another discovery if a server has just started, as at boot', async () => {
    const starting = aDiscovery([], jest.fn(), aProcess({ name: 'nginx', ageMs: 1_999 }));
    const settled = aDiscovery([], jest.fn(), aProcess({ name: 'nginx', ageMs: 2_000 }));
    const worker = aProcess({ name: 'nginx', parentPid: 101, ageMs: 0 });
    const serving = aDiscovery([], jest.fn(), aProcess({ name: 'nginx', pid: 101 }), worker);
    const other = aDiscovery([], jest.fn(), aProcess({ name: 'vi', ageMs: 0 }));
    const all = [starting, settled, serving, other];
    for (const discovery of all) await discovery.report();

    expect(all.map(({ leftOutStarting }) => leftOutStarting)).toEqual([true, false, false, false]);
  });
});
