import type { AvailabilityStretch, Baseline, Fact, OperationStatus } from '@wardstone/alerting';
import { parameters, Queries } from '@wardstone/database';
import type { Severity } from '@wardstone/dto/monitoring';
import type { TimeWindow } from '@wardstone/metric-points';
import type { Viewer } from '../../authorization/viewer';
import { seesResource } from '../../authorization/visible.sql';

/** Limit for one replay: some 100 MB, or one value a minute of 23 metrics for six days. */
export const MAX_FACTS = 200_000;

/** Scope of a template: the explicit members of a group, or the resources of a type. */
export type Scope = { groupId: number } | { resourceTypeId: number };

/** A resource with its host. */
export interface Watched {
  id: number;
  name: string;
  host: string;
}

/** A metric of the resource. */
export interface ReplayedSchedule {
  scheduleId: number;
  resourceId: number;
  metricDefinitionId: number;
  baseline: Baseline | null;
}

/** Stored facts of a resource. Each list has one row more than the limit if the limit is exceeded. */
export class FactHistoryQueries extends Queries {
  async listSchedules(
    resourceIds: readonly number[],
    metricDefinitionIds: readonly number[],
  ): Promise<ReplayedSchedule[]> {
    const rows = await this.db.query<Omit<ReplayedSchedule, 'baseline'> & Partial<Baseline>>(
      `SELECT s.id AS "scheduleId", s.resource_id AS "resourceId", s.metric_definition_id AS "metricDefinitionId",
              b.min, b.max, b.mean
         FROM metric_schedule s LEFT JOIN metric_baseline b ON b.schedule_id = s.id
        WHERE s.resource_id = ANY ($1::integer[]) AND s.metric_definition_id = ANY ($2::integer[]) ORDER BY s.id`,
      [resourceIds, metricDefinitionIds],
    );
    return rows.map(({ min, max, mean, ...schedule }) => ({
      ...schedule,
      baseline: min == null || max == null || mean == null ? null : { min, max, mean },
    }));
  }

  /** The whole timeline up to a time, oldest first. */
  listAvailability(resourceId: number, endMs: number): Promise<AvailabilityStretch[]> {
    return this.db.query<AvailabilityStretch>(
      `SELECT a.type, a.since_ms AS "sinceMs", a.until_ms AS "untilMs" FROM availability_record a
        WHERE a.resource_id = $1 AND a.since_ms < $2 ORDER BY a.since_ms LIMIT ${MAX_FACTS + 1}`,
      [resourceId, endMs],
    );
  }

  async listTraits(
    scheduleIds: readonly number[],
    { start, end }: TimeWindow,
  ): Promise<{ scheduleId: number; timeMs: number; value: string }[]> {
    return this.db.query(
      `SELECT t.schedule_id AS "scheduleId", t.time_ms AS "timeMs", t.value FROM trait_value t
        WHERE t.schedule_id = ANY ($1::integer[]) AND t.time_ms >= $2 AND t.time_ms < $3
        ORDER BY t.time_ms LIMIT ${MAX_FACTS + 1}`,
      [scheduleIds, start, end],
    );
  }

  /** The trait value in effect at a time. */
  findTrait(scheduleId: number, atMs: number): Promise<string | undefined> {
    return this.db.value<string>(
      `SELECT t.value FROM trait_value t WHERE t.schedule_id = $1 AND t.time_ms < $2
        ORDER BY t.time_ms DESC LIMIT 1`,
      [scheduleId, atMs],
    );
  }

  async listEvents(resourceId: number, { start, end }: TimeWindow): Promise<Fact[]> {
    const rows = await this.db.query<{ time_ms: number; severity: Severity; detail: string; location: string }>(
      `SELECT e.time_ms, e.severity, e.detail, s.location
         FROM event_source s JOIN event e ON e.source_id = s.id
        WHERE s.resource_id = $1 AND e.time_ms >= $2 AND e.time_ms < $3
        ORDER BY e.time_ms, e.id LIMIT ${MAX_FACTS + 1}`,
      [resourceId, start, end],
    );
    return rows.map(({ time_ms: atMs, severity, detail: message, location }) => {
      return { kind: 'event', severity, message, location, atMs };
    });
  }

