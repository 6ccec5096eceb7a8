import { Injectable } from '@nestjs/common';
import { Database, parameters } from '@wardstone/database';
import { type GroupExpression, groupExpressionToSql } from '@wardstone/group-expression';
import { RESOURCE_COLUMNS, RESOURCE_TABLES, type ResourceRow } from '../resources/resource-row.sql';
import { PIVOT_BRACKETS, groupNamePrefix } from './domain/group-name';

const MOST_GROUPS = 20;
const MOST_MEMBERS = 10;

/** A group that was found for an expression. */
export interface FoundGroup {
  pivot: string;
  explicit_count: number;
  implicit_count: number;
  lowest_type_id: number | null;
  highest_type_id: number | null;
  /** The first ones, ascending. */
  member_ids: number[];
}

export interface FoundGroups {
  groups: FoundGroup[];
  group_count: number;
  resource_count: number;
  /** Name of a group that another definition or a person made, and that one of these would need. */
  taken_name: string | null;
}

/** The definition that groups are found for. */
export interface PreviewedDefinition {
  /** 0 while it is not stored. */
  id: number;
  name: string;
  expression: GroupExpression;
  isRecursive: boolean;
}

@Injectable()
export class GroupPreviewQueries {
  constructor(private readonly db: Database) {}

  /** Evaluates the expression as the calculation does; the first groups come in the order in which it makes them. */
  async find({ id, name, expression, isRecursive }: PreviewedDefinition): Promise<FoundGroups> {
    const hasPivots = expression.some(({ type }) => type === 'pivot');
    const { params, bind } = parameters(isRecursive, hasPivots, id, groupNamePrefix(name), ...PIVOT_BRACKETS);
    const found = groupExpressionToSql(expression, bind);
    const [row] = await this.db.query<FoundGroups>(
      `WITH RECURSIVE found AS MATERIALIZED (${found}),
       counted AS MATERIALIZED (
         SELECT f.pivot, count(*)::integer AS explicit_count,
                min(r.resource_type_id) AS lowest_type_id, max(r.resource_type_id) AS highest_type_id,
                (array_agg(f.resource_id ORDER BY f.resource_id))[1:${MOST_MEMBERS}] AS member_ids
           FROM found f JOIN resource r ON r.id = f.resource_id GROUP BY f.pivot
         UNION ALL
         -- Without pivots there is one group, whether anything was found or not.
         SELECT '', 0, NULL, NULL, '{}' WHERE NOT $2::boolean AND NOT EXISTS (SELECT 1 FROM found)),
       shown AS MATERIALIZED (SELECT c.* FROM counted c ORDER BY c.pivot LIMIT ${MOST_GROUPS}),
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
