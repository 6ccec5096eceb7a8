import { Queries, type Transaction } from '@wardstone/database';
import { takeTurn } from '../../cache-invalidation/turn.sql';
import { JoinTokenUseEntity } from './join-token-use.entity';
import { JoinTokenEntity } from './join-token.entity';

/** Rows of join tokens and their uses. */
export class JoinTokenQueries extends Queries {
  /**
   * Replaces the organisation's tokens for the same single agent.
   * @returns false, without a change, if the organisation has `most` other usable tokens
   */
  async put(tx: Transaction, token: JoinTokenEntity, most: number): Promise<boolean> {
    await takeTurn(tx, 'join_token', token.org_id);
    const [row] = await tx.query<{ usable: number }>(
      `SELECT count(*)::int AS usable FROM join_token t
        WHERE t.org_id = $1 AND t.used < t.uses AND t.expires_at > $2 AND ($3::text IS NULL OR t.agent_name IS DISTINCT FROM $3)`,
      [token.org_id, token.created_at, token.agent_name],
    );
    if (row!.usable >= most) return false;
    const tokens = tx.repository(JoinTokenEntity);
    if (token.agent_name !== null) await tokens.delete({ agent_name: token.agent_name, org_id: token.org_id });
    await tokens.insert(token);
    return true;
  }

  /** Newest first. */
  async readAll(orgId: string): Promise<JoinTokenEntity[]> {
    return this.db
      .repository(JoinTokenEntity)
      .find({ where: { org_id: orgId }, order: { created_at: 'DESC', id: 'ASC' } });
  }

  async removeMadeBy(tx: Transaction, maker: string): Promise<void> {
    await tx.repository(JoinTokenEntity).delete({ created_by: maker });
  }

  /** Returns whether there was one. */
  async remove(which: { id: string; org_id: string } | { agent_name: string }): Promise<boolean> {
    const { affected } = await this.db.repository(JoinTokenEntity).delete(which);
    return (affected ?? 0) > 0;
  }

  /** The token, locked until the transaction ends. */
  lock(tx: Transaction, tokenHash: string): Promise<JoinTokenEntity | null> {
    return tx
      .repository(JoinTokenEntity)
      .findOne({ where: { token_hash: tokenHash }, lock: { mode: 'pessimistic_write' } });
  }

  /** The key that enrolled with the token and name, if any. */
  findUse(tx: Transaction, id: string, agentName: string): Promise<JoinTokenUseEntity | null> {
    return tx.repository(JoinTokenUseEntity).findOneBy({ join_token_id: id, agent_name: agentName });
  }

  async use(tx: Transaction, use: JoinTokenUseEntity): Promise<void> {
    await tx.repository(JoinTokenUseEntity).insert(use);
    await tx.repository(JoinTokenEntity).increment({ id: use.join_token_id }, 'used', 1);
  }
}
