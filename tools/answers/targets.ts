/** Values of path parameters for a new or existing record. */
export type Maker = () => Record<string, string> | Promise<Record<string, string>>;

/** Records and bodies for the requests of operations. */
export interface Targets {
  /** Recreates records for successful requests that remove them; returns the values of path parameters. */
  fresh: Readonly<Record<string, Maker>>;
  /** Creates records that all requests of an operation may change. */
  once: Readonly<Record<string, Maker>>;
  /** Replace the documents' examples in bodies; `{{n}}` becomes a new number. */
  bodies: Readonly<Record<string, Readonly<Record<string, unknown>> | readonly unknown[] | string | Buffer>>;
  /** Query parameters that an operation requires. */
  queries: Readonly<Record<string, string>>;
  /** Valid values of query parameters. */
  values: Readonly<Record<string, readonly string[]>>;
}
