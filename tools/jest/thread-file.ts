import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

/**
 * For tests: bundles the source into the folder of the run, once in each of jest's processes. Uses esbuild's program,
 * because its library leaves a process running.
 */
export function threadFile(program: string): string {
  const file = path.join(os.tmpdir(), `${path.basename(program)}-${process.pid}.js`);
  if (!fs.existsSync(file)) {
    const args = [`${program}.ts`, '--bundle', '--platform=node', '--target=node22', '--log-level=error'];
    execFileSync(require.resolve('esbuild/bin/esbuild'), [...args, `--outfile=${file}`]);
  }
  return file;
}
