/** Values of parameters of a path, of something made for the purpose or there already. */
export type Maker = () => Record<string, string> | Promise<Record<string, string>>;

/** What requests of operations are about, and what they send. */
export interface Targets {
  /** Recreates what successful requests need: those that remove. Values of parameters of the path. */
  fresh: Readonly<Record<string, Maker>>;
  /** Makes what all requests of an operation may change. */
  once: Readonly<Record<string, Maker>>;
  /** What stands in bodies in the place of the documents' examples: `{{n}}` becomes a new number. */
  bodies: Readonly<Record<string, Readonly<Record<string, unknown>> | readonly unknown[] | string | Buffer>>;
  /** Query parameters that an operation cannot do without. */
  queries: Readonly<Record<string, string>>;
  /** Values of query parameters that fit. */
  values: Readonly<Record<string, readonly string[]>>;
}
