import { parameters, Queries, type Queryable, type Transaction } from '@wardstone/database';
import { type GroupExpression, groupExpressionToSql } from '@wardstone/group-expression';
import { substringPattern } from '@wardstone/patterns';
import { RESOURCE_COLUMNS, RESOURCE_TABLES, type ResourceRow } from '../resources/resource-row.sql';
import { groupNamePrefix, PIVOT_BRACKETS } from './domain/group-name';

export interface GroupDefinitionRow {
  id: number;
  name: string;
  description: string | null;
  expression: string[];
  recalc_interval_ms: number;
  is_recursive: boolean;
  /** Ascending. */
  group_ids: number[];
}

export type DefinitionContent = Omit<GroupDefinitionRow, 'id' | 'group_ids'>;

const COLUMNS = `d.id, d.name, d.description, d.expression, d.recalc_interval_ms, d.is_recursive,
       ARRAY (SELECT g.id FROM resource_group g WHERE g.group_definition_id = d.id ORDER BY g.id) AS group_ids`;

const MAX_GROUPS = 20;
const MAX_MEMBERS = 10;

/** A group found by an expression. */
export interface FoundGroup {
  pivot: string;
  explicit_count: number;
  implicit_count: number;
  lowest_type_id: number | null;
  highest_type_id: number | null;
  /** The first members, ascending. */
  member_ids: number[];
}

export interface FoundGroups {
  groups: FoundGroup[];
  group_count: number;
  resource_count: number;
  /** Name of another group that one of these would need. */
  taken_name: string | null;
}

/** The definition to preview. */
export interface PreviewedDefinition {
  /** 0 if it is not stored. */
  id: number;
  name: string;
  expression: GroupExpression;
  isRecursive: boolean;
}

export class GroupDefinitionQueries extends Queries {
  list(namePart: string | undefined): Promise<GroupDefinitionRow[]> {
    return this.db.query<GroupDefinitionRow>(
      `SELECT ${COLUMNS} FROM group_definition d
        WHERE $1::text IS NULL OR lower(d.name) LIKE lower($1)
        ORDER BY d.name COLLATE natural_order, d.id`,
      [namePart === undefined ? null : substringPattern(namePart)],
    );
  }

  find(id: number, from: Queryable = this.db): Promise<GroupDefinitionRow | undefined> {
    return from.first<GroupDefinitionRow>(`SELECT ${COLUMNS} FROM group_definition d WHERE d.id = $1`, [id]);
  }

  /** The definition, locked against changes and calculation until the transaction ends. */
  async lock(tx: Transaction, id: number): Promise<GroupDefinitionRow | undefined> {
    await tx.query(`SELECT 1 FROM group_definition d WHERE d.id = $1 FOR UPDATE`, [id]);
    return this.find(id, tx);
  }

  /** Returns the id; undefined if a definition has this name in any letter case. */
  async insert(definition: DefinitionContent, nowMs: number): Promise<number | undefined> {
    const [row] = await this.db.query<{ id: number }>(
      `INSERT INTO group_definition (name, description, expression, recalc_interval_ms, is_recursive, modified_ms)
       VALUES ($1, $2, $3, $4, $5, $6)
       ON CONFLICT DO NOTHING RETURNING id`,
      [...toValues(definition), nowMs],
    );
    return row?.id;
  }

  /** Whether another definition has this name in any letter case. */
  isNameTaken(tx: Transaction, name: string, byOtherThan: number): Promise<boolean> {
    return tx.hasRow(`SELECT 1 FROM group_definition d WHERE lower(d.name) = lower($1) AND d.id <> $2`, [
      name,
      byOtherThan,
    ]);
  }

  /** False if another definition has taken the name meanwhile; the transaction must then be rolled back. */
  async update(tx: Transaction, id: number, definition: DefinitionContent, nowMs: number): Promise<boolean> {
    try {
      await tx.query(
        `UPDATE group_definition d
            SET name = $1, description = $2, expression = $3, recalc_interval_ms = $4, is_recursive = $5,
                modified_ms = $6
          WHERE d.id = $7`,
        [...toValues(definition), nowMs, id],
      );
      return true;
    } catch (error) {
      if ((error as { constraint?: string }).constraint === 'uq_group_definition_name') return false;
      throw error;
    }
  }

  /**
   * Renames the generated groups after their definition. If one of the new names is taken, it renames nothing and
   * returns that name.
   */
  async renameGroups(
    tx: Transaction,
    id: number,
    names: { from: string; to: string },
    nowMs: number,
  ): Promise<string | undefined> {
    const params = [id, groupNamePrefix(names.from), groupNamePrefix(names.to)];
    const renamed = `
      SELECT g.id, $3 || substr(g.name, length($2) + 1) AS name
        FROM resource_group g WHERE g.group_definition_id = $1 AND starts_with(g.name, $2)`;
    const [taken] = await tx.query<{ name: string }>(
      `SELECT g.name FROM (${renamed}) n JOIN resource_group g ON md5(lower(g.name)) = md5(lower(n.name)) AND g.id <> n.id
        LIMIT 1`,
      params,
    );
    if (taken) return taken.name;
    await tx.query(
      `UPDATE resource_group g SET name = n.name, modified_ms = $4 FROM (${renamed}) n WHERE g.id = n.id`,
      [...params, nowMs],
    );
    return undefined;
  }

