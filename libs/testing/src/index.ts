export { useDatabase } from './use-database';
export type { TestDatabase } from './use-database';
