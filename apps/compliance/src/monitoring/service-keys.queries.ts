import { Injectable } from '@nestjs/common';
import { Database } from '@wardstone/database';

/** Of this service, for all organisations. */
@Injectable()
export class ServiceKeysQueries {
  constructor(private readonly db: Database) {}

  /** Publishes a key, or says that its process lives; forgets those of processes that do not. */
  async publish(kid: string, publicKey: object, now: Date, seenSince: Date): Promise<void> {
    await this.db.query(
      `WITH gone AS (DELETE FROM service_key k WHERE k.seen_at < $4)
       INSERT INTO service_key AS k (kid, public_key, seen_at) VALUES ($1, $2, $3)
       ON CONFLICT (kid) DO UPDATE SET seen_at = EXCLUDED.seen_at`,
      [kid, JSON.stringify(publicKey), now, seenSince],
    );
  }

  async list(seenSince: Date): Promise<object[]> {
    const rows = await this.db.query<{ public_key: object }>(
      'SELECT k.public_key FROM service_key k WHERE k.seen_at >= $1 ORDER BY k.seen_at DESC, k.kid LIMIT 1000',
      [seenSince],
    );
    return rows.map(({ public_key }) => public_key);
  }

  /** Organisations for which what time does was looked at before then, the longest ago first. */
  async listOrganisations(sweptBefore: Date, limit: number): Promise<string[]> {
    const rows = await this.db.query<{ id: string }>(
      'SELECT o.id FROM swept_organisation o WHERE o.swept_at <= $1 ORDER BY o.swept_at, o.id LIMIT $2',
      [sweptBefore, limit],
    );
    return rows.map(({ id }) => id);
  }
}
