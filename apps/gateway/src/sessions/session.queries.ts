import { Inject, Injectable } from '@nestjs/common';
import { Database } from '@wardstone/database';
import { announceChange } from '../changes/change.sql';
import { SessionEntity } from './session.entity';

/** What channels and caches call the rows of this table. */
export const SESSION_TABLE = 'session';

/** So many go with each that comes: their number cannot grow. */
const DELETED_AT_ONCE = 100;

@Injectable()
export class SessionQueries {
  constructor(@Inject(Database) private readonly database: Database) {}

  async insert(session: SessionEntity): Promise<void> {
    await this.database.repository(SessionEntity).insert(session);
  }

  /** Those under the hashes, by hash. */
  async readAll(hashes: readonly string[]): Promise<ReadonlyMap<string, SessionEntity>> {
    const rows = await this.database.queryOften<SessionEntity>(
      `SELECT s.id_hash, s.username, s.credential, s.oidc_caller, s.created_at, s.last_seen_at, s.ends_at
         FROM session s WHERE s.id_hash = ANY ($1::text[])`,
      [hashes],
    );
    return new Map(rows.map((row) => [row.id_hash, row]));
  }

  async noteUse(hash: string, now: Date): Promise<void> {
    await this.database.queryOften('UPDATE session SET last_seen_at = $2 WHERE id_hash = $1 AND last_seen_at < $2', [
      hash,
      now,
    ]);
  }

  /** Ends a session, and tells the other replicas. */
  async remove(hash: string): Promise<void> {
    await this.database.transaction(async (tx) => {
      await tx.repository(SessionEntity).delete({ id_hash: hash });
      await announceChange(tx, SESSION_TABLE, hash);
    });
  }

  /** Deletes some that have ended by themselves, of which nobody need hear. */
  async removeEnded(now: Date, unusedSince: Date): Promise<void> {
    await this.database.query(
      `DELETE FROM session WHERE id_hash IN (
         SELECT s.id_hash FROM session s WHERE s.ends_at < $1 OR s.last_seen_at < $2
          LIMIT ${DELETED_AT_ONCE} FOR UPDATE SKIP LOCKED)`,
      [now, unusedSince],
    );
  }
}
