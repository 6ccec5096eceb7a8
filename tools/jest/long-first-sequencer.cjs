const { createHash } = require('node:crypto');
const { default: Sequencer } = require('@jest/test-sequencer');

/** Suites of minutes that share an installation. */
const LONGEST = /[\\/]e2e[\\/](running|product)[\\/][^\\/]*\.int-spec/;
/** Whole systems, killed processes and storms of a thousand alerts begin first, so that none is left alone at the end. */
const LONG = /[\\/]e2e[\\/]|modelled|\.kill\.|[\\/]console|[\\/]agent[\\/]|postgres|job-worker/;

module.exports = class LongFirstSequencer extends Sequencer {
  constructor({ globalConfig, ...options }) {
    super({ globalConfig, ...options });
    this.seed = globalConfig.randomize ? String(globalConfig.seed) : undefined;
  }

  sort(tests) {
    if (this.seed !== undefined) return this.shuffle(tests);
    const sorted = super.sort(tests);
    const rank = ({ path }) => (LONGEST.test(path) ? 0 : LONG.test(path) ? 1 : 2);
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
