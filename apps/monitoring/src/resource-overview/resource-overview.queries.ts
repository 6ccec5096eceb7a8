import { parameters, Queries } from '@wardstone/database';
import type { AvailabilityType, CurrentTrait, DownPart, ResourceChange } from '@wardstone/dto/monitoring';
import { presentOnResources } from '../alert-state/alert-state.sql';

import type { Viewer } from '../authorization/viewer';
import { seesResource, idsOfSubtree } from '../authorization/visible.sql';
import type { MainMetric } from './domain/main-metrics';

export interface StateRow {
  availability: AvailabilityType;
  since: number;
  agent: string | null;
  version: string | null;
  last_seen_ms: string | null;
  is_silent: boolean | null;
  problems: string[] | null;
}

export interface PartRow {
  resourceId: number;
  resourceName: string;
  typeId: number;
  typeName: string;
  availability: AvailabilityType;
}

type Counted<T> = T & { total: number };

export class ResourceOverviewQueries extends Queries {
  /** The resource and its visible descendants in inventory. */
  listSubtree(id: number, viewer: Viewer): Promise<number[]> {
    const { params, bind } = parameters(id);
    const isSeen = seesResource(viewer, 'part.id', bind);
    return this.db.ids(`SELECT part.id FROM unnest(${idsOfSubtree('$1')}) AS part (id) WHERE ${isSeen}`, params);
  }

  async findState(id: number): Promise<StateRow> {
    const [row] = await this.db.query<StateRow>(
      `SELECT r.availability, coalesce(a.since_ms, 0)::double precision AS since,
              g.name AS agent, g.version, g.last_seen_ms, g.is_silent, g.problems
         FROM resource r
         LEFT JOIN availability_record a ON a.resource_id = r.id AND a.until_ms IS NULL
         LEFT JOIN agent g ON g.name = r.agent_name
        WHERE r.id = $1`,
      [id],
    );
    return row!;
  }

  /** DOWN resources, latest first. */
  listDown(ids: readonly number[], most: number): Promise<Counted<DownPart>[]> {
    return this.db.query<Counted<DownPart>>(
      `SELECT r.id AS "resourceId", r.name AS "resourceName", t.name AS "typeName",
              coalesce(a.since_ms, 0)::double precision AS since, (count(*) OVER ())::integer AS total
         FROM resource r
         JOIN resource_type t ON t.id = r.resource_type_id
         LEFT JOIN availability_record a ON a.resource_id = r.id AND a.until_ms IS NULL
        WHERE r.id = ANY ($1::integer[]) AND r.availability = 'DOWN'
        ORDER BY 4 DESC, r.id LIMIT $2`,
      [ids, most],
    );
  }

  /** Direct children among the resources, DOWN ones first. */
  listParts(id: number, ids: readonly number[], most: number): Promise<PartRow[]> {
    return this.db.query<PartRow>(
      `SELECT r.id AS "resourceId", r.name AS "resourceName", t.id AS "typeId", t.name AS "typeName", r.availability
         FROM resource r JOIN resource_type t ON t.id = r.resource_type_id
        WHERE r.parent_id = $1 AND r.id = ANY ($2::integer[])
        ORDER BY r.availability = 'DOWN' DESC, r.id LIMIT $3`,
      [id, ids, most],
    );
  }

  /** Number of open alerts for each direct child, including its descendants. */
  async countOpenAlertsOfParts(id: number, ids: readonly number[]): Promise<ReadonlyMap<number, number>> {
    const rows = await this.db.query<{ id: number; count: number }>(
      `WITH RECURSIVE way AS (
         SELECT r.id, r.parent_id, open.count
           FROM (${presentOnResources('a.resource_id = ANY ($2::integer[])')}) AS open
           JOIN resource r ON r.id = open.resource_id
          UNION ALL
         SELECT p.id, p.parent_id, w.count FROM way w JOIN resource p ON p.id = w.parent_id WHERE w.parent_id <> $1)
       SELECT w.id, sum(w.count)::integer AS count FROM way w WHERE w.parent_id = $1 GROUP BY w.id`,
      [id, ids],
    );
    return new Map(rows.map((row) => [row.id, row.count]));
  }

  /** Collected numeric metrics of the resources, with properties that determine their importance. */
  listMetrics(ids: readonly number[]): Promise<MainMetric[]> {
    return this.db.query<MainMetric>(
      `SELECT s.id AS "scheduleId", s.resource_id AS "resourceId", d.id AS "definitionId",
              d.name, d.display_name AS "displayName", d.unit, d.is_per_minute AS "perMinute",
              s.collection_interval_ms::double precision AS "collectionInterval", d.position,
              d.display_type = 'SUMMARY' AS "isSummary",
              EXISTS (SELECT 1 FROM alert_definition a
                        JOIN alert_condition c ON c.alert_definition_id = a.id AND c.metric_definition_id = d.id
                       WHERE a.resource_id = s.resource_id AND a.is_enabled AND NOT a.is_deleted) AS "isWatched"
         FROM metric_schedule s JOIN metric_definition d ON d.id = s.metric_definition_id
        WHERE s.resource_id = ANY ($1::integer[]) AND s.is_enabled AND d.data_type = 'MEASUREMENT'`,
      [ids],
    );
  }

  /** Collected traits of the resource, in order of declaration. */
  listTraits(id: number): Promise<CurrentTrait[]> {
    return this.db.query(
      `SELECT d.display_name AS "displayName",
              (SELECT v.value FROM trait_value v WHERE v.schedule_id = s.id ORDER BY v.time_ms DESC LIMIT 1) AS value
         FROM metric_schedule s JOIN metric_definition d ON d.id = s.metric_definition_id
        WHERE s.resource_id = $1 AND s.is_enabled AND d.data_type = 'TRAIT'
        ORDER BY d.position, d.id`,
      [id],
    );
  }

  /** Latest changes of the resources, newest first. */
  listChanges(ids: readonly number[], most: number): Promise<ResourceChange[]> {
    const newest = (columns: string, table: string): string =>
      `(SELECT ${columns} FROM ${table} WHERE x.resource_id = ANY ($1::integer[]) ORDER BY 2 DESC LIMIT $2)`;
    return this.db.query<ResourceChange>(
      `SELECT change.kind, change.time::double precision AS time, change.resource_id AS "resourceId",
              r.name AS "resourceName", change.name, change.status, change.by, change.job
         FROM (${newest(
           `'CONFIGURATION' AS kind, x.modified_ms AS time, x.resource_id, NULL::text AS name, x.status,
                         x.requested_by AS by, NULL::text AS job, x.id`,
           'configuration_update x',
         )}
               UNION ALL
               ${newest(
                 `'OPERATION', x.modified_ms, x.resource_id, x.operation_display_name, x.status, x.requested_by,
                  x.job_name || '_=_' || x.job_group, x.id`,
                 'operation_history x',
               )}
               UNION ALL
               ${newest(
                 `'DRIFT', c.created_ms, x.resource_id, x.name, NULL, NULL, NULL, c.id`,
                 'drift_definition x JOIN drift_change_set c ON c.drift_definition_id = x.id AND c.version > 0',
               )}
               UNION ALL
               (SELECT 'MEMBER', x.created_ms, x.id, NULL, NULL, NULL, NULL, x.id FROM resource x
                 WHERE x.id = ANY ($1::integer[]) ORDER BY 2 DESC LIMIT $2)) AS change
         JOIN resource r ON r.id = change.resource_id
        ORDER BY change.time DESC, change.id DESC LIMIT $2`,
      [ids, most],
    );
  }
}
