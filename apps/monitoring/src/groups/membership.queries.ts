import { Injectable } from '@nestjs/common';
import type { Transaction } from '@wardstone/database';

/**
 * Memberships (rules groups-2, groups-5): a row for each implicit member with a mark for explicit ones, so that counts,
 * permissions and expressions are look-ups. Every change of the tree and of groups updates them here.
 */
@Injectable()
export class MembershipQueries {
  /** Adds resources that entered the inventory to the recursive groups of their ancestors. */
  async enter(tx: Transaction, ids: readonly number[]): Promise<void> {
    await tx.query(
      `WITH RECURSIVE way AS (
         SELECT r.id, r.parent_id FROM resource r WHERE r.id = ANY ($1::integer[])
         UNION
         SELECT w.id, p.parent_id FROM way w JOIN resource p ON p.id = w.parent_id)
       INSERT INTO resource_group_member (resource_group_id, resource_id, is_explicit)
       SELECT DISTINCT m.resource_group_id, w.id, false
         FROM way w
         JOIN resource_group_member m ON m.resource_id = w.parent_id
         JOIN resource_group g ON g.id = m.resource_group_id AND g.is_recursive
       ON CONFLICT DO NOTHING`,
      [ids],
    );
  }

  /** Removes resources that left the inventory, with their descendants, from every group. */
  async leave(tx: Transaction, ids: readonly number[]): Promise<void> {
    await tx.query(`DELETE FROM resource_group_member m WHERE m.resource_id = ANY ($1::integer[])`, [ids]);
  }

  /** Makes the resource an explicit member; in a recursive group its descendants become implicit ones. */
  async add(tx: Transaction, groupId: number, resourceId: number): Promise<void> {
    await tx.query(
      `INSERT INTO resource_group_member (resource_group_id, resource_id, is_explicit) VALUES ($1, $2, true)
       ON CONFLICT (resource_group_id, resource_id) DO UPDATE SET is_explicit = true`,
      [groupId, resourceId],
    );
    await tx.query(
      `WITH RECURSIVE below AS (
         SELECT c.id FROM resource c JOIN resource_group g ON g.id = $1 AND g.is_recursive
          WHERE c.parent_id = $2 AND c.inventory_status = 'COMMITTED'
         UNION ALL
         SELECT c.id FROM below b JOIN resource c ON c.parent_id = b.id WHERE c.inventory_status = 'COMMITTED')
       INSERT INTO resource_group_member (resource_group_id, resource_id, is_explicit)
       SELECT $1, b.id, false FROM below b
       ON CONFLICT DO NOTHING`,
      [groupId, resourceId],
    );
  }

  /**
   * Removes an explicit member. It and its descendants stay implicit members below another explicit one. Returns
   * whether it was an explicit member.
   */
  async remove(tx: Transaction, groupId: number, resourceId: number): Promise<boolean> {
    const marked = await tx.query(
      `UPDATE resource_group_member m SET is_explicit = false
        WHERE m.resource_group_id = $1 AND m.resource_id = $2 AND m.is_explicit
       RETURNING m.resource_id`,
      [groupId, resourceId],
    );
    if (marked.length === 0) return false;
    await tx.query(
      `WITH RECURSIVE above AS (
         SELECT r.parent_id AS id FROM resource r WHERE r.id = $2 AND r.parent_id IS NOT NULL
         UNION ALL
         SELECT r.parent_id FROM above a JOIN resource r ON r.id = a.id WHERE r.parent_id IS NOT NULL),
       cover AS (
         SELECT 1 FROM above a
           JOIN resource_group_member m ON m.resource_id = a.id AND m.resource_group_id = $1 AND m.is_explicit
           JOIN resource_group g ON g.id = $1 AND g.is_recursive),
       lost AS (
         SELECT $2::integer AS id
         UNION ALL
         SELECT c.id FROM lost l JOIN resource c ON c.parent_id = l.id
          WHERE NOT EXISTS (SELECT 1 FROM resource_group_member m
                             WHERE m.resource_group_id = $1 AND m.resource_id = c.id AND m.is_explicit))
       DELETE FROM resource_group_member m USING lost l
        WHERE m.resource_group_id = $1 AND m.resource_id = l.id AND NOT EXISTS (SELECT 1 FROM cover)`,
      [groupId, resourceId],
    );
    return true;
  }

  /** Recomputes the implicit members of the groups from the explicit ones. */
  async rebuild(tx: Transaction, groupIds: readonly number[]): Promise<void> {
    await tx.query(
      `WITH RECURSIVE wanted AS (
         SELECT m.resource_group_id, m.resource_id
           FROM resource_group_member m JOIN resource_group g ON g.id = m.resource_group_id AND g.is_recursive
          WHERE g.id = ANY ($1::integer[]) AND m.is_explicit
         UNION
         SELECT w.resource_group_id, c.id
           FROM wanted w JOIN resource c ON c.parent_id = w.resource_id AND c.inventory_status = 'COMMITTED'),
       gone AS (
         DELETE FROM resource_group_member m
          WHERE m.resource_group_id = ANY ($1::integer[]) AND NOT m.is_explicit
            AND NOT EXISTS (SELECT 1 FROM wanted w
                             WHERE w.resource_group_id = m.resource_group_id AND w.resource_id = m.resource_id))
       INSERT INTO resource_group_member (resource_group_id, resource_id, is_explicit)
       SELECT w.resource_group_id, w.resource_id, false
         FROM wanted w
        WHERE NOT EXISTS (SELECT 1 FROM resource_group_member m
                           WHERE m.resource_group_id = w.resource_group_id AND m.resource_id = w.resource_id)`,
      [groupIds],
    );
  }
}