  /** Starts and ends of executions. */
  async listOperations(resourceId: number, { start, end }: TimeWindow): Promise<Fact[]> {
    const rows = await this.db.query<{
      operation_name: string;
      status: OperationStatus;
      created_ms: number;
      modified_ms: number;
    }>(
      `SELECT h.operation_name, h.status, h.created_ms, h.modified_ms FROM operation_history h
        WHERE h.resource_id = $1 AND h.created_ms < $3 AND h.modified_ms >= $2
        ORDER BY h.created_ms LIMIT ${MAX_FACTS + 1}`,
      [resourceId, start, end],
    );
    const facts = rows.flatMap(({ operation_name: name, status, created_ms, modified_ms }): Fact[] => [
      { kind: 'operation', name, status: 'INPROGRESS', atMs: created_ms },
      ...(status === 'INPROGRESS' ? [] : [{ kind: 'operation' as const, name, status, atMs: modified_ms }]),
    ]);
    return facts.filter(({ atMs }) => atMs >= start && atMs < end);
  }

  /** The first configuration of a resource is not a change. */
  async listConfigurationChanges(resourceId: number, { start, end }: TimeWindow): Promise<Fact[]> {
    const rows = await this.db.query<{ modified_ms: number }>(
      `SELECT u.modified_ms FROM configuration_update u
        WHERE u.resource_id = $1 AND u.status = 'SUCCESS' AND u.modified_ms >= $2 AND u.modified_ms < $3
          AND u.id > (SELECT min(f.id) FROM configuration_update f WHERE f.resource_id = $1 AND f.status = 'SUCCESS')
        ORDER BY u.id LIMIT ${MAX_FACTS + 1}`,
      [resourceId, start, end],
    );
    return rows.map(({ modified_ms: atMs }) => ({ kind: 'configuration', atMs }));
  }

  async listDrift(resourceId: number, { start, end }: TimeWindow): Promise<Fact[]> {
    const rows = await this.db.query<{ name: string; version: number; created_ms: number; paths: string[] }>(
      `SELECT d.name, c.version, c.created_ms,
              ARRAY (SELECT f.path FROM drift f WHERE f.drift_change_set_id = c.id ORDER BY f.id) AS paths
         FROM drift_definition d JOIN drift_change_set c ON c.drift_definition_id = d.id
         LEFT JOIN drift_template t ON t.id = d.drift_template_id
        WHERE d.resource_id = $1 AND c.created_ms >= $2 AND c.created_ms < $3
          AND t.definition ->> 'handlingMode' IS DISTINCT FROM 'PLANNED_CHANGE'
        ORDER BY c.created_ms LIMIT ${MAX_FACTS + 1}`,
      [resourceId, start, end],
    );
    return rows.map(({ name, version, created_ms: atMs, paths }) => {
      return { kind: 'drift', name, paths, isInitial: version === 0, atMs };
    });
  }

  /** Resources that the viewer sees, and their number. */
  async listScope(scope: Scope, viewer: Viewer, limit: number): Promise<{ ids: number[]; total: number }> {
    const { params, bind } = parameters();
    const isWatched =
      'groupId' in scope
        ? `EXISTS (SELECT 1 FROM resource_group_member m
                    WHERE m.resource_id = r.id AND m.is_explicit AND m.resource_group_id = ${bind(scope.groupId)})`
        : `r.resource_type_id = ${bind(scope.resourceTypeId)}`;
    const rows = await this.db.query<{ id: number; total: number }>(
      `SELECT r.id, count(*) OVER ()::integer AS total FROM resource r
        WHERE r.inventory_status = 'COMMITTED' AND ${isWatched} AND ${seesResource(viewer, 'r.id', bind)}
        ORDER BY r.id LIMIT ${bind(limit)}`,
      params,
    );
    return { ids: rows.map(({ id }) => id), total: rows[0]?.total ?? 0 };
  }

  /** Names in the order of the ids. */
  name(ids: readonly number[]): Promise<Watched[]> {
    return this.db.query<Watched>(
      `WITH RECURSIVE up AS (
         SELECT r.id AS start, r.id, r.parent_id, r.name FROM resource r WHERE r.id = ANY ($1::integer[])
         UNION ALL
         SELECT u.start, r.id, r.parent_id, r.name FROM up u JOIN resource r ON r.id = u.parent_id)
       SELECT r.id, r.name, u.name AS host FROM up u JOIN resource r ON r.id = u.start
        WHERE u.parent_id IS NULL ORDER BY array_position($1::integer[], r.id)`,
      [ids],
    );
  }
}
