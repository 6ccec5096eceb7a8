import {
  type AfterQueryEvent,
  type DataSourceOptions,
  DefaultNamingStrategy,
  type EntitySubscriberInterface,
  EventSubscriber,
  type Logger,
  type Table,
} from 'typeorm';
import { type ConnectionSettings, toPoolConfig } from './connection-settings';
import { ServicePools } from './service-pool';

/**
 * After a failed statement PostgreSQL responds to COMMIT with a silent ROLLBACK, which TypeORM takes for success. Sees the
 * answer to every COMMIT of a data source, whatever transaction it ends.
 */
@EventSubscriber()
export class CommitCheck implements EntitySubscriberInterface {
  afterQuery({ query, success, rawResults }: AfterQueryEvent): void {
    if (query !== 'COMMIT' || !success) return;
    if ((rawResults as { command: string }).command !== 'COMMIT') {
      throw new Error('the transaction was rolled back because one of its statements failed');
    }
  }
}

/** Primary keys are named after their table; whatever else has a name gets it where the entity declares it. */
export class KeyNamesStrategy extends DefaultNamingStrategy {
  override primaryKeyName(table: Table | string): string {
    return `pk_${(typeof table === 'string' ? table : table.name).split('.').at(-1)}`;
  }
}

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
