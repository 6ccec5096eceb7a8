import { Queries, type Transaction } from '@wardstone/database';
import type { ObjectAddress } from './content-backend';
import type { StoredObjectEntity } from './content.entity';

export interface StoredContent {
  /** Identifies the content as long as it exists. */
  readonly key: string;
  /** In bytes. */
  readonly length: number;
  /** 32 hexadecimal digits, lower case. */
  readonly md5: string;
}

type ObjectRow = Pick<StoredObjectEntity, 'id' | 'large_object'>;

export class ContentStoreQueries extends Queries {
  /** Creates an object that is about to be written; a large object is created and deleted with its row. */
  async insertObject(usesLargeObject: boolean, owner: string | null, nowMs: number): Promise<ObjectAddress> {
    const [row] = await this.db.query<ObjectRow>(
      `INSERT INTO stored_object (large_object, owner_subject, written_at)
       VALUES (CASE WHEN $1 THEN lo_create(0) END, $2, to_timestamp($3::float8 / 1000))
       RETURNING id, large_object`,
      [usesLargeObject, owner, nowMs],
    );
    return toAddress(row!);
  }

  /**
   * Records the progress of a write. Returns the total size of all other objects, and of those that the same owner
   * writes or keeps; undefined when the object was deleted.
   */
  noteProgress(
    id: string,
    length: number,
    nowMs: number,
  ): Promise<{ bytes_of_others: number; bytes_of_owner: number } | undefined> {
    return this.db.first<{ bytes_of_others: number; bytes_of_owner: number }>(
      `UPDATE stored_object o SET length = $2, written_at = to_timestamp($3::float8 / 1000)
        WHERE o.id = $1 AND o.md5 IS NULL
       RETURNING (SELECT coalesce(sum(s.length), 0)::bigint FROM stored_object s WHERE s.id <> $1) AS bytes_of_others,
                 (SELECT coalesce(sum(s.length), 0)::bigint FROM stored_object s
                   WHERE s.id <> $1 AND s.owner_subject = o.owner_subject
                     AND (s.md5 IS NULL
                          OR EXISTS (SELECT 1 FROM stored_content k JOIN content c ON c.content = k.key
                                      WHERE k.object_id = s.id))) AS bytes_of_owner`,
      [id, length, nowMs],
    );
  }

  /** Completes the write and makes the object visible. False if it was deleted meanwhile. */
  async finishObject(transaction: Transaction, id: string, length: number, md5: string): Promise<boolean> {
    const rows = await transaction.query(
      `UPDATE stored_object o SET length = $2, md5 = $3 WHERE o.id = $1 AND o.md5 IS NULL RETURNING o.id`,
      [id, length, md5],
    );
    return rows.length === 1;
  }

  async insertContent(transaction: Transaction, objectId: string, nowMs: number): Promise<string> {
    const [row] = await transaction.query<{ key: string }>(
      `INSERT INTO stored_content (object_id, created_at) VALUES ($1, to_timestamp($2::float8 / 1000)) RETURNING key`,
      [objectId, nowMs],
    );
    return row!.key;
  }

  async findContent(key: string): Promise<(StoredContent & { object: ObjectAddress }) | undefined> {
    const [row] = await this.db.query<ObjectRow & { length: number; md5: string }>(
      `SELECT o.id, o.large_object, o.length, o.md5
         FROM stored_content c JOIN stored_object o ON o.id = c.object_id
        WHERE c.key = $1`,
      [key],
    );
    return row && { key, length: row.length, md5: row.md5, object: toAddress(row) };
  }

  /** The object of a content, locked against deletion until the transaction ends. */
  lockContentObject(
    transaction: Transaction,
    key: string,
  ): Promise<{ id: string; length: number; md5: string } | undefined> {
    return transaction.first<{ id: string; length: number; md5: string }>(
      `SELECT o.id, o.length, o.md5
         FROM stored_content c JOIN stored_object o ON o.id = c.object_id
        WHERE c.key = $1
          FOR KEY SHARE OF o`,
      [key],
    );
  }

  async removeContents(transaction: Transaction, keys: readonly string[]): Promise<void> {
    await transaction.query(`DELETE FROM stored_content c WHERE c.key = ANY ($1::text[])`, [keys]);
  }

  /** Objects without any content, and those whose write has made no progress since `abandonedSinceMs`. */
  async listErasable(abandonedSinceMs: number, limit: number): Promise<ObjectAddress[]> {
    const rows = await this.db.query<ObjectRow>(
      `SELECT o.id, o.large_object
         FROM stored_object o
        WHERE ${ERASABLE}
        LIMIT $2`,
      [abandonedSinceMs, limit],
    );
    return rows.map(toAddress);
  }

  /** Locks an object if it can still be deleted and is not locked. */
  async lockErasable(transaction: Transaction, id: string, abandonedSinceMs: number): Promise<boolean> {
    // Two statements, because the second one sees contents that were committed while the first one waited.
    const locked = await transaction.query(`SELECT o.id FROM stored_object o WHERE o.id = $1 FOR UPDATE SKIP LOCKED`, [
      id,
    ]);
    if (locked.length === 0) return false;
    const rows = await transaction.query(`SELECT o.id FROM stored_object o WHERE o.id = $2 AND ${ERASABLE}`, [
      abandonedSinceMs,
      id,
    ]);
    return rows.length === 1;
  }

  async removeObject(transaction: Transaction, id: string): Promise<void> {
    await transaction.query(`DELETE FROM stored_object o WHERE o.id = $1`, [id]);
  }
}

const ERASABLE = `CASE
    WHEN o.md5 IS NULL THEN o.written_at < to_timestamp($1::float8 / 1000)
    ELSE NOT EXISTS (SELECT 1 FROM stored_content c WHERE c.object_id = o.id)
  END`;

function toAddress({ id, large_object: largeObject }: ObjectRow): ObjectAddress {
  return { id, largeObject };
}
