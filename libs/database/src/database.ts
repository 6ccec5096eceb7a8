import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { types } from 'pg';
import type { CustomTypesConfig, Pool } from 'pg';
import { DataSource } from 'typeorm';
import type { PostgresDriver } from 'typeorm/driver/postgres/PostgresDriver';
import { type TransactionOptions, despiteConflicts } from './conflict';
import { type Queryable, type Transaction, runTransaction } from './queryable';
import { StatementNames } from './statement-names';

const BIGINT_OID = 20;

/** For statements whose bigints are ids and times, which a double holds exactly. */
const NUMBER_FOR_BIGINT: CustomTypesConfig = {
  getTypeParser: ((oid: number): unknown =>
    oid === BIGINT_OID ? Number : types.getTypeParser(oid)) as CustomTypesConfig['getTypeParser'],
};

/** The connection pool behind a TypeORM data source. */
export function poolOf(dataSource: DataSource): Pool {
  return (dataSource.driver as PostgresDriver).master as Pool;
}

/**
 * Runs `work` in one transaction of the data source's pool. After a deadlock it is rolled back and runs again, unless
 * it may run `once` only: what it does outside the database must bear that.
 */
export function transaction<T>(
  dataSource: DataSource,
  work: (transaction: Transaction) => Promise<T>,
  options: TransactionOptions = {},
): Promise<T> {
  return despiteConflicts(async () => {
    const client = await poolOf(dataSource).connect();
    return runTransaction(client, work, ({ isBroken }) => client.release(isBroken));
  }, options);
}

/**
 * The service's database outside any organisation. Tables under row-level security appear empty here: what belongs to
 * an organisation is read and written through OrgDatabase.
 */
@Injectable()
export class Database implements Queryable {
  private readonly statements = new StatementNames();

  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  async query<T extends object>(sql: string, params: readonly unknown[] = []): Promise<T[]> {
    const { rows } = await poolOf(this.dataSource).query<T>(sql, [...params]);
    return rows;
  }

  /**
   * Like `query`, for statements that are sent often in few wordings: each connection has them parsed once, and planned
   * once where the server finds that no value changes the plan.
   */
  async queryOften<T extends object>(sql: string, params: readonly unknown[] = []): Promise<T[]> {
    const client = await poolOf(this.dataSource).connect();
    try {
      const name = await this.statements.nameFor(client, sql);
      const { rows } = await client.query<T>({ name, text: sql, values: [...params] });
      return rows;
    } finally {
      client.release();
    }
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

  /** As the function of this name. */
  transaction<T>(work: (transaction: Transaction) => Promise<T>, options?: TransactionOptions): Promise<T> {
    return transaction(this.dataSource, work, options);
  }
}
