/** An address with content for every read, by operation id. */
export type ReadAddresses = Readonly<Record<string, string>>;

/** A request that changes data. Without `json` and `bytes` it has no body. */
export interface WriteRequest {
  path: string;
  /** The record or list of a body, and the same in XML. */
  json?: unknown;
  xml?: string;
  /** A body that is not a record. */
  bytes?: { type: string; content: string };
}

export interface Write {
  /** Status of success. */
  status: number;
  /** Repeats the request with all that it needs; it succeeds at least once. */
  request: () => WriteRequest | Promise<WriteRequest>;
}

/** Every write of the interface by the id of its operation, ready to be done as often as wanted. */
export type Writes = Readonly<Record<string, Write>>;
