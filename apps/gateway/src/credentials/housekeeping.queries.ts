import { Queries } from '@wardstone/database';

/** Sessions that ended or exceeded the idle timeout, and tokens that ended longer ago than they are listed. */
const ENDED = {
  session: `DELETE FROM session WHERE id_hash IN (
    SELECT s.id_hash FROM session s
     WHERE s.ends_at < $1 OR s.last_seen_at < $1::timestamptz - interval '30 minutes'
     LIMIT $2 FOR UPDATE SKIP LOCKED) RETURNING id_hash`,
  access_token: `DELETE FROM access_token WHERE id IN (
    SELECT t.id FROM access_token t
     WHERE t.revoked_at < $1::timestamptz - interval '720 hours' OR t.expires_at < $1::timestamptz - interval '720 hours'
     LIMIT $2 FOR UPDATE SKIP LOCKED) RETURNING id`,
  join_token: `DELETE FROM join_token WHERE id IN (
    SELECT t.id FROM join_token t WHERE t.expires_at < $1::timestamptz - interval '168 hours'
     LIMIT $2 FOR UPDATE SKIP LOCKED) RETURNING id`,
};

export const ENDING_TABLES = Object.keys(ENDED) as (keyof typeof ENDED)[];

/** Deletes expired rows. */
export class HousekeepingQueries extends Queries {
  /**
   * Deletes some rows without notifying the replicas.
   * @returns the number
   */
  async removeEnded(table: keyof typeof ENDED, now: Date, limit: number): Promise<number> {
    return (await this.db.query(ENDED[table], [now, limit])).length;
  }
}
