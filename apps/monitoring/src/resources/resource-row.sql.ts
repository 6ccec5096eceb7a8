import type { AvailabilityType, Category, InventoryStatus } from '@wardstone/dto/monitoring';

/** Columns of a resource's record. */
export interface ResourceRow {
  id: number;
  name: string;
  resource_type_id: number;
  type_name: string;
  plugin_name: string;
  category: Category;
  parent_id: number | null;
  inventory_status: Exclude<InventoryStatus, 'DELETED'>;
  availability: AvailabilityType;
  ancestry: string | null;
  location: string | null;
  description: string | null;
  /** Time of the last change; milliseconds as pg returns bigint. */
  changed_ms: string;
  /** Only for a platform that is read alone. */
  compliance_system_id?: string | null;
}

/** A row, and whether the caller sees it. */
export interface VisibleRow extends ResourceRow {
  is_seen: boolean;
}

/** Columns of a `ResourceRow`, for statements over `RESOURCE_TABLES`. */
export const RESOURCE_COLUMNS = `r.id, r.name, r.resource_type_id, t.name AS type_name, p.name AS plugin_name, r.category,
       r.parent_id, r.inventory_status, r.availability, r.ancestry, r.location, r.description,
       greatest(r.changed_ms, r.modified_ms) AS changed_ms`;

/** The compliance system of a platform, which only the platform's own record contains. */
export const COMPLIANCE_SYSTEM = `(
  SELECT c.system_id FROM compliance_system c WHERE c.platform_id = r.id) AS compliance_system_id`;

/**
 * Every resource has them; outer joins keep the planner from starting with the types, whose number it estimates badly.
 */
export const TYPE_JOINS = `LEFT JOIN resource_type t ON t.id = r.resource_type_id LEFT JOIN plugin p ON p.id = t.plugin_id`;

export const RESOURCE_TABLES = `resource r ${TYPE_JOINS}`;

/**
 * The platform of a resource, or the resource itself, as a lateral join. Each step up is looked up by key; as a plain
 * join the server would read all resources.
 * @param resource alias of the resource table in the statement, e.g. `r`
 */
export function hostJoin(resource: string): string {
  return `JOIN LATERAL (
    WITH RECURSIVE up AS (
      SELECT ${resource}.id, ${resource}.name, ${resource}.parent_id
      UNION ALL
      SELECT above.id, above.name, above.parent_id
        FROM up CROSS JOIN LATERAL (
          SELECT a.id, a.name, a.parent_id FROM resource a WHERE a.id = up.parent_id LIMIT 1) AS above)
    SELECT up.id, up.name FROM up WHERE up.parent_id IS NULL) AS host ON true`;
}

/**
 * Joins `named`, whose id is null unless the name of the resource, or of one of its ancestors, matches a pattern. As a
 * join, the matches are looked up in a hash; as a condition, they would be searched for each row.
 * @param pattern placeholder of the pattern, e.g. `$1`
 * @param id column with the id of the resource, e.g. `a.resource_id`
 */
export function joinNamed(pattern: string, id: string): string {
  return `LEFT JOIN (
    WITH RECURSIVE part AS (
      SELECT r.id FROM resource r
       WHERE lower(r.name) LIKE lower(${pattern}) AND r.inventory_status <> 'UNINVENTORIED'
      UNION
      SELECT below.id FROM part JOIN resource below ON below.parent_id = part.id)
    SELECT part.id FROM part) named ON named.id = ${id}`;
}
