import { Injectable } from '@nestjs/common';
import { Database } from '@wardstone/database';
import type { Viewer } from '../authorization/viewer';
import { seesResource } from '../authorization/visible.sql';
import { hostJoin } from '../resources/resource-row.sql';
import { equalLabels, type EqualLabels, groupsSeen } from './prometheus-labels.sql';

/** A numeric metric of a resource type. */
export interface DefinitionRow {
  readonly id: number;
  readonly typeId: number;
  readonly name: string;
  readonly isPerMinute: boolean;
  readonly displayName: string;
  readonly description: string | null;
  readonly unit: string;
  readonly isCounter: boolean;
  readonly type: string;
  readonly category: string;
  readonly plugin: string;
}

/** A schedule with what its labels say of the resource. */
export interface SeriesRow {
  readonly scheduleId: number;
  readonly definitionId: number;
  readonly intervalMs: number;
  readonly resourceId: number;
  readonly resource: string;
  readonly platform: string;
  /** Names of the groups that the caller sees. */
  readonly groups: readonly string[];
}

export interface SeriesSearch {
  readonly definitionIds: readonly number[];
  readonly equal: EqualLabels;
  readonly enabledOnly: boolean;
  /** One schedule of each resource. */
  readonly onePerResource: boolean;
  readonly most: number;
}

@Injectable()
export class PrometheusSeriesQueries {
  constructor(private readonly db: Database) {}

  /** All that descriptors declare. */
  listDefinitions(): Promise<DefinitionRow[]> {
    return this.db.queryOften<DefinitionRow>(
      `SELECT d.id, d.resource_type_id AS "typeId", d.name, d.is_per_minute AS "isPerMinute",
              d.display_name AS "displayName", d.description, d.unit, d.numeric_type = 'TRENDSUP' AS "isCounter",
              t.name AS type, t.category, p.name AS plugin
         FROM metric_definition d
         JOIN resource_type t ON t.id = d.resource_type_id
         JOIN plugin p ON p.id = t.plugin_id
        WHERE d.data_type = 'MEASUREMENT' AND NOT d.is_received
        ORDER BY d.id`,
    );
  }

  /** Those of them of which the caller sees a schedule: looks at every schedule. */
  async listSeenDefinitions(viewer: Viewer): Promise<number[]> {
    const params: unknown[] = [];
    const isSeen = seesResource(viewer, 'r.id', (value) => `$${params.push(value)}`);
    const rows = await this.db.queryOften<{ id: number }>(
      `SELECT d.id FROM metric_definition d
        WHERE d.data_type = 'MEASUREMENT' AND NOT d.is_received
          AND EXISTS (SELECT 1 FROM metric_schedule s JOIN resource r ON r.id = s.resource_id
                       WHERE s.metric_definition_id = d.id AND r.inventory_status = 'COMMITTED' AND ${isSeen})`,
      params,
    );
    return rows.map(({ id }) => id);
  }

  /** Schedules of resources in the inventory that the caller sees, in no order. */
  findSeries(
    { definitionIds, equal, enabledOnly, onePerResource, most }: SeriesSearch,
    viewer: Viewer,
  ): Promise<SeriesRow[]> {
    const params: unknown[] = [definitionIds, enabledOnly, most];
    const bind = (value: unknown): string => `$${params.push(value)}`;
    return this.db.queryOften<SeriesRow>(
      `SELECT ${onePerResource ? 'DISTINCT ON (r.id)' : ''}
              s.id AS "scheduleId", s.metric_definition_id AS "definitionId",
              s.collection_interval_ms::float8 AS "intervalMs", r.id AS "resourceId", r.name AS resource,
              host.name AS platform,
              ${groupsSeen(viewer, 'r.id', bind)} AS groups
         FROM metric_schedule s
         JOIN resource r ON r.id = s.resource_id
         ${hostJoin('r.id')}
        WHERE s.metric_definition_id = ANY ($1::int[]) AND (s.is_enabled OR NOT $2::boolean)
          AND r.inventory_status = 'COMMITTED' AND ${seesResource(viewer, 'r.id', bind)} ${equalLabels(equal, bind)}
        LIMIT $3`,
      params,
    );
  }
}
