const Module = require('node:module');
const path = require('node:path');
const vm = require('node:vm');
const { default: Runtime } = require('jest-runtime');
const { keepGlobalsOf } = require('./single-context-environment.cjs');

const ROOT = path.resolve(__dirname, '..', '..');
const LIB = /^@wardstone\/([a-z-]+)(?:\/([a-z-]+))?$/;
const INSTALLED = `${path.sep}node_modules${path.sep}`;
/** What the product runs: the sources of apps and libs, except what is there for tests. */
const PRODUCT = /^(?:apps|libs)\/(?!testing\/)(?!.*(?:\/test\/|spec\.ts$)).+\.ts$/;

const fileOfLib = (request) => {
  const [, name, door = ''] = LIB.exec(request) ?? [];
  return name && path.join(ROOT, 'libs', name, 'src', door, 'index.ts');
};

const KEEPS_STATE = /[\\/]node_modules[\\/]jest-circus[\\/]/;

/** Node.js loads TypeScript through the transformer and the cache of the jest runtime that is there now. */
let transforms;
/** Where errors find the lines of modules that an earlier test file has loaded. */
const sourceMaps = new Map();
Module._extensions['.ts'] = (module, file) => module._compile(transforms.transform(file), file);
const resolveFilename = Module._resolveFilename;
Module._resolveFilename = function (request, ...others) {
  return fileOfLib(request) ?? resolveFilename.call(this, request, ...others);
};

/**
 * Jest's module loader, which evaluates everything anew for each test file, for tests and what helps them. Installed
 * packages and the product's own modules, which took more than half of the time of all tests, are loaded once in each
 * worker, by Node.js itself, and so is what is written for it (*.mjs). So that all see the same Array and the same Error,
 * tests run in the worker's own context too.
 */
module.exports = class SharedModulesRuntime extends Runtime {
  constructor(...args) {
    super(...args);
    const { executor } = this;
    executor.compile = (source, filename) =>
      vm.compileFunction(source, executor.injectedModuleParameters, {
        filename,
        importModuleDynamically: vm.constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
      });
    transforms = this.transformCache;
    transforms.sourceMaps = sourceMaps;
  }

  requireModule(from, moduleName, options, isRequireActual) {
    if (!options?.isInternalModule && isShared(from, moduleName)) {
      return keepGlobalsOf(() => Module.createRequire(from)(moduleName ?? from));
    }
    return super.requireModule(from, moduleName, options, isRequireActual);
  }

  /** What jest itself is made of, except the one package that keeps what it knows of a test file in its own modules. */
  requireInternalModule(from, moduleName) {
    const file = Module.createRequire(from).resolve(moduleName ?? from);
    return KEEPS_STATE.test(file) ? super.requireInternalModule(from, moduleName) : require(file);
  }
};

function isShared(from, moduleName = from) {
  if (!path.isAbsolute(moduleName) && !/^\.|^@wardstone\//.test(moduleName)) return true;
  if (moduleName.endsWith('.mjs')) return true;
  const file = Module.createRequire(from).resolve(moduleName);
  return file.includes(INSTALLED) || PRODUCT.test(path.relative(ROOT, file).replaceAll(path.sep, '/'));
}
