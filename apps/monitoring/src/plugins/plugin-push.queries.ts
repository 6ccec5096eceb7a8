import { Inject, Injectable } from '@nestjs/common';
import { Database } from '@wardstone/database';

const DAY_MS = 24 * 60 * 60_000;

/** When agents are to fetch plugins. They come for their work themselves: whoever asks after that time is told. */
@Injectable()
export class PluginPushQueries {
  constructor(@Inject(Database) private readonly db: Database) {}

  /** Schedules a push. Answers its handle; undefined while another one is still to come. */
  async schedule(dueMs: number, requestedBy: string, nowMs: number): Promise<string | undefined> {
    return this.db.transaction(async (tx) => {
      await tx.query(`SELECT pg_advisory_xact_lock(hashtextextended('plugin push', 0))`);
      const waiting = await tx.query(`SELECT 1 FROM plugin_push p WHERE p.due_ms > $1`, [nowMs]);
      if (waiting.length > 0) return undefined;
      await tx.query(`DELETE FROM plugin_push p WHERE p.due_ms < $1`, [nowMs - DAY_MS]);
      const [row] = await tx.query<{ handle: string }>(
        `INSERT INTO plugin_push (due_ms, requested_by) VALUES ($1, $2) RETURNING handle`,
        [dueMs, requestedBy],
      );
      return row!.handle;
    });
  }

  /** Whether the push of this handle is still to come; one that is unknown is not. */
  async isWaiting(handle: string, nowMs: number): Promise<boolean> {
    const rows = await this.db.query(`SELECT 1 FROM plugin_push p WHERE p.handle::text = $1 AND p.due_ms > $2`, [
      handle,
      nowMs,
    ]);
    return rows.length > 0;
  }
}
