import { setTimeout as sleep } from 'node:timers/promises';
import { type Client, type PoolClient } from 'pg';
import {
  type DataSource,
  type EntityManager,
  type EntityTarget,
  type ObjectLiteral,
  type QueryRunner,
  type Repository,
} from 'typeorm';
import { getPool, type ServicePool } from './service-pool';

/** A target of SQL statements: a pool or one transaction. */
export interface Queryable {
  /** The rows of one parameterised statement; pg's own error when the server refuses it. */
  query<T extends object>(sql: string, params?: readonly unknown[]): Promise<T[]>;

  /** The first row. */
  first<T extends object>(sql: string, params?: readonly unknown[]): Promise<T | undefined>;

  /** The only column of the first row. */
  value<T>(sql: string, params?: readonly unknown[]): Promise<T | undefined>;

  /** Whether there is any row. */
  hasRow(sql: string, params?: readonly unknown[]): Promise<boolean>;

  /** The column `id` of each row. */
  ids(sql: string, params?: readonly unknown[]): Promise<number[]>;
}

/** Implements the interface with `query`. */
export abstract class Statements implements Queryable {
  abstract query<T extends object>(sql: string, params?: readonly unknown[]): Promise<T[]>;

  async first<T extends object>(sql: string, params?: readonly unknown[]): Promise<T | undefined> {
    const [row] = await this.query<T>(sql, params);
    return row;
  }

  async value<T>(sql: string, params?: readonly unknown[]): Promise<T | undefined> {
    return Object.values((await this.first<Record<string, T>>(sql, params)) ?? {})[0];
  }

  async hasRow(sql: string, params?: readonly unknown[]): Promise<boolean> {
    return (await this.first(sql, params)) !== undefined;
  }

  async ids(sql: string, params?: readonly unknown[]): Promise<number[]> {
    return (await this.query<{ id: number }>(sql, params)).map(({ id }) => id);
  }
}

/** A Queryable whose connections keep plans. */
export interface Preparing extends Queryable {
  /**
   * Like `query`, for frequent statements with few different texts: each connection parses them once, and plans them
   * once where the server finds that values do not change the plan.
   */
  queryPrepared<T extends object>(sql: string, params?: readonly unknown[]): Promise<T[]>;
}

/** An open transaction; unusable once it has ended. */
export interface Transaction extends Preparing {
  /** TypeORM inside this transaction. */
  readonly manager: EntityManager;

  repository<E extends ObjectLiteral>(entity: EntityTarget<E>): Repository<E>;

  /** Runs `work` in a savepoint: its failure rolls back its changes, releases its locks and leaves the transaction usable. */
  savepoint<T>(work: () => Promise<T>): Promise<T>;

  /** Calls `tell` after the commit, unless the transaction or the present savepoint is rolled back. */
  onCommit(tell: () => void): void;

  /**
   * The connection itself, for COPY and cursors. Never keep it beyond the transaction. PostgreSQL refuses COPY into a
   * table under row-level security: copy into a temporary table and INSERT ... SELECT from there.
   */
  readonly client: PoolClient;
}

/** The parameters of a statement, and a function that adds one and returns its placeholder, e.g. `$3`. */
export interface Bound {
  readonly params: unknown[];
  readonly bind: (value: unknown) => string;
}

/** Starts with the given parameters. */
export function parameters(...params: unknown[]): Bound {
  return { params, bind: (value) => `$${params.push(value)}` };
}

/** Converts rows to one array per column, for `unnest`. */
export function toColumns<T>(rows: readonly T[], ...names: readonly (keyof T)[]): unknown[][] {
  return names.map((name) => rows.map((row) => row[name]));
}

/** A pooled connection that can also be closed. */
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
    const pendingCount = this.toTell.length;
    try {
      return await this.manager.transaction(work);
    } catch (error) {
      this.toTell.length = pendingCount;
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
    // The connection may already serve another transaction.
    if (this.hasEnded) throw new Error('the transaction has ended');
  }
}

/**
 * Runs `work` in one transaction of the data source; an exception rolls everything back. After a deadlock it runs
 * again, unless `once`, so its effects outside of the database must be repeatable.
 * @param orgId organisation whose rows are visible; none if absent
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
  const pool = getPool(dataSource);
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

type Hear<T> = (tx: Transaction, change: T) => Promise<void>;

/** Listeners for changes, called inside the transaction that stores them. */
export class TransactionListeners<T> {
  private readonly listeners: Hear<T>[] = [];

  /** Must be called at start. An exception of the listener rolls the change back. */
  beforeCommit(listener: Hear<T>): void {
    this.listeners.push(listener);
  }

  async tell(tx: Transaction, change: T): Promise<void> {
    for (const listener of this.listeners) await listener(tx, change);
  }
}

const DEADLOCK_DETECTED = '40P01';
const SERIALIZATION_FAILURE = '40001';
const MAX_ATTEMPTS = 5;
const MAX_PAUSE_MS = 40;

export interface TransactionOptions {
  /** Runs the work once at most; for effects outside of the transaction, such as reading a stream to its end. */
  once?: boolean;
}

function isDeadlock(error: unknown): boolean {
  return toCode(error) === DEADLOCK_DETECTED;
}

/**
 * Runs a transaction, and repeats it up to four times if the server rolled it back because of concurrent ones. The
 * pause between is random and grows, so that two transactions do not collide again.
 */
async function despiteConflicts<T>(run: () => Promise<T>, { once = false }: TransactionOptions): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await run();
    } catch (error) {
      const isConflict = isDeadlock(error) || toCode(error) === SERIALIZATION_FAILURE;
      if (!isConflict || once || attempt === MAX_ATTEMPTS) throw error;
      await sleep(Math.random() * MAX_PAUSE_MS * attempt);
    }
  }
}

function toCode(error: unknown): unknown {
  return typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
}

/**
 * Like a savepoint, for work whose locks cannot be taken in one order: when the server ends it because of a deadlock,
 * it is rolled back and repeated after the others. Does not help where the deadlock includes locks that the transaction
 * has held before.
 */
export async function retryOnDeadlock<T>(tx: Transaction, work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await tx.savepoint(work);
    } catch (error) {
      if (!isDeadlock(error) || attempt === MAX_ATTEMPTS) throw error;
    }
  }
}
