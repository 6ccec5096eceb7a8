import { type DynamicModule, Inject, Injectable, Module, type OnModuleInit } from '@nestjs/common';
import { InjectDataSource, TypeOrmModule } from '@nestjs/typeorm';
import { Readiness, ServiceMetrics } from '@wardstone/bootstrap';
import { type CustomTypesConfig, type PoolClient, type QueryConfig, types } from 'pg';
import { DataSource, type EntityTarget, type ObjectLiteral, type Repository } from 'typeorm';
import { schemaGap } from './schema-gap';
import { type DatabaseOptions, dataSourceOptions, getPool } from './service-pool';
import { type Preparing, Statements, transaction, type Transaction, type TransactionOptions } from './transaction';

const BIGINT_OID = 20;

/** For statements whose bigints are ids and times, which a double represents exactly. */
const NUMBER_FOR_BIGINT: CustomTypesConfig = {
  getTypeParser: ((oid: number): unknown =>
    oid === BIGINT_OID ? Number : types.getTypeParser(oid)) as CustomTypesConfig['getTypeParser'],
};

/**
 * The service's database outside of any organisation. Tables with row-level security appear empty here; use OrgDatabase
 * for data of an organisation.
 */
@Injectable()
export class Database extends Statements {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {
    super();
  }

  async query<T extends object>(sql: string, params: readonly unknown[] = []): Promise<T[]> {
    const { rows } = await getPool(this.dataSource).query<T>(sql, [...params]);
    return rows;
  }

  /**
   * Like `query`, for frequent statements with few different texts: each connection parses them once, and plans them
   * once where the server finds that values do not change the plan.
   */
  async queryOften<T extends object>(sql: string, params: readonly unknown[] = []): Promise<T[]> {
    const pool = getPool(this.dataSource);
    const { rows } = await pool.query<T>(pool.prepare(sql, params));
    return rows;
  }

  /**
   * Like `query`, for hot paths: each connection parses the statement once under a unique name. Rows are arrays in the
   * order of the columns, and a bigint is a number. Runs inside `within` if given.
   */
  async queryPrepared<Row extends unknown[]>(
    name: string,
    sql: string,
    params: readonly unknown[] = [],
    within?: Transaction,
  ): Promise<Row[]> {
    const runner = within?.client ?? getPool(this.dataSource);
    const { rows } = await runner.query<Row>({
      name,
      text: sql,
      values: [...params],
      rowMode: 'array',
      types: NUMBER_FOR_BIGINT,
    });
    return rows;
  }

  /** Reads and writes by key, where hand-written SQL adds nothing. */
  repository<E extends ObjectLiteral>(entity: EntityTarget<E>): Repository<E> {
    return this.dataSource.getRepository(entity);
  }

  /** Runs `work` in one transaction; repeats it after a deadlock, unless `once`. */
  transaction<T>(work: (transaction: Transaction) => Promise<T>, options?: TransactionOptions): Promise<T> {
    return transaction(this.dataSource, work, options);
  }
}

/**
 * The service's database as one organisation sees it. An organisation costs one more round trip at most, none when the
 * connection already serves it.
 */
@Injectable()
export class OrgDatabase {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  query<T extends object>(orgId: string, sql: string, params: readonly unknown[] = []): Promise<T[]> {
    return this.send<T>(orgId, { text: sql, values: [...params] });
  }

  async first<T extends object>(orgId: string, sql: string, params?: readonly unknown[]): Promise<T | undefined> {
    const [row] = await this.query<T>(orgId, sql, params);
    return row;
  }

  async hasRow(orgId: string, sql: string, params?: readonly unknown[]): Promise<boolean> {
    return (await this.first(orgId, sql, params)) !== undefined;
  }

  /** See `Preparing`. */
  queryPrepared<T extends object>(orgId: string, sql: string, params: readonly unknown[] = []): Promise<T[]> {
    return this.send<T>(orgId, getPool(this.dataSource).prepare(sql, params));
  }

  /**
   * Runs `work` in one transaction; repeats it after a deadlock, so its effects outside of the database must be
   * repeatable.
   */
  transaction<T>(orgId: string, work: (transaction: Transaction) => Promise<T>): Promise<T> {
    return transaction(this.dataSource, work, { orgId });
  }

  /** The view of one organisation, for code that takes a Queryable. */
  scopedTo(orgId: string): Preparing {
    return new Scoped(this, orgId);
  }

  private async send<T extends object>(orgId: string, statement: QueryConfig): Promise<T[]> {
    const pool = getPool(this.dataSource);
    const client: PoolClient = await pool.forOrg(orgId, () => pool.connect());
    try {
      const { rows } = await client.query<T>(statement);
      return rows;
    } finally {
      client.release();
    }
  }
}

class Scoped extends Statements implements Preparing {
  constructor(
    private readonly db: OrgDatabase,
    private readonly orgId: string,
  ) {
    super();
  }

  query<T extends object>(sql: string, params?: readonly unknown[]): Promise<T[]> {
    return this.db.query<T>(this.orgId, sql, params);
  }

  queryPrepared<T extends object>(sql: string, params?: readonly unknown[]): Promise<T[]> {
    return this.db.queryPrepared<T>(this.orgId, sql, params);
  }
}

/** Connections by state; `waiting` counts requests that have none yet. */
interface PoolUsage {
  total: number;
  idle: number;
  waiting: number;
}

/** The migrations of this version. */
const MIGRATIONS = Symbol('migrations');

@Injectable()
export class DatabaseHealth {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    @Inject(MIGRATIONS) private readonly migrations: NonNullable<DatabaseOptions['migrations']>,
  ) {}

  /** Resolves when the database responds. The caller sets the time limit. */
  async ping(): Promise<void> {
    await getPool(this.dataSource).query('SELECT 1');
  }

  /** Why the database cannot serve this version; undefined if it can. Rejects if it does not respond. */
  findGap(): Promise<string | undefined> {
    return schemaGap(getPool(this.dataSource), this.migrations);
  }

  usage(): PoolUsage {
    const { totalCount, idleCount, waitingCount } = getPool(this.dataSource);
    return { total: totalCount, idle: idleCount, waiting: waitingCount };
  }
}

/**
 * Provides DataSource, Database, DatabaseHealth and, with `hasOrgs`, OrgDatabase to every module of the service, whose
 * readiness depends on the database.
 */
@Module({})
export class DatabaseModule implements OnModuleInit {
  constructor(
    private readonly health: DatabaseHealth,
    private readonly readiness: Readiness,
    private readonly metrics: ServiceMetrics,
  ) {}

  static forRoot(options: DatabaseOptions): DynamicModule {
    const services = [Database, DatabaseHealth, ...(options.hasOrgs ? [OrgDatabase] : [])];
    return {
      module: DatabaseModule,
      global: true,
      imports: [
        TypeOrmModule.forRoot({ ...dataSourceOptions(options), migrations: [], retryAttempts: 5, retryDelay: 1_000 }),
      ],
      providers: [...services, { provide: MIGRATIONS, useValue: options.migrations ?? [] }],
      exports: [...services, TypeOrmModule],
    };
  }

  onModuleInit(): void {
    this.readiness.add({ name: 'database', check: () => this.health.findGap() });
    this.metrics.watchPool(() => this.health.usage());
  }
}
