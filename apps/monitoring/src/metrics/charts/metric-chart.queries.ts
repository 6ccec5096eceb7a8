import { Queries } from '@wardstone/database';
import type { ChartAlert, MetricLimit } from '@wardstone/dto/monitoring';
import type { TimeWindow } from '@wardstone/metric-points';
import { recovers } from '../../alert-state/alert-definition.sql';

type OfSchedule<T> = T & { scheduleId: number };

export class MetricChartQueries extends Queries {
  /**
   * Bounds in the resources' alert definitions for the metrics, highest priority first: of definitions that are
   * enabled, or have fired and will be enabled by a recovery. Recovering definitions are excluded.
   */
  listLimits(scheduleIds: readonly number[]): Promise<OfSchedule<MetricLimit>[]> {
    return this.db.query<OfSchedule<MetricLimit>>(
      `SELECT s.id AS "scheduleId", d.id AS "definitionId", d.name, d.priority, c.comparator, bound.value
         FROM metric_schedule s
         JOIN alert_definition d ON d.resource_id = s.resource_id AND d.recovery_id = 0 AND NOT d.is_deleted
          AND (d.is_enabled OR EXISTS (SELECT 1 FROM alert_definition recovery
                                        WHERE ${recovers('recovery', 'd.id')} AND recovery.is_enabled AND NOT recovery.is_deleted))
         JOIN alert_condition c ON c.alert_definition_id = d.id AND c.metric_definition_id = s.metric_definition_id
        CROSS JOIN LATERAL (
          SELECT c.threshold AS value WHERE c.category IN ('THRESHOLD', 'RANGE')
           UNION ALL
          SELECT c.option::double precision WHERE c.category = 'RANGE') AS bound
        WHERE s.id = ANY ($1::integer[]) AND bound.value IS NOT NULL
        ORDER BY array_position(ARRAY['HIGH', 'MEDIUM', 'LOW'], d.priority), d.id, bound.value`,
      [scheduleIds],
    );
  }

  /** Alerts within the window whose definitions compared the metrics when they fired, newest first. */
  listAlerts(
    scheduleIds: readonly number[],
    { start, end }: TimeWindow,
    most: number,
  ): Promise<OfSchedule<ChartAlert>[]> {
    return this.db.query<OfSchedule<ChartAlert>>(
      `SELECT s.id AS "scheduleId", a.id, d.name, a.fired_ms AS time
         FROM metric_schedule s
        CROSS JOIN LATERAL (
          SELECT f.id, f.fired_ms, f.alert_definition_id FROM alert f
           WHERE f.resource_id = s.resource_id AND f.fired_ms >= $2 AND f.fired_ms < $3
             AND EXISTS (SELECT 1 FROM jsonb_array_elements(f.rules -> 'conditions') AS rule
                          WHERE rule -> 'measurementDefinition' = to_jsonb(s.metric_definition_id))
           ORDER BY f.fired_ms DESC, f.id DESC LIMIT $4) AS a
         JOIN alert_definition d ON d.id = a.alert_definition_id
        WHERE s.id = ANY ($1::integer[])
        ORDER BY a.fired_ms DESC, a.id DESC`,
      [scheduleIds, start, end, most],
    );
  }
}
