import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { eventually, rounds } from '@wardstone/testing';
import { isAlive, PlantedScanner } from './planted-scanner';
import { ScanServer } from './scan-server';

const ROOT = path.join(__dirname, '../../..');

/** The agent as a process of its own, which is killed at the worst moments. */
describe('an agent that is killed', () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'killed-scans-'));
  const program = path.join(folder, 'agent.cjs');
  const server = new ScanServer();
  const oscap = new PlantedScanner(folder);
  let agent: ChildProcess | undefined;

  beforeAll(async () => {
    const options = ['--bundle', '--platform=node', '--packages=external', `--outfile=${program}`];
    const config = `--tsconfig=${path.join(ROOT, 'tsconfig.base.json')}`;
    const entry = path.join(ROOT, 'apps/agent/src/main.ts');
    execFileSync(require.resolve('esbuild/bin/esbuild'), [entry, ...options, config, '--log-level=error']);
    await server.start();
  });
  // One that a failed test leaves behind would scan for the next.
  afterEach(() => kill());
  afterAll(async () => {
    oscap.release();
    // Ids of earlier ones may have been reused by other processes.
    const last = oscap.calls.at(-1);
    await eventually('no scanner', () => Promise.resolve(!last || !isAlive(last.pid)));
    await server.stop();
    fs.rmSync(folder, { recursive: true, maxRetries: 10 });
  });

  const start = (): void => {
    agent = spawn(process.execPath, [program], {
      stdio: 'ignore',
      env: {
        NODE_PATH: path.join(ROOT, 'node_modules'),
        WARDSTONE_URL: server.url,
        AGENT_NAME: 'killed',
        AGENT_TOKEN: 'wsj_secret',
        AGENT_STATE_DIR: path.join(folder, 'state'),
        AGENT_LOG_FILES: path.join(folder, 'no.log'),
        AGENT_SYNC_SECONDS: '1',
        AGENT_OSCAP: oscap.program,
        AGENT_OSCAP_PRIVILEGED: 'on',
      },
    });
  };
  const kill = async (): Promise<void> => {
    if (!agent || agent.exitCode !== null || agent.signalCode !== null) return;
    const gone = once(agent, 'exit');
    agent.kill('SIGKILL');
    await gone;
  };
  /** Orders a scan; `done` counts the scans and results since. */
  const order = (): { id: string; done: () => [scans: number, results: number] } => {
    const [scans, results] = [oscap.calls.length, server.results.size];
    return { id: server.order(), done: () => [oscap.calls.length - scans, server.results.size - results] };
  };
  const until = (what: string, condition: () => boolean): Promise<unknown> =>
    eventually(what, () => Promise.resolve(condition()));

  it('while it scans, neither scans twice nor loses the result', async () => {
    for (let round = 0; round < rounds(50); round++) {
      oscap.hold();
      const { id, done } = order();
      start();
      await until('the scanner', () => done()[0] > 0);
      await kill();
      // Half of the rounds end while no agent is there.
      if (round % 2 === 0) oscap.release();
      start();
      await until('the agent', () => round % 2 === 0 || server.reports.some((report) => report.id === id));
      oscap.release();
      await until('the end', () => server.listEnds(id).length > 0);

      expect(done()).toEqual([1, 1]);
      expect(server.listEnds(id)).toMatchObject([{ state: 'uploaded', evaluated_rule_count: 2 }]);
      await kill();
    }
  }, 1_800_000);

  it('while it uploads, brings the same result again', async () => {
    oscap.release();
    for (let round = 0; round < rounds(50); round++) {
      let arrived = false;
      const { id, done } = order();
      start();
      const killed = agent!;
      server.afterUpload = async () => {
        arrived = true;
        await until('the end of the agent', () => killed.signalCode === 'SIGKILL');
        return 201;
      };
      await until('the upload', () => arrived);
      await kill();
      server.afterUpload = () => Promise.resolve(200);
      start();
      await until('the end', () => server.listEnds(id).length > 0);

      expect(done()).toEqual([1, 1]);
      expect(server.listEnds(id)).toMatchObject([{ state: 'uploaded' }]);
      await kill();
    }
  }, 1_800_000);

  it('while the service is away for the whole scan, brings the result when it is back', async () => {
    for (let round = 0; round < rounds(50); round++) {
      oscap.hold();
      const { id, done } = order();
      start();
      await until('the scanner', () => done()[0] > 0);
      server.isAway = true;
      await kill();
      start();
      oscap.release();
      await until('no scanner', () => !isAlive(oscap.calls.at(-1)!.pid));
      // In half of the rounds the agent is killed again before the service is back.
      if (round % 2 === 0) await kill();
      server.isAway = false;
      if (round % 2 === 0) start();
      await until('the end', () => server.listEnds(id).length > 0);

      expect(done()).toEqual([1, 1]);
      expect(server.listEnds(id)).toMatchObject([{ state: 'uploaded' }]);
      await kill();
    }
  }, 1_800_000);
});
