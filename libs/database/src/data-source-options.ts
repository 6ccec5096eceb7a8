import type { DataSourceOptions, Logger } from 'typeorm';
import { type ConnectionSettings, toPoolConfig } from './connection-settings';
import { KeyNamesStrategy } from './key-names.strategy';

export interface DatabaseOptions extends ConnectionSettings {
  entities?: readonly (new () => object)[];
  migrations?: readonly (new () => object)[];
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
  const { entities = [], migrations = [], ...connection } = options;
  return {
    type: 'postgres',
    url: connection.url,
    entities: [...entities],
    migrations: [...migrations],
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
