const os = require('node:os');
const swc = require('./tools/jest/swc-options.cjs');

const swcOfComponents = {
  ...swc,
  jsc: {
    target: 'es2022',
    parser: { syntax: 'typescript', tsx: true },
    transform: { react: { runtime: 'automatic' } },
  },
};

/** CommonJS has no `import.meta`; of it the router reads what Vite sets while it serves sources. */
const swcOfRouter = {
  ...swc,
  jsc: { ...swc.jsc, transform: { optimizer: { globals: { vars: { 'import.meta.hot': 'undefined' } } } } },
};

/** Packages of the console without a CommonJS form, which jsdom's tests load by jest. */
const ES_MODULES = ['openapi-fetch', 'react-router', '@remix-run/route-pattern', 'cookie-es'];

const sources = {
  rootDir: __dirname,
  // Of what runs outside of tests: the setup of a run.
  transform: { '\\.(ts|m?js)$': ['@swc/jest', swc] },
  cacheDirectory: '<rootDir>/.cache/jest',
  globalTeardown: '<rootDir>/tools/jest/end-run.ts',
};

/** Test files of a worker share the modules that Node.js loads, so that a service is loaded once and not for each file. */
const shared = {
  ...sources,
  runner: '<rootDir>/tools/jest/light-runner.mjs',
  setupFiles: ['<rootDir>/tools/jest/load-sources.mjs'],
};

const PARTS = ['<rootDir>/apps', '<rootDir>/libs', '<rootDir>/tools', '<rootDir>/bench'];
const E2E = '<rootDir>/e2e';
const KILLS = '\\.kill\\.int-spec\\.ts$';
const START = '/e2e/start/';

/** The setup of a project runs only when one of its tests does: unit specs start no database. */
module.exports = {
  projects: [
    {
      ...shared,
      displayName: 'unit',
      roots: PARTS,
      testMatch: ['**/*.spec.ts'],
      globalSetup: '<rootDir>/tools/jest/begin-run.ts',
    },
    {
      ...sources,
      displayName: 'components',
      roots: ['<rootDir>/apps/console'],
      testMatch: ['**/*.spec.tsx'],
      testEnvironment: 'jsdom',
      transform: {
        '/react-router/.*\\.js$': ['@swc/jest', swcOfRouter],
        ...sources.transform,
        '\\.tsx$': ['@swc/jest', swcOfComponents],
      },
      transformIgnorePatterns: [`/node_modules/(?!(${ES_MODULES.join('|')})/)`],
      moduleNameMapper: {
        '^@wardstone/([a-z-]+)$': '<rootDir>/libs/$1/src/index.ts',
        '\\.css$': '<rootDir>/tools/jest/no-style.cjs',
      },
      setupFiles: ['<rootDir>/tools/jest/browser-globals.cjs'],
      setupFilesAfterEnv: ['<rootDir>/apps/console/src/test/patient-queries.tsx'],
    },
    {
      ...shared,
      displayName: 'integration',
      roots: PARTS,
      testMatch: ['**/*.int-spec.ts'],
      testPathIgnorePatterns: ['/node_modules/', KILLS],
      globalSetup: '<rootDir>/tools/jest/begin-run-with-database.ts',
    },
    {
      ...shared,
      displayName: 'start',
      roots: [`${E2E}/start`],
      testMatch: ['**/*.int-spec.ts'],
      globalSetup: '<rootDir>/tools/jest/begin-run-with-programs.ts',
    },
    {
      ...shared,
      displayName: 'kills',
      roots: PARTS,
      testRegex: [KILLS],
      globalSetup: '<rootDir>/tools/jest/begin-run-with-database.ts',
    },
    {
      ...shared,
      displayName: 'manifests',
      roots: [E2E],
      testMatch: ['**/*.spec.ts'],
      globalSetup: '<rootDir>/tools/jest/begin-run.ts',
    },
    {
      ...shared,
      displayName: 'system',
      roots: [E2E],
      testMatch: ['**/*.int-spec.ts'],
      testPathIgnorePatterns: ['/node_modules/', START],
      globalSetup: '<rootDir>/tools/jest/begin-run-with-programs.ts',
    },
  ],
  reporters: [
    'default',
    '<rootDir>/tools/jest/missing-programs-reporter.cjs',
    '<rootDir>/tools/jest/hung-files-reporter.cjs',
  ],
  testSequencer: '<rootDir>/tools/jest/long-first-sequencer.cjs',
  // Tests wait for databases and processes a third of their time.
  maxWorkers: os.availableParallelism() + 1,
};
