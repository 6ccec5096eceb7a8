import fs from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { TestClock } from '@wardstone/clock';
import { eventually } from '@wardstone/testing';
import type { KnownResource } from '../src/domain/known-inventory';
import { createLogger } from '../src/logger';
import { Outbox } from '../src/outbox/outbox';
import { PermittedTargets } from '../src/probes/permitted-targets';
import { Probes } from '../src/probes/probes';
import { ServerApi } from '../src/server/server-api';
import { aResource, aSchedule } from './machine.builder';

const MINUTE = 60_000;
const NOON = Date.parse('2026-01-15T12:00:00Z');

interface Sent {
  items?: { resourceId: number; type: string }[];
  numeric?: { scheduleId: number; timestamp: number; value: number }[];
  traits?: { scheduleId: number; value: string }[];
}

describe('probes of an agent', () => {
  let folder: string;
  let target: http.Server;
  let requests: number;
  let status: number;
  let clock: TestClock;
  let outbox: Outbox;
  let probes: Probes;
  const stop = new AbortController();

  beforeEach(async () => {
    folder = fs.mkdtempSync(path.join(os.tmpdir(), 'probes-'));
    clock = new TestClock(NOON);
    outbox = new Outbox(path.join(folder, 'reports'), 1024 * 1024);
    [requests, status] = [0, 200];
    target = http.createServer((_request, response) => {
      requests++;
      response.writeHead(status).end();
    });
    await new Promise<void>((done) => target.listen(0, '127.0.0.1', done));
    probes = new Probes({
      server: new ServerApi('http://127.0.0.1:9', 1_000, clock),
      outbox,
      logger: createLogger('silent'),
      clock,
      target: '/agent/a',
      targets: new PermittedTargets(['127.0.0.1']),
      everyMs: undefined,
      signal: stop.signal,
    });
  });
  afterEach(async () => {
    target.closeAllConnections();
    await new Promise((done) => target.close(done));
    fs.rmSync(folder, { recursive: true });
  });

  const aProbe = (over: Partial<KnownResource> = {}): KnownResource =>
    aResource({
      resourceId: 2,
      parentId: 1,
      pluginName: 'Probes',
      typeName: 'HTTP Probe',
      key: 'shop',
      name: 'shop',
      pluginConfig: { url: `http://127.0.0.1:${(target.address() as AddressInfo).port}/` },
      ...over,
    });
  const schedules = [
    aSchedule({ resourceId: 2, name: 'rhq.availability', type: 'AVAILABILITY', collectionInterval: MINUTE }),
    aSchedule({ scheduleId: 11, resourceId: 2, name: 'success' }),
    aSchedule({ scheduleId: 12, resourceId: 2, name: 'result', type: 'TRAIT' }),
    aSchedule({ scheduleId: 13, resourceId: 2, name: 'responseTime', enabled: false }),
    aSchedule({ scheduleId: 14, resourceId: 2, name: 'status', collectionInterval: 10 * MINUTE }),
    aSchedule({ scheduleId: 15, resourceId: 2, name: 'constructor' }),
  ];
  const sent = (): Sent[] => {
    const found: Sent[] = [];
    for (let message = outbox.next(0); message; message = outbox.next(0)) {
      found.push(message.body);
      outbox.remove(message);
    }
    return found;
  };
  /** Runs due probes, and returns their reports. */
  const look = async (resources: KnownResource[] = [aProbe()]): Promise<Sent[]> => {
    const before = requests;
    probes.look({ resources, schedules });
    const all: Sent[] = [];
    await eventually('the reports', () => {
      all.push(...sent());
      return Promise.resolve(all.some(({ traits }) => (traits?.length ?? 0) > 0) || requests > before + 1);
    });
    return all;
  };

  it('report availability, and the values that are due, with the time of the probe', async () => {
    const [availability, values] = await look();

    expect(availability!.items).toMatchObject([{ resourceId: 2, type: 'UP', since: NOON }]);
    expect(values!.numeric).toEqual([
      { scheduleId: 11, timestamp: NOON, value: 1 },
      { scheduleId: 14, timestamp: NOON, value: 200 },
    ]);
    expect(values!.traits).toEqual([{ scheduleId: 12, timestamp: NOON, value: 'status 200' }]);
  });

  it('are run when they are due, and report an availability when it has changed', async () => {
    await look();
    probes.look({ resources: [aProbe()], schedules });
    expect(requests).toBe(1);

    clock.advance(MINUTE);
    expect(await look()).toMatchObject([{ numeric: [{ scheduleId: 11, value: 1 }] }]);
    clock.advance(MINUTE);
    status = 503;
    expect(await look()).toMatchObject([
      { items: [{ type: 'DOWN' }] },
      { numeric: [{ scheduleId: 11, value: 0 }], traits: [{ value: 'status 503, expected 200-399' }] },
    ]);
    expect(requests).toBe(3);
  });

  it('are reported in full when the server requests it', async () => {
    await look();
    probes.reportAll();
    expect(sent()).toMatchObject([{ items: [{ resourceId: 2, type: 'UP' }] }]);
  });

  it('are unknown, with a reason, while the owner of the host does not permit them', async () => {
    const reports = await look([aProbe({ pluginConfig: { url: 'http://127.0.0.2/' } })]);
    const reason = 'AGENT_PROBE_TARGETS of this host does not list 127.0.0.2:80';
    expect(reports).toMatchObject([
      { items: [{ type: 'UNKNOWN' }] },
      { numeric: [], traits: [{ value: `not probed: ${reason}` }] },
    ]);
    expect(probes.problems).toEqual([`probe shop: ${reason}`]);
    probes.look({ resources: [], schedules: [] });
    expect(probes.problems).toEqual([]);
  });

  it('that are not in inventory, or of another plugin, are not run', async () => {
    probes.look({
      resources: [aProbe({ status: 'NEW' }), aProbe({ resourceId: 3, pluginName: 'Processes' })],
      schedules,
    });
    clock.advance(MINUTE);
    await look();
    expect(requests).toBe(1);
  });

  it('beyond the five hundredth are not run, and a few run at once', () => {
    let open = 0;
    target.removeAllListeners('request').on('request', () => open++);
    const many = Array.from({ length: 501 }, (_, at) => aProbe({ resourceId: 100 + at }));
    for (let round = 0; round < 5; round++) probes.look({ resources: many, schedules: [] });
    expect(probes.problems).toEqual(['only the first 500 probes are run']);
    expect(open).toBeLessThanOrEqual(8);
  });

  it('that are slow delay no other', async () => {
    const requested = new Set<string>();
    target.removeAllListeners('request').on('request', ({ url = '' }, response) => {
      requested.add(url);
      response.end();
    });
    const { port } = target.address() as AddressInfo;
    const many = Array.from({ length: 40 }, (_, at) =>
      aProbe({ resourceId: 100 + at, pluginConfig: { url: `http://127.0.0.1:${port}/${at}` } }),
    );
    await eventually('all of them', () => {
      // All are due at each look.
      clock.advance(MINUTE);
      probes.look({ resources: many, schedules: [] });
      return requested.size === 40;
    });
  });
});
