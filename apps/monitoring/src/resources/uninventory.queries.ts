import { Inject, Injectable } from '@nestjs/common';
import type { Transaction } from '@wardstone/database';
import { MembershipQueries } from '../groups/membership.queries';

/** The resources and everything in inventory below them. */
const SUBTREES = `
  WITH RECURSIVE gone AS (
    SELECT r.id FROM resource r WHERE r.id = ANY ($1::integer[]) AND r.inventory_status <> 'UNINVENTORIED'
    UNION
    SELECT c.id FROM gone g JOIN resource c ON c.parent_id = g.id WHERE c.inventory_status <> 'UNINVENTORIED')`;

/** How resources leave the inventory (inventory spec 4.11). */
@Injectable()
export class UninventoryQueries {
  constructor(@Inject(MembershipQueries) private readonly membership: MembershipQueries) {}

  /**
   * Takes the resources and all below them out of the inventory, out of every group and out of favorites; nothing
   * happens to those that have left it before. Answers the ids of those that left it now.
   */
  async uninventory(tx: Transaction, ids: readonly number[], nowMs: number): Promise<number[]> {
    if (ids.length === 0) return [];
    await this.membership.lockTree(tx);
    // Whoever creates something below one of them holds its row; the tree is read again when nobody does any more.
    await tx.query(`${SUBTREES} SELECT r.id FROM resource r JOIN gone g ON g.id = r.id ORDER BY r.id FOR UPDATE OF r`, [
      ids,
    ]);
    const rows = await tx.query<{ id: number }>(
      `${SUBTREES}
       UPDATE resource r
          SET inventory_status = 'UNINVENTORIED', parent_id = NULL, agent_name = NULL, uninventoried_ms = $2,
              modified_ms = $2
         FROM gone g WHERE r.id = g.id
       RETURNING r.id`,
      [ids, nowMs],
    );
    const gone = rows.map(({ id }) => id);
    await this.membership.leave(tx, gone);
    await tx.query(`DELETE FROM marked_resource m WHERE m.resource_id = ANY ($1::integer[])`, [gone]);
    return gone;
  }

  /** Erases some of the resources that have left the inventory, oldest first, with all their data. Answers how many. */
  async purge(tx: Transaction, limit: number, nowMs: number): Promise<number> {
    // What was created below something at the moment it left would hold it for ever.
    const strays = await tx.query<{ id: number }>(
      `SELECT c.id FROM resource p JOIN resource c ON c.parent_id = p.id
        WHERE p.inventory_status = 'UNINVENTORIED' AND c.inventory_status <> 'UNINVENTORIED'`,
    );
    await this.uninventory(
      tx,
      strays.map(({ id }) => id),
      nowMs,
    );
    const rows = await tx.query<{ id: number }>(
      `DELETE FROM resource r
        WHERE r.id IN (SELECT u.id FROM resource u WHERE u.inventory_status = 'UNINVENTORIED'
                        ORDER BY u.uninventoried_ms, u.id LIMIT $1 FOR UPDATE SKIP LOCKED)
       RETURNING r.id`,
      [limit],
    );
    return rows.length;
  }

  /** Sums up the notes on the number of resources, so that reading them stays cheap. */
  async compactCounts(tx: Transaction): Promise<void> {
    await tx.query(
      `WITH noted AS (DELETE FROM resource_count c RETURNING c.inventory_status, c.category, c.change)
       INSERT INTO resource_count (inventory_status, category, change)
       SELECT n.inventory_status, n.category, sum(n.change) FROM noted n
        GROUP BY n.inventory_status, n.category HAVING sum(n.change) <> 0`,
    );
  }

  /** Notes that somebody asked for the real thing to be removed; without agents that has succeeded at once. */
  async insertDeletion(tx: Transaction, resourceId: number, requestedBy: string, nowMs: number): Promise<void> {
    await tx.query(
      `INSERT INTO resource_deletion (resource_id, status, requested_by, created_at, finished_at)
       VALUES ($1, 'SUCCESS', $2, to_timestamp($3::float8 / 1000), to_timestamp($3::float8 / 1000))`,
      [resourceId, requestedBy, nowMs],
    );
  }
}
