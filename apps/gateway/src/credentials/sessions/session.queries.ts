import { Queries } from '@wardstone/database';
import { announceChange } from '../../cache-invalidation/change.sql';
import { takeTurn } from '../../cache-invalidation/turn.sql';
import { SessionEntity } from './session.entity';

/** Name of this table in notifications and caches. */
export const SESSION_TABLE = 'session';

/** Limits on the sessions of a caller. */
interface SessionLimit {
  most: number;
  /** Ignores sessions last used before this time. */
  usedSince: Date;
  /** A session that the new one replaces. */
  besides: string | undefined;
}

export class SessionQueries extends Queries {
  /** @returns false if the caller has too many sessions */
  async insert(session: SessionEntity, { most, usedSince, besides }: SessionLimit): Promise<boolean> {
    const { subject, credential, created_at: now } = session;
    return this.db.transaction(async (tx) => {
      await takeTurn(tx, SESSION_TABLE, subject);
      const [row] = await tx.query<{ live: number }>(
        `SELECT count(*)::int AS live FROM session s
          WHERE s.subject = $1 AND s.credential IS NOT DISTINCT FROM $2 AND s.ends_at > $3 AND s.last_seen_at > $4
            AND s.id_hash IS DISTINCT FROM $5`,
        [subject, credential, now, usedSince, besides],
      );
      if (row!.live >= most) return false;
      await tx.repository(SessionEntity).insert(session);
      return true;
    });
  }

  /** Sessions by hash. */
  async readAll(hashes: readonly string[]): Promise<ReadonlyMap<string, SessionEntity>> {
    const rows = await this.db.queryOften<SessionEntity>(
      `SELECT s.id_hash, s.subject, s.username, s.credential, s.oidc_caller, s.created_at, s.last_seen_at, s.ends_at
         FROM session s WHERE s.id_hash = ANY ($1::text[])`,
      [hashes],
    );
    return new Map(rows.map((row) => [row.id_hash, row]));
  }

  async noteUse(hash: string, now: Date): Promise<void> {
    await this.db.queryOften('UPDATE session SET last_seen_at = $2 WHERE id_hash = $1 AND last_seen_at < $2', [
      hash,
      now,
    ]);
  }

  /** Ends a session, and notifies the other replicas. */
  async remove(hash: string): Promise<void> {
    await this.db.transaction(async (tx) => {
      await tx.repository(SessionEntity).delete({ id_hash: hash });
      await announceChange(tx, SESSION_TABLE, hash);
    });
  }

  /**
   * Ends the sessions of an account, by name, or of any caller, by subject, and notifies the replicas.
   * @returns the number
   */
  async removeByOwner(nameOrSubject: string): Promise<number> {
    return this.db.transaction(async (tx) => {
      const rows = await tx.query<{ id_hash: string }>(
        `DELETE FROM session WHERE username = $1 OR subject = $1 RETURNING id_hash`,
        [nameOrSubject],
      );
      for (const { id_hash: hash } of rows) await announceChange(tx, SESSION_TABLE, hash);
      return rows.length;
    });
  }
}
