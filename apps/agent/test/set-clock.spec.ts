import fs from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { TestClock } from '@wardstone/clock';
import { HostControl } from '../src/control/host-control';
import { AvailabilityWatch } from '../src/collecting/availability-watch';
import { ConnectionProblems } from '../src/events/connection-problems';
import { NamedFiles } from '../src/machine/named-files';
import { ReadGuard } from '../src/machine/read-guard';
import { PermittedFiles } from '../src/machine/permitted-files';
import type { Snapshot } from '../src/domain/snapshot';
import { Outbox } from '../src/outbox/outbox';
import { ServerApi } from '../src/server/server-api';
import { StateFolder } from '../src/state/state-folder';
import { aMachine, aProcess, aResource, aSchedule, aSnapshot } from './machine.builder';

const HOUR = 3_600_000;
const MINUTE = 60_000;
const NOON = Date.parse('2026-01-15T12:00:00Z');

describe('a host whose clock is set', () => {
  let folder: string;
  let server: http.Server;
  let api: ServerApi;
  let clock: TestClock;
  let outbox: Outbox;
  let processes: Snapshot['processes'];
  /** Server time, which no test sets. */
  let serverMs: number;
  let watch: AvailabilityWatch;

  const pass = (ms: number): void => {
    clock.advance(ms);
    serverMs += ms;
  };
  const reports = (): unknown[] => {
    const found: unknown[] = [];
    for (let message = outbox.next(0); message; message = outbox.next(0)) {
      found.push(...(message.body as { items: unknown[] }).items);
      outbox.remove(message);
    }
    return found;
  };
  const INVENTORY = {
    resources: [
      aResource(),
      aResource({ resourceId: 2, parentId: 1, pluginName: 'Processes', key: 'db', pluginConfig: { program: 'db' } }),
    ],
    schedules: [
      aSchedule({ resourceId: 2, name: 'rhq.availability', type: 'AVAILABILITY', collectionInterval: MINUTE }),
    ],
  };

  beforeEach(async () => {
    folder = fs.mkdtempSync(path.join(os.tmpdir(), 'set-clock-'));
    clock = new TestClock(NOON);
    serverMs = NOON;
    server = http.createServer((_request, response) => {
      response.sendDate = false;
      response.writeHead(204, { Date: new Date(serverMs).toUTCString() }).end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    api = new ServerApi(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, 5_000, clock);
    outbox = new Outbox(path.join(folder, 'reports'), 1024 * 1024);
    processes = [aProcess({ name: 'db' })];
    const problems = new ConnectionProblems({ outbox, state: new StateFolder(folder), clock, target: '/agent/a' });
    watch = new AvailabilityWatch({
      server: api,
      machine: aMachine(() => aSnapshot({ timeMs: clock.now(), processes })),
      outbox,
      clock,
      target: '/agent/a',
      files: new NamedFiles(new PermittedFiles({ roots: [], ownFiles: [] }), problems, new ReadGuard()),
      control: new HostControl([]),
      phaseMs: 0,
      collectEveryMs: undefined,
    });
  });

  afterEach(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    fs.rmSync(folder, { recursive: true });
  });

  it('reports a server that ended after the clock was set back, at the time of the server', async () => {
    await api.request('GET', '/');
    await watch.look(INVENTORY);
    expect(reports()).toEqual([
      { resourceId: 1, type: 'UP', since: NOON },
      { resourceId: 2, type: 'UP', since: NOON },
    ]);
    clock.set(NOON - 2 * HOUR);
    processes = [];
    pass(MINUTE);
    await watch.look(INVENTORY);

    // 0 is the time at which the server takes it: by the host's clock it would be older than the UP before.
    expect(reports()).toEqual([{ resourceId: 2, type: 'DOWN', since: 0 }]);
  });

  it.each([
    ['set back while the server is away', -2 * HOUR],
    ['set forward while the server is away', 2 * HOUR],
    ['a minute off, which does no harm', 0],
  ])('measures the error of its clock when it is %s', async (_case, errorMs) => {
    await api.request('GET', '/');
    expect(api.clockErrorMs).toBe(0);
    clock.set(clock.now() + errorMs + 30_000);
    pass(MINUTE);
    expect(Math.abs(api.clockErrorMs - errorMs)).toBeLessThanOrEqual(30_000);
  });

  it('trusts its clock again once it is right', async () => {
    clock.set(NOON - 2 * HOUR);
    await api.request('GET', '/');
    expect(api.clockErrorMs).toBe(-2 * HOUR);
    clock.set(NOON);

    await watch.look(INVENTORY);
    expect(reports()).toMatchObject([{ since: NOON }, { since: NOON }]);
  });

  it('reports from its start when its clock was wrong before that', async () => {
    clock.set(NOON - 2 * HOUR);
    await api.request('GET', '/');
    await watch.look(INVENTORY);

    expect(reports()).toMatchObject([{ since: 0 }, { since: 0 }]);
  });
});
