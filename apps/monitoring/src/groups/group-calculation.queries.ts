import { parameters, Queries, type Transaction } from '@wardstone/database';
import { type GroupExpression, groupExpressionToSql } from '@wardstone/group-expression';

/** Difference between the explicit members of a group and the present result of its definition. */
export interface GroupChange {
  pivot: string;
  /** Null if the group does not exist yet. */
  group_id: number | null;
  /** False if nothing is found for the group any more. */
  is_found: boolean;
  added: number[];
  removed: number[];
}

export class GroupCalculationQueries extends Queries {
  /** Records the start of a calculation, even of one that will fail. */
  async noteStart(definitionId: number, nowMs: number): Promise<void> {
    await this.db.query(`UPDATE group_definition d SET calculated_ms = $2 WHERE d.id = $1`, [definitionId, nowMs]);
  }

  /**
   * Evaluates the expression and compares the result with the definition's groups. Returns only differences, so that
   * recalculation is cheap for any number of members.
   */
  async compare(tx: Transaction, definitionId: number, expression: GroupExpression): Promise<GroupChange[]> {
    const { params, bind } = parameters(definitionId);
    const found = groupExpressionToSql(expression, bind);
    return tx.query<GroupChange>(
      `WITH found AS MATERIALIZED (${found}),
       present AS (
         SELECT g.id AS group_id, g.pivot, m.resource_id
           FROM resource_group g
           LEFT JOIN resource_group_member m ON m.resource_group_id = g.id AND m.is_explicit
          WHERE g.group_definition_id = $1)
       SELECT coalesce(f.pivot, p.pivot) AS pivot, max(p.group_id) AS group_id,
              bool_or(f.pivot IS NOT NULL) AS is_found,
              coalesce(array_agg(f.resource_id) FILTER (WHERE p.resource_id IS NULL AND f.resource_id IS NOT NULL), '{}')
                AS added,
              coalesce(array_agg(p.resource_id) FILTER (WHERE f.resource_id IS NULL AND p.resource_id IS NOT NULL), '{}')
                AS removed
         FROM found f FULL JOIN present p ON p.pivot = f.pivot AND p.resource_id = f.resource_id
        GROUP BY coalesce(f.pivot, p.pivot)
        ORDER BY coalesce(f.pivot, p.pivot)`,
      params,
    );
  }

  async deleteGroups(tx: Transaction, ids: readonly number[]): Promise<void> {
    await tx.query(`DELETE FROM resource_group g WHERE g.id = ANY ($1::integer[])`, [ids]);
  }

  /** Returns ids by pivot; groups whose name is taken are omitted. */
  async insertGroups(
    tx: Transaction,
    definition: { id: number; is_recursive: boolean },
    groups: readonly { pivot: string; name: string }[],
    nowMs: number,
  ): Promise<ReadonlyMap<string, number>> {
    const rows = await tx.query<{ id: number; pivot: string }>(
      `INSERT INTO resource_group (name, is_recursive, modified_ms, group_definition_id, pivot)
       SELECT n.name, $2, $3, $1, n.pivot FROM unnest($4::text[], $5::text[]) WITH ORDINALITY AS n (name, pivot, position)
        ORDER BY n.position
       ON CONFLICT DO NOTHING RETURNING id, pivot`,
      [definition.id, definition.is_recursive, nowMs, groups.map(({ name }) => name), groups.map(({ pivot }) => pivot)],
    );
    return new Map(rows.map(({ id, pivot }) => [pivot, id]));
  }

  /** Removes explicit members pair by pair; the caller recomputes the implicit ones. */
  async removeMembers(tx: Transaction, groupIds: readonly number[], resourceIds: readonly number[]): Promise<void> {
    await tx.query(
      `DELETE FROM resource_group_member m USING unnest($1::integer[], $2::integer[]) AS gone (group_id, resource_id)
        WHERE m.resource_group_id = gone.group_id AND m.resource_id = gone.resource_id`,
      [groupIds, resourceIds],
    );
  }

  /** Adds explicit members pair by pair, if the group exists and the resource is in inventory. */
  async addMembers(tx: Transaction, groupIds: readonly number[], resourceIds: readonly number[]): Promise<void> {
    await tx.query(
      `INSERT INTO resource_group_member (resource_group_id, resource_id, is_explicit)
       SELECT n.group_id, n.resource_id, true
         FROM unnest($1::integer[], $2::integer[]) AS n (group_id, resource_id)
         JOIN resource_group g ON g.id = n.group_id
         JOIN resource r ON r.id = n.resource_id AND r.inventory_status = 'COMMITTED'
       ON CONFLICT (resource_group_id, resource_id) DO UPDATE SET is_explicit = true`,
      [groupIds, resourceIds],
    );
  }

  async touch(tx: Transaction, ids: readonly number[], nowMs: number): Promise<void> {
    await tx.query(`UPDATE resource_group g SET modified_ms = $2 WHERE g.id = ANY ($1::integer[])`, [ids, nowMs]);
  }
}
