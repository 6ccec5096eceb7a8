import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { Pool } from 'pg';
import { DataSource } from 'typeorm';
import type { PostgresDriver } from 'typeorm/driver/postgres/PostgresDriver';
import { type Queryable, type Transaction, runTransaction } from './queryable';

/** The connection pool behind a TypeORM data source. */
export function poolOf(dataSource: DataSource): Pool {
  return (dataSource.driver as PostgresDriver).master as Pool;
}

/** Runs `work` in one transaction of the data source's pool. */
export async function transaction<T>(
  dataSource: DataSource,
  work: (transaction: Transaction) => Promise<T>,
): Promise<T> {
  const client = await poolOf(dataSource).connect();
  return runTransaction(client, work, ({ isBroken }) => client.release(isBroken));
}

/**
 * The service's database outside any organisation. Tables under row-level security appear empty here: what belongs to
 * an organisation is read and written through OrgDatabase.
 */
@Injectable()
export class Database implements Queryable {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  async query<T extends object>(sql: string, params: readonly unknown[] = []): Promise<T[]> {
    const { rows } = await poolOf(this.dataSource).query<T>(sql, [...params]);
    return rows;
  }

  transaction<T>(work: (transaction: Transaction) => Promise<T>): Promise<T> {
    return transaction(this.dataSource, work);
  }
}
