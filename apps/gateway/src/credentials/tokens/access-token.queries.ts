import { Queries, type Transaction } from '@wardstone/database';
import { announceChange, announceChanges } from '../../cache-invalidation/change.sql';
import { AccessTokenEntity } from './access-token.entity';

/** Name of this table in notifications and caches, whose keys are hashes. */
export const ACCESS_TOKEN_TABLE = 'access_token';

/** A token that can log in. */
export interface UsableToken extends AccessTokenEntity {
  /** Stable identity of its account, because the name can be reused. */
  subject: string;
}

/** Tokens that a caller sees: of their own account, and of an organisation that they manage. */
export interface TokenVisibility {
  subject: string;
  orgId?: string;
}

/** The last entry of a page. */
export interface Place {
  createdAt: Date;
  id: string;
}

export class AccessTokenQueries extends Queries {
  /**
   * Inserts a token for an account that the transaction has locked, and deletes the oldest ended tokens beyond
   * `mostEnded`.
   * @returns false if the account has too many tokens that can log in, or that ended within an hour of their creation
   */
  async insert(
    tx: Transaction,
    token: AccessTokenEntity,
    { most, mostEnded }: { most: number; mostEnded: number },
  ): Promise<boolean> {
    const [row] = await tx.query<{ usable: number; ended: number }>(
      `SELECT count(*) FILTER (WHERE t.is_usable)::int AS usable,
              count(*) FILTER (WHERE NOT t.is_usable AND t.created_at > $2::timestamptz - interval '1 hour')::int AS ended
         FROM (SELECT created_at, revoked_at IS NULL AND (expires_at IS NULL OR expires_at > $2) AS is_usable
                 FROM access_token WHERE username = $1) t`,
      [token.username, token.created_at],
    );
    if (row!.usable >= most || row!.ended >= mostEnded) return false;
    await tx.query(
      `DELETE FROM access_token WHERE id IN (
         SELECT t.id FROM access_token t
          WHERE t.username = $1 AND (t.revoked_at IS NOT NULL OR t.expires_at <= $2)
          ORDER BY t.created_at DESC, t.id OFFSET $3)`,
      [token.username, token.created_at, mostEnded],
    );
    await tx.repository(AccessTokenEntity).insert(token);
    return true;
  }

  /** Unrevoked tokens by hash. */
  async readUsable(hashes: readonly string[]): Promise<ReadonlyMap<string, UsableToken>> {
    const rows = await this.db.queryOften<UsableToken>(
      `SELECT t.*, a.subject
         FROM access_token t
         JOIN account a ON a.username = t.username
        WHERE t.token_hash = ANY ($1::text[]) AND t.revoked_at IS NULL`,
      [hashes],
    );
    return new Map(rows.map((row) => [row.token_hash, row]));
  }

  /** Tokens of an account, newest first. */
  async listByAccount(username: string): Promise<AccessTokenEntity[]> {
    return this.db
      .repository(AccessTokenEntity)
      .find({ where: { username }, order: { created_at: 'DESC', id: 'ASC' } });
  }

  /** A page of the visible tokens, newest first. */
  async readPage(
    { subject, orgId }: TokenVisibility,
    before: Place | undefined,
    most: number,
  ): Promise<AccessTokenEntity[]> {
    return this.db.query<AccessTokenEntity>(
      `SELECT t.*
         FROM access_token t
         JOIN account a ON a.username = t.username
        WHERE (a.subject = $1 OR a.org_id = $2)
          AND ($3::timestamptz IS NULL OR (t.created_at, t.id) < ($3, $4::uuid))
        ORDER BY t.created_at DESC, t.id DESC
        LIMIT $5`,
      [subject, orgId, before?.createdAt, before?.id, most],
    );
  }

  /** A visible token. */
  readWithin({ subject, orgId }: TokenVisibility, id: string): Promise<AccessTokenEntity | undefined> {
    return this.db.first<AccessTokenEntity>(
      `SELECT t.*
         FROM access_token t
         JOIN account a ON a.username = t.username
        WHERE t.id = $3 AND (a.subject = $1 OR a.org_id = $2)`,
      [subject, orgId, id],
    );
  }

  async readOne(id: string): Promise<AccessTokenEntity | null> {
    return this.db.repository(AccessTokenEntity).findOneBy({ id });
  }

  async noteUse(id: string, now: Date): Promise<void> {
    await this.db.queryOften(
      `UPDATE access_token SET last_used_at = $2 WHERE id = $1 AND (last_used_at IS NULL OR last_used_at < $2)`,
      [id, now],
    );
  }

  /** Revokes the account's own tokens. */
  async revokeByAccount(tx: Transaction, username: string, now: Date): Promise<void> {
    const rows = await tx.query<Pick<AccessTokenEntity, 'token_hash'>>(
      `UPDATE access_token SET revoked_at = $2 WHERE username = $1 AND revoked_at IS NULL RETURNING token_hash`,
      [username, now],
    );
    await announceRevoked(tx, rows);
  }

  /** Revokes tokens that the account created for others. */
  async revokeMadeBy(
    tx: Transaction,
    { username, subject }: { username: string; subject: string },
    now: Date,
  ): Promise<void> {
    const rows = await tx.query<Pick<AccessTokenEntity, 'token_hash'>>(
      `UPDATE access_token SET revoked_at = $3
        WHERE created_by = $2 AND username <> $1 AND revoked_at IS NULL RETURNING token_hash`,
      [username, subject, now],
    );
    await announceRevoked(tx, rows);
  }

  /** Revokes a token, and notifies the other replicas. */
  async revoke({ id, token_hash }: AccessTokenEntity, now: Date): Promise<void> {
    await this.db.transaction(async (tx) => {
      await tx.repository(AccessTokenEntity).update({ id }, { revoked_at: now });
      await announceChange(tx, ACCESS_TOKEN_TABLE, token_hash);
    });
  }
}

function announceRevoked(tx: Transaction, rows: readonly Pick<AccessTokenEntity, 'token_hash'>[]): Promise<void> {
  const hashes = rows.map(({ token_hash: hash }) => hash);
  return announceChanges(tx, ACCESS_TOKEN_TABLE, hashes);
}
