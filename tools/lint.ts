import { spawn } from 'node:child_process';
import path from 'node:path';
import { checkLockFile } from './lock-file';

interface Check {
  name: string;
  command: [string, ...string[]];
  /** Judges one file at a time, so that the hook on commits asks it of what is committed. */
  perFile?: boolean;
}

const CHECKS: readonly Check[] = [
  { name: 'format', command: ['prettier', '--check', '.', '--log-level', 'warn'], perFile: true },
  // By its path: ESLint needs an older version, and both call themselves tsc.
  { name: 'types', command: [process.execPath, 'node_modules/typescript7/bin/tsc', '-p', 'tsconfig.json'] },
  {
    name: 'lint',
    command: ['eslint', '.', '--max-warnings', '0', '--cache', '--cache-location', '.cache/eslint/'],
    perFile: true,
  },
  {
    name: 'borders',
    command: ['depcruise', 'apps', 'libs', 'tools', 'bench', 'e2e', '--config', '.dependency-cruiser.cjs'],
  },
  { name: 'dead code', command: ['knip', '--no-progress'] },
];

/** The checks' programs are those of the workspace, wherever the search path leads. */
const SEARCH_PATH = [path.resolve('node_modules/.bin'), process.env.PATH].join(path.delimiter);

function run([command, ...args]: Check['command']): Promise<{ passed: boolean; output: string }> {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, PATH: SEARCH_PATH },
      shell: process.platform === 'win32',
    });
    let output = '';
    const collect = (chunk: Buffer): void => void (output += chunk.toString());
    child.stdout.on('data', collect);
    child.stderr.on('data', collect);
    child.on('error', (error) => resolve({ passed: false, output: error.message }));
    child.on('close', (code) => resolve({ passed: code === 0, output }));
  });
}

/** Runs static checks, all or those of the whole workspace; prints one line each and the output of those that failed. */
export async function lint({ perFile = true } = {}): Promise<boolean> {
  const problems = checkLockFile('package-lock.json');
  report('lock file', problems.length === 0, problems.join('\n'), 0);
  let allPassed = problems.length === 0;
  const waiting = CHECKS.filter((check) => perFile || !check.perFile);
  const worker = async (): Promise<void> => {
    for (let check = waiting.shift(); check; check = waiting.shift()) {
      const started = performance.now();
      const { passed, output } = await run(check.command);
      report(check.name, passed, output, performance.now() - started);
      allPassed &&= passed;
    }
  };
  await Promise.all([worker(), worker()]);
  return allPassed;
}

function report(name: string, passed: boolean, output: string, durationMs: number): void {
  process.stdout.write(`${passed ? 'ok    ' : 'FAILED'} ${name.padEnd(10)} ${(durationMs / 1000).toFixed(1)} s\n`);
  if (!passed) process.stdout.write(`${output.trimEnd()}\n`);
}

export async function main(): Promise<number> {
  return (await lint()) ? 0 : 1;
}
