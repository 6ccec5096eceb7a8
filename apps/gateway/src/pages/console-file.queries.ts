import { Queries } from '@wardstone/database';
import type { ConsoleFileEntity } from './console-file.entity';

export class ConsoleFileQueries extends Queries {
  /** @returns those of the names that are stored */
  async noteUse(names: readonly string[], now: Date): Promise<ReadonlySet<string>> {
    const rows = await this.db.query<Pick<ConsoleFileEntity, 'name'>>(
      `UPDATE console_file SET used_at = $2 WHERE name IN (
         SELECT f.name FROM console_file f WHERE f.name = ANY ($1::text[]) ORDER BY f.name FOR UPDATE) RETURNING name`,
      [names, now],
    );
    return new Set(rows.map(({ name }) => name));
  }

  /** Another replica may insert the same file. */
  async insert({ name, content, used_at: usedAt }: ConsoleFileEntity): Promise<void> {
    await this.db.query(
      `INSERT INTO console_file (name, content, used_at) VALUES ($1, $2, $3) ON CONFLICT (name) DO NOTHING`,
      [name, content, usedAt],
    );
  }

  async removeUnused(since: Date): Promise<void> {
    await this.db.query(
      `DELETE FROM console_file WHERE name IN (
         SELECT f.name FROM console_file f WHERE f.used_at < $1 FOR UPDATE SKIP LOCKED)`,
      [since],
    );
  }

  async read(names: readonly string[]): Promise<ReadonlyMap<string, Buffer>> {
    const rows = await this.db.query<Pick<ConsoleFileEntity, 'name' | 'content'>>(
      `SELECT f.name, f.content FROM console_file f WHERE f.name = ANY ($1::text[])`,
      [names],
    );
    return new Map(rows.map(({ name, content }) => [name, content]));
  }
}
