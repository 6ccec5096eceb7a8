import { Injectable } from '@nestjs/common';
import type { Transaction } from '@wardstone/database';
import type { ConfigurationValues } from '@wardstone/plugin-descriptor';
import { MAX_ANCESTRY_LENGTH } from './domain/ancestry';

/** Texts of a resource that people edit. */
export interface Wording {
  name: string;
  description: string | null;
  location: string | null;
}

@Injectable()
export class ResourceChangesQueries {
  async update(tx: Transaction, id: number, { name, description, location }: Wording, nowMs: number): Promise<void> {
    await tx.query(`UPDATE resource SET name = $2, description = $3, location = $4, modified_ms = $5 WHERE id = $1`, [
      id,
      name,
      description,
      location,
      nowMs,
    ]);
  }

  /** Connection properties of a resource; empty without any. */
  async findConnection(tx: Transaction, id: number): Promise<ConfigurationValues> {
    const [row] = await tx.query<{ connection: ConfigurationValues | null }>(
      `SELECT r.plugin_configuration AS connection FROM resource r WHERE r.id = $1`,
      [id],
    );
    return row?.connection ?? {};
  }

  async updateConnection(tx: Transaction, id: number, connection: ConfigurationValues, nowMs: number): Promise<void> {
    await tx.query(`UPDATE resource SET plugin_configuration = $2, modified_ms = $3 WHERE id = $1`, [
      id,
      JSON.stringify(connection),
      nowMs,
    ]);
  }

  /** Rewrites the ancestry of all descendants; one that would be too long is unchanged. */
  async rewriteAncestryBelow(tx: Transaction, id: number, nowMs: number): Promise<void> {
    // Waits for concurrent creations below, which hold this lock; then the tree is read again.
    await tx.query(
      `WITH RECURSIVE below AS (
         SELECT r.id FROM resource r WHERE r.parent_id = $1
         UNION ALL
         SELECT c.id FROM below b JOIN resource c ON c.parent_id = b.id)
       SELECT r.id FROM resource r JOIN below b ON b.id = r.id ORDER BY r.id FOR NO KEY UPDATE OF r`,
      [id],
    );
    await tx.query(
      `WITH RECURSIVE below AS (
         SELECT r.id, r.resource_type_id, r.name, r.ancestry FROM resource r WHERE r.id = $1
         UNION ALL
         SELECT c.id, c.resource_type_id, c.name,
                CASE WHEN length(w.ancestry) > $2 THEN c.ancestry ELSE w.ancestry END
           FROM below b
           JOIN resource c ON c.parent_id = b.id
          CROSS JOIN LATERAL (
            SELECT concat_ws('_::_', concat_ws('_:_', b.resource_type_id, b.id, b.name), b.ancestry) AS ancestry) w)
       UPDATE resource r SET ancestry = b.ancestry, changed_ms = $3
         FROM below b
        WHERE r.id = b.id AND r.id <> $1 AND r.ancestry IS DISTINCT FROM b.ancestry`,
      [id, MAX_ANCESTRY_LENGTH, nowMs],
    );
  }

  async findStatus(tx: Transaction, id: number): Promise<string | undefined> {
    const [row] = await tx.query<{ inventory_status: string }>(
      `SELECT r.inventory_status FROM resource r WHERE r.id = $1 FOR SHARE`,
      [id],
    );
    return row?.inventory_status;
  }
}
