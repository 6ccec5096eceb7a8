import { type PoolClient } from 'pg';
import { type EntityManager, type EntityTarget, type ObjectLiteral, type Repository } from 'typeorm';

/** Something SQL can be sent to: a pool, or one transaction. */
export interface Queryable {
  /** The rows of one parameterised statement; pg's own error when the server refuses it. */
  query<T extends object>(sql: string, params?: readonly unknown[]): Promise<T[]>;

  /** The first of them. */
  first<T extends object>(sql: string, params?: readonly unknown[]): Promise<T | undefined>;

  /** Whether there is one. */
  hasRow(sql: string, params?: readonly unknown[]): Promise<boolean>;

  /** The column `id` of each. */
  ids(sql: string, params?: readonly unknown[]): Promise<number[]>;
}

/** All of it by means of `query`. */
export abstract class Statements implements Queryable {
  abstract query<T extends object>(sql: string, params?: readonly unknown[]): Promise<T[]>;

  async first<T extends object>(sql: string, params?: readonly unknown[]): Promise<T | undefined> {
    const [row] = await this.query<T>(sql, params);
    return row;
  }

  async hasRow(sql: string, params?: readonly unknown[]): Promise<boolean> {
    return (await this.first(sql, params)) !== undefined;
  }

  async ids(sql: string, params?: readonly unknown[]): Promise<number[]> {
    return (await this.query<{ id: number }>(sql, params)).map(({ id }) => id);
  }
}

/** Something whose connections keep plans. */
export interface Preparing extends Queryable {
  /**
   * Like `query`, for statements that are sent often in few wordings: each connection has them parsed once, and planned
   * once where the server finds that no value changes the plan.
   */
  queryPrepared<T extends object>(sql: string, params?: readonly unknown[]): Promise<T[]>;
}

/** One open transaction; unusable once it has ended. */
export interface Transaction extends Preparing {
  /** TypeORM inside this transaction. */
  readonly manager: EntityManager;

  repository<E extends ObjectLiteral>(entity: EntityTarget<E>): Repository<E>;

  /** Runs `work` in a savepoint: its failure rolls back its changes, releases its locks and leaves the transaction usable. */
  savepoint<T>(work: () => Promise<T>): Promise<T>;

  /** Calls `tell` once all is committed; not when the transaction, or the savepoint that this is said in, is rolled back. */
  onCommit(tell: () => void): void;

  /**
   * The connection itself, for COPY and cursors. Never keep it beyond the transaction. PostgreSQL refuses COPY into a
   * table under row-level security: copy into a temporary table and INSERT ... SELECT from there.
   */
  readonly client: PoolClient;
}

/** The parameters of a statement, and what adds one and returns its placeholder, e.g. `$3`. */
export function parameters(...params: unknown[]): { params: unknown[]; bind: (value: unknown) => string } {
  return { params, bind: (value) => `$${params.push(value)}` };
}

/** Rows as an array for each of these columns, which `unnest` makes rows of. */
export function columnsOf<T>(rows: readonly T[], ...names: readonly (keyof T)[]): unknown[][] {
  return names.map((name) => rows.map((row) => row[name]));
}
