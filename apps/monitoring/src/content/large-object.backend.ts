import type { Database, Transaction } from '@wardstone/database';
import type { ByteRange, ContentBackend, ObjectAddress } from './content-backend';
import { LargeObjectQueries } from './large-object.queries';

/** The driver transfers bytes as hexadecimal text, so a piece temporarily takes three times its size. */
const PIECE_BYTES = 512 * 1024;

/**
 * Stores bytes as PostgreSQL large objects. Each block is a separate statement, so that a slow upload holds no
 * connection while it waits for its client, and reads are never older than the row that names the object.
 */
export class LargeObjectBackend implements ContentBackend {
  readonly usesLargeObjects = true;
  readonly keptBytes = 0;
  private readonly queries: LargeObjectQueries;

  constructor(db: Database) {
    this.queries = new LargeObjectQueries(db);
  }

  async write(object: ObjectAddress, blocks: AsyncIterable<Buffer>): Promise<void> {
    let position = 0;
    for await (const block of blocks) {
      await this.queries.put(object.largeObject, position, block);
      position += block.length;
    }
  }

  async *read(object: ObjectAddress, { start, end }: ByteRange): AsyncIterable<Uint8Array> {
    for (let position = start; position < end; position += PIECE_BYTES) {
      const length = Math.min(PIECE_BYTES, end - position);
      const piece = await this.queries.get(object.largeObject, position, length);
      if (piece?.length !== length) throw new Error(`stored object ${object.id} is shorter than it should be`);
      yield piece;
    }
  }

  async erase(object: ObjectAddress, transaction: Transaction): Promise<void> {
    await this.queries.unlink(transaction, object.largeObject);
  }
}
