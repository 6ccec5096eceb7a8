const REASON = /\(skipped: (.*)\)$/;

/**
 * A line for each program that tests need and this machine lacks. Accepts jest's results in either of its two formats.
 */
function linesOf(testResults) {
  const counts = new Map();
  for (const { title } of testResults.flatMap((file) => file.assertionResults ?? file.testResults)) {
    const reason = REASON.exec(title)?.[1];
    if (reason) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  }
  return [...counts].map(([reason, count]) => `${count} ${count === 1 ? 'test' : 'tests'} did not run: ${reason}`);
}

module.exports = class MissingProgramsReporter {
  static linesOf = linesOf;

  onRunComplete(_contexts, { testResults }) {
    for (const line of linesOf(testResults)) console.log(line);
  }
};
