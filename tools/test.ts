import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { NX } from './build';
import missingPrograms from './jest/missing-programs-reporter.cjs';
import { TEST_REPORTS, endRun, provideDatabase, provideFolder } from './jest/test-run';
import { workspaceRoot } from './workspace';

/** What jest reports about a run, as far as it is read here. */
interface JestReport {
  numPassedTests: number;
  numFailedTests: number;
  /** Files that failed before their first test. */
  numRuntimeErrorTestSuites: number;
  testResults: {
    name: string;
    message: string;
    assertionResults: { status: string; title: string; fullName: string; failureMessages: string[] }[];
  }[];
}

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * `npm test [-- PATTERN... JEST-OPTION...]`: jest with what is given; without anything the static checks of the whole
 * workspace and the tests of every project, all by Nx, which runs what changed since it last ran it.
 */
export async function main(args: string[]): Promise<number> {
  const root = workspaceRoot();
  const { code, reports } = args.length > 0 ? await runJest(root, args) : await runProjects(root);
  for (const line of missingPrograms.linesOf(reports.flatMap(({ testResults }) => testResults))) console.log(line);
  const sum = (count: (report: JestReport) => number): number => reports.reduce((all, each) => all + count(each), 0);
  const failed = sum(({ numFailedTests, numRuntimeErrorTestSuites }) => numFailedTests + numRuntimeErrorTestSuites);
  // What failed without a test that did: a check, or a run that ended early.
  const others = code !== 0 && failed === 0 ? 1 : 0;
  for (const line of reports.flatMap((report) => failuresOf(root, report))) console.log(line);
  console.log(`\n${sum(({ numPassedTests }) => numPassedTests)} passed, ${failed + others} failed`);
  return failed > 0 ? 1 : code;
}

/** What failed, at the end of an output of thousands of lines. */
function failuresOf(root: string, { testResults }: JestReport): string[] {
  return testResults.flatMap(({ name, message, assertionResults }) => {
    const file = path.relative(root, name);
    const failed = assertionResults.filter(({ status }) => status === 'failed');
    if (failed.length > 0) {
      return failed.map(({ fullName, failureMessages }) => `\n✕ ${file}: ${fullName}\n${failureMessages.join('\n')}`);
    }
    return message && assertionResults.length === 0 ? [`\n✕ ${file}\n${message}`] : [];
  });
}

async function runJest(root: string, args: string[]): Promise<{ code: number; reports: JestReport[] }> {
  const file = path.join(provideFolder(), 'report.json');
  try {
    const jest = path.join(root, 'node_modules', 'jest', 'bin', 'jest.js');
    const code = await run(root, [jest, '--json', '--outputFile', file, ...args]);
    return { code, reports: readReports([file]) };
  } finally {
    await endRun();
  }
}

/** The systems of `e2e` wait for most of their time, so that they run beside all the others. One database serves both. */
async function runProjects(root: string): Promise<{ code: number; reports: JestReport[] }> {
  const nx = path.join(root, NX);
  const folder = path.join(root, TEST_REPORTS);
  fs.rmSync(folder, { recursive: true, force: true });
  await provideDatabase();
  try {
    const code = await run(root, [nx, 'run-many', '--targets', 'build', '--output-style', 'static']);
    if (code !== 0) return { code, reports: [] };
    // Types of the whole workspace at once take a fifth of the time of project by project.
    const targets = 'types,lint,test';
    const codes = await Promise.all([
      run(root, [nx, 'run', 'e2e:e2e', '--output-style', 'static']),
      run(root, [nx, 'run-many', '--targets', targets, '--parallel', '2', '--output-style', 'static']),
    ]);
    const reports = fs.existsSync(folder) ? fs.readdirSync(folder).map((name) => path.join(folder, name)) : [];
    return { code: codes.find((each) => each !== 0) ?? 0, reports: readReports(reports) };
  } finally {
    await endRun();
  }
}

function readReports(files: readonly string[]): JestReport[] {
  return files
    .filter((file) => fs.existsSync(file))
    .map((file) => JSON.parse(fs.readFileSync(file, 'utf8')) as JestReport);
}

async function run(root: string, args: string[]): Promise<number> {
  const child = spawn(process.execPath, args, { cwd: root, stdio: 'inherit' });
  const pass = (signal: NodeJS.Signals) => child.kill(signal);
  for (const signal of SIGNALS) process.on(signal, pass);
  const code = await new Promise<number>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (status) => resolve(status ?? 1));
  });
  for (const signal of SIGNALS) process.off(signal, pass);
  return code;
}
