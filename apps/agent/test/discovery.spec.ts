import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseWatchedProgram } from '../src/domain/watched-programs';
import { Discovery } from '../src/inventory/discovery';
import type { Logger } from '../src/logger';
import { Outbox } from '../src/outbox/outbox';
import { aMachine, aProcess, aSnapshot, FACTS } from './machine.builder';

describe('the discovery of servers', () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'discovery-'));
  afterAll(() => fs.rmSync(folder, { recursive: true }));

  const aDiscovery = (named: string[], warn: jest.Mock) => {
    const programs = named.map(parseWatchedProgram);
    return new Discovery({
      machine: aMachine(() => aSnapshot({ processes: [aProcess({ name: 'redis-server' })] })),
      facts: FACTS,
      outbox: new Outbox(folder, 1024 * 1024),
      logger: { warn } as never as Logger,
      target: '/agent/a',
      programs: [...programs, parseWatchedProgram('nginx')],
      named: programs,
      logFiles: [],
      unusedAdapters: false,
    });
  };

  it('says once of a program that the owner named that nothing has its name', async () => {
    const warn = jest.fn();
    const discovery = aDiscovery(['Redis=redis-server', 'VM=victoria-metrics-prod'], warn);
    await discovery.report();
    await discovery.reportChanges();

    expect(warn.mock.calls).toEqual([
      [{ program: 'victoria-metrics-prod' }, 'no process has the name of this program of AGENT_PROCESSES'],
    ]);
  });
});
