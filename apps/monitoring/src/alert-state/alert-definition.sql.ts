import type { Viewer } from '../authorization/viewer';
import { type Bind, seesGroup, seesResource } from '../authorization/visible.sql';

/** SQL condition for "this caller sees the definition". Definitions of types are visible to everyone (rule http-3). */
export function seesDefinition(viewer: Viewer, bind: Bind): string {
  return `CASE WHEN d.resource_id IS NOT NULL THEN ${seesResource(viewer, 'd.resource_id', bind)}
               WHEN d.resource_group_id IS NOT NULL THEN ${seesGroup(viewer, 'd.resource_group_id', bind)}
               ELSE true END`;
}

/** SQL condition for "the definition recovers this one". Its index only contains definitions that recover another. */
export function recovers(definition: string, id: string): string {
  return `${definition}.recovery_id = ${id} AND ${definition}.recovery_id <> 0`;
}

/** Priority of a definition as a number for sorting and filtering, most urgent first; indexed. */
export const PRIORITY_RANK = `(CASE d.priority WHEN 'HIGH' THEN 1 WHEN 'MEDIUM' THEN 2 ELSE 3 END)`;

/** Expression settings of a definition `d` or of its template; null for the defaults. */
export const EXPRESSION_SETTINGS = `(
  SELECT json_build_object('intervalMs', x.interval_ms, 'forMs', x.for_ms, 'keepFiringMs', x.keep_firing_ms,
                           'labels', x.labels, 'annotations', x.annotations, 'record', x.record,
                           'limit', x.result_limit, 'queryOffsetMs', x.query_offset_ms,
                           'group', x.rule_group, 'file', x.rule_file, 'position', x.group_position)
    FROM alert_expression x WHERE x.alert_definition_id = coalesce(d.parent_id, d.id))`;
