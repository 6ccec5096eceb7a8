import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { build } from './build';
import { lint } from './lint';
import { startThrowAwayPostgres } from './postgres/throw-away';
import { createRunFolder, removeRunFolder } from './run-folder';
import { workspaceRoot } from './workspace';

/** What jest tells about a run, as far as it is read here. */
interface JestReport {
  numPassedTests: number;
  numFailedTests: number;
  /** Files that failed before their first test. */
  numRuntimeErrorTestSuites: number;
}

/** One more than two cores are worth: tests of whole systems wait for most of their time. */
const WORKERS = 3;

/**
 * `npm test [-- PATTERN... JEST-OPTION...]`: the static checks of the whole workspace unless a pattern narrows the run,
 * then every test against a throw-away PostgreSQL, or the server at TEST_DATABASE_URL.
 */
export async function main(args: string[]): Promise<number> {
  const isWhole = args.every((arg) => arg.startsWith('-'));
  const checksHold = !isWhole || (await lint({ perFile: false }));
  // Once, before several spec files start the apps at the same time.
  await build();
  const { passed, failed, code } = await runTests(args);
  if (!checksHold) console.log('\nThe static checks failed; see the top of this output.');
  console.log(`\n${passed} passed, ${failed + (checksHold ? 0 : 1)} failed`);
  return checksHold ? code : 1;
}

async function runTests(args: string[]): Promise<{ passed: number; failed: number; code: number }> {
  const folder = createRunFolder();
  const given = process.env['TEST_DATABASE_URL'];
  const server = given ? undefined : await startThrowAwayPostgres(folder);
  const reportFile = path.join(folder, 'report.json');
  // The tests' own temporary files go with the folder, whatever becomes of the tests.
  const temporary = { TMPDIR: folder, TMP: folder, TEMP: folder };
  try {
    const code = await runJest(args, reportFile, {
      ...process.env,
      ...temporary,
      TEST_DATABASE_URL: given ?? server?.url() ?? '',
    });
    if (!fs.existsSync(reportFile)) return { passed: 0, failed: 1, code: code || 1 };
    const report = JSON.parse(fs.readFileSync(reportFile, 'utf8')) as JestReport;
    return {
      passed: report.numPassedTests,
      failed: report.numFailedTests + report.numRuntimeErrorTestSuites,
      code,
    };
  } finally {
    await server?.stop();
    removeRunFolder(folder);
  }
}

async function runJest(args: string[], reportFile: string, env: NodeJS.ProcessEnv): Promise<number> {
  const root = workspaceRoot();
  const jest = spawn(
    process.execPath,
    [
      path.join(root, 'node_modules', 'jest', 'bin', 'jest.js'),
      ...['--maxWorkers', String(WORKERS), '--json', '--outputFile', reportFile],
      ...args,
    ],
    { cwd: root, stdio: 'inherit', env },
  );
  const pass = (signal: NodeJS.Signals) => jest.kill(signal);
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  for (const signal of signals) process.on(signal, pass);
  const code = await new Promise<number>((resolve, reject) => {
    jest.once('error', reject);
    jest.once('exit', (status) => resolve(status ?? 1));
  });
  for (const signal of signals) process.off(signal, pass);
  return code;
}
