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
  /** When any of this last changed; milliseconds as pg returns bigint. */
  changed_ms: string;
  /** For a platform that is read alone. */
  compliance_system_id?: string | null;
}

/** A row together with what the caller may see of it. */
export interface VisibleRow extends ResourceRow {
  is_seen: boolean;
}

/** The columns of a `ResourceRow`, for statements over `RESOURCE_TABLES`. */
export const RESOURCE_COLUMNS = `r.id, r.name, r.resource_type_id, t.name AS type_name, p.name AS plugin_name, r.category,
       r.parent_id, r.inventory_status, r.availability, r.ancestry, r.location, r.description,
       greatest(r.changed_ms, r.modified_ms) AS changed_ms`;

/** The system of compliance that a platform is, which its record alone shows. */
export const COMPLIANCE_SYSTEM = `(
  SELECT c.system_id FROM compliance_system c WHERE c.platform_id = r.id) AS compliance_system_id`;

/** Each resource has them; outer joins, so that the server never begins with the types, whose number it guesses badly. */
export const TYPE_JOINS = `LEFT JOIN resource_type t ON t.id = r.resource_type_id LEFT JOIN plugin p ON p.id = t.plugin_id`;

export const RESOURCE_TABLES = `resource r ${TYPE_JOINS}`;

/**
 * The platform that a resource is part of, or is itself, as a lateral join. Each step up is looked up by its key: as a plain
 * join the server reads all resources for it.
 *
 * @param resource the name that the statement gives to the table of resources, e.g. `r`.
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
 * Joins `named`, whose id is null unless the name of a resource, or of one it is part of, is like a pattern. A join, for
 * however many they are, they are looked up by a hash; as a condition among others they would be found anew for each row.
 *
 * @param pattern what stands for the pattern, e.g. `$1`.
 * @param id where the statement has the id of the resource, e.g. `a.resource_id`.
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
