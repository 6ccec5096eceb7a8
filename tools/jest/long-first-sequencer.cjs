const { createHash } = require('node:crypto');
const fs = require('node:fs');
const path = require('node:path');
const { default: Sequencer } = require('@jest/test-sequencer');

/** Files that start first, so that no long one is left at the end. */
const LONG_FIRST = [
  // Suites of minutes that share an installation.
  /[\\/]e2e[\\/](running|product)[\\/][^\\/]*\.int-spec/,
  // An escalation takes a minute, commands are processes, and what is killed is started again.
  /[\\/]e2e[\\/](tours|command-line|released)[\\/]|\.kill\.|[\\/]production[\\/]chart/,
  // Whole systems and alert storms.
  /[\\/]e2e[\\/].*\.int-spec|modelled|[\\/]representations[\\/]|[\\/]console|[\\/]agent[\\/]|postgres|job-worker/,
];

/** The largest first. Jest only measures the file itself, which for a service just lists its suites. */
function sortBySize(tests) {
  const sizes = new Map(tests.map((test) => [test, sizeWithSuites(test.path)]));
  tests.sort((one, other) => sizes.get(other) - sizes.get(one));
}

function sizeWithSuites(file, seen = new Set()) {
  if (seen.has(file) || !fs.existsSync(file)) return 0;
  seen.add(file);
  const text = fs.readFileSync(file, 'utf8');
  const suites = [...text.matchAll(/(?:from|import) '(\.[^']*\.suite)'/g)].map(([, suite]) =>
    path.resolve(path.dirname(file), suite + path.extname(file)),
  );
  return suites.reduce((size, suite) => size + sizeWithSuites(suite, seen), text.length);
}

module.exports = class LongFirstSequencer extends Sequencer {
  constructor({ globalConfig, ...options }) {
    super({ globalConfig, ...options });
    this.seed = globalConfig.randomize ? String(globalConfig.seed) : undefined;
  }

  sort(tests) {
    if (this.seed !== undefined) return this.shuffle(tests);
    // By duration, once each has run here.
    const sorted = super.sort(tests);
    if (!sorted.every(({ duration }) => duration !== undefined)) sortBySize(sorted);
    const rank = (test) => {
      const index = LONG_FIRST.findIndex((pattern) => pattern.test(test.path));
      return index < 0 ? LONG_FIRST.length : index;
    };
    return sorted.sort((one, other) => rank(one) - rank(other));
  }

  /** Files of a worker share modules: `--randomize` shows whether one depends on another. */
  shuffle(tests) {
    const rank = (test) => createHash('sha1').update(`${this.seed} ${test.path}`).digest('hex');
    return tests
      .map((test) => [rank(test), test])
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([, test]) => test);
  }
};
