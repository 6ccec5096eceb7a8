import type { GroupTypes } from './domain/group-category';

/** Columns of a group's record. */
export interface GroupRow extends GroupTypes {
  id: number;
  name: string;
  is_recursive: boolean;
  /** 0 for groups created by people. */
  definition_id: number;
  explicit_count: number;
  implicit_count: number;
}

/** Columns of `GroupTypes`, for statements over `GROUP_COUNTS`. */
export const GROUP_TYPE_COLUMNS = `g.resource_type_id AS declared_type_id, counted.lowest_type_id, counted.highest_type_id`;

/** Columns of a `GroupRow`, for statements over `GROUP_COUNTS`. */
export const GROUP_COLUMNS = `g.id, g.name, g.is_recursive, ${GROUP_TYPE_COLUMNS},
       coalesce(g.group_definition_id, 0) AS definition_id, counted.explicit_count, counted.implicit_count`;

/** Joins properties derived from the members of a group `g`. See rules groups-1, groups-3. */
export const GROUP_COUNTS = `CROSS JOIN LATERAL (
  SELECT count(*) FILTER (WHERE m.is_explicit) AS explicit_count, count(*) AS implicit_count,
         min(r.resource_type_id) FILTER (WHERE m.is_explicit) AS lowest_type_id,
         max(r.resource_type_id) FILTER (WHERE m.is_explicit) AS highest_type_id
    FROM resource_group_member m
    JOIN resource r ON r.id = m.resource_id AND r.inventory_status = 'COMMITTED'
   WHERE m.resource_group_id = g.id) counted`;
