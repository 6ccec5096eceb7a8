export { itMigratesCleanly } from './check-migrations';
export { watchEventLoop } from './watch-event-loop';
export { useDatabase } from './use-database';
export type { TestDatabase } from './use-database';
export { useApi } from './use-api';
export type { Requests, TestApi } from './use-api';
export { rounds } from './rounds';
export { TEST_ORG } from './test-identity';
export { browserPath, itWithBrowser, itWithScanner } from './it-where-installed';
