import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { listSecrets } from '../tools/fuzz/secrets';
import { type RunningSystem, SERVICE_NAMES, startSystem } from '../tools/system';
import { closeBrowser } from './running/console-page';

const START_MS = 240_000;

/** The running product; read it in hooks and tests only, because `restart` replaces it. */
export interface Installation {
  (): RunningSystem;
  /** The product as started first, for its output and records. */
  first(): RunningSystem;
  /** Starts on the data of the one that was killed. */
  restart(): Promise<void>;
}

/**
 * A data folder in which the product has been started before, where `npm run test:system` provides one to copy; else an
 * empty one. A first start takes four times as long as a later one.
 */
export function fillDataFolder(dataDir: string): void {
  const template = process.env['DATA_TEMPLATE'];
  // Copies with the owners of the files.
  if (template) execFileSync('cp', ['-a', `${template}/.`, dataDir]);
}

/**
 * An installation for the suites of a spec file, because each start takes longer than most of what is asked of it. Suites
 * come in any order and alone: each makes what it needs, and leaves what the others may find.
 *
 * @param env settings of `npm start`; called once
 * @param options.isNew has the first start made in an empty folder
 */
export function useInstallation(
  env: () => NodeJS.ProcessEnv | Promise<NodeJS.ProcessEnv>,
  { isNew = false }: { isNew?: boolean } = {},
): Installation {
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'wardstone-'));
  let settings: NodeJS.ProcessEnv;
  let system: RunningSystem | undefined;
  let first: RunningSystem | undefined;

  const start = async (): Promise<void> => {
    system = await startSystem({ dataDir, env: settings });
  };

  beforeAll(async () => {
    settings = await env();
    if (!isNew) fillDataFolder(dataDir);
    await start();
    first = system;
  }, START_MS);

  afterAll(closeBrowser);
  // Checked after all suites, whatever they did.
  afterAll(async () => {
    if (system === undefined) return;
    const pids = listProcesses(system);
    const exitCode = await system.stop();
    const outcome = {
      exitCode,
      leftBehind: pids.filter((pid) => fs.existsSync(`/proc/${pid}`)),
      logsWithSecrets: logsWithSecrets(system),
    };
    fs.rmSync(dataDir, { recursive: true, force: true });
    expect(outcome).toEqual({ exitCode: 0, leftBehind: [], logsWithSecrets: [] });
  }, START_MS);

  const required = (started: RunningSystem | undefined): RunningSystem => {
    if (started === undefined) throw new Error('the installation runs inside hooks and tests only');
    return started;
  };
  return Object.assign(() => required(system), { first: () => required(first), restart: start });
}

function listProcesses(system: RunningSystem): number[] {
  const hasAgent = fs.existsSync(path.join(system.dataDir, 'logs', 'agent.log'));
  return [...SERVICE_NAMES, ...(hasAgent ? (['agent'] as const) : [])].map((name) => system.processId(name));
}

function logsWithSecrets(system: RunningSystem): string[] {
  const folder = path.join(system.dataDir, 'logs');
  const secrets = listSecrets(system);
  const logs = fs.readdirSync(folder);
  expect(logs.length).toBeGreaterThan(SERVICE_NAMES.length);
  return logs.filter((name) => {
    const text = fs.readFileSync(path.join(folder, name), 'utf8');
    return secrets.some((secret) => text.includes(secret));
  });
}
