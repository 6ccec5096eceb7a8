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
    status: string;
    message: string;
    assertionResults: { status: string; title: string; fullName: string; failureMessages: string[] }[];
  }[];
}

interface Run {
  code: number;
  reports: JestReport[];
  /** Of what failed first and passed alone. */
  unsteady?: readonly string[];
}

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
/** The report of the tests of whole systems, which are one run of jest. */
const END_TO_END = 'e2e-e2e.json';
/** Files of these that are run a second time; where more fail, something is broken. */
const MOST_RUN_AGAIN = 3;

/**
 * `npm test [-- PATTERN... JEST-OPTION...]`: jest with what is given; without anything the static checks of the whole
 * workspace and the tests of every project, all by Nx, which runs what changed since it last ran it. A few files
 * of the systems that failed there, where everything runs at once, are run a second time, alone: what passes then is named
 * as unsteady.
 */
export async function main(args: string[]): Promise<number> {
  const root = workspaceRoot();
  const { code, reports, unsteady = [] } = args.length > 0 ? await runJest(root, args) : await runProjects(root);
  for (const line of missingPrograms.linesOf(reports.flatMap(({ testResults }) => testResults))) console.log(line);
  const sum = (count: (report: JestReport) => number): number => reports.reduce((all, each) => all + count(each), 0);
  const failed = sum(({ numFailedTests, numRuntimeErrorTestSuites }) => numFailedTests + numRuntimeErrorTestSuites);
  // What failed without a test that did: a check, or a run that ended early.
  const others = code !== 0 && failed === 0 ? 1 : 0;
  for (const line of unsteady) console.log(`\nUNSTEADY, passed when run alone:${line}`);
  for (const line of reports.flatMap((report) => failuresOf(root, report))) console.log(line);
  const shaken = unsteady.length > 0 ? `, ${unsteady.length} unsteady` : '';
  console.log(`\n${sum(({ numPassedTests }) => numPassedTests)} passed, ${failed + others} failed${shaken}`);
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

/** A report without the files that were run again. */
function withoutFailures({ numPassedTests, testResults }: JestReport): JestReport {
  const failing = testResults.filter(({ status }) => status === 'failed');
  const passed = failing.flatMap(({ assertionResults }) =>
    assertionResults.filter(({ status }) => status === 'passed'),
  );
  return {
    numPassedTests: numPassedTests - passed.length,
    numFailedTests: 0,
    numRuntimeErrorTestSuites: 0,
    testResults: testResults.filter((result) => !failing.includes(result)),
  };
}

async function runJest(root: string, args: string[]): Promise<Run> {
  try {
    return await jest(root, args);
  } finally {
    await endRun();
  }
}

async function jest(root: string, args: readonly string[]): Promise<Run> {
  const file = path.join(provideFolder(), 'report.json');
  const program = path.join(root, 'node_modules', 'jest', 'bin', 'jest.js');
  const code = await run(root, [program, '--json', '--outputFile', file, ...args]);
  return { code, reports: readReports([file]) };
}

/**
 * The systems of `e2e` wait for most of their time, so that they run beside all the others; the static checks do when these are
 * done, where tests leave processors idle. One database serves all.
 */
async function runProjects(root: string): Promise<Run> {
  const nx = (...args: string[]): Promise<number> =>
    run(root, [path.join(root, NX), ...args, '--output-style', 'static']);
  const folder = path.join(root, TEST_REPORTS);
  fs.rmSync(folder, { recursive: true, force: true });
  await provideDatabase();
  try {
    const built = await nx('run-many', '--targets', 'build');
    if (built !== 0) return { code: built, reports: [] };
    const [[endToEnd, checks], tests] = await Promise.all([
      nx('run', 'e2e:e2e').then(async (code) => [code, await nx('run', 'workspace:lint', '--parallel', '1')] as const),
      // Each run of jest has a worker a processor.
      nx('run-many', '--targets', 'test', '--parallel', '1'),
    ]);
    const reportOf = (name: string): JestReport[] => readReports([path.join(folder, name)]);
    const others = fs.readdirSync(folder).filter((name) => name !== END_TO_END);
    const reports = others.flatMap(reportOf);
    const [first] = reportOf(END_TO_END);
    const failing = first?.testResults.filter(({ status }) => status === 'failed') ?? [];
    if (endToEnd === 0 || first === undefined || failing.length === 0 || failing.length > MOST_RUN_AGAIN) {
      return { code: checks || tests || endToEnd, reports: [...reports, ...(first ? [first] : [])] };
    }
    const files = failing.map(({ name }) => name);
    const again = await jest(root, files);
    return {
      code: checks || tests || again.code,
      reports: [...reports, withoutFailures(first), ...again.reports],
      unsteady: again.code === 0 ? failuresOf(root, first) : [],
    };
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
