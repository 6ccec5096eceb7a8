import { spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { NX } from './build';
import { describeParts, measurePart, type Part } from './door';
import missingPrograms from './jest/missing-programs-reporter.cjs';
import { describeFailures, type JestReport, readReport, selectFiles } from './jest/report.cjs';
import { endRun, provideFolder, TEST_REPORTS } from './jest/test-run';
import { workspaceRoot } from './workspace';

export const USAGE = `Usage: npm test [-- PATTERN... JEST-OPTION...]
       npm run test:system
Runs the unit, component and integration tests whose inputs have changed, and one start of the product; with arguments,
jest with these. test:system runs the tests of whole systems.`;

/** Tests of one kind, run by jest together. */
interface Kind {
  name: string;
  projects: string[];
  /** Further options of jest. */
  options?: string[];
}

/** More workers than processors, because they wait for databases, processes, browsers and clocks. */
const workers = (more: number): string[] => ['--maxWorkers', String(os.availableParallelism() + more)];

const KINDS: Kind[] = [
  { name: 'unit and component tests', projects: ['unit', 'components'] },
  { name: 'integration tests, one start', projects: ['integration', 'start'], options: workers(2) },
];
const SYSTEM: Kind = {
  name: 'system tests',
  projects: ['manifests', 'kills', 'system'],
  options: workers(3),
};
/** Maximum number of failed files that run a second time; if more fail, something is broken. */
const MAX_RETRIED_FILES = 3;
const SLOWEST_FILES = 10;
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

interface Run {
  parts: Part[];
  reports: JestReport[];
  /** Failures of files that passed when they ran again, alone. */
  unsteady: string[];
}

export async function main(args: string[]): Promise<number> {
  const root = workspaceRoot();
  const startedMs = performance.now();
  const folder = provideFolder();
  try {
    const { parts, reports, unsteady } = await (args[0] === '--system'
      ? runSystems(root, folder, args.slice(1))
      : args.length > 0
        ? runKind(root, folder, { name: 'tests', projects: [] }, args)
        : runChangedProjects(root, folder));
    return conclude(root, { parts, reports, unsteady }, performance.now() - startedMs);
  } finally {
    await endRun();
  }
}

/** Prints failed, skipped and slow tests; returns the exit code. */
function conclude(root: string, { parts, reports, unsteady }: Run, wallMs: number): number {
  for (const line of missingPrograms.linesOf(reports.flatMap(({ testResults }) => testResults))) console.log(line);
  for (const line of unsteady) console.log(`\nUNSTEADY, passed when run alone:${line}`);
  for (const line of reports.flatMap((report) => describeFailures(root, report))) console.log(line);
  for (const line of describeSlowestFiles(root, reports)) console.log(line);
  const sum = (count: (report: JestReport) => number): number => reports.reduce((all, each) => all + count(each), 0);
  const failed = sum(({ numFailedTests, numRuntimeErrorTestSuites }) => numFailedTests + numRuntimeErrorTestSuites);
  const code = parts.find((part) => part.code !== 0)?.code ?? 0;
  // A failure without a failed test: a build, or a run that ended early.
  const others = code !== 0 && failed === 0 ? 1 : 0;
  const cpuMs = parts.some((part) => part.cpuMs === undefined)
    ? undefined
    : parts.reduce((total, part) => total + part.cpuMs!, 0);
  for (const line of describeParts([...parts, { name: 'all', wallMs, cpuMs, code }])) console.log(line);
  const shaken = unsteady.length > 0 ? `, ${unsteady.length} unsteady` : '';
  console.log(`\n${sum(({ numPassedTests }) => numPassedTests)} passed, ${failed + others} failed${shaken}`);
  return failed > 0 ? 1 : code;
}

function describeSlowestFiles(root: string, reports: readonly JestReport[]): string[] {
  const files = reports
    .flatMap(({ testResults }) => testResults)
    .map(({ name, startTime, endTime }) => ({ name: path.relative(root, name), seconds: (endTime - startTime) / 1000 }))
    .sort((one, other) => other.seconds - one.seconds)
    .slice(0, SLOWEST_FILES);
  return files.length < SLOWEST_FILES
    ? []
    : ['\nSlowest files', ...files.map(({ name, seconds }) => `${seconds.toFixed(1).padStart(8)} s  ${name}`), ''];
}

/**
 * Nx finds changed projects, jest runs the tests of all of them together, and Nx caches the report of each project. A
 * separate run of jest for each project would load Node.js, jest and the product thirty times.
 */
async function runChangedProjects(root: string, folder: string): Promise<Run> {
  const pendingFolder = path.join(folder, 'pending');
  fs.mkdirSync(pendingFolder);
  fs.rmSync(path.join(root, TEST_REPORTS), { recursive: true, force: true });
  const builds = await runNx(root, 'builds', 'build');
  if (builds.code !== 0) return { parts: [builds], reports: [], unsteady: [] };
  // Fails if there is work to do.
  const changes = { ...(await runNx(root, 'changed projects', 'test', `pending:${pendingFolder}`)), code: 0 };
  const pending = fs
    .readdirSync(pendingFolder)
    .map((name) => JSON.parse(fs.readFileSync(path.join(pendingFolder, name), 'utf8')) as { pattern: string });
  const parts = [builds, changes];
  const unsteady: string[] = [];
  if (pending.length > 0) {
    const patterns = pending.map(({ pattern }) => pattern);
    const files: string[] = [];
    for (const kind of KINDS) {
      const run = await runKind(root, folder, kind, ['--passWithNoTests', '--', ...patterns]);
      parts.push(...run.parts);
      unsteady.push(...run.unsteady);
      run.reports.forEach((report, index) => {
        const file = path.join(folder, `${kind.projects[0]}-${index}.json`);
        fs.writeFileSync(file, JSON.stringify(report));
        files.push(file);
      });
    }
    // Its exit code repeats that of jest: a test failed.
    parts.push({ ...(await runNx(root, 'reports', 'test', `reported:${files.join(path.delimiter)}`)), code: 0 });
  }
  const reports = fs
    .readdirSync(path.join(root, TEST_REPORTS))
    .flatMap((name) => readReport(path.join(root, TEST_REPORTS, name)) ?? []);
  return { parts, reports, unsteady };
}

/** Whole systems begin with copies of the data of one that has been started once, instead of a first start each. */
async function runSystems(root: string, folder: string, args: string[]): Promise<Run> {
  const builds = await runNx(root, 'builds', 'build');
  if (builds.code !== 0) return { parts: [builds], reports: [], unsteady: [] };
  Object.assign(process.env, { PROGRAMS: 'built', DATA_TEMPLATE: path.join(folder, 'data-template') });
  const template = await runPart(root, 'a started system', [
    path.join(root, 'tools', 'run.mjs'),
    'data-template',
    process.env['DATA_TEMPLATE']!,
  ]);
  if (template.code !== 0) return { parts: [builds, template], reports: [], unsteady: [] };
  const run = await runKind(root, folder, SYSTEM, args);
  return { ...run, parts: [builds, template, ...run.parts] };
}

/** A few files that failed in the concurrent run are run a second time, alone, unless others have not run. */
async function runKind(
  root: string,
  folder: string,
  { name, projects, options = [] }: Kind,
  args: string[],
): Promise<Run> {
  const selection = [...options, ...(projects.length > 0 ? ['--selectProjects', ...projects] : [])];
  const first = await runJest(root, folder, name, [...selection, ...args]);
  const failed = first.report?.testResults.filter(({ status }) => status === 'failed') ?? [];
  if (
    !first.report ||
    first.report.wasInterrupted ||
    failed.length === 0 ||
    failed.length > MAX_RETRIED_FILES ||
    projects.length === 0
  ) {
    return { parts: [first.part], reports: first.report ? [first.report] : [], unsteady: [] };
  }
  const again = await runJest(root, folder, `${name}, again`, ['--runTestsByPath', ...failed.map((file) => file.name)]);
  return {
    parts: [{ ...first.part, code: again.part.code }, again.part],
    reports: [selectFiles(first.report, ({ status }) => status !== 'failed'), ...(again.report ? [again.report] : [])],
    unsteady: again.part.code === 0 ? describeFailures(root, first.report) : [],
  };
}

async function runJest(
  root: string,
  folder: string,
  name: string,
  args: string[],
): Promise<{ part: Part; report: JestReport | undefined }> {
  const file = path.join(folder, 'report.json');
  fs.rmSync(file, { force: true });
  const program = path.join(root, 'node_modules', 'jest', 'bin', 'jest.js');
  const part = await runPart(root, name, [program, '--json', '--outputFile', file, ...args]);
  return { part, report: readReport(file) };
}

/** @param mode of the tests of projects: see tools/jest/project-tests.cjs */
function runNx(root: string, name: string, target: string, mode?: string): Promise<Part> {
  return runPart(root, name, [path.join(root, NX), 'run-many', '--targets', target, '--output-style', 'static'], {
    env: { ...process.env, PROJECT_TESTS: mode },
    stdio: mode === undefined ? 'inherit' : 'ignore',
  });
}

async function runPart(
  root: string,
  name: string,
  args: string[],
  { env = process.env, stdio = 'inherit' }: { env?: NodeJS.ProcessEnv; stdio?: 'inherit' | 'ignore' } = {},
): Promise<Part> {
  const child = spawn(process.execPath, args, { cwd: root, env, stdio });
  const pass = (signal: NodeJS.Signals) => child.kill(signal);
  for (const signal of SIGNALS) process.on(signal, pass);
  try {
    return await measurePart(name, child);
  } finally {
    for (const signal of SIGNALS) process.off(signal, pass);
  }
}
