import { Queries, type Transaction } from '@wardstone/database';
import { ROTATION, type RotationRow } from './rotation.sql';

/** A calendar feed: an address by which a calendar program reads shifts. */
export interface FeedRow {
  id: number;
  /** Null for the owner's shifts in all rotations. */
  rotationId: number | null;
  rotationName: string | null;
  createdMs: number;
  usedMs: number | null;
}

/** A feed whose owner still has the account that created it. */
export interface OpenFeed extends Pick<FeedRow, 'id' | 'rotationId' | 'usedMs'> {
  userId: number;
  login: string;
  roles: string[];
}

const COLUMNS = `f.id, f.rotation_id AS "rotationId", f.created_ms AS "createdMs", f.used_ms AS "usedMs"`;

export class CalendarFeedQueries extends Queries {
  /** Lists the feeds of a subject, oldest first. */
  list(subject: string): Promise<FeedRow[]> {
    return this.db.query<FeedRow>(
      `SELECT ${COLUMNS}, o.name AS "rotationName"
         FROM calendar_feed f LEFT JOIN rotation o ON o.id = f.rotation_id WHERE f.subject = $1 ORDER BY f.id`,
      [subject],
    );
  }

  /** Creates an address; replaces the owner's earlier one for the same shifts. */
  async save(
    tx: Transaction,
    {
      login,
      subject,
      rotationId,
      digest,
      nowMs,
    }: { login: string; subject: string; rotationId: number | null; digest: string; nowMs: number },
  ): Promise<number> {
    const [id] = await tx.ids(
      `INSERT INTO calendar_feed (user_id, subject, rotation_id, digest, created_ms)
       SELECT u.id, $2, $3, $4, $5 FROM service_user u WHERE u.login = $1
       ON CONFLICT (subject, coalesce(rotation_id, 0)) DO UPDATE
          SET user_id = excluded.user_id, digest = excluded.digest, created_ms = excluded.created_ms, used_ms = NULL
       RETURNING id`,
      [login, subject, rotationId, digest, nowMs],
    );
    return id!;
  }

  /** Returns whether the subject had it. */
  remove(subject: string, id: number): Promise<boolean> {
    return this.db.hasRow(`DELETE FROM calendar_feed f WHERE f.subject = $1 AND f.id = $2 RETURNING f.id`, [
      subject,
      id,
    ]);
  }

  find(digest: string): Promise<OpenFeed | undefined> {
    return this.db.first<OpenFeed>(
      `SELECT ${COLUMNS}, u.id AS "userId", u.login, u.roles
         FROM calendar_feed f
         JOIN service_user u ON u.id = f.user_id AND u.subject = f.subject AND u.ended_at IS NULL
        WHERE f.digest = $1`,
      [digest],
    );
  }

  async noteUse(id: number, nowMs: number): Promise<void> {
    await this.db.query(`UPDATE calendar_feed SET used_ms = $2 WHERE id = $1`, [id, nowMs]);
  }

  /** Rotations in which the user takes turns or replaces someone, by name. */
  listRotationsByMember(userId: number, limit: number): Promise<RotationRow[]> {
    return this.db.query<RotationRow>(
      `SELECT ${ROTATION} FROM rotation o
        WHERE $1 = ANY (o.members) OR o.overrides @> jsonb_build_array(jsonb_build_object('userId', $1::integer))
        ORDER BY o.name, o.id LIMIT $2`,
      [userId, limit],
    );
  }
}
