import type { Transaction } from '@wardstone/database';

/** Location of a stored object's bytes. */
export interface ObjectAddress {
  /** UUID of the object. */
  readonly id: string;
  /** Oid of a PostgreSQL large object; null if the bytes are in S3. */
  readonly largeObject: number | null;
}

/** Half-open: from byte `start` up to but excluding byte `end`. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** Stores bytes without knowing their purpose. The bytes of an object never change once written. */
export interface ContentBackend {
  /** Whether new objects need a large object. */
  readonly usesLargeObjects: boolean;
  /** Maximum number of bytes that a write buffers besides the given block. */
  readonly keptBytes: number;
  /**
   * Writes the blocks one by one, requesting the next when there is room.
   * @throws what the blocks throw
   */
  write(object: ObjectAddress, blocks: AsyncIterable<Buffer>): Promise<void>;
  /** The bytes of a range in pieces, read on demand. */
  read(object: ObjectAddress, range: ByteRange): AsyncIterable<Uint8Array>;
  /** Deletes an object, even if partially written. No error if there is none. */
  erase(object: ObjectAddress, transaction: Transaction): Promise<void>;
}
