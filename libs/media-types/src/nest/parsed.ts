/** A record as a client sends it: any field may be missing, and none is null. */
export type Sent<T> = { readonly [K in keyof T]?: NonNullable<T[K]> };

/** A body that is parsed on demand: a client without permission causes no validation. */
export interface Parsed<T> {
  /**
   * For the place where the contract judges it: after the target is known to exist and may be changed.
   *
   * @throws invalid_content when there is none, or it is not as it should be
   */
  read(): T;
}

/** The record that is the body of a request. */
export type SentBody<T> = Parsed<Sent<T>>;

/** The list of records that is the body of a request. */
export interface SentList<T> extends Parsed<readonly Sent<T>[]> {
  /** Number of items, unvalidated; undefined if there is no list. */
  count(): number | undefined;
}
