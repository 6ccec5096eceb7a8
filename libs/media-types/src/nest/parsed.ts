/** A record as sent by a client: any field may be missing, and none is null. */
export type Sent<T> = { readonly [K in keyof T]?: NonNullable<T[K]> };

/** A body that is parsed on demand, so that a client without permission causes no validation. */
export interface Parsed<T> {
  /**
   * Call it where the contract validates the body: after the target is known to exist and may be changed.
   * @throws invalid_content when it is missing or invalid
   */
  read(): T;
}

/** A request body with one record. */
export type SentBody<T> = Parsed<Sent<T>>;

/** A request body with a list of records. */
export interface SentList<T> extends Parsed<readonly Sent<T>[]> {
  /** Number of items, unvalidated; undefined if there is no list. */
  count(): number | undefined;
}
