/** Columns of a silence `s` with its times. */
export const SILENCE_TIMES = `s.id, s.start_ms AS "startMs", s.end_ms AS "endMs", s.rule, s.time_zone AS "timeZone", s.over_ms AS "overMs"`;

/**
 * Continues a `WITH RECURSIVE` list that contains `wanted (key, resource_id, definition_id)` with `covering (key, id)`:
 * the silences whose scope includes these resources and definitions. Definitions may be null.
 * @param silences condition on the silences `s`
 */
export function coveringSilences(silences: string): string {
  return `
    subject AS MATERIALIZED (SELECT w.* FROM wanted w WHERE EXISTS (SELECT 1 FROM silence s WHERE ${silences})),
    line AS (
      SELECT DISTINCT w.resource_id AS id, w.resource_id AS at FROM subject w
       UNION ALL
      SELECT line.id, r.parent_id FROM line JOIN resource r ON r.id = line.at WHERE r.parent_id IS NOT NULL),
    covering AS (
      SELECT w.key, s.id FROM subject w JOIN line ON line.id = w.resource_id
        JOIN silence s ON s.resource_id = line.at AND (s.with_descendants OR line.at = line.id) AND ${silences}
       UNION
      SELECT w.key, s.id FROM subject w JOIN resource_group_member m ON m.resource_id = w.resource_id
        JOIN silence s ON s.resource_group_id = m.resource_group_id AND ${silences}
       UNION
      SELECT w.key, s.id FROM subject w JOIN resource_group_member m ON m.resource_id = w.resource_id
        JOIN resource_group g ON g.id = m.resource_group_id
        JOIN silence s ON s.group_definition_id = g.group_definition_id AND ${silences}
       UNION
      SELECT w.key, s.id FROM subject w JOIN resource r ON r.id = w.resource_id
        JOIN silence s ON s.resource_type_id = r.resource_type_id AND ${silences}
       UNION
      SELECT w.key, s.id FROM subject w JOIN alert_definition d ON d.id = w.definition_id
        JOIN silence s ON s.alert_definition_id IN (d.id, d.parent_id) AND ${silences})`;
}
