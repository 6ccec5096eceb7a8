import type { Baseline } from '@wardstone/alerting';
import { toColumns, Queries, type Queryable } from '@wardstone/database';

/** Columns of a schedule for conditions. */
export interface MeasuredSchedule {
  resourceId: number;
  metricDefinitionId: number;
  /** Whether a condition uses it. */
  isWatched: boolean;
  /** Whether a condition compares it with its baseline. */
  needsBaseline: boolean;
}

/** A metric or trait of a resource, with its value if it is a trait. */
export interface HeldMetric {
  resourceId: number;
  metricDefinitionId: number;
  scheduleId: number;
  trait: string | null;
}

export class MetricFactQueries extends Queries {
  async listMeasured(
    scheduleIds: readonly number[],
    from: Queryable = this.db,
  ): Promise<Map<number, MeasuredSchedule>> {
    const rows = await from.query<{ id: number } & MeasuredSchedule>(
      `SELECT s.id, s.resource_id AS "resourceId", s.metric_definition_id AS "metricDefinitionId",
              count(c.id) > 0 AS "isWatched", coalesce(bool_or(c.category = 'BASELINE'), false) AS "needsBaseline"
         FROM metric_schedule s
         LEFT JOIN (alert_definition d JOIN alert_condition c ON c.alert_definition_id = d.id)
           ON d.resource_id = s.resource_id AND NOT d.is_deleted AND c.metric_definition_id = s.metric_definition_id
        WHERE s.id = ANY ($1::integer[]) GROUP BY s.id`,
      [scheduleIds],
    );
    return new Map(rows.map(({ id, ...schedule }) => [id, schedule]));
  }

  /** Metrics of resources, and the latest values of traits. */
  listMetrics(metrics: readonly { resourceId: number; metricDefinitionId: number }[]): Promise<HeldMetric[]> {
    return this.db.query<HeldMetric>(
      `SELECT s.resource_id AS "resourceId", s.metric_definition_id AS "metricDefinitionId", s.id AS "scheduleId",
              t.value AS trait
         FROM (SELECT DISTINCT * FROM unnest($1::integer[], $2::integer[])) AS n (resource_id, metric_definition_id)
         JOIN metric_schedule s ON s.resource_id = n.resource_id AND s.metric_definition_id = n.metric_definition_id
         LEFT JOIN LATERAL (SELECT v.value FROM trait_value v WHERE v.schedule_id = s.id
                             ORDER BY v.time_ms DESC LIMIT 1) t ON true`,
      toColumns(metrics, 'resourceId', 'metricDefinitionId'),
    );
  }

  async listBaselines(from: Queryable, scheduleIds: readonly number[]): Promise<Map<number, Baseline>> {
    if (scheduleIds.length === 0) return new Map();
    const rows = await from.query<{ id: number; min: number | null; max: number | null; mean: number | null }>(
      `SELECT b.schedule_id AS id, b.min, b.max, b.mean FROM metric_baseline b
        WHERE b.schedule_id = ANY ($1::integer[])`,
      [scheduleIds],
    );
    return new Map(
      rows.flatMap(({ id, min, max, mean }): [number, Baseline][] =>
        min === null || max === null || mean === null ? [] : [[id, { min, max, mean }]],
      ),
    );
  }

  /** Schedules of CHANGE conditions that have not seen a value yet, by condition. */
  listUnseen(
    definitionIds: readonly number[],
    from: Queryable = this.db,
  ): Promise<{ resourceId: number; conditionId: number; scheduleId: number }[]> {
    return from.query(
      `SELECT d.resource_id AS "resourceId", c.id AS "conditionId", s.id AS "scheduleId"
         FROM alert_definition d
         JOIN alert_condition c ON c.alert_definition_id = d.id AND c.category = 'CHANGE'
         JOIN metric_schedule s ON s.resource_id = d.resource_id AND s.metric_definition_id = c.metric_definition_id
         JOIN alert_progress p ON p.resource_id = d.resource_id AND NOT p.memory ? c.id::text
        WHERE NOT d.is_deleted AND (d.id = ANY ($1::integer[]) OR d.parent_id = ANY ($1::integer[]))`,
      [definitionIds],
    );
  }

  /** Stores the last value of conditions, unless they have seen one meanwhile. */
  async remember(seen: readonly { resourceId: number; conditionId: number; value: number }[]): Promise<void> {
    if (seen.length === 0) return;
    await this.db.query(
      `UPDATE alert_progress p SET memory = n.memory || p.memory
         FROM (SELECT u.resource_id, jsonb_object_agg(u.condition_id, u.value) AS memory
                 FROM unnest($1::integer[], $2::integer[], $3::float8[]) AS u (resource_id, condition_id, value)
                GROUP BY u.resource_id) n
        WHERE p.resource_id = n.resource_id`,
      toColumns(seen, 'resourceId', 'conditionId', 'value'),
    );
  }
}
