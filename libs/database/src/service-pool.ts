import { Pool, type PoolClient, type PoolConfig, type QueryConfig } from 'pg';
import {
  type AfterQueryEvent,
  type DataSource,
  type DataSourceOptions,
  DefaultNamingStrategy,
  type EntitySubscriberInterface,
  EventSubscriber,
  type Logger,
  type Table,
} from 'typeorm';
import { type ConnectionSettings, toPoolConfig } from './connection-settings';
import { ORG_SETTING, refuseExemptRole } from './org-isolation';
import { StatementNames } from './statement-names';

type ConnectCallback = (
  error: Error | undefined,
  client: PoolClient | undefined,
  release: (error?: Error | boolean) => void,
) => void;

const NO_ORG = '';

/**
 * The connections of a service, TypeORM's and ours. Where data belongs to organisations, each connection is used for
 * one organisation or for none: the pool tracks the session's setting and changes it on check-out if needed. So TypeORM
 * and statements outside of organisations see no rows of any.
 */
export class ServicePool extends Pool {
  private readonly statementNames = new StatementNames();
  private readonly orgByClient = new WeakMap<PoolClient, string | undefined>();
  private wantedOrg = NO_ORG;
  private isPlainRole = false;

  constructor(
    config: PoolConfig,
    private readonly hasOrgs: boolean,
  ) {
    super(config);
    // The statement reports a broken connection, which is replaced; without a listener the event would end the process.
    this.on('connect', (client) => client.on('error', () => undefined));
  }

  /** Connections that `connect` requests synchronously serve the organisation; later ones serve none. */
  forOrg<T>(orgId: string, connect: () => T): T {
    this.wantedOrg = orgId;
    try {
      return connect();
    } finally {
      this.wantedOrg = NO_ORG;
    }
  }

  /** A statement that each connection plans once. */
  prepare(text: string, params: readonly unknown[]): QueryConfig {
    return { name: this.statementNames.nameFor(text), text, values: [...params] };
  }

  /** Call after the session may have been changed without the pool's knowledge. */
  forgetOrg(client: PoolClient): void {
    this.orgByClient.set(client, undefined);
  }

  override connect(): Promise<PoolClient>;
  override connect(callback: ConnectCallback): void;
  override connect(callback?: ConnectCallback): Promise<PoolClient> | void {
    const orgId = this.wantedOrg;
    if (callback === undefined) {
      return this.hasOrgs ? super.connect().then((client) => this.switchTo(orgId, client)) : super.connect();
    }
    if (!this.hasOrgs) return super.connect((error, client, release) => callback(error, client, once(release)));
    super.connect((error, client, release) => {
      if (client === undefined || this.serves(orgId, client)) return callback(error, client, release);
      this.switchTo(orgId, client).then(
        () => callback(undefined, client, release),
        (failure: Error) => callback(failure, undefined, () => undefined),
      );
    });
  }

  private serves(orgId: string, client: PoolClient): boolean {
    return this.isPlainRole && (this.orgByClient.has(client) ? this.orgByClient.get(client) : NO_ORG) === orgId;
  }

  private async switchTo(orgId: string, client: PoolClient): Promise<PoolClient> {
    try {
      if (!this.isPlainRole) await refuseExemptRole(client);
      this.isPlainRole = true;
      if (this.serves(orgId, client)) return client;
      this.forgetOrg(client);
      // Outside of the caller's transaction, whose rollback must not restore the previous organisation.
      await client.query('SELECT set_config($1, $2, false)', [ORG_SETTING, orgId]);
    } catch (error) {
      client.release(true);
      throw error;
    }
    this.orgByClient.set(client, orgId);
    return client;
  }
}

type Release = Parameters<ConnectCallback>[2];

/**
 * The job queue releases its LISTEN connection twice when it stops while that breaks (graphile-worker 0.17.3), and the
 * pool's exception would end the process.
 */
function once(release: Release): Release {
  let isGivenBack = false;
  return (error) => {
    if (!isGivenBack) release(error);
    isGivenBack = true;
  };
}

/** Passed to TypeORM as `pg` (its option `driver`), so that it uses our pool. */
class ServicePools {
  opened: ServicePool | undefined;
  readonly Pool: new (config: PoolConfig) => ServicePool;

  constructor(hasOrgs: boolean) {
    const remember = (pool: ServicePool): void => void (this.opened = pool);
    this.Pool = class extends ServicePool {
      constructor(config: PoolConfig) {
        super(config, hasOrgs);
        remember(this);
      }
    };
  }
}

/** The pool of a data source created with `dataSourceOptions`. */
export function getPool(dataSource: DataSource): ServicePool {
  const { driver } = dataSource.options as { driver?: unknown };
  if (!(driver instanceof ServicePools) || driver.opened === undefined) throw new Error('the data source has no pool');
  return driver.opened;
}

/**
 * After a failed statement PostgreSQL turns COMMIT into ROLLBACK without an error, which TypeORM takes for success.
 * Checks the response to every COMMIT of a data source.
 */
@EventSubscriber()
class CommitCheck implements EntitySubscriberInterface {
  afterQuery({ query, success, rawResults }: AfterQueryEvent): void {
    if (query !== 'COMMIT' || !success) return;
    if ((rawResults as { command: string }).command !== 'COMMIT') {
      throw new Error('the transaction was rolled back because one of its statements failed');
    }
  }
}

/** Primary keys are named after their table; other names are set in the entity. */
class KeyNamesStrategy extends DefaultNamingStrategy {
  override primaryKeyName(table: Table | string): string {
    return `pk_${(typeof table === 'string' ? table : table.name).split('.').at(-1)}`;
  }
}

export interface DatabaseOptions extends ConnectionSettings {
  entities?: readonly (new () => object)[];
  migrations?: readonly (new () => object)[];
  /** Whether the data belongs to organisations, so that OrgDatabase is needed. */
  hasOrgs?: boolean;
}

/** TypeORM writes plain text to the terminal even with logging off; everything important arrives as an error. */
const silence: Logger = {
  logQuery: () => undefined,
  logQueryError: () => undefined,
  logQuerySlow: () => undefined,
  logSchemaBuild: () => undefined,
  logMigration: () => undefined,
  log: () => undefined,
};

/** TypeORM's settings for one service. Nothing is synchronised: migrations define the schema. */
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
    // Makes TypeORM use gen_random_uuid() of PostgreSQL itself for generated uuids.
    uuidExtension: 'pgcrypto',
    logger: silence,
    extra: toPoolConfig(connection),
  };
}
