import type { Bind } from '../../authorization/visible.sql';

/**
 * Rows that another room stores by the statement that stores points: a commit of its own would cost as much again. Rows
 * of many waiters are stored together.
 */
export interface JoinedStatement<Row extends object = object> {
  /** Tells the statement from others that join in. */
  readonly name: string;
  /** Unique key of a row within a statement. */
  keyOf(row: Row): string;
  /** Its parts, as they stand behind WITH. */
  ctes(rows: readonly Row[], bind: Bind): string;
  /** Result: an expression over its parts, an array with a value for each row in their order. */
  readonly values: string;
}

/** A row of such a statement. */
export interface JoinedRow<Row extends object = object> {
  readonly statement: JoinedStatement<Row>;
  readonly row: Row;
}
