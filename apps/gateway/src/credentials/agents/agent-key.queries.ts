import type { AccountKey } from '@wardstone/auth';
import { Queries, type Transaction } from '@wardstone/database';
import { In, IsNull } from 'typeorm';
import { announceChange, announceChanges } from '../../cache-invalidation/change.sql';
import { AgentKeyEntity } from './agent-key.entity';

/** Name of this table in notifications and caches. */
export const AGENT_KEY_TABLE = 'agent_key';

/** Each use deletes up to ten expired assertions and skips locked ones. */
const SPEND = `
  WITH ended AS (
    DELETE FROM agent_assertion
     WHERE (kid, jti) IN (
       SELECT a.kid, a.jti FROM agent_assertion a WHERE a.ends_at < $4 ORDER BY a.ends_at LIMIT 10 FOR UPDATE SKIP LOCKED)
  ), spent AS (
    INSERT INTO agent_assertion (kid, jti, ends_at) VALUES ($1, $2, $3) ON CONFLICT (kid, jti) DO NOTHING RETURNING kid
  )
  UPDATE agent_key SET last_used_at = $4
   WHERE kid IN (SELECT s.kid FROM spent s) AND revoked_at IS NULL
   RETURNING kid`;

/** Rows of keys and of used assertions; changes are announced to the other replicas. */
export class AgentKeyQueries extends Queries {
  /** Valid keys, by id. */
  async readActive(kids: readonly string[]): Promise<ReadonlyMap<string, AccountKey>> {
    const rows = await this.db
      .repository(AgentKeyEntity)
      .find({ select: { kid: true, x: true, username: true }, where: { kid: In([...kids]), revoked_at: IsNull() } });
    return new Map(rows.map(({ kid, x, username }) => [kid, { kid, x, username }]));
  }

  /** Newest first. */
  async listByAccount(username: string): Promise<AgentKeyEntity[]> {
    return this.db.repository(AgentKeyEntity).find({ where: { username }, order: { created_at: 'DESC', kid: 'ASC' } });
  }

  async isActive(tx: Transaction, kid: string, username: string): Promise<boolean> {
    return tx.repository(AgentKeyEntity).existsBy({ kid, username, revoked_at: IsNull() });
  }

  /** False if the key was already registered for any account. */
  async insert(
    tx: Transaction,
    key: Pick<AgentKeyEntity, 'kid' | 'username' | 'x' | 'join_token_id' | 'created_at'>,
  ): Promise<boolean> {
    const rows = await tx.query(
      `INSERT INTO agent_key (kid, username, x, join_token_id, created_at) VALUES ($1, $2, $3, $4, $5)
       ON CONFLICT (kid) DO NOTHING RETURNING kid`,
      [key.kid, key.username, key.x, key.join_token_id, key.created_at],
    );
    await announceChange(tx, AGENT_KEY_TABLE, key.kid);
    return rows.length > 0;
  }

  /** Revokes one key of the account, or all. Returns the revoked ones. */
  async revoke(tx: Transaction, username: string, now: Date, kid?: string): Promise<string[]> {
    const rows = await tx.query<{ kid: string }>(
      `UPDATE agent_key SET revoked_at = $2 WHERE username = $1 AND revoked_at IS NULL AND ($3::text IS NULL OR kid = $3)
       RETURNING kid`,
      [username, now, kid ?? null],
    );
    const kids = rows.map((revoked) => revoked.kid);
    await announceChanges(tx, AGENT_KEY_TABLE, kids);
    return kids;
  }

  /** Records the use of an assertion; returns whether it was the first, and its key is active. */
  async recordUse(kid: string, jti: string, endsAt: Date, now: Date): Promise<boolean> {
    const rows = await this.db.queryOften(SPEND, [kid, jti, endsAt, now]);
    return rows.length > 0;
  }
}
