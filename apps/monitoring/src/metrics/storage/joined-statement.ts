import type { Bind } from '../../authorization/visible.sql';

/** What another room stores by the statement that stores points: a commit of its own would cost as much again. */
export interface JoinedStatement {
  /** Tells the statement from others that join in. */
  readonly name: string;
  /** Its parts, as they stand behind WITH. */
  readonly ctes: (bind: Bind) => string;
  /** What it returns: an expression over its parts. */
  readonly value: string;
}
