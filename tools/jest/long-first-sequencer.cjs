const { default: Sequencer } = require('@jest/test-sequencer');

/** Whole systems that start, and processes that are killed: those begin first, so that none is left alone at the end. */
const LONG = /[\\/]e2e[\\/]|\.kill\.|[\\/]console|[\\/]agent[\\/]|postgres|job-worker/;

module.exports = class LongFirstSequencer extends Sequencer {
  sort(tests) {
    const sorted = super.sort(tests);
    const isLong = ({ path }) => LONG.test(path);
    return [...sorted.filter(isLong), ...sorted.filter((test) => !isLong(test))];
  }
};
