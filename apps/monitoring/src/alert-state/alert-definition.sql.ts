import type { ExpressionSettings } from '@wardstone/alerting';
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

/** Columns of `alert_expression` by setting. */
export const EXPRESSION_COLUMNS: Readonly<Record<keyof ExpressionSettings, string>> = {
  intervalMs: 'interval_ms',
  forMs: 'for_ms',
  keepFiringMs: 'keep_firing_ms',
  labels: 'labels',
  annotations: 'annotations',
  record: 'record',
  limit: 'result_limit',
  queryOffsetMs: 'query_offset_ms',
  group: 'rule_group',
  file: 'rule_file',
  position: 'group_position',
};

/** Expression settings of a definition `d` or of its template; null for the defaults. */
export const EXPRESSION_SETTINGS = `(
  SELECT json_build_object(${Object.entries(EXPRESSION_COLUMNS)
    .map(([name, column]) => `'${name}', x.${column}`)
    .join(', ')})
    FROM alert_expression x WHERE x.alert_definition_id = coalesce(d.parent_id, d.id))`;
