const fs = require('node:fs');
const path = require('node:path');

/** @returns undefined if jest ended before it wrote one */
exports.readReport = function readReport(file) {
  return fs.existsSync(file) ? JSON.parse(fs.readFileSync(file, 'utf8')) : undefined;
};

exports.selectFiles = function selectFiles(report, isWanted) {
  const testResults = report.testResults.filter(isWanted);
  const count = (status) =>
    testResults.flatMap(({ assertionResults }) => assertionResults).filter((test) => test.status === status).length;
  const endedEarly = ({ status, assertionResults }) =>
    status === 'failed' && !assertionResults.some((test) => test.status === 'failed');
  return {
    numPassedTests: count('passed'),
    numFailedTests: count('failed'),
    numRuntimeErrorTestSuites: testResults.filter(endedEarly).length,
    testResults,
  };
};

/** The failures, for the end of an output of thousands of lines. */
exports.describeFailures = function describeFailures(root, { testResults }) {
  return testResults
    .filter(({ status }) => status === 'failed')
    .flatMap(({ name, message, assertionResults }) => {
      const file = path.relative(root, name);
      const failed = assertionResults.filter((test) => test.status === 'failed');
      if (failed.length === 0) return [`\n✕ ${file}\n${message}`];
      return failed.map(({ fullName, failureMessages }) => `\n✕ ${file}: ${fullName}\n${failureMessages.join('\n')}`);
    });
};
