import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { workspaceRoot } from './workspace';

export const NX = 'node_modules/nx/dist/bin/nx.js';

/**
 * Bundles every app into dist/<app>; Nx knows which are up to date. Does nothing with PROGRAMS=built, which states that
 * this was just done.
 * @throws Error with the output of the builds that failed
 */
export async function build(root = workspaceRoot()): Promise<void> {
  if (process.env['PROGRAMS'] === 'built') return;
  const args = [path.join(root, NX), 'run-many', '--targets', 'build', '--output-style', 'static'];
  try {
    await promisify(execFile)(process.execPath, args, { cwd: root, env: { ...process.env, NO_COLOR: '1' } });
  } catch (error) {
    const { stdout = '', stderr = '', message } = error as Error & { stdout?: string; stderr?: string };
    throw new Error(`${stdout}${stderr}`.trim() || message, { cause: error });
  }
}
