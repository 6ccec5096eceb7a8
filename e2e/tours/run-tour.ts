import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import type { RunningSystem } from '../../tools/system';
import { workspaceRoot } from '../../tools/workspace';

const run = promisify(execFile);

/** Runs <name>-tour.mjs against a system as people do; returns its output. */
export async function runTour(name: string, system: RunningSystem, env: NodeJS.ProcessEnv = {}): Promise<string> {
  const script = path.join(workspaceRoot(), 'e2e', 'tours', `${name}-tour.mjs`);
  const { stdout } = await run(process.execPath, [script], {
    env: { ...process.env, WARDSTONE_URL: system.gatewayUrl, DATA_DIR: system.dataDir, ...env },
  });
  return stdout;
}
