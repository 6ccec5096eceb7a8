import { Injectable } from '@nestjs/common';
import type { Transaction } from '@wardstone/database';
import { ALERTS_WITH_HOLDS, IS_PRESENT } from '../alert-state/alert-state.sql';

/** Advisory lock that keeps group members and the resource tree consistent. */
const TREE_LOCK = 728_364_102;

/** The resources and their descendants in inventory. */
const SUBTREES = `
  WITH RECURSIVE gone AS (
    SELECT r.id FROM resource r WHERE r.id = ANY ($1::integer[]) AND r.inventory_status <> 'UNINVENTORIED'
    UNION
    SELECT c.id FROM gone g JOIN resource c ON c.parent_id = g.id WHERE c.inventory_status <> 'UNINVENTORIED')`;

export interface SubtreeCounts {
  total: number;
  openAlerts: number;
  schedules: number;
}

/** A resource to be added below another one. */
export interface NewPart {
  typeId: number;
  /** Null for a platform. */
  parentId: number | null;
  ancestry: string | null;
  key: string;
  name: string;
}

/** How resources enter and leave the inventory. See rules inventory-6, inventory-11. */
@Injectable()
export class InventoryQueries {
  async lockTree(tx: Transaction): Promise<void> {
    await tx.query(`SELECT pg_advisory_xact_lock_shared($1)`, [TREE_LOCK]);
  }

  async lockMembers(tx: Transaction): Promise<void> {
    await tx.query(`SELECT pg_advisory_xact_lock($1)`, [TREE_LOCK]);
  }

  /**
   * Imports a discovered resource: a platform with the services directly below it, a server with all descendants.
   * Returns the ids. See rule inventory-6.
   */
  commit(tx: Transaction, id: number, nowMs: number): Promise<number[]> {
    return tx.ids(
      `WITH RECURSIVE taken AS (
         SELECT r.id, r.category, 0 AS depth FROM resource r WHERE r.id = $1
         UNION ALL
         SELECT c.id, t.category, t.depth + 1
           FROM taken t JOIN resource c ON c.parent_id = t.id
          WHERE t.category <> 'PLATFORM' OR (c.category = 'SERVICE' AND t.depth = 0))
       UPDATE resource r SET inventory_status = 'COMMITTED', imported_ms = $2, modified_ms = $2
         FROM taken t
        WHERE r.id = t.id AND r.inventory_status = 'NEW'
       RETURNING r.id`,
      [id, nowMs],
    );
  }

  /** Undefined if the key exists. */
  async insertPart(tx: Transaction, { typeId, parentId, ancestry, key, name }: NewPart, nowMs: number) {
    const [id] = await tx.ids(
      `INSERT INTO resource (resource_type_id, category, parent_id, resource_key, name, description, inventory_status,
                             ancestry, created_ms, modified_ms, imported_ms)
       SELECT t.id, t.category, $2, $3, $4, t.description, 'COMMITTED', $5, $6, $6, $6 FROM resource_type t WHERE t.id = $1
       ON CONFLICT DO NOTHING RETURNING id`,
      [typeId, parentId, key, name, ancestry, nowMs],
    );
    return id;
  }

  /** Marks the resources and their descendants as removed. Returns the ids of those that were in inventory. */
  async uninventory(tx: Transaction, ids: readonly number[], nowMs: number): Promise<number[]> {
    // A transaction that creates a resource below one of them locks its row; the tree is read again once it has ended.
    await tx.query(`${SUBTREES} SELECT r.id FROM resource r JOIN gone g ON g.id = r.id ORDER BY r.id FOR UPDATE OF r`, [
      ids,
    ]);
    return tx.ids(
      `${SUBTREES}
       UPDATE resource r
          SET inventory_status = 'UNINVENTORIED', parent_id = NULL, agent_name = NULL, uninventoried_ms = $2,
              modified_ms = $2
         FROM gone g WHERE r.id = g.id
       RETURNING r.id`,
      [ids, nowMs],
    );
  }

  /** Counts the resources with their descendants, and what leaves the inventory with them. */
  async countSubtrees(tx: Transaction, ids: readonly number[]): Promise<SubtreeCounts> {
    const [row] = await tx.query<SubtreeCounts>(
      `${SUBTREES}
       SELECT (SELECT count(*) FROM gone)::integer AS total,
              (SELECT count(*) FROM ${ALERTS_WITH_HOLDS} JOIN gone g ON g.id = a.resource_id
                WHERE ${IS_PRESENT})::integer AS "openAlerts",
              (SELECT count(*) FROM metric_schedule m JOIN gone g ON g.id = m.resource_id)::integer AS schedules`,
      [ids],
    );
    return row!;
  }

  /** Resources below others that have left the inventory, created while their parents left. */
  listStrays(tx: Transaction): Promise<number[]> {
    return tx.ids(
      `SELECT c.id FROM resource p JOIN resource c ON c.parent_id = p.id
        WHERE p.inventory_status = 'UNINVENTORIED' AND c.inventory_status <> 'UNINVENTORIED'`,
    );
  }

  /** Some of the resources that have left the inventory, oldest first, skipping locked ones. */
  lockErasable(tx: Transaction, limit: number): Promise<number[]> {
    return tx.ids(
      `SELECT r.id FROM resource r WHERE r.inventory_status = 'UNINVENTORIED'
        ORDER BY r.uninventoried_ms, r.id LIMIT $1 FOR UPDATE SKIP LOCKED`,
      [limit],
    );
  }

  /** Deletes the resources with all their data. */
  async erase(tx: Transaction, ids: readonly number[]): Promise<void> {
    await tx.query(`DELETE FROM resource r WHERE r.id = ANY ($1::integer[])`, [ids]);
  }

  /** Sums up the recorded changes of the number of resources, so that reading it stays cheap. */
  async compactCounts(tx: Transaction): Promise<void> {
    await tx.query(
      `WITH noted AS (DELETE FROM resource_count c RETURNING c.inventory_status, c.category, c.change)
       INSERT INTO resource_count (inventory_status, category, change)
       SELECT n.inventory_status, n.category, sum(n.change) FROM noted n
        GROUP BY n.inventory_status, n.category HAVING sum(n.change) <> 0`,
    );
  }
}
