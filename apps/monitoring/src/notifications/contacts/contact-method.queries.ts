import { Queries, type Queryable, type Transaction } from '@wardstone/database';
import type { ContactMethodEntity } from './contact-method.entity';
import { isReachable, ownMethods } from './contact-method.sql';
import { PushKeyEntity } from './push-key.entity';

/** Owner of contact methods. */
export interface ContactOwner {
  id: number;
  login: string;
  subject: string | null;
}

export interface NewContactMethod extends Pick<ContactMethodEntity, 'kind' | 'label' | 'config' | 'quiet'> {
  delayMinutes: number;
}

export interface ContactMethodRow extends NewContactMethod {
  id: number;
  verifiedMs: number | null;
}

/** The code that was sent to a method. */
export interface SentCode {
  digest: string | null;
  sentMs: number | null;
  attempts: number;
}

const COLUMNS = `m.id, m.kind, m.label, m.config, m.delay_minutes AS "delayMinutes", m.quiet, m.verified_ms AS "verifiedMs"`;
const OWNED = `FROM service_user u CROSS JOIN LATERAL (SELECT m.* ${ownMethods('u')}) m WHERE u.id = $1`;

export class ContactMethodQueries extends Queries {
  /** In a transaction the owner is locked, so that changes of one account are serialised. */
  findOwner(login: string, tx?: Transaction): Promise<ContactOwner | undefined> {
    return (tx ?? this.db).first<ContactOwner>(
      `SELECT u.id, u.login, u.subject FROM service_user u WHERE u.login = $1 ${tx ? 'FOR NO KEY UPDATE' : ''}`,
      [login],
    );
  }

  /** In order of use. */
  list(ownerId: number, from: Queryable = this.db): Promise<ContactMethodRow[]> {
    return from.query<ContactMethodRow>(`SELECT ${COLUMNS} ${OWNED} ORDER BY m.delay_minutes, m.id`, [ownerId]);
  }

  find(ownerId: number, id: number, from: Queryable = this.db): Promise<ContactMethodRow | undefined> {
    return from.first<ContactMethodRow>(`SELECT ${COLUMNS} ${OWNED} AND m.id = $2`, [ownerId, id]);
  }

  async insert(
    tx: Transaction,
    owner: ContactOwner,
    { kind, label, config, delayMinutes, quiet }: NewContactMethod,
  ): Promise<number> {
    const [id] = await tx.ids(
      `INSERT INTO contact_method (user_id, subject, kind, label, config, delay_minutes, quiet)
       VALUES ($1, $2, $3, $4, $5, $6, $7) RETURNING id`,
      [owner.id, owner.subject, kind, label, JSON.stringify(config), delayMinutes, quiet && JSON.stringify(quiet)],
    );
    return id!;
  }

  /** @param isSame whether the destination is unchanged; otherwise the method has to be verified again */
  async replace(
    tx: Transaction,
    id: number,
    { label, config, delayMinutes, quiet }: NewContactMethod,
    isSame: boolean,
  ): Promise<void> {
    await tx.query(
      `UPDATE contact_method
          SET label = $2, config = $3, delay_minutes = $4, quiet = $5,
              verified_ms = CASE WHEN $6 THEN verified_ms END, code_digest = CASE WHEN $6 THEN code_digest END
        WHERE id = $1`,
      [id, label, JSON.stringify(config), delayMinutes, quiet && JSON.stringify(quiet), isSame],
    );
  }

  async remove(tx: Transaction, id: number): Promise<void> {
    await tx.query(`DELETE FROM contact_method WHERE id = $1`, [id]);
  }

  /** Locks the row until the transaction ends, so that every attempt counts. */
  findCode(tx: Transaction, id: number): Promise<SentCode | undefined> {
    return tx.first<SentCode>(
      `SELECT m.code_digest AS digest, m.code_sent_ms AS "sentMs", m.code_attempts AS attempts
         FROM contact_method m WHERE m.id = $1 FOR NO KEY UPDATE`,
      [id],
    );
  }

  async setCode(tx: Transaction, id: number, digest: string, nowMs: number): Promise<void> {
    await tx.query(`UPDATE contact_method SET code_digest = $2, code_sent_ms = $3, code_attempts = 0 WHERE id = $1`, [
      id,
      digest,
      nowMs,
    ]);
  }

  async countAttempt(tx: Transaction, id: number): Promise<void> {
    await tx.query(`UPDATE contact_method SET code_attempts = code_attempts + 1 WHERE id = $1`, [id]);
  }

  /** Marks the method as verified, deletes the code, and binds the method to the account's subject. */
  async verify(tx: Transaction, id: number, nowMs: number): Promise<void> {
    await tx.query(
      `UPDATE contact_method m
          SET verified_ms = $2, code_digest = NULL, code_sent_ms = NULL, subject = coalesce(m.subject, u.subject)
         FROM service_user u WHERE m.id = $1 AND u.id = m.user_id`,
      [id, nowMs],
    );
  }

  /** Users who can be reached. See rule alerts-55. */
  async listReachable(userIds: readonly number[], from: Queryable = this.db): Promise<Set<number>> {
    const rows = await from.query<{ id: number }>(
      `SELECT u.id FROM service_user u WHERE u.id = ANY ($1::integer[]) AND ${isReachable('u')}`,
      [userIds],
    );
    return new Set(rows.map(({ id }) => id));
  }

  async findPushKey(): Promise<string | undefined> {
    return (await this.db.repository(PushKeyEntity).findOneBy({ is_only: true }))?.private_key;
  }

  /** Stores the key unless one exists; returns the stored one. */
  async keepPushKey(made: string): Promise<string> {
    await this.db.query(`INSERT INTO push_key (private_key) VALUES ($1) ON CONFLICT DO NOTHING`, [made]);
    return (await this.findPushKey())!;
  }
}
