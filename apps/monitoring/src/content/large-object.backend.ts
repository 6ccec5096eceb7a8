import type { Database, Transaction } from '@wardstone/database';
import type { ByteRange, ContentBackend, ObjectAddress } from './content-backend';

/** The driver hands bytes over as hexadecimal text, so a piece takes three times its size for a moment. */
const PIECE_BYTES = 512 * 1024;

/**
 * Bytes as PostgreSQL large objects. Each block is a statement of its own: a slow upload holds no connection while it
 * waits for its client, and what is read is never older than the row that names it.
 */
export class LargeObjectBackend implements ContentBackend {
  readonly usesLargeObjects = true;

  constructor(private readonly db: Database) {}

  async write(object: ObjectAddress, blocks: AsyncIterable<Buffer>): Promise<void> {
    let position = 0;
    for await (const block of blocks) {
      await this.db.query(`SELECT lo_put($1, $2, $3)`, [object.largeObject, position, block]);
      position += block.length;
    }
  }

  async *read(object: ObjectAddress, { start, end }: ByteRange): AsyncIterable<Uint8Array> {
    for (let position = start; position < end; position += PIECE_BYTES) {
      const length = Math.min(PIECE_BYTES, end - position);
      const [row] = await this.db.query<{ piece: Buffer }>(`SELECT lo_get($1, $2, $3) AS piece`, [
        object.largeObject,
        position,
        length,
      ]);
      if (row?.piece.length !== length) throw new Error(`stored object ${object.id} is shorter than it should be`);
      yield row.piece;
    }
  }

  async erase(object: ObjectAddress, transaction: Transaction): Promise<void> {
    await transaction.query(`SELECT lo_unlink(m.oid) FROM pg_largeobject_metadata m WHERE m.oid = $1`, [
      object.largeObject,
    ]);
  }
}
