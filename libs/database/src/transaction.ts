import type { Client, PoolClient } from 'pg';
import type { DataSource, EntityManager, EntityTarget, ObjectLiteral, QueryRunner, Repository } from 'typeorm';
import { type TransactionOptions, despiteConflicts } from './conflict';
import { Statements, type Transaction } from './queryable';
import { type ServicePool, poolOf } from './service-pool';

/** A connection of the pool, which may also be closed for good. */
type Connection = Client & PoolClient;

class OpenTransaction extends Statements implements Transaction {
  private hasEnded = false;
  private readonly toTell: (() => void)[] = [];

  constructor(
    private readonly runner: QueryRunner,
    private readonly connection: PoolClient,
    private readonly pool: ServicePool,
  ) {
    super();
  }

  get client(): PoolClient {
    this.requireOpen();
    this.pool.forgetOrg(this.connection);
    return this.connection;
  }

  get manager(): EntityManager {
    this.requireOpen();
    return this.runner.manager;
  }

  repository<E extends ObjectLiteral>(entity: EntityTarget<E>): Repository<E> {
    return this.manager.getRepository(entity);
  }

  async query<T extends object>(sql: string, params: readonly unknown[] = []): Promise<T[]> {
    this.requireOpen();
    const { rows } = await this.connection.query<T>(sql, [...params]);
    return rows;
  }

  async queryPrepared<T extends object>(sql: string, params: readonly unknown[] = []): Promise<T[]> {
    this.requireOpen();
    const { rows } = await this.connection.query<T>(this.pool.prepare(sql, params));
    return rows;
  }

  async savepoint<T>(work: () => Promise<T>): Promise<T> {
    const told = this.toTell.length;
    try {
      return await this.manager.transaction(work);
    } catch (error) {
      this.toTell.length = told;
      throw error;
    }
  }

  onCommit(tell: () => void): void {
    this.requireOpen();
    this.toTell.push(tell);
  }

  end(): void {
    this.hasEnded = true;
  }

  committed(): void {
    for (const tell of this.toTell) tell();
  }

  private requireOpen(): void {
    // The connection may serve another transaction by now.
    if (this.hasEnded) throw new Error('the transaction has ended');
  }
}

/**
 * Runs `work` in one transaction of the data source; whatever it throws rolls everything back. After a deadlock it runs
 * again, unless it may run `once` only: what it does outside the database must bear that.
 *
 * @param orgId the organisation whose rows are seen; none when absent.
 */
export function transaction<T>(
  dataSource: DataSource,
  work: (transaction: Transaction) => Promise<T>,
  { orgId = '', ...options }: TransactionOptions & { orgId?: string } = {},
): Promise<T> {
  return despiteConflicts(() => runOnce(dataSource, work, orgId), options);
}

async function runOnce<T>(
  dataSource: DataSource,
  work: (transaction: Transaction) => Promise<T>,
  orgId: string,
): Promise<T> {
  const pool = poolOf(dataSource);
  const runner = dataSource.createQueryRunner();
  try {
    const client = (await pool.forOrg(orgId, () => runner.connect())) as Connection;
    const open = new OpenTransaction(runner, client, pool);
    let result: T;
    try {
      await runner.startTransaction();
      result = await work(open);
      open.end();
      await runner.commitTransaction();
    } catch (error) {
      open.end();
      // A connection that cannot even roll back is closed, and the pool drops it.
      await runner.rollbackTransaction().catch(() => client.end().catch(() => undefined));
      throw error;
    }
    open.committed();
    return result;
  } finally {
    await runner.release();
  }
}
