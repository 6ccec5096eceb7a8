import { Injectable } from '@nestjs/common';
import { Database } from '@wardstone/database';
import { LessThan, MoreThan } from 'typeorm';
import { PluginPushEntity } from './plugin-push.entity';

const DAY_MS = 24 * 60 * 60_000;

/** When agents are to fetch plugins. They poll for work: those that poll after that time are notified. */
@Injectable()
export class PluginPushQueries {
  constructor(private readonly db: Database) {}

  /** Schedules a push. Returns its handle; undefined while another one is still to come. */
  async schedule(dueMs: number, requestedBy: string, nowMs: number): Promise<string | undefined> {
    return this.db.transaction(async (tx) => {
      await tx.query(`SELECT pg_advisory_xact_lock(hashtextextended('plugin push', 0))`);
      const pushes = tx.repository(PluginPushEntity);
      if (await pushes.existsBy({ due_ms: MoreThan(nowMs) })) return undefined;
      await pushes.delete({ due_ms: LessThan(nowMs - DAY_MS) });
      const { handle } = await pushes.save({ due_ms: dueMs, requested_by: requestedBy });
      return handle;
    });
  }

  /** Whether the push of this handle is still to come; one that is unknown is not. */
  isWaiting(handle: string, nowMs: number): Promise<boolean> {
    return this.db.hasRow(`SELECT 1 FROM plugin_push p WHERE p.handle::text = $1 AND p.due_ms > $2`, [handle, nowMs]);
  }
}
