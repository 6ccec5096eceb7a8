import type { Bind } from '../../authorization/visible.sql';

/**
 * Rows of another feature that are stored by the same statement as points, because a separate commit would double the
 * cost. Rows of several requests are stored together.
 */
export interface JoinedStatement<Row extends object = object> {
  /** Identifies the statement among others. */
  readonly name: string;
  /** Unique key of a row within a statement. */
  toKey(row: Row): string;
  /** Common table expressions, as they follow WITH. */
  ctes(rows: readonly Row[], bind: Bind): string;
  /** An expression over the parts, for an array with a value for each row in order. */
  readonly values: string;
}

/** A row of such a statement. */
export interface JoinedRow<Row extends object = object> {
  readonly statement: JoinedStatement<Row>;
  readonly row: Row;
}
