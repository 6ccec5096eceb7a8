import { Injectable } from '@nestjs/common';
import type { Transaction } from '@wardstone/database';
import type { ConfigurationValue } from '@wardstone/plugin-descriptor';
import type { ParentRelation } from './type.queries';

/** Applies plugin upgrades to existing resources; every method runs in the transaction of a registration. */
@Injectable()
export class ResourceUpgradeQueries {
  /**
   * Sets a missing connection property on every resource of the types. Does nothing for a path through a missing map.
   */
  async fillIn(
    tx: Transaction,
    typeIds: readonly number[],
    path: readonly string[],
    value: ConfigurationValue,
    nowMs: number,
  ): Promise<void> {
    await tx.query(
      `UPDATE resource r
          SET plugin_configuration = jsonb_set(r.plugin_configuration, $2::text[], $3::jsonb), modified_ms = $4
        WHERE ${LACKS_VALUE}`,
      [typeIds, path, JSON.stringify(value), nowMs],
    );
  }

  /** Whether any resource of the types lacks the value. */
  isAnyWithout(tx: Transaction, typeIds: readonly number[], path: readonly string[]): Promise<boolean> {
    return tx.hasRow(`SELECT 1 FROM resource r WHERE ${LACKS_VALUE} LIMIT 1`, [typeIds, path]);
  }

  /**
   * Moves resources that are no longer permitted below their parent to its nearest ancestor of a permitted type,
   * otherwise to a child of the parent. Returns how many moved, and how many stayed because there is no such parent or
   * it already has one.
   */
  async moveMisplaced(
    tx: Transaction,
    removed: readonly ParentRelation[],
    nowMs: number,
  ): Promise<{ moved: number; stayed: number }> {
    if (removed.length === 0) return { moved: 0, stayed: 0 };
    const rows = await tx.query<{ id: number; is_moved: boolean }>(MOVE_MISPLACED, [
      removed.map(({ typeId }) => typeId),
      removed.map(({ parentTypeId }) => parentTypeId),
      nowMs,
    ]);
    const moved = rows.filter(({ is_moved }) => is_moved).map(({ id }) => id);
    if (moved.length > 0) await tx.query(REWRITE_ANCESTRY, [moved, nowMs]);
    return { moved: moved.length, stayed: rows.length - moved.length };
  }
}

const LACKS_VALUE = `r.resource_type_id = ANY ($1::integer[]) AND r.inventory_status <> 'UNINVENTORIED'
  AND coalesce(r.plugin_configuration #> $2::text[], 'null') = 'null'
  AND jsonb_typeof(r.plugin_configuration #> ($2::text[])[1:cardinality($2::text[]) - 1]) = 'object'`;

const MOVE_MISPLACED = `
  WITH RECURSIVE misplaced AS (
    SELECT r.id, r.resource_type_id, r.resource_key, r.parent_id
      FROM unnest($1::integer[], $2::integer[]) AS removed(type_id, parent_type_id)
      JOIN resource r ON r.resource_type_id = removed.type_id
      JOIN resource parent ON parent.id = r.parent_id AND parent.resource_type_id = removed.parent_type_id
     WHERE r.inventory_status <> 'UNINVENTORIED'
  ), place AS (
    SELECT m.id, parent.parent_id AS place_id, 1 AS distance
      FROM misplaced m JOIN resource parent ON parent.id = m.parent_id
    UNION ALL
    SELECT p.id, r.parent_id, p.distance + 1
      FROM place p JOIN resource r ON r.id = p.place_id
  ), sibling AS (
    SELECT m.id, s.id AS place_id, 2147483647 AS distance
      FROM misplaced m JOIN resource s ON s.parent_id = m.parent_id AND s.id <> m.id
  ), allowed AS (
    SELECT DISTINCT ON (m.id) m.id, m.resource_type_id, m.resource_key, p.place_id
      FROM (SELECT * FROM place UNION ALL SELECT * FROM sibling) AS p
      JOIN misplaced m ON m.id = p.id
      JOIN resource r ON r.id = p.place_id AND r.inventory_status <> 'UNINVENTORIED'
      JOIN resource_type_parent t ON t.type_id = m.resource_type_id AND t.parent_type_id = r.resource_type_id
     ORDER BY m.id, p.distance, p.place_id
  ), target AS (
    SELECT a.*, row_number() OVER (PARTITION BY a.place_id, a.resource_type_id, a.resource_key ORDER BY a.id) AS turn
      FROM allowed a
  ), moved AS (
    UPDATE resource r SET parent_id = target.place_id, modified_ms = $3
      FROM target
     WHERE r.id = target.id AND target.turn = 1
       AND NOT EXISTS (SELECT 1 FROM resource taken
                        WHERE taken.parent_id = target.place_id AND taken.resource_type_id = target.resource_type_id
                          AND taken.resource_key = target.resource_key
                          AND taken.inventory_status <> 'UNINVENTORIED')
    RETURNING r.id
  )
  SELECT m.id, moved.id IS NOT NULL AS is_moved FROM misplaced m LEFT JOIN moved ON moved.id = m.id`;

/**
 * Rewrites the ancestry of the resources and their descendants (rule inventory-2). One that would be too long is
 * unchanged.
 */
const REWRITE_ANCESTRY = `
  WITH RECURSIVE affected(id) AS (
    SELECT unnest($1::integer[])
    UNION
    SELECT r.id FROM affected a JOIN resource r ON r.parent_id = a.id
  ), step AS (
    SELECT r.id, parent.id AS at, parent.parent_id AS next, 1 AS distance,
           concat(parent.resource_type_id, '_:_', parent.id, '_:_', parent.name) AS entry
      FROM affected a JOIN resource r ON r.id = a.id JOIN resource parent ON parent.id = r.parent_id
    UNION ALL
    SELECT s.id, parent.id, parent.parent_id, s.distance + 1,
           concat(parent.resource_type_id, '_:_', parent.id, '_:_', parent.name)
      FROM step s JOIN resource parent ON parent.id = s.next
  ), written AS (
    SELECT s.id, string_agg(s.entry, '_::_' ORDER BY s.distance) AS ancestry FROM step s GROUP BY s.id
  )
  UPDATE resource r SET ancestry = w.ancestry, changed_ms = $2
    FROM written w
   WHERE r.id = w.id AND length(w.ancestry) < 4000`;
