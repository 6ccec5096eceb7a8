export { CONTRACT_RECORDS, strictSchema } from './contract-records';
export { itWritesTablesOfItsOwn } from './check-table-owners';
export { readSqlOwners } from './sql-owners';
export { itKeepsItsSchema } from './check-migrations';
export { measureEffort, measureProcessorTime, watchEventLoop } from './watch-event-loop';
export { cloneDatabase, dropDatabase, joinNodes } from './template-database';
export { type TestDatabase, useDatabase } from './use-database';
export { eventually, untilSomebodyWaits } from './eventually';
export { type Requests, type TestApi, useApi } from './use-api';
export { DENSE_FIRST_WRITES, DENSE_OTLP, DENSE_SECOND_WRITES, protobufField } from './dense-protobuf';
export { withTurnsSpent } from './spend-turns';
export { HANG_UP, type Reply, useReception } from './reception';
export { wrongExamples } from './wrong-examples';
export { rounds } from './rounds';
export { type AccountTable, TestAccounts, TestAccountsModule } from './test-accounts';
export { anOidcServer, anRsaKey, AUDIENCE, type OidcServer, TOKEN_LIFETIME_SECONDS } from './oidc-server';
export { TEST_ORG } from './test-identity';
export { installPackages } from './install-packages';
export { itWithBrowser, launchBrowser } from './browser';
export { named } from './named-elements';
export {
  describeWhere,
  describeWithCitus,
  isOnPath,
  itWhere,
  itWithActionlint,
  itWithCurl,
  itWithHelm,
  itWithNfpm,
  itWithScanner,
} from './it-where-installed';
export { WORKSPACE } from './workspace';
export { evaluateFilter, type FilterRow } from './reference-filter';
export { evaluateGroupExpression, type ExpressionResource, type GroupResult } from './reference-group-expression';
