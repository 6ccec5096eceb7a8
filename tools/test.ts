import { spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { lint } from './lint';
import { workspaceRoot } from './workspace';

/** What jest tells about a run, as far as it is read here. */
interface JestReport {
  numPassedTests: number;
  numFailedTests: number;
  /** Files that failed before their first test. */
  numRuntimeErrorTestSuites: number;
}

/**
 * `npm test [-- PATTERN... JEST-OPTION...]`: the static checks of the whole workspace unless a pattern narrows the run,
 * then jest.
 */
export async function main(args: string[]): Promise<number> {
  const isWhole = args.every((arg) => arg.startsWith('-'));
  const checksHold = !isWhole || (await lint({ perFile: false }));
  const { passed, failed, code } = await runTests(args);
  if (!checksHold) console.log('\nThe static checks failed; see the top of this output.');
  console.log(`\n${passed} passed, ${failed + (checksHold ? 0 : 1)} failed`);
  return checksHold ? code : 1;
}

async function runTests(args: string[]): Promise<{ passed: number; failed: number; code: number }> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'wardstone-report-'));
  const reportFile = path.join(folder, 'report.json');
  try {
    const code = await runJest(args, reportFile);
    if (!fs.existsSync(reportFile)) return { passed: 0, failed: 1, code: code || 1 };
    const report = JSON.parse(fs.readFileSync(reportFile, 'utf8')) as JestReport;
    return {
      passed: report.numPassedTests,
      failed: report.numFailedTests + report.numRuntimeErrorTestSuites,
      code,
    };
  } finally {
    fs.rmSync(folder, { recursive: true });
  }
}

async function runJest(args: string[], reportFile: string): Promise<number> {
  const root = workspaceRoot();
  const jest = spawn(
    process.execPath,
    [path.join(root, 'node_modules', 'jest', 'bin', 'jest.js'), '--json', '--outputFile', reportFile, ...args],
    { cwd: root, stdio: 'inherit' },
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
