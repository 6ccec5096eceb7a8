import { Inject, Injectable } from '@nestjs/common';
import { Database } from '@wardstone/database';
import { announceChange } from '../changes/change.sql';
import { AccessTokenEntity } from './access-token.entity';

/** What channels and caches call the rows of this table; their keys are the hashes. */
export const ACCESS_TOKEN_TABLE = 'access_token';

/** A token that may log in. */
export interface UsableToken extends AccessTokenEntity {
  /** Stable identity of its account, whose name another one may be given. */
  subject: string;
}

@Injectable()
export class AccessTokenQueries {
  constructor(@Inject(Database) private readonly database: Database) {}

  async insert(token: AccessTokenEntity): Promise<void> {
    await this.database.repository(AccessTokenEntity).insert(token);
  }

  /** Those under the hashes that were not revoked, by hash. */
  async readUsable(hashes: readonly string[]): Promise<ReadonlyMap<string, UsableToken>> {
    const rows = await this.database.queryOften<UsableToken>(
      `SELECT t.*, a.subject
         FROM access_token t
         JOIN account a ON a.username = t.username
        WHERE t.token_hash = ANY ($1::text[]) AND t.revoked_at IS NULL`,
      [hashes],
    );
    return new Map(rows.map((row) => [row.token_hash, row]));
  }

  /** Those of some accounts, newest first. */
  async readOf(usernames: readonly string[]): Promise<AccessTokenEntity[]> {
    return this.database.query<AccessTokenEntity>(
      `SELECT t.* FROM access_token t WHERE t.username = ANY ($1::text[]) ORDER BY t.created_at DESC, t.id`,
      [usernames],
    );
  }

  async readOne(id: string): Promise<AccessTokenEntity | null> {
    return this.database.repository(AccessTokenEntity).findOneBy({ id });
  }

  async noteUse(id: string, now: Date): Promise<void> {
    await this.database.queryOften(
      `UPDATE access_token SET last_used_at = $2 WHERE id = $1 AND (last_used_at IS NULL OR last_used_at < $2)`,
      [id, now],
    );
  }

  /** Revokes a token, and tells the other replicas. */
  async revoke({ id, token_hash }: AccessTokenEntity, now: Date): Promise<void> {
    await this.database.transaction(async (tx) => {
      await tx.repository(AccessTokenEntity).update({ id }, { revoked_at: now });
      await announceChange(tx, ACCESS_TOKEN_TABLE, token_hash);
    });
  }
}
