import type { DataSourceOptions, Logger } from 'typeorm';
import { CommitCheck } from './commit-check';
import { type ConnectionSettings, toPoolConfig } from './connection-settings';
import { KeyNamesStrategy } from './key-names.strategy';
import { ServicePools } from './service-pool';

export interface DatabaseOptions extends ConnectionSettings {
  entities?: readonly (new () => object)[];
  migrations?: readonly (new () => object)[];
  /** The data belongs to organisations, whose rows OrgDatabase reads and writes. */
  hasOrgs?: boolean;
}

/** TypeORM writes plain text to the terminal even with logging off; what matters reaches us as errors. */
const silence: Logger = {
  logQuery: () => undefined,
  logQueryError: () => undefined,
  logQuerySlow: () => undefined,
  logSchemaBuild: () => undefined,
  logMigration: () => undefined,
  log: () => undefined,
};

/** TypeORM's settings for one service. Nothing is synchronised: the schema is what the migrations say. */
export function dataSourceOptions(options: DatabaseOptions): DataSourceOptions {
  const { entities = [], migrations = [], hasOrgs = false, ...connection } = options;
  return {
    type: 'postgres',
    url: connection.url,
    driver: new ServicePools(hasOrgs),
    entities: [...entities],
    migrations: [...migrations],
    subscribers: [CommitCheck],
    migrationsTransactionMode: 'each',
    migrationsTableName: 'migration',
    namingStrategy: new KeyNamesStrategy(),
    synchronize: false,
    installExtensions: false,
    // What fills a generated uuid: gen_random_uuid(), part of PostgreSQL itself.
    uuidExtension: 'pgcrypto',
    logger: silence,
    extra: toPoolConfig(connection),
  };
}
