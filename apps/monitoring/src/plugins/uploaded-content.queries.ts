import { Inject, Injectable } from '@nestjs/common';
import { Database } from '@wardstone/database';

/** Uploaded content as plugins use it. */
@Injectable()
export class UploadedContentQueries {
  constructor(@Inject(Database) private readonly db: Database) {}

  /** Key of the content of a handle that was used since then. */
  async findKey(handle: string, usedSinceMs: number): Promise<string | undefined> {
    const [row] = await this.db.query<{ content: string }>(
      `SELECT c.content FROM content c WHERE c.handle = $1 AND c.used_at > to_timestamp($2::float8 / 1000)`,
      [handle, usedSinceMs],
    );
    return row?.content;
  }

  async noteUse(handle: string, nowMs: number): Promise<void> {
    await this.db.query(`UPDATE content c SET used_at = to_timestamp($2::float8 / 1000) WHERE c.handle = $1`, [
      handle,
      nowMs,
    ]);
  }
}
