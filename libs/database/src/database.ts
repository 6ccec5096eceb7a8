import { type DynamicModule, Injectable, Module } from '@nestjs/common';
import { InjectDataSource, TypeOrmModule } from '@nestjs/typeorm';
import { type CustomTypesConfig, types } from 'pg';
import { DataSource, type EntityTarget, type ObjectLiteral, type Repository } from 'typeorm';
import { DatabaseHealth, MIGRATIONS } from './database-health';
import { OrgDatabase } from './org-database';
import { Statements, type Transaction } from './queryable';
import { type DatabaseOptions, dataSourceOptions, poolOf } from './service-pool';
import { transaction, type TransactionOptions } from './transaction';

const BIGINT_OID = 20;

/** For statements whose bigints are ids and times, which a double holds exactly. */
const NUMBER_FOR_BIGINT: CustomTypesConfig = {
  getTypeParser: ((oid: number): unknown =>
    oid === BIGINT_OID ? Number : types.getTypeParser(oid)) as CustomTypesConfig['getTypeParser'],
};

/**
 * The service's database outside any organisation. Tables under row-level security appear empty here: what belongs to
 * an organisation is read and written through OrgDatabase.
 */
@Injectable()
export class Database extends Statements {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {
    super();
  }

  async query<T extends object>(sql: string, params: readonly unknown[] = []): Promise<T[]> {
    const { rows } = await poolOf(this.dataSource).query<T>(sql, [...params]);
    return rows;
  }

  /**
   * Like `query`, for statements that are sent often in few wordings: each connection has them parsed once, and planned
   * once where the server finds that no value changes the plan.
   */
  async queryOften<T extends object>(sql: string, params: readonly unknown[] = []): Promise<T[]> {
    const pool = poolOf(this.dataSource);
    const { rows } = await pool.query<T>(pool.prepare(sql, params));
    return rows;
  }

  /**
   * Like `query`, for hot paths: each connection has the statement parsed once, under a name that no other statement
   * has. Rows are arrays in the order of the columns, and a bigint is a number. Runs inside `within` if given.
   */
  async queryPrepared<Row extends unknown[]>(
    name: string,
    sql: string,
    params: readonly unknown[] = [],
    within?: Transaction,
  ): Promise<Row[]> {
    const runner = within?.client ?? poolOf(this.dataSource);
    const { rows } = await runner.query<Row>({
      name,
      text: sql,
      values: [...params],
      rowMode: 'array',
      types: NUMBER_FOR_BIGINT,
    });
    return rows;
  }

  /** Reads and writes by key, where a statement by hand would say no more. */
  repository<E extends ObjectLiteral>(entity: EntityTarget<E>): Repository<E> {
    return this.dataSource.getRepository(entity);
  }

  /** Runs `work` in one transaction; after a deadlock again, unless it may run `once` only. */
  transaction<T>(work: (transaction: Transaction) => Promise<T>, options?: TransactionOptions): Promise<T> {
    return transaction(this.dataSource, work, options);
  }
}

/** Provides DataSource, Database, DatabaseHealth and, with `hasOrgs`, OrgDatabase to every module of the service. */
@Module({})
export class DatabaseModule {
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
}
