const { ModuleMocker } = require('jest-mock');

/** Of modules that stay from one test file to the next. */
const keptNames = new Set();

/** The worker's own context, given back as it was found: global names and the environment are those of before. */
module.exports = class SingleContextEnvironment {
  constructor() {
    this.global = globalThis;
    this.moduleMocker = new ModuleMocker(globalThis);
    // The clock is a port of ours; nothing needs timers that are not real.
    this.fakeTimers = null;
    this.fakeTimersModern = null;
    this.foundNames = new Set(Reflect.ownKeys(globalThis));
    this.foundVariables = { ...process.env };
  }

  async setup() {}

  async teardown() {
    for (const name of Reflect.ownKeys(globalThis)) {
      if (!this.foundNames.has(name) && !keptNames.has(name)) Reflect.deleteProperty(globalThis, name);
    }
    for (const name of Object.keys(process.env)) delete process.env[name];
    Object.assign(process.env, this.foundVariables);
  }

  exportConditions() {
    return ['node', 'node-addons'];
  }

  /** Anything but nothing, which would mean that the test file has ended. */
  getVmContext() {
    return globalThis;
  }
};

/** Runs `load`; the global names that it brings stay when the test file ends. */
module.exports.keepGlobalsOf = (load) => {
  const before = new Set(Reflect.ownKeys(globalThis));
  const loaded = load();
  for (const name of Reflect.ownKeys(globalThis)) if (!before.has(name)) keptNames.add(name);
  return loaded;
};
