/** What the records of a group are made of. */
export interface GroupRow {
  id: number;
  name: string;
  is_recursive: boolean;
  /** Declared on creation; members of other types are refused. */
  declared_type_id: number | null;
  /** Declared, or that of all explicit members; null when there are several, or none. */
  type_id: number | null;
  /** 0 for groups that people made. */
  definition_id: number;
  explicit_count: number;
  implicit_count: number;
}

/** The columns of a `GroupRow`, for statements over `GROUP_COUNTS`. */
export const GROUP_COLUMNS = `g.id, g.name, g.is_recursive, g.resource_type_id AS declared_type_id,
       coalesce(g.resource_type_id, counted.only_type_id) AS type_id,
       coalesce(g.group_definition_id, 0) AS definition_id, counted.explicit_count, counted.implicit_count`;

/** Joins what follows from the members of a group `g`. Source: inventory spec 12.1 and 12.3. */
export const GROUP_COUNTS = `CROSS JOIN LATERAL (
  SELECT count(*) FILTER (WHERE m.is_explicit) AS explicit_count, count(*) AS implicit_count,
         CASE WHEN min(r.resource_type_id) FILTER (WHERE m.is_explicit)
                 = max(r.resource_type_id) FILTER (WHERE m.is_explicit)
              THEN min(r.resource_type_id) FILTER (WHERE m.is_explicit) END AS only_type_id
    FROM resource_group_member m
    JOIN resource r ON r.id = m.resource_id AND r.inventory_status = 'COMMITTED'
   WHERE m.resource_group_id = g.id) counted`;
