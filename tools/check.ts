import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { NX } from './build';
import { main as writeClientTypes } from './client-types';
import { describeParts, measurePart, type Part } from './door';
import { workspaceRoot } from './workspace';

export const USAGE = `Usage: npm run check [-- PART]
Checks the whole workspace without running it; what did not change since the last run is not checked again.
PART is format, lint, types, borders, dead-code or lock-file, and always runs.`;

/** Programs of each part, run one after the other, as arguments of Node.js. */
export const PARTS: Record<string, string[][]> = {
  format: [['node_modules/oxfmt/bin/oxfmt', '--check']],
  lint: [['node_modules/oxlint/bin/oxlint', '--disable-nested-config']],
  types: [
    ['node_modules/typescript7/bin/tsc', '--noEmit', '-p', 'tsconfig.json'],
    ['node_modules/typescript7/bin/tsc', '-p', 'apps/console'],
  ],
  borders: [
    [
      'node_modules/dependency-cruiser/bin/dependency-cruise.mjs',
      'apps',
      'libs',
      'tools',
      'bench',
      'e2e',
      '--config',
      '.dependency-cruiser.cjs',
      '--output-type',
      'err-long',
    ],
  ],
  'dead-code': [['node_modules/knip/bin/knip.js', '--no-progress']],
  'lock-file': [['tools/run.mjs', 'lock-file']],
};

/** Folder for the times of this run's parts; parts that Nx takes from its cache leave none. */
const TIMES = 'dist/check';

/** Runs all parts with Nx, or the named one. */
export async function main([name]: string[]): Promise<number> {
  const root = workspaceRoot();
  const times = path.join(root, TIMES);
  await writeClientTypes();
  if (name === undefined) return checkAll(root, times);
  const programs = PARTS[name];
  if (!programs) {
    console.error(USAGE);
    return 1;
  }
  const part = await runPart(root, name, programs);
  fs.mkdirSync(times, { recursive: true });
  fs.writeFileSync(path.join(times, `${name}.json`), JSON.stringify(part));
  return part.code;
}

async function checkAll(root: string, times: string): Promise<number> {
  fs.rmSync(times, { recursive: true, force: true });
  const args = [path.join(root, NX), 'run', 'workspace:check', '--output-style', 'static'];
  const all = await measurePart('all', spawn(process.execPath, args, { cwd: root, stdio: 'inherit' }));
  const measured = fs.existsSync(times) ? fs.readdirSync(times) : [];
  const parts = measured.map((file) => JSON.parse(fs.readFileSync(path.join(times, file), 'utf8')) as Part);
  for (const line of describeParts([all, ...parts])) console.log(line);
  const failed = parts.filter(({ code }) => code !== 0).length;
  // A failure without a failed part is one of Nx itself.
  const others = all.code !== 0 && failed === 0 ? 1 : 0;
  console.log(`\n${Object.keys(PARTS).length - failed} passed, ${failed + others} failed`);
  return all.code;
}

async function runPart(root: string, name: string, programs: readonly string[][]): Promise<Part> {
  const part: Part = { name, wallMs: 0, cpuMs: 0, code: 0 };
  for (const args of programs) {
    const { wallMs, cpuMs, code } = await measurePart(
      name,
      spawn(process.execPath, args, { cwd: root, stdio: 'inherit' }),
    );
    part.wallMs += wallMs;
    part.cpuMs = cpuMs === undefined || part.cpuMs === undefined ? undefined : part.cpuMs + cpuMs;
    part.code ||= code;
  }
  return part;
}
