const swc = {
  swcrc: false,
  sourceMaps: 'inline',
  module: { type: 'commonjs' },
  jsc: {
    target: 'es2022',
    keepClassNames: true,
    parser: { syntax: 'typescript', decorators: true },
    transform: { legacyDecorator: true, decoratorMetadata: true },
  },
};

/** Unit specs (*.spec.ts) are pure; integration specs (*.int-spec.ts) use the PostgreSQL server that tools/test.ts starts. */
module.exports = {
  testEnvironment: '<rootDir>/tools/jest/single-context-environment.cjs',
  runtime: '<rootDir>/tools/jest/shared-modules-runtime.cjs',
  testSequencer: '<rootDir>/tools/jest/long-first-sequencer.cjs',
  roots: ['<rootDir>/apps', '<rootDir>/libs', '<rootDir>/tools', '<rootDir>/e2e'],
  testMatch: ['**/*.spec.ts', '**/*.int-spec.ts'],
  moduleNameMapper: {
    '^@wardstone/([a-z-]+)$': '<rootDir>/libs/$1/src/index.ts',
    '^@wardstone/dto/([a-z-]+)$': '<rootDir>/libs/dto/src/$1/index.ts',
  },
  transform: { '\\.[cm]?ts$': ['@swc/jest', swc] },
  cacheDirectory: '<rootDir>/.cache/jest',
  setupFiles: ['reflect-metadata'],
  testTimeout: 90_000,
  // What test files leave behind in a worker adds up, and then each collection of garbage takes longer.
  workerIdleMemoryLimit: '800MB',
};
