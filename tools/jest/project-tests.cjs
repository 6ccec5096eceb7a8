// node tools/jest/project-tests.cjs NAME PATTERN
//
// The test target of a project: runs jest for the files that match. Under `npm test`, which runs jest once for all
// projects, PROJECT_TESTS says what to do instead: `pending:FOLDER` notes that the tests have to run, because Nx has no
// report of them, and fails; `reported:FILE...` writes the project's part of what jest reported since.
const { spawnSync } = require('node:child_process');
const fs = require('node:fs');
const path = require('node:path');
const { readReport, selectFiles } = require('./report.cjs');

const [name, pattern] = process.argv.slice(2);
const [mode, ...argument] = (process.env.PROJECT_TESTS ?? 'run').split(':');
const place = argument.join(':');
const reportFile = path.join('dist', 'test-reports', `${name}.json`);

function notePending() {
  fs.writeFileSync(path.join(place, `${name}.json`), JSON.stringify({ name, pattern }));
  return 1;
}

function writeReport() {
  const matches = new RegExp(pattern);
  const reports = place.split(path.delimiter).map((file) => readReport(file));
  const all = { testResults: reports.flatMap((report) => report?.testResults ?? []) };
  const own = selectFiles(all, (file) => matches.test(path.relative(process.cwd(), file.name)));
  fs.mkdirSync(path.dirname(reportFile), { recursive: true });
  fs.writeFileSync(reportFile, JSON.stringify(own));
  return reports.includes(undefined) || own.numFailedTests + own.numRuntimeErrorTestSuites > 0 ? 1 : 0;
}

function runJest() {
  const options = ['--passWithNoTests', '--json', '--outputFile', reportFile, ...process.argv.slice(4)];
  const projects = ['--selectProjects', 'unit', 'components', 'integration', 'start'];
  const args = [require.resolve('jest/bin/jest.js'), ...options, ...projects, '--', pattern];
  return spawnSync(process.execPath, args, { stdio: 'inherit' }).status ?? 1;
}

process.exitCode = { pending: notePending, reported: writeReport, run: runJest }[mode]();
