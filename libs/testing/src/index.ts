export { itDeclaresItsFunctions } from './check-functions';
export { itMatchesEntities } from './check-entities';
export { itWritesTablesOfItsOwn } from './check-table-owners';
export { itAdoptsItsPredecessor, itMigratesCleanly } from './check-migrations';
export { watchEventLoop } from './watch-event-loop';
export { processorTimeOf } from './processor-time';
export { cloneDatabase, dropDatabase } from './template-database';
export { useDatabase } from './use-database';
export type { TestDatabase } from './use-database';
export { eventually } from './eventually';
export { useApi } from './use-api';
export type { Requests, TestApi } from './use-api';
export { untilSomebodyWaits } from './until-somebody-waits';
export { rounds } from './rounds';
export { TestAccounts, TestAccountsModule } from './test-accounts';
export type { AccountTable } from './test-accounts';
export { AUDIENCE, TOKEN_LIFETIME_SECONDS, anOidcServer, anRsaKey } from './oidc-server';
export type { OidcServer } from './oidc-server';
export { TEST_ORG } from './test-identity';
export { itWithBrowser, launchBrowser } from './browser';
export {
  describeWhere,
  isOnPath,
  itWhere,
  itWithActionlint,
  itWithCurl,
  itWithHelm,
  itWithNfpm,
  itWithScanner,
} from './it-where-installed';
export { evaluateFilter, type FilterRow } from './reference-filter';
export { evaluateGroupExpression, type ExpressionResource, type GroupResult } from './reference-group-expression';
