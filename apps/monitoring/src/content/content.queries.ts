import { Queries, type Transaction } from '@wardstone/database';
import { MoreThan } from 'typeorm';
import { ContentEntity } from './content.entity';

export class ContentQueries extends Queries {
  async insert(
    transaction: Transaction,
    row: { handle: string; key: string; createdBy: string; ownerSubject: string; nowMs: number },
  ): Promise<void> {
    await transaction.repository(ContentEntity).insert({
      handle: row.handle,
      content: row.key,
      created_by: row.createdBy,
      owner_subject: row.ownerSubject,
      used_at: new Date(row.nowMs),
    });
  }

  /** Content key of a handle that was used since a time. */
  async findKey(handle: string, usedSinceMs: number): Promise<string | undefined> {
    const used_at = MoreThan(new Date(usedSinceMs));
    const row = await this.db.repository(ContentEntity).findOneBy({ handle, used_at });
    return row?.content;
  }

  async noteUse(handle: string, nowMs: number): Promise<void> {
    await this.db.repository(ContentEntity).update({ handle }, { used_at: new Date(nowMs) });
  }

  /** Size of content used since `usedSinceMs`; undefined if there is none. */
  findLength(handle: string, usedSinceMs: number): Promise<number | undefined> {
    return this.db.value<number>(
      `SELECT o.length
         FROM content c JOIN stored_content s ON s.key = c.content JOIN stored_object o ON o.id = s.object_id
        WHERE c.handle = $1 AND c.used_at > to_timestamp($2::float8 / 1000)`,
      [handle, usedSinceMs],
    );
  }

  /** Records a use of the content. Returns its key; undefined if there is none used since `usedSinceMs`. */
  use(transaction: Transaction, handle: string, nowMs: number, usedSinceMs: number): Promise<string | undefined> {
    return transaction.value<string>(
      `UPDATE content c SET used_at = to_timestamp($2::float8 / 1000)
        WHERE c.handle = $1 AND c.used_at > to_timestamp($3::float8 / 1000)
       RETURNING c.content`,
      [handle, nowMs, usedSinceMs],
    );
  }

  /** Owner of a content; undefined if there is none. */
  findOwner(transaction: Transaction, handle: string): Promise<string | undefined> {
    return transaction.value<string>(`SELECT c.owner_subject FROM content c WHERE c.handle = $1 FOR UPDATE`, [handle]);
  }

  /** Deletes the handle. Returns the key of its content and whether it was used since `usedSinceMs`. */
  remove(
    transaction: Transaction,
    handle: string,
    usedSinceMs: number,
  ): Promise<{ content: string; is_alive: boolean } | undefined> {
    return transaction.first<{ content: string; is_alive: boolean }>(
      `DELETE FROM content c WHERE c.handle = $1
       RETURNING c.content, c.used_at > to_timestamp($2::float8 / 1000) AS is_alive`,
      [handle, usedSinceMs],
    );
  }

  /** Deletes some handles that were not used since a time. Returns the keys of their contents. */
  async removeExpired(transaction: Transaction, usedSinceMs: number, limit: number): Promise<string[]> {
    const rows = await transaction.query<{ content: string }>(
      `DELETE FROM content c
        WHERE c.handle IN (SELECT e.handle FROM content e WHERE e.used_at <= to_timestamp($1::float8 / 1000)
                            ORDER BY e.used_at LIMIT $2 FOR UPDATE SKIP LOCKED)
       RETURNING c.content`,
      [usedSinceMs, limit],
    );
    return rows.map(({ content }) => content);
  }
}
