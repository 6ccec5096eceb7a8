const swc = {
  swcrc: false,
  sourceMaps: true,
  module: { type: 'commonjs' },
  jsc: {
    target: 'es2022',
    keepClassNames: true,
    parser: { syntax: 'typescript', decorators: true },
    transform: { legacyDecorator: true, decoratorMetadata: true },
  },
};

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

/** Packages without a CommonJS form. */
const ES_MODULES = [
  ...['jose', 'openid-client', 'oauth4webapi', 'http-proxy-middleware', 'httpxy', 'is-plain-obj', 'openapi-fetch'],
  ...['commander', 'graphile-worker', 'oidc-provider', 'react-router', '@remix-run/route-pattern', 'cookie-es'],
  ...['puppeteer-core', '@puppeteer/browsers', 'chromium-bidi', 'modern-tar'],
];

const shared = {
  rootDir: __dirname,
  moduleNameMapper: {
    '^@wardstone/([a-z-]+)$': '<rootDir>/libs/$1/src/index.ts',
    '^@wardstone/dto/([a-z-]+)$': '<rootDir>/libs/dto/src/$1/index.ts',
    // Loaded when needed, which Node.js does by the name of the file that is built.
    '^(\\./installation/.+)\\.js$': '$1',
    '/thread-file$': '<rootDir>/tools/jest/thread-file.ts',
  },
  transform: { '\\.(ts|m?js)$': ['@swc/jest', swc] },
  transformIgnorePatterns: [`/node_modules/(?!(${ES_MODULES.join('|')})/)`],
  cacheDirectory: '<rootDir>/.cache/jest',
  setupFiles: ['reflect-metadata'],
  globalTeardown: '<rootDir>/tools/jest/end-run.ts',
};

const PARTS = ['<rootDir>/apps', '<rootDir>/libs', '<rootDir>/tools'];
const E2E = '<rootDir>/e2e';

/** The setup of a project runs only when one of its tests does: unit specs start no database. */
module.exports = {
  projects: [
    {
      ...shared,
      displayName: 'unit',
      roots: [...PARTS, E2E],
      testMatch: ['**/*.spec.ts'],
      globalSetup: '<rootDir>/tools/jest/begin-run.ts',
    },
    {
      ...shared,
      displayName: 'components',
      roots: ['<rootDir>/apps/console'],
      testMatch: ['**/*.spec.tsx'],
      testEnvironment: 'jsdom',
      transform: {
        '/react-router/.*\\.js$': ['@swc/jest', swcOfRouter],
        ...shared.transform,
        '\\.tsx$': ['@swc/jest', swcOfComponents],
      },
      moduleNameMapper: { ...shared.moduleNameMapper, '\\.css$': '<rootDir>/tools/jest/no-style.cjs' },
      setupFiles: ['<rootDir>/tools/jest/browser-globals.cjs'],
    },
    {
      ...shared,
      displayName: 'integration',
      roots: PARTS,
      testMatch: ['**/*.int-spec.ts'],
      globalSetup: '<rootDir>/tools/jest/begin-run-with-database.ts',
    },
    {
      ...shared,
      displayName: 'e2e',
      roots: [E2E],
      testMatch: ['**/*.int-spec.ts'],
      globalSetup: '<rootDir>/tools/jest/begin-run-with-programs.ts',
    },
  ],
  reporters: ['default', '<rootDir>/tools/jest/missing-programs-reporter.cjs'],
  testTimeout: 90_000,
  testSequencer: '<rootDir>/tools/jest/long-first-sequencer.cjs',
  maxWorkers: '100%',
  // What test files leave behind in a worker adds up, and then each collection of garbage takes longer.
  workerIdleMemoryLimit: '800MB',
  // A worker leaves by itself when nothing is open; half a second, the default, is short on a machine that is busy.
  workerGracefulExitTimeout: 20_000,
};
