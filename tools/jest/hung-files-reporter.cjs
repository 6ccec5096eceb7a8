/** Far longer than any test file takes; with THOROUGH, thousands of random cases run. */
const LIMIT_MS = (process.env['THOROUGH'] === 'yes' ? 240 : 15) * 60_000;

/** Ends a run in which a test waits for ever, because the runner has no timeout for tests. */
module.exports = class HungFilesReporter {
  timers = new Map();

  onTestFileStart({ path }) {
    const end = () => {
      console.error(`\n${path} has not ended within ${LIMIT_MS / 60_000} minutes.`);
      process.exit(1);
    };
    this.timers.set(path, setTimeout(end, LIMIT_MS).unref());
  }

  onTestFileResult({ path }) {
    clearTimeout(this.timers.get(path));
  }
};
