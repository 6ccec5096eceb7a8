/** Columns of a metric definition `d`, named like those of a schedule. */
export const AS_SCHEDULE = `d.id, 0 AS "resourceId", d.id AS "definitionId", d.name, d.display_name AS "displayName", d.unit,
  d.data_type AS "dataType", d.is_on_by_default AS "isEnabled", d.default_interval_ms AS "collectionIntervalMs",
  0 AS "modifiedMs", d.resource_type_id AS "resourceTypeId"`;
