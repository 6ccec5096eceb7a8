const { createRequire } = require('node:module');
const path = require('node:path');
const vm = require('node:vm');
const { default: Runtime } = require('jest-runtime');

const OURS = /^(?:[./]|@wardstone\/)/;
const INSTALLED = `${path.sep}node_modules${path.sep}`;

/**
 * Jest's module loader, which evaluates everything anew for each test file, for what is ours. Installed packages, which
 * took more than half of the time of all tests, are loaded once in each worker, by Node.js itself, and so is what is
 * written for it (*.mjs). So that all see the same Array and the same Error, ours runs in the worker's own context too.
 */
module.exports = class SharedPackagesRuntime extends Runtime {
  constructor(...args) {
    super(...args);
    const { executor } = this;
    executor.compile = (source, filename) =>
      vm.compileFunction(source, executor.injectedModuleParameters, {
        filename,
        importModuleDynamically: vm.constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
      });
  }

  requireModule(from, moduleName, options, isRequireActual) {
    const isPackage = moduleName === undefined ? from.includes(INSTALLED) : !OURS.test(moduleName);
    const isShared = isPackage || moduleName?.endsWith('.mjs');
    if (isShared && !options?.isInternalModule) return createRequire(from)(moduleName ?? from);
    return super.requireModule(from, moduleName, options, isRequireActual);
  }
};
