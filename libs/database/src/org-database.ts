import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { PoolClient, QueryConfig } from 'pg';
import { DataSource } from 'typeorm';
import { type Preparing, Statements, type Transaction } from './queryable';
import { poolOf } from './service-pool';
import { transaction } from './transaction';

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

  /** As `Preparing` says. */
  queryPrepared<T extends object>(orgId: string, sql: string, params: readonly unknown[] = []): Promise<T[]> {
    return this.send<T>(orgId, poolOf(this.dataSource).prepare(sql, params));
  }

  /** Runs `work` in one transaction; after a deadlock, again. What it does outside the database must bear that. */
  transaction<T>(orgId: string, work: (transaction: Transaction) => Promise<T>): Promise<T> {
    return transaction(this.dataSource, work, { orgId });
  }

  /** One organisation's view, for code that takes a Queryable. */
  scopedTo(orgId: string): Preparing {
    return new Scoped(this, orgId);
  }

  private async send<T extends object>(orgId: string, statement: QueryConfig): Promise<T[]> {
    const pool = poolOf(this.dataSource);
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
