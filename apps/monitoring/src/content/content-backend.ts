import type { Transaction } from '@wardstone/database';

/** Location of a stored object's bytes. */
export interface ObjectAddress {
  /** UUID of the object. */
  readonly id: string;
  /** Oid of a PostgreSQL large object; null when the bytes are at the S3 endpoint. */
  readonly largeObject: number | null;
}

/** Half-open: byte `start` is the first, byte `end` the first one that is not part of it. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** Keeps bytes, knowing nothing of what they are for. The bytes of an object never change once written. */
export interface ContentBackend {
  /** Whether new objects need a large object. */
  readonly usesLargeObjects: boolean;
  /** Bytes that a write buffers besides the given block. */
  readonly keptBytes: number;
  /** Writes the blocks one after the other, asking for the next when there is room. @throws what the blocks throw */
  write(object: ObjectAddress, blocks: AsyncIterable<Buffer>): Promise<void>;
  /** The bytes of a range in pieces, read as they are requested. */
  read(object: ObjectAddress, range: ByteRange): AsyncIterable<Uint8Array>;
  /** Removes what was written, also what was written in part only. No error when there is nothing. */
  erase(object: ObjectAddress, transaction: Transaction): Promise<void>;
}
