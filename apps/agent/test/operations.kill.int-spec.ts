import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { eventually, rounds } from '@wardstone/testing';
import { aResource } from './machine.builder';
import { plantSystemctl } from './planted-program';
import { ReceivingServer } from './receiving-server';

const ROOT = path.join(__dirname, '../../..');

/** The agent as a process of its own, which is killed while systemctl runs. */
describe('an agent that is killed during an operation', () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'killed-operations-'));
  const program = path.join(folder, 'agent.cjs');
  const server = new ReceivingServer();
  const systemctl = plantSystemctl(folder, `if (args.includes('restart')) setTimeout(() => {}, 2_000);`);
  let agent: ChildProcess | undefined;

  beforeAll(async () => {
    const options = ['--bundle', '--platform=node', '--packages=external', `--outfile=${program}`];
    const config = `--tsconfig=${path.join(ROOT, 'tsconfig.base.json')}`;
    const entry = path.join(ROOT, 'apps/agent/src/main.ts');
    execFileSync(require.resolve('esbuild/bin/esbuild'), [entry, ...options, config, '--log-level=error']);
    fs.writeFileSync(path.join(folder, 'units.json'), '{"nginx.service":"active"}');
    const key = 'nginx.service';
    const unit = aResource({ resourceId: 2, parentId: 1, pluginName: 'Host Control', typeName: 'Systemd Unit', key });
    server.inventory = { resources: [aResource(), unit], schedules: [] };
    await server.start();
  });
  afterEach(() => kill());
  afterAll(async () => {
    await server.kill();
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
        AGENT_UNITS: 'nginx',
        AGENT_SYSTEMCTL: systemctl.path,
      },
    });
  };
  const kill = async (): Promise<void> => {
    if (!agent || agent.exitCode !== null || agent.signalCode !== null) return;
    const gone = once(agent, 'exit');
    agent.kill('SIGKILL');
    await gone;
  };

  it('reports it as failed once, and does not run it again however often it is offered', async () => {
    for (let round = 0; round < rounds(50); round++) {
      const id = 100 + round;
      const item = { id, kind: 'operation', resourceId: 2, operation: { name: 'restart', parameters: {} } };
      const restarts = () => systemctl.calls.filter(({ args }) => args.includes('restart')).length;
      const ends = () => server.bodiesOf(`/work/${id}`).filter(({ state }) => state !== 'started');
      const before = restarts();
      server.work.push(item);
      start();
      await eventually('systemctl', () => Promise.resolve(restarts() > before));
      await kill();
      server.work.push(item);
      start();
      await eventually('the report', () => Promise.resolve(ends().length > 0 && server.work.length === 0));
      await kill();

      expect(ends()).toMatchObject([{ state: 'failure', errorMessage: 'The agent was stopped during execution' }]);
      expect(restarts()).toBe(before + 1);
    }
  }, 1_800_000);
});