  async setRecursive(tx: Transaction, id: number, isRecursive: boolean, nowMs: number): Promise<void> {
    await tx.query(`UPDATE resource_group g SET is_recursive = $2, modified_ms = $3 WHERE g.group_definition_id = $1`, [
      id,
      isRecursive,
      nowMs,
    ]);
  }

  /** Also deletes its groups. */
  async delete(tx: Transaction, id: number): Promise<void> {
    await tx.query(`DELETE FROM group_definition d WHERE d.id = $1`, [id]);
  }

  /** Definitions whose interval has passed, longest overdue first. See rule groups-10. */
  async listDue(nowMs: number): Promise<{ id: number; name: string }[]> {
    return this.db.query<{ id: number; name: string }>(
      `SELECT d.id, d.name FROM group_definition d
        WHERE d.recalc_interval_ms > 0 AND $1 > coalesce(d.calculated_ms, d.modified_ms) + d.recalc_interval_ms
        ORDER BY coalesce(d.calculated_ms, d.modified_ms) + d.recalc_interval_ms, d.id`,
      [nowMs],
    );
  }

  /**
   * Evaluates the expression like a calculation, and returns the first groups in the order in which it would create
   * them.
   */
  async preview({ id, name, expression, isRecursive }: PreviewedDefinition): Promise<FoundGroups> {
    const hasPivots = expression.some(({ type }) => type === 'pivot');
    const { params, bind } = parameters(isRecursive, hasPivots, id, groupNamePrefix(name), ...PIVOT_BRACKETS);
    const found = groupExpressionToSql(expression, bind);
    const [row] = await this.db.query<FoundGroups>(
      `WITH RECURSIVE found AS MATERIALIZED (${found}),
       counted AS MATERIALIZED (
         SELECT f.pivot, count(*)::integer AS explicit_count,
                min(r.resource_type_id) AS lowest_type_id, max(r.resource_type_id) AS highest_type_id,
                (array_agg(f.resource_id ORDER BY f.resource_id))[1:${MAX_MEMBERS}] AS member_ids
           FROM found f JOIN resource r ON r.id = f.resource_id GROUP BY f.pivot
         UNION ALL
         -- Without pivots there is one group, whether anything was found or not.
         SELECT '', 0, NULL, NULL, '{}' WHERE NOT $2::boolean AND NOT EXISTS (SELECT 1 FROM found)),
       shown AS MATERIALIZED (SELECT c.* FROM counted c ORDER BY c.pivot LIMIT ${MAX_GROUPS}),
       below AS (
         SELECT f.pivot, f.resource_id FROM found f JOIN shown s ON s.pivot = f.pivot WHERE $1::boolean
         UNION
         SELECT b.pivot, c.id
           FROM below b JOIN resource c ON c.parent_id = b.resource_id AND c.inventory_status = 'COMMITTED'),
       implicit AS (SELECT b.pivot, count(*)::integer AS implicit_count FROM below b GROUP BY b.pivot)
       SELECT (SELECT count(*)::integer FROM counted) AS group_count,
              (SELECT count(DISTINCT f.resource_id)::integer FROM found f) AS resource_count,
              (SELECT g.name
                 FROM counted c
                 JOIN resource_group g ON md5(lower(g.name)) =
                      md5(lower($4::text || CASE c.pivot WHEN '' THEN '' ELSE $5::text || c.pivot || $6::text END))
                WHERE g.group_definition_id IS DISTINCT FROM $3::bigint
                ORDER BY g.name LIMIT 1) AS taken_name,
              (SELECT coalesce(jsonb_agg(to_jsonb(s) ||
                        jsonb_build_object('implicit_count', coalesce(i.implicit_count, s.explicit_count))
                        ORDER BY s.pivot), '[]')
                 FROM shown s LEFT JOIN implicit i ON i.pivot = s.pivot) AS groups`,
      params,
    );
    return row!;
  }

  async listMembers(ids: readonly number[]): Promise<ReadonlyMap<number, ResourceRow>> {
    const rows = await this.db.query<ResourceRow>(
      `SELECT ${RESOURCE_COLUMNS} FROM ${RESOURCE_TABLES} WHERE r.id = ANY ($1::integer[])`,
      [ids],
    );
    return new Map(rows.map((row) => [row.id, row]));
  }
}

function toValues({ name, description, expression, recalc_interval_ms, is_recursive }: DefinitionContent): unknown[] {
  return [name, description, expression, recalc_interval_ms, is_recursive];
}
