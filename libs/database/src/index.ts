export { type ConnectionSettings, dedicatedClient } from './connection-settings';
export { Database, DatabaseHealth, DatabaseModule, OrgDatabase } from './database';
export { listColumns, prefixColumns } from './list-columns';
export { BatchedLookup } from './batched-lookup';
export { Listener } from './listener';
export { dropTables } from './drop-tables';
export { IS_OF_ORG, enableOrgIsolation, refuseExemptRole } from './org-isolation';
export { readPatiently } from './patient-read';
export { type Paged, Queries } from './queries';
export { explainConnectionFailure } from './connection-failure';
export { runMigrationProgram } from './migration-program';
export { runMigrations } from './run-migrations';
export { findSchemaGap, OlderSchema, refuseOlderSchema } from './schema-gap';
export { ServiceKeys, ServiceKeysModule } from './service-keys';
export { type DatabaseOptions, dataSourceOptions, getPool } from './service-pool';
export {
  type Bound,
  toColumns,
  parameters,
  type Preparing,
  type Queryable,
  retryOnDeadlock,
  type Transaction,
  TransactionListeners,
} from './transaction';
