import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { SystemClock } from '@wardstone/clock';
import { loadConfig } from '@wardstone/config';
import { eventually } from '@wardstone/testing';
import { Agent } from '../src/agent';
import { AgentConfig } from '../src/agent.config';
import { createLogger } from '../src/logger';
import type { Snapshot } from '../src/domain/snapshot';
import { version } from '../../../package.json';
import { aMachine, aMemory, aProcess, aResource, aSchedule, aSnapshot } from './machine.builder';
import { type Fate, ReceivingServer } from './receiving-server';

describe('an agent and its server', () => {
  let folder: string;
  let server: ReceivingServer;
  let agents: { agent: Agent; ended: Promise<void> }[];
  /** Number of measurements; each value is measured once. */
  let measured: number;

  beforeEach(async () => {
    folder = fs.mkdtempSync(path.join(os.tmpdir(), 'agent-'));
    measured = 0;
    agents = [];
    server = new ReceivingServer();
    server.inventory = { resources: [aResource()], schedules: [aSchedule({ name: 'Native.MemoryInfo.free' })] };
    await server.start();
  });
  afterEach(async () => {
    await Promise.all(agents.map(({ agent }) => agent.stop()));
    await server.kill().catch(() => undefined);
    fs.rmSync(folder, { recursive: true });
  });

  const start = (
    settings: Record<string, string> = {},
    { problems = [], ...over }: Partial<Snapshot> & { problems?: readonly string[] } = {},
  ): Agent => {
    const clock = new SystemClock();
    const machine = aMachine(() =>
      aSnapshot({
        timeMs: clock.now(),
        memory: aMemory({ free: ++measured }),
        processes: [aProcess({ pid: 1, name: 'init' })],
        ...over,
      }),
    );
    const config = loadConfig(AgentConfig, {
      WARDSTONE_URL: server.url,
      AGENT_NAME: 'a',
      AGENT_TOKEN: 'wsj_secret',
      AGENT_STATE_DIR: folder,
      AGENT_SYNC_SECONDS: '1',
      AGENT_COLLECT_EVERY_MS: '100',
      AGENT_LOG_FILES: path.join(folder, 'app.log'),
      AGENT_REQUEST_TIMEOUT_SECONDS: '1',
      ...settings,
    });
    const agent = new Agent({ config, machine: { ...machine, problems }, clock, logger: createLogger('silent') });
    agents.push({ agent, ended: agent.run() });
    return agent;
  };
  const waiting = () => fs.readdirSync(path.join(folder, 'reports')).length;

  it('registers, reports what it finds, what is available and what it measures', async () => {
    start();
    await eventually('values', () => server.values.length > 3);

    expect(server.received[0]).toEqual({
      method: 'PUT',
      path: '/rest/agent/a',
      body: { version, hostname: 'host-a', run: expect.any(String) as string, problems: [] },
    });
    expect(server.listBodies('/inventory')[0]).toMatchObject({ roots: [{ key: 'host-a', typeName: 'Linux' }] });
    expect(server.listBodies('/availability')[0]).toMatchObject({
      changesOnly: false,
      items: [{ resourceId: 1, type: 'UP' }],
    });
  });

  it('measures, follows logs and polls while a part of the machine does not respond, and reports the problem', async () => {
    const log = path.join(folder, 'app.log');
    fs.writeFileSync(log, 'past\n');
    const problems: string[] = [];
    start({}, { problems, fileSystems: undefined });
    await eventually('values', () => server.values.length > 0 && fs.existsSync(path.join(folder, 'logs.json')));
    problems.push('cannot read file systems: it does not respond within 10 s');
    fs.appendFileSync(log, 'ERROR meanwhile\n');
    await eventually('the problem', () =>
      server.listBodies('/agent/a').some((body) => String(body['problems']) !== ''),
    );
    await eventually('the line of the log', () => server.listBodies('/events').length > 0);
    problems.pop();
    await eventually('its end', () => String(server.listBodies('/agent/a').at(-1)?.['problems']) === '');

    expect(server.listBodies('/agent/a').map((body) => body['problems'])).toEqual([
      [],
      ['cannot read file systems: it does not respond within 10 s'],
      [],
    ]);
  });

  it('reports the host to compliance until that is disabled', async () => {
    start();
    await eventually('the host', () => server.listBodies('/agent/system').length > 0);
    await agents[0]!.agent.stop();

    expect(server.listBodies('/api/compliance/v2/agent/system')).toEqual([
      { display_name: 'host-a', os_name: 'Debian', os_major_version: 12, os_minor_version: 0 },
    ]);
    start({ AGENT_COMPLIANCE: 'off' });
    await eventually('values', () => server.values.length > 3);
    expect(server.listBodies('/agent/system')).toHaveLength(1);
  });

  it('reports the host again after compliance was unavailable', async () => {
    let refusals = 0;
    server.fate = ({ path }) => (path.endsWith('/agent/system') && ++refusals < 3 ? 404 : 'answered');
    start();
    await eventually('the host', () => server.listBodies('/agent/system').length > 0);
  });

  it('loses and duplicates no values when requests fail', async () => {
    const fates: Fate[] = ['answered', 'answer lost', 503, 'lost', 'answered', 500, 'answer lost', 429];
    let number = 0;
    server.fate = ({ method }) => (method === 'POST' ? fates[number++ % fates.length]! : 'answered');
    start();
    await eventually('values', () => server.values.length >= 10);
    server.fate = () => 'answered';
    await agents[0]!.agent.stop();
    const before = server.values.length;
    start();
    await eventually('the reports that waited', () => server.values.length > before + waiting() + 3 && waiting() === 0);

    const values = server.values;
    expect(new Set(values).size).toBe(values.length);
    // The other rounds measured availability only; each round has its own value.
    const reports = server.listBodies('/measurements').map(({ numeric }) => (numeric as object[]).length);
    expect(reports.every((count) => count === 1)).toBe(true);
  });

  it('measures while the server is unavailable, and then delivers all values in order', async () => {
    start();
    await eventually('values', () => server.values.length > 2);
    await server.kill();
    const measuredBefore = server.values.length;
    await eventually('reports that wait', () => waiting() >= 6);
    expect(server.values.length).toBe(measuredBefore);

    await server.start();
    await eventually('no report to wait', () => waiting() === 0);

    const times = server
      .listBodies('/measurements')
      .map(({ numeric }) => (numeric as { timestamp: number }[])[0]!.timestamp);
    expect(times).toEqual([...times].sort((a, b) => a - b));
    expect(new Set(server.values).size).toBe(server.values.length);
    expect(server.values.length).toBeGreaterThanOrEqual(measuredBefore + 6);
  });

  it('measures stored schedules when it starts without a server, once it has synchronised before', async () => {
    const first = start();
    await eventually('a value', () => server.values.length > 0);
    await first.stop();
    await server.kill();
    const before = server.values.length;

    start();
    await eventually('reports that wait', () => waiting() >= 3);
    await server.start();
    await eventually('everything', () => waiting() === 0 && server.values.length >= before + 3);

    expect(new Set(server.values).size).toBe(server.values.length);
  });

  it('reports each line of a log once, over a loss of the server and a restart of its own', async () => {
    const log = path.join(folder, 'app.log');
    fs.writeFileSync(log, 'past\n');
    const lines: string[] = [];
    const append = (count: number) => {
      for (let n = 0; n < count; n++) lines.push(`ERROR ${lines.length}`);
      fs.appendFileSync(log, `${lines.slice(-count).join('\n')}\n`);
    };
    const details = () =>
      server
        .listBodies('/events')
        .flatMap(({ events }) => (events as { detail: string }[]).map(({ detail }) => detail));
    const first = start();
    await eventually('the first look at the log', () => fs.existsSync(path.join(folder, 'logs.json')));
    append(3);
    await eventually('three lines', () => details().length === 3);
    server.fate = ({ path: target }) => (target.endsWith('/events') ? 'answer lost' : 'answered');
    append(3);
    await eventually('six lines', () => details().length === 6);
    await first.stop();
    append(3);

    server.fate = () => 'answered';
    start();
    await eventually('nine lines', () => details().length >= 9 && waiting() === 0);

    expect(details()).toEqual(lines);
  });

  it('sends a full report when the server requests one', async () => {
    start();
    await eventually('a value', () => server.values.length > 0);
    const inventories = server.listBodies('/inventory').length;

    server.resync = true;
    await eventually('another inventory', () => server.listBodies('/inventory').length > inventories);
    await eventually(
      'another full report of availability',
      () => server.listBodies('/availability').filter(({ changesOnly }) => changesOnly === false).length > 1,
    );

    expect(server.resync).toBe(false);
  });

  it('registers again when the server no longer knows it', async () => {
    start();
    await eventually('a value', () => server.values.length > 0);
    let isKnown = false;
    server.fate = ({ method, path: target }) => {
      if (method === 'PUT' && target === '/rest/agent/a') isKnown = true;
      return isKnown ? 'answered' : 404;
    };
    const before = server.values.length;

    await eventually('further values', () => server.values.length > before + 2);

    expect(isKnown).toBe(true);
  });

  it('executes work offered twice only once, and reports the outcome until it is stored', async () => {
    let fails = 3;
    server.fate = ({ path: target, method }) =>
      method === 'PUT' && target.endsWith('/work/7') && fails-- > 0 ? 'lost' : 'answered';
    const work = {
      id: 7,
      kind: 'operation',
      resourceId: 1,
      timeout: 60,
      operation: { name: 'viewProcessList', parameters: {} },
    };
    server.work = [work];
    start();
    await eventually(
      'work and a value',
      () => server.work.length === 0 && server.inventory.resources.length > 0 && server.values.length > 0,
    );
    server.work = [work];
    await eventually(
      'two reports of the work',
      () => server.listBodies('/work/7').length >= 2 && server.work.length === 0,
    );

    const [started, ended, ...more] = server.listBodies('/work/7');
    expect(started).toMatchObject({ state: 'started' });
    expect(ended).toMatchObject({ state: 'success', result: { processList: [{ pid: 1, name: 'init' }] } });
    expect(more).toEqual([]);
  });

  it('reports its limitations', async () => {
    start();
    await eventually('a value', () => server.values.length > 0);
    server.work = [
      { id: 1, kind: 'operation', resourceId: 1, operation: { name: 'explode', parameters: {} } },
      { id: 2, kind: 'operation', resourceId: 99, operation: { name: 'discovery', parameters: {} } },
      { id: 3, kind: 'createResource', resourceId: 1, create: { typeName: 'Route' } },
      { id: 4, kind: 'dance', resourceId: null },
      { id: 5, kind: 'cancel', resourceId: 1, cancel: { workId: 12_345 } },
    ];
    await eventually('two reports of each work', () =>
      [1, 2, 3, 4, 5].every((id) => server.listBodies(`/work/${id}`).length === 2),
    );

    const outcome = (id: number) => server.listBodies(`/work/${id}`)[1];
    expect(outcome(1)).toMatchObject({ state: 'failure', errorMessage: expect.stringContaining('explode') as string });
    expect(outcome(2)).toMatchObject({ state: 'failure', errorMessage: 'The resource is unknown to the agent' });
    expect(outcome(3)).toMatchObject({ state: 'failure', errorMessage: expect.stringContaining('Route') as string });
    expect(outcome(4)).toMatchObject({ state: 'failure', errorMessage: expect.stringContaining('dance') as string });
    expect(outcome(5)).toMatchObject({ state: 'unknown' });
  });

  it('reads its join token from a file', async () => {
    const file = path.join(folder, 'token');
    fs.writeFileSync(file, 'wsj_secret\n');
    start({ AGENT_TOKEN: '', AGENT_TOKEN_FILE: file });
    await eventually('values', () => server.values.length > 0);

    expect(server.logins[0]).toMatchObject({ path: '/auth/agents', body: { token: 'wsj_secret', name: 'a' } });
  });

  it('does not retry a rejected login, because failures count against every client at its address', async () => {
    let refusals = 0;
    server.fate = () => {
      refusals++;
      return 401;
    };
    start();
    await eventually('a refusal', () => refusals > 0);
    // Several parts would have logged something by now.
    await new Promise((resolve) => setTimeout(resolve, 3_000));

    expect(refusals).toBe(1);
  });
});
