/** Unit specs (*.spec.ts) are pure; integration specs (*.int-spec.ts) use the PostgreSQL server that tools/test.ts starts. */
module.exports = {
  testEnvironment: 'node',
  roots: ['<rootDir>/apps', '<rootDir>/libs', '<rootDir>/tools', '<rootDir>/e2e'],
  testMatch: ['**/*.spec.ts', '**/*.int-spec.ts'],
  moduleNameMapper: { '^@wardstone/([a-z-]+)$': '<rootDir>/libs/$1/src/index.ts' },
  transformIgnorePatterns: [],
  transform: { '\\.[cm]?[jt]sx?$': '<rootDir>/tools/jest-transform.cjs' },
  cacheDirectory: '<rootDir>/.cache/jest',
  setupFiles: ['reflect-metadata'],
  testTimeout: 30_000,
  // What test files leave behind in a worker adds up, and then each collection of garbage takes longer.
  workerIdleMemoryLimit: '800MB',
};
