/** A record as a client sends it: any field may be missing, and none is null. */
export type Sent<T> = { readonly [K in keyof T]?: NonNullable<T[K]> };

/** What a client sent, looked at only when it is its turn: a client without the right to write makes nothing validate it. */
export interface Parsed<T> {
  /** @throws invalid_content when it is not as it should be */
  read(): T;
}

/** The same of a list. */
export interface ParsedList<T> extends Parsed<readonly T[]> {
  /** Number of items, none of which has been validated; undefined when there is no list. */
  count(): number | undefined;
}

/**
 * The value, in the place where the contract judges the body: after the target is known to exist and may be changed.
 *
 * @throws invalid_content when there is no body, or it is no such record
 */
export function valueOf<T>(parsed: Parsed<T>): T {
  return parsed.read();
}
