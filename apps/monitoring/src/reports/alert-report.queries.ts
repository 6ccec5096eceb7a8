import { parameters, Queries } from '@wardstone/database';
import type { ConditionCategory, Priority } from '@wardstone/dto/monitoring';
import type { Unit } from '@wardstone/units';
import type { Viewer } from '../authorization/viewer';
import { seesResource } from '../authorization/visible.sql';
import { isAfterRow, type ReportedResource, type TimeBounds, isWithin } from './report.sql';

export interface AlertReportFilter extends TimeBounds {
  /** Undefined for all. */
  priorities: readonly Priority[] | undefined;
}

export interface AlertReportRow extends ReportedResource {
  id: number;
  fired_ms: number;
  ack_by: string | null;
  name: string;
  priority: Priority;
  condition_count: number;
  /** Category, if there is a single condition. */
  category: ConditionCategory | null;
  condition_name: string | null;
  comparator: string | null;
  threshold: number | null;
  option: string | null;
  metric_name: string | null;
  unit: Unit | null;
  is_call_time: boolean | null;
}

export interface DefinitionReportRow extends ReportedResource {
  id: number;
  name: string;
  is_enabled: boolean;
  priority: Priority;
  parent_id: number | null;
  /** Type or group of the template; one of them is null. */
  parent_type_id: number | null;
  parent_group_id: number | null;
}

export class AlertReportQueries extends Queries {
  /** Newest first. */
  listAlerts(
    viewer: Viewer,
    { priorities, ...bounds }: AlertReportFilter,
    after: AlertReportRow | undefined,
    limit: number,
  ): Promise<AlertReportRow[]> {
    const { params, bind } = parameters();
    const conditions = [
      seesResource(viewer, 'a.resource_id', bind),
      ...(priorities === undefined ? [] : [`d.priority = ANY (${bind(priorities)}::text[])`]),
      ...isWithin(bounds, ['a.fired_ms', 'a.fired_ms'], bind),
      ...isAfterRow(after && { ...after, timeMs: after.fired_ms }, ['a.fired_ms', 'a.id'], bind),
    ];
    return this.db.query<AlertReportRow>(
      `SELECT page.*, counted.condition_count, l.category, l.name AS condition_name, l.comparator, l.threshold,
              l.option, metric.display_name AS metric_name, metric.unit, metric.data_type = 'CALLTIME' AS is_call_time
         FROM (SELECT a.id, a.fired_ms, a.ack_by, d.name, d.priority, r.id AS resource_id, r.name AS resource_name,
                      r.ancestry, r.resource_type_id
                 FROM alert a
                 JOIN alert_definition d ON d.id = a.alert_definition_id
                 JOIN resource r ON r.id = a.resource_id AND r.inventory_status = 'COMMITTED'
                WHERE ${conditions.join(' AND ')}
                ORDER BY a.fired_ms DESC, a.id LIMIT ${bind(limit)}) page
        CROSS JOIN LATERAL (SELECT count(*) AS condition_count, min(c.id) AS first_id
                              FROM alert_condition_log c WHERE c.alert_id = page.id) counted
         LEFT JOIN alert_condition_log l ON l.id = counted.first_id AND counted.condition_count = 1
         LEFT JOIN LATERAL (${METRIC_OF_LOG}) metric ON true
        ORDER BY page.fired_ms DESC, page.id`,
      params,
    );
  }

  /** Definitions of resources, including copies of templates. */
  listDefinitions(viewer: Viewer, afterId: number, limit: number): Promise<DefinitionReportRow[]> {
    const { params, bind } = parameters(afterId, limit);
    return this.db.query<DefinitionReportRow>(
      `SELECT d.id, d.name, d.is_enabled, d.priority, r.id AS resource_id, r.name AS resource_name, r.ancestry,
              d.parent_id, parent.resource_type_id AS parent_type_id, parent.resource_group_id AS parent_group_id
         FROM alert_definition d
         JOIN resource r ON r.id = d.resource_id AND r.inventory_status = 'COMMITTED'
         LEFT JOIN alert_definition parent ON parent.id = d.parent_id AND NOT parent.is_deleted
        WHERE d.id > $1 AND NOT d.is_deleted AND ${seesResource(viewer, 'd.resource_id', bind)}
        ORDER BY d.id LIMIT $2`,
      params,
    );
  }
}

/**
 * The metric of a logged condition `l`. A condition that was changed since has another id; then the metric with its
 * name is used.
 */
const METRIC_OF_LOG = `
  SELECT m.display_name, m.unit, m.data_type
    FROM metric_definition m
   WHERE l.category IN ('BASELINE', 'CHANGE', 'RANGE', 'THRESHOLD') AND m.id = coalesce(
           (SELECT c.metric_definition_id FROM alert_condition c WHERE c.id = l.condition_id),
           (SELECT min(other.id) FROM metric_definition other
             WHERE other.resource_type_id = page.resource_type_id AND other.display_name = l.name))`;
