const { createHash } = require('node:crypto');
const { default: Sequencer } = require('@jest/test-sequencer');

/** What begins first, so that nothing long is left alone at the end. */
const LONG_FIRST = [
  // Suites of minutes that share an installation.
  /[\\/]e2e[\\/](running|product)[\\/][^\\/]*\.int-spec/,
  // Wait a minute for an escalation.
  /[\\/]e2e[\\/]tours[\\/]/,
  // Whole systems, killed processes and storms of alerts.
  /[\\/]e2e[\\/]|modelled|[\\/]representations[\\/]|\.kill\.|[\\/]console|[\\/]agent[\\/]|postgres|job-worker/,
];

module.exports = class LongFirstSequencer extends Sequencer {
  constructor({ globalConfig, ...options }) {
    super({ globalConfig, ...options });
    this.seed = globalConfig.randomize ? String(globalConfig.seed) : undefined;
  }

  sort(tests) {
    if (this.seed !== undefined) return this.shuffle(tests);
    const sorted = super.sort(tests);
    const rank = ({ path }) => {
      const index = LONG_FIRST.findIndex((pattern) => pattern.test(path));
      return index < 0 ? LONG_FIRST.length : index;
    };
    return sorted.sort((one, other) => rank(one) - rank(other));
  }

  /** Files of a worker share modules: `--randomize` shows that none needs another, or is harmed by it. */
  shuffle(tests) {
    const rank = ({ path }) => createHash('sha1').update(`${this.seed} ${path}`).digest('hex');
    return tests
      .map((test) => [rank(test), test])
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([, test]) => test);
  }
};
